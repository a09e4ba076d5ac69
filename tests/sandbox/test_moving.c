/* Obstacles that move: they push and carry the mover, crush it where there is no room, and never
 * drive it through what stands still. */

#include "../../src/slidemove/slidemove.h"
#include "../motion_place.h"
#include "../sweep.h"
#include "../test.h"

static void move_on(sm_obstacle *o, sm_vec2 by) {
    o->moves = true;
    o->before = o->shape;
    o->shape = sm_capsule_at(o->shape, by);
}

TEST(a_fast_wall_does_not_jump_over_the_mover) {
    sm_obstacle walls[] = {wall(v(-20, -4), v(-20, 4))};
    sm_vec2 at = v(0.3f, 0.1f);
    move_on(&walls[0], v(100, 0));
    go(&at, v(0, 0), disk(0.5f), walls, 1);
    assert_near(at, 80.5, 0.1, 1e-4);
}

/* ---- Random rooms ------------------------------------------------------------------------ */

typedef struct bar {
    vec centre, velocity;
    double reach, angle, turn;
} bar;

static bar random_bar(uint64_t *random) {
    return (bar){{motion_random(random, -5, 5), motion_random(random, -5, 5)},
                 {motion_random(random, -0.3, 0.3), motion_random(random, -0.3, 0.3)},
                 motion_random(random, 0, 4),
                 motion_random(random, 0, 360),
                 motion_random(random, -30, 30)};
}

static void move_bar(bar *b, sm_obstacle *o) {
    vec way = motion_direction(b->angle);
    b->angle += b->turn;
    b->centre = motion_along(b->centre, b->velocity, 1);
    o->moves = true;
    o->before = o->shape;
    vec from = motion_along(b->centre, way, -b->reach), to = motion_along(b->centre, way, b->reach);
    o->shape.a = v((float)from.x, (float)from.y);
    o->shape.b = v((float)to.x, (float)to.y);
}

TEST(no_bar_drives_the_mover_out_of_a_room) {
    uint64_t random = test_seed(7);
    int crushed = 0;
    for (int n = 0; n < 500; n++) {
        motion_room r = {.place.resolver = SM_SWEEP};
        motion_make_room(&r, &random);
        if (!motion_enter_room(&r, &random))
            continue;
        r.pillar_count = 0; /* only the outline stands still */
        sm_obstacle obstacles[ROOM_CORNERS_MAX + 2];
        bar bars[2] = {random_bar(&random), random_bar(&random)};
        for (int i = 0; i < r.outline_count; i++)
            obstacles[i] = (sm_obstacle){.shape = r.place.walls[i]};
        for (int b = 0; b < 2; b++) {
            obstacles[r.outline_count + b] = (sm_obstacle){.shape.radius = 0.3f * (float)b};
            move_bar(&bars[b], &obstacles[r.outline_count + b]);
        }
        for (int tick = 0; tick < 200; tick++) {
            for (int b = 0; b < 2; b++)
                move_bar(&bars[b], &obstacles[r.outline_count + b]);
            vec delta = motion_direction(motion_random(&random, 0, 360));
            float step = tick % 9 == 0 ? 2 : 0.08f;
            sm_result moved = go(&r.place.position, v((float)delta.x * step, (float)delta.y * step),
                                 disk(0.5f), obstacles, r.outline_count + 2);
            crushed += moved.status == SM_CRUSHED;
            assert_true(motion_is_in_room(&r));
        }
    }
    assert_true(crushed > 100);
}

static sm_hull turned_capsule(double degrees) {
    vec way = motion_direction(degrees);
    sm_vec2 end = v((float)way.x * 0.6f, (float)way.y * 0.6f);
    return sm_hull_of_capsule((sm_capsule){v(-end.x, -end.y), end, 0.25f});
}

TEST(what_turns_into_a_wall_is_pushed_out_and_where_it_cannot_turn_it_does_not) {
    uint64_t random = test_seed(3);
    for (int n = 0; n < 200; n++) {
        motion_room r = {.place.resolver = SM_SWEEP};
        motion_make_room(&r, &random);
        if (!motion_enter_room(&r, &random))
            continue;
        sm_obstacle obstacles[MOTION_WALLS_MAX];
        for (int i = 0; i < r.place.count; i++)
            obstacles[i] = (sm_obstacle){.shape = r.place.walls[i]};
        double angle = 0;
        for (int tick = 0; tick < 200; tick++) {
            double before = angle;
            sm_vec2 from = r.place.position;
            vec way = motion_direction(motion_random(&random, 0, 360));
            float step = tick % 11 == 0 ? 5 : 0.08f;
            sm_vec2 delta = v((float)way.x * step, (float)way.y * step);
            angle += motion_random(&random, -8, 8);
            sm_result moved =
                go(&r.place.position, delta, turned_capsule(angle), obstacles, r.place.count);
            if (moved.status == SM_CRUSHED) {
                angle = before;
                r.place.position = from;
                go(&r.place.position, delta, turned_capsule(angle), obstacles, r.place.count);
            }
            assert_true(motion_is_in_room(&r));
        }
    }
}
