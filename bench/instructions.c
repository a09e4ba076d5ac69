/* Walks in a world of argv[1] segments for argv[2] steps, or in a plain loop if argv[3] says
 * `loop`: to be run under callgrind, twice, since the difference of two lengths leaves out the
 * building. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"

int main(int argc, char **argv) {
    const int steps_a_disk = 200;
    field f;
    if (argc < 3 || atoi(argv[1]) < 4 || !field_make(&f, atoi(argv[1])))
        return EXIT_FAILURE;
    bool is_loop = argc > 3 && strcmp(argv[3], "loop") == 0;
    sm_world *world = sm_world_create(f.walls, f.count, NULL);
    sm_capsule disk = sm_circle((sm_vec2){0, 0}, FIELD_DISK_RADIUS);
    turns t;
    turns_make(&t);
    wanderer w = field_wanderer(&f);
    for (int i = 0; i < atoi(argv[2]); i++) {
        if (i % steps_a_disk == 0)
            w = field_wanderer(&f);
        w.delta = next_delta(&t, w.delta);
        sm_result r =
            is_loop ? sm_slide_move_capsules(w.position, w.delta, disk, f.walls, f.count, NULL)
                    : sm_slide_move_world(w.position, w.delta, disk, world, NULL);
        w.position = r.position;
    }
    printf("%g %g\n", (double)w.position.x, (double)w.position.y); /* used, so not left out */
    sm_world_destroy(world);
    field_free(&f);
    return EXIT_SUCCESS;
}
