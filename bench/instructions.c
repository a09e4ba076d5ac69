/* Walks for argv[1] steps, to be run under callgrind, twice, since the difference of two lengths
 * leaves out the building: in a world of argv[2] segments, or in a plain loop if argv[3] says
 * `loop`; or in 3D in the scene argv[2] of argv[3] triangles, as argv[4], `ball` or `capsule`, by
 * the resolver argv[5]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/vec.h"
#include "field.h"
#include "scenes3.h"

static bool walk_in_plane(int steps, int segments, bool is_loop) {
    const int steps_a_disk = 200;
    field f;
    if (segments < 4 || !field_make(&f, segments))
        return false;
    sm_world *world = sm_world_create(f.walls, f.count, NULL);
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, FIELD_DISK_RADIUS));
    const sm_capsule_array walls = {f.walls, f.count};
    sm_obstacles obstacles = is_loop ? sm_obstacles_of_array(&walls) : sm_obstacles_of_world(world);
    turns t;
    turns_make(&t);
    wanderer w = field_wanderer(&f);
    for (int i = 0; i < steps; i++) {
        if (i % steps_a_disk == 0)
            w = field_wanderer(&f);
        w.delta = next_delta(&t, w.delta);
        w.position = sm_slide_move(w.position, w.delta, disk, obstacles, NULL).position;
    }
    printf("%g %g\n", (double)w.position.x, (double)w.position.y); /* used, so not left out */
    sm_world_destroy(world);
    field_free(&f);
    return true;
}

static bool walk_in_space(int steps, const scene3_kind *kind, int count, const char *mover,
                          const char *resolver) {
    scene3 scene;
    if (!scene3_make(&scene, kind, count))
        return false;
    sm3_world *world = sm3_world_create(scene.triangles, scene.count, NULL);
    sm_options options = {.resolver = strcmp(resolver, "sweep") == 0 ? SM_SWEEP : SM_DEEPEST};
    walk3 w;
    vec3 sum = {0, 0, 0}; /* the same where every move is */
    walk3_begin(&w, &scene);
    for (int i = 0; i < steps && world != NULL; i++) {
        sm3_vec delta, from = walk3_next(&w, &delta);
        w.position =
            sm3_slide_move(from, delta, strcmp(mover, "ball") == 0 ? scene3_ball : scene3_upright,
                           sm3_obstacles_of_world(world), &options)
                .position;
        sum = vec3_add(sum, vec3_of(w.position));
    }
    printf("%.17g %.17g %.17g\n", sum.x, sum.y, sum.z);
    sm3_world_destroy(world);
    scene3_free(&scene);
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return EXIT_FAILURE;
    int steps = atoi(argv[1]);
    for (int i = 0; i < scene3_kind_count && argc > 5; i++) {
        if (strcmp(scene3_kinds[i].name, argv[2]) == 0)
            return walk_in_space(steps, &scene3_kinds[i], atoi(argv[3]), argv[4], argv[5])
                       ? EXIT_SUCCESS
                       : EXIT_FAILURE;
    }
    bool is_loop = argc > 3 && strcmp(argv[3], "loop") == 0;
    return walk_in_plane(steps, atoi(argv[2]), is_loop) ? EXIT_SUCCESS : EXIT_FAILURE;
}
