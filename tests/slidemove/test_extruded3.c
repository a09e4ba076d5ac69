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
static sm3_triangle *extrude(const level_shapes *shapes, const level *l) {
    sm3_triangle *t = malloc(2 * (size_t)shapes->count * sizeof *t + 1);
    for (int i = 0; i < shapes->count; i++) {
        sm_capsule c = shapes->capsules[i];
        float h = -half_height;
        bool oneway = level_is_oneway(&l->statements[shapes->statements[i]]);
        t[2 * i] = (sm3_triangle){at(c.a, -h), at(c.b, -h), at(c.b, h), c.radius, false, oneway};
        t[2 * i + 1] = (sm3_triangle){at(c.a, -h), at(c.b, h), at(c.a, h), c.radius, false, oneway};
    }
    return t;
}

static sm3_mover extruded_mover(sm_capsule m) {
    return (sm3_mover){.a = at(m.a, 0), .b = at(m.b, 0), .radius = m.radius};
}

/* One walk in both, each going on from its own last position. Returns the worst difference of a
 * coordinate. The seed method alone: which of a wall's two triangles is last, first or shallowest
 * is no question that 2D could answer. */
static double worst_difference(sandbox *s, int ticks) {
    level_shapes shapes;
    assert_true(level_make_shapes(s->level, &shapes));
    sm3_triangle *triangles = extrude(&shapes, s->level);
    sm3_world *world = sm3_world_create(triangles, 2 * shapes.count, NULL);
    level_free_shapes(&shapes);
    sm3_mover mover = extruded_mover(player_capsule(&s->player));
    uint64_t random = test_seed(41);
    double worst = 0, angle = 0;
    s->player.resolver = SM_DEEPEST;
    sm3_vec position = s->player.position;
    for (int tick = 0; tick < ticks; tick++) {
        angle += (double)random_float(&random, -0.5f, 0.5f);
        double step = 0.1 + 0.2 * (double)random_float(&random, 0, 1);
        sm_vec2 delta = {(float)(step * cos(angle)), (float)(step * sin(angle))};
        position =
            sm3_slide_move(position, at(delta, 0), mover, sm3_obstacles_of_world(world), NULL)
                .position;
        sandbox_tick_delta(s, at(delta, 0));
        worst = fmax(worst, fabs((double)position.x - (double)s->player.position.x));
        worst = fmax(worst, fabs((double)position.y - (double)s->player.position.y));
        worst = fmax(worst, fabs((double)position.z));
    }
    sm3_world_destroy(world);
    free(triangles);
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
        bool stands = s->obstacles->moving_count == 0;
        double worst = stands ? worst_difference(s, 1000) : 0; /* 3D has no moving walls yet */
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
