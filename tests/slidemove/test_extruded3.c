/* A 2D level, drawn out along z to a 3D one, gives the 2D motion. */
#include "../test.h"

#include <dirent.h>

#include "../../src/level/level.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/slidemove/slidemove3.h"
#include "../level_text.h"
#include "../random.h"

static const float half_height = 30; /* of the walls, along z; far more than a mover's */

static sm3_vec at(sm_vec2 p, float z) {
    return (sm3_vec){p.x, p.y, z};
}

/* A wall becomes two triangles, rounded as the wall is, whose front is its left; the numbers keep
 * their order. */
static void extrude(sm_vec2 a, sm_vec2 b, float radius, bool oneway, sm3_triangle to[2]) {
    float h = -half_height;
    to[0] = (sm3_triangle){at(a, -h), at(b, -h), at(b, h), radius, false, oneway};
    to[1] = (sm3_triangle){at(a, -h), at(b, h), at(a, h), radius, false, oneway};
}

static bool is_oneway(const sandbox *s, int obstacle) {
    return level_is_oneway(&s->level->statements[s->obstacles->statements[obstacle]]);
}

static sm3_world *extruded_world(const sandbox *s) {
    level_shapes shapes;
    assert_true(level_make_shapes(s->level, &shapes));
    sm3_triangle *t = malloc(2 * (size_t)shapes.count * sizeof *t + 1);
    for (int i = 0; i < shapes.count; i++) {
        sm_capsule c = shapes.capsules[i];
        extrude(c.a, c.b, c.radius, is_oneway(s, i), &t[2 * i]);
    }
    sm3_world *world = sm3_world_create(t, 2 * shapes.count, NULL);
    level_free_shapes(&shapes);
    free(t);
    return world;
}

/* Puts what moves where the sandbox has it. */
static void follow(sm3_world *world, const sandbox *s) {
    for (int m = 0; m < s->obstacles->moving_count; m++) {
        obstacle_span span = s->obstacles->moving[m].span;
        for (int i = span.first; i < span.first + span.count; i++) {
            sm3_triangle flat = s->obstacles->dimension->shape(s->obstacles, i), drawn[2];
            extrude((sm_vec2){flat.a.x, flat.a.y}, (sm_vec2){flat.b.x, flat.b.y}, flat.radius,
                    is_oneway(s, i), drawn);
            assert_int_equal(sm3_world_set(world, 2 * i, &(sm3_obstacle){.shape = drawn[0]}),
                             SM_CHANGED);
            assert_int_equal(sm3_world_set(world, 2 * i + 1, &(sm3_obstacle){.shape = drawn[1]}),
                             SM_CHANGED);
        }
    }
}

static sm3_mover extruded_mover(sm_capsule m) {
    return (sm3_mover){.a = at(m.a, 0), .b = at(m.b, 0), .radius = m.radius};
}

/* One walk in both, each going on from its own last position. Returns the worst difference of a
 * coordinate. The seed method alone: which of a wall's two triangles is last, first or shallowest
 * is no question that 2D could answer. */
static double worst_difference(sandbox *s, int ticks) {
    sm3_world *world = extruded_world(s);
    sm3_mover mover = extruded_mover(player_capsule(&s->player));
    uint64_t random = test_seed(41);
    double worst = 0, angle = 0;
    s->player.resolver = SM_DEEPEST;
    sm3_vec position = s->player.position;
    for (int tick = 0; tick < ticks; tick++) {
        angle += (double)random_float(&random, -0.5f, 0.5f);
        double step = 0.1 + 0.2 * (double)random_float(&random, 0, 1);
        sm_vec2 delta = {(float)(step * cos(angle)), (float)(step * sin(angle))};
        sandbox_tick_delta(s, at(delta, 0));
        follow(world, s);
        position =
            sm3_slide_move(position, at(delta, 0), mover, sm3_obstacles_of_world(world), NULL)
                .position;
        worst = fmax(worst, fabs((double)position.x - (double)s->player.position.x));
        worst = fmax(worst, fabs((double)position.y - (double)s->player.position.y));
        worst = fmax(worst, fabs((double)position.z));
    }
    sm3_world_destroy(world);
    return worst;
}

static bool is_level(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot != NULL && strcmp(dot, ".level") == 0;
}

static void check_levels_in(const char *folder) {
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    int levels = 0;
    for (struct dirent *e; (e = readdir(entries)) != NULL;) {
        if (!is_level(e->d_name))
            continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        level_errors errors;
        level *l = level_load(path, &errors);
        assert_non_null(l);
        sandbox *s = open_sandbox(l);
        assert_non_null(s);
        double worst = worst_difference(s, 1000);
        if (worst >= 1e-4)
            print_message("%s: %g\n", path, worst);
        assert_true(worst < 1e-4);
        levels++;
    }
    closedir(entries);
    assert_true(levels > 0);
}

TEST(levels_drawn_out_give_the_2d_motion) {
    check_levels_in("levels");
    check_levels_in("levels/lab");
}
