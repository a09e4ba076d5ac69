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

static void assert_plays(const char *game, int frames) {
    char words[256], path[128];
    snprintf(path, sizeof path, "%s/%s.png", folder, game);
    snprintf(words, sizeof words, "%s %d %s", game, frames, path);
    assert_int_equal(run_example(words), 0);
    SDL_Surface *picture = IMG_Load(path);
    assert_non_null(picture);
    assert_int_equal(picture->w, 960);
    assert_int_equal(picture->h, 540);
    SDL_FreeSurface(picture);
}

TEST_GROUP(make_folder, remove_folder)

TEST(each_game_plays_and_saves_its_picture) {
    assert_plays("shooter", 130);
    assert_plays("platformer", 280);
    assert_plays("walker", 80);
}

TEST(moves_on_a_heightfield_have_the_bits_of_those_on_its_segments_and_triangles) {
    assert_int_equal(run_example("heightfield"), 0);
}
