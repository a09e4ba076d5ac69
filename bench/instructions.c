/* Does one thing again and again, to be run under callgrind: argv[1] times the task argv[2]
 * (deepest, sweep, ray or cast) in the scene argv[3] of argv[4] obstacles, as argv[5] (ball,
 * capsule or box), by the world or, if argv[6] says `loop`, by the plain loop, or by a world with a
 * mesh if it says `mesh`. The difference of two lengths leaves out the building. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/vec.h"
#include "library.h"

static int index_of(const char *name, const char *const *names, int count) {
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* Where a mover comes to: questions are asked there. Made for each task, so that they cost as much
 * for any number of times. */
static void find_places(const library *l, void *world, const scene *s,
                        sm3_vec places[SCENE_DELTAS]) {
    scene_walk walk = {.scene = s};
    for (int i = 0; i < SCENE_DELTAS; i++) {
        sm3_vec delta = scene_next(&walk);
        l->tasks[TASK_SWEEP](world, &walk.position, delta);
        places[i] = walk.position;
    }
}

static bool run(int times, task_fn *ask, bool is_move, const scene *s, const library *l,
                scene_body body) {
    static const float question_length = 25; /* in deltas */
    static sm3_vec places[SCENE_DELTAS];
    void *world = l->create(s);
    if (world == NULL)
        return false;
    l->set_body(world, body);
    find_places(l, world, s, places);
    scene_walk walk = {.scene = s};
    double sum = 0; /* the same wherever every move is */
    for (int i = 0; i < times; i++) {
        sm3_vec delta = scene_next(&walk);
        if (!is_move) {
            walk.position = places[i % SCENE_DELTAS];
            delta = sm3_scaled(delta, question_length);
        }
        sum += ask(world, &walk.position, delta);
        sum += (double)walk.position.x + (double)walk.position.y + (double)walk.position.z;
    }
    printf("%.17g\n", sum); /* used, so not left out */
    l->destroy(world);
    return true;
}

int main(int argc, char **argv) {
    static const char *const tasks[] = {"deepest", "sweep", "ray", "cast"};
    static scene s;
    const scene_kind *kind = argc > 5 ? scene_kind_of(argv[3]) : NULL;
    int which = argc > 5 ? index_of(argv[2], tasks, 4) : 4;
    int body = argc > 5 ? index_of(argv[5], scene_body_names, 3) : 3;
    bool good = kind != NULL && which < 4 && body < 3 && scene_make(&s, kind, atoi(argv[4]));
    if (!good) {
        fputs("bench-instructions: expected TIMES deepest|sweep|ray|cast SCENE COUNT "
              "ball|capsule|box [loop|mesh]\n",
              stderr);
        return EXIT_FAILURE;
    }
    bool is_loop = argc > 6 && strcmp(argv[6], "loop") == 0;
    const library *in_plane = is_loop ? &ours2_loop : &ours2;
    bool is_mesh = argc > 6 && strcmp(argv[6], "mesh") == 0;
    const library *in_space = is_loop ? &ours3_loop : is_mesh ? &ours3_mesh : &ours3;
    const library *by = s.walls != NULL ? in_plane : in_space;
    static const task of[] = {TASK_DEEPEST, TASK_SWEEP, TASK_RAY, TASK_CAST};
    good = run(atoi(argv[1]), by->tasks[of[which]], which < 2, &s, by, (scene_body)body);
    scene_free(&s);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
