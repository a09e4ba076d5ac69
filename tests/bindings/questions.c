/* Asks the library the questions of make_questions.py, as C: questions CALLS ANSWERS.
 * scripts/check-bindings compares the answers with those that other languages get. `questions
 * bench` prints how many moves a second C makes. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "slidemove_character.h"

static FILE *calls, *answers;
static sm_world *the_sm_world;
static sm3_world *the_sm3_world;
static sm_character hero;

static double take(void) {
    double value = -1; /* the end */
    return fread(&value, sizeof value, 1, calls) == 1 ? value : -1;
}

static void answer(double value) {
    if (value != value)
        value = 1e300; /* one NaN for all */
    fwrite(&value, sizeof value, 1, answers);
}

static bool is_even(void *context, int obstacle, uint64_t user) {
    (void)context;
    return (obstacle + (int)user) % 2 == 0;
}

static const sm_filter *take_filter(void) {
    static const sm_filter filters[] = {{.mask = 6}, {.accept = is_even}};
    int filter = (int)take();
    return filter > 0 ? &filters[filter - 1] : NULL;
}

static bool tell_sm_obstacle_fn(void *context, const sm_obstacle *o) {
    (void)context;
    answer(o->number);
    return true;
}

static bool tell_sm3_obstacle_fn(void *context, const sm3_obstacle *o) {
    (void)context;
    answer(o->number);
    return true;
}

#include "calls.inc"

/* Moves along a wall in a hundred pieces, as the languages make them. */
static void bench(void) {
    enum { MOVES = 1000000 };
    sm_capsule wall[100];
    for (int i = 0; i < 100; i++)
        wall[i] = sm_segment((sm_vec2){(float)i, 0}, (sm_vec2){(float)(i + 1), 0});
    sm_world *world = sm_world_create(wall, 100, NULL);
    sm_obstacles obstacles = sm_obstacles_of_world(world);
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.5f));
    sm_options options = {.resolver = SM_SWEEP};
    sm_vec2 position = {0, 1}, delta = {0.1f, -0.1f};
    clock_t start = clock();
    for (int i = 0; i < MOVES; i++) {
        position = sm_slide_move(position, delta, disk, obstacles, &options).position;
        if (position.x > 99)
            position = (sm_vec2){0, 1};
    }
    printf("%.0f\n", MOVES / ((double)(clock() - start) / CLOCKS_PER_SEC));
    sm_world_destroy(world);
}

int main(int argc, char **argv) {
    if (argc == 2) {
        bench();
        return 0;
    }
    if (argc != 3 || (calls = fopen(argv[1], "rb")) == NULL ||
        (answers = fopen(argv[2], "wb")) == NULL)
        return 1;
    for (int function; (function = (int)take()) >= 0;)
        call(function);
    sm_world_destroy(the_sm_world);
    sm3_world_destroy(the_sm3_world);
    return fclose(calls) != 0 || fclose(answers) != 0;
}
