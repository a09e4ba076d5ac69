/* The games of examples/: each plays by itself without a screen, and saves a picture. */
#include "../test.h"

#include <SDL_image.h>

#include "../files.h"

static void assert_plays(const char *game, int frames) {
    const char *program = getenv("SLIDEMOVE"), *end = program ? strrchr(program, '/') : NULL;
    char command[512], path[256];
    snprintf(path, sizeof path, "%s/%s.png", folder, game);
    snprintf(command, sizeof command, "SDL_VIDEODRIVER=dummy %.*s/examples/%s %d %s",
             end ? (int)(end - program) : 5, end ? program : "build", game, frames, path);
    assert_int_equal(system(command), 0);
    SDL_Surface *picture = IMG_Load(path);
    assert_non_null(picture);
    assert_int_equal(picture->w, 960);
    assert_int_equal(picture->h, 540);
    SDL_FreeSurface(picture);
}

TEST_GROUP(make_folder, remove_folder)

TEST(the_shooter_plays_and_saves_its_picture) {
    assert_plays("shooter", 130);
}

TEST(the_platformer_plays_and_saves_its_picture) {
    assert_plays("platformer", 280);
}

TEST(the_walker_plays_and_saves_its_picture) {
    assert_plays("walker", 80);
}
