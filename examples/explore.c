/* explore: explores a game's own height field with the game's own rules, and prints where its
 * player gets stuck, falls out or is trapped.
 *
 * The game's state is a character and nothing else. The obstacles are faces that the height field
 * makes near the mover, as in heightfield.c: there is no world and no file.
 *
 *     cc examples/explore.c src/explore/[a-z]*.c slidemove.c -lm */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/explore/explore.h"

enum { SIDE = 24 }; /* squares of one world unit, from 0 to SIDE along x and z */

static const float radius = 0.3f, speed = 5, seconds = 1.0f / 60;

/* ---- The ground -------------------------------------------------------------------------- */

/* Hills between walls; a pit that is too deep to jump out of, and a hole in the ground. */
static float height(int x, int z) {
    if (x <= 0 || z <= 0 || x >= SIDE || z >= SIDE)
        return 6;
    if (x >= 15 && x <= 18 && z >= 7 && z <= 10)
        return -4;
    return 0.5f * sinf(0.4f * (float)x) * cosf(0.3f * (float)z);
}

static bool is_hole(int x, int z) {
    return x >= 6 && x <= 7 && z >= 16 && z <= 17;
}

static sm3_vec corner(int x, int z) {
    return (sm3_vec){(float)x, height(x, z), (float)z};
}

/* Shows the faces of the squares that the region touches. Their numbers follow from the place. */
static void show_faces(const void *context, const sm3_region *r, sm3_visitor *visitor) {
    (void)context;
    int x0 = (int)fmaxf(r->low.x + fminf(r->delta.x, 0), 0);
    int z0 = (int)fmaxf(r->low.z + fminf(r->delta.z, 0), 0);
    int x1 = (int)fminf(r->high.x + fmaxf(r->delta.x, 0), SIDE - 1);
    int z1 = (int)fminf(r->high.z + fmaxf(r->delta.z, 0), SIDE - 1);
    for (int x = x0; x <= x1; x++) {
        for (int z = z0; z <= z1; z++) {
            int number = 2 * (x * SIDE + z);
            sm3_obstacle near = {.shape =
                                     sm3_face(corner(x, z), corner(x, z + 1), corner(x + 1, z)),
                                 .number = number};
            sm3_obstacle far = {
                .shape = sm3_face(corner(x + 1, z), corner(x, z + 1), corner(x + 1, z + 1)),
                .number = number + 1};
            if (is_hole(x, z))
                continue;
            sm3_visit(visitor, &near);
            sm3_visit(visitor, &far);
        }
    }
}

/* ---- The game's tick --------------------------------------------------------------------- */

static void tick(void *context, int worker, void *state, const explore_input *input,
                 explore_look *look) {
    static const sm_options sweep = {.resolver = SM_SWEEP};
    static const sm_character_settings settings = {.options = &sweep};
    const sm3_obstacles *ground = context;
    sm3_mover shape = {.a = {0, radius, 0}, .b = {0, 1, 0}, .radius = radius};
    sm3_vec walk = {speed * input->walk.x, 0, speed * input->walk.z};
    (void)worker;
    sm3_character_move(state, &settings, shape, *ground, walk, input->jump, seconds);
    explore_look_at_character(state, walk, seconds, look);
}

static void place(void *context, void *state, sm3_vec position) {
    (void)context;
    *(sm_character *)state = (sm_character){.position = position};
}

static sm3_vec drop(void *context, int index) {
    (void)context;
    int x = index / SIDE, z = index % SIDE;
    return (sm3_vec){(float)x + 0.5f, height(x, z) + 1, (float)z + 0.5f};
}

/* ---- What is found ------------------------------------------------------------------------ */

int main(void) {
    sm3_obstacles ground = {.visit = show_faces};
    sm_character start = {.position = {5, 2, 5}};
    explore_def def = {.dimensions = 3,
                       .walks = true,
                       .low = {0, -4, 0},
                       .high = {SIDE, 6, SIDE},
                       .radius = radius,
                       .reach = 1.3f,
                       .speed = speed,
                       .step = 0.3f,
                       .jump = 2,
                       .max_slope = 0.8727f,
                       .cell = 0.5f};
    explore_world world = {.context = &ground,
                           .state_size = sizeof start,
                           .tick = tick,
                           .place = place,
                           .rain = drop,
                           .rain_count = SIDE * SIDE};
    explore *e = explore_create(&def, &world, NULL);
    if (e == NULL || !explore_start(e, &start))
        return 1;
    while (explore_go_on(e))
        continue;
    for (int i = 0; i < explore_finding_count(e); i++) {
        const explore_finding *f = explore_get_finding(e, i);
        int count;
        explore_input *way = explore_find_way(e, f, &count, NULL, NULL);
        printf("%s at %.1f %.1f %.1f: %u tries, %d ticks from the start\n",
               explore_kind_name((int)f->kind), (double)f->at.x, (double)f->at.y, (double)f->at.z,
               f->tries, count);
        free(way); /* the inputs, one for each tick: play them in the game */
    }
    printf("%u cells, %llu ticks\n", explore_now(e).cells, explore_now(e).ticks);
    explore_destroy(e);
    return 0;
}
