/* The programs of examples/: each game plays by itself without a screen, and saves a picture. */
#include "../test.h"

#include <SDL_image.h>

#include "../files.h"

static int run_example(const char *words) {
    const char *program = getenv("SLIDEMOVE"), *end = program ? strrchr(program, '/') : NULL;
    char command[512];
    snprintf(command, sizeof command, "SDL_VIDEODRIVER=dummy %.*s/examples/%s",
             end ? (int)(end - program) : 5, end ? program : "build", words);
    return system(command);
}

static SDL_Surface *load_picture(const char *path) {
    SDL_Surface *loaded = IMG_Load(path);
    assert_non_null(loaded);
    SDL_Surface *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_non_null(picture);
    SDL_FreeSurface(loaded);
    return picture;
}

/* That a game ends with the picture of docs/, but for a player's size of pixels; `make
 * example-pictures` makes those. */
static void assert_plays(const char *game, int frames) {
    char words[256], path[128], known[64];
    snprintf(path, sizeof path, "%s/%s.png", folder, game);
    snprintf(known, sizeof known, "docs/%s.png", game);
    snprintf(words, sizeof words, "%s %d %s", game, frames, path);
    assert_int_equal(run_example(words), 0);
    SDL_Surface *picture = load_picture(path), *expected = load_picture(known);
    assert_int_equal(picture->w, expected->w);
    assert_int_equal(picture->h, expected->h);
    const uint32_t *a = picture->pixels, *b = expected->pixels;
    int others = 0;
    for (int i = 0; i < picture->w * picture->h; i++)
        others += a[i] != b[i];
    if (others > 500)
        fail_msg("%d pixels of %s are others than in %s", others, game, known);
    SDL_FreeSurface(picture);
    SDL_FreeSurface(expected);
}

TEST_GROUP(make_folder, remove_folder)

TEST(each_game_plays_to_the_picture_that_the_docs_show) {
    assert_plays("shooter", 130);
    assert_plays("platformer", 280);
    assert_plays("walker", 80);
}

TEST(moves_on_a_heightfield_have_the_bits_of_those_on_its_segments_and_triangles) {
    assert_int_equal(run_example("heightfield"), 0);
}

TEST(a_game_explores_its_own_heightfield_and_finds_its_hole_and_its_pit) {
    char words[256], text[2048];
    snprintf(words, sizeof words, "explore > %s/explored", folder);
    assert_int_equal(run_example(words), 0);
    read_file(path_in("explored").at, text, sizeof text);
    assert_non_null(strstr(text, "fall at "));
    assert_non_null(strstr(text, "trap at "));
}
