/* Generated levels with one known fault each at a random place among harmless features, and levels
 * without faults. SLIDEMOVE_TRIALS=100 makes 100 levels of each kind. */
#include "../test.h"

#include "../../src/level/text.h"
#include "../../src/sandbox/explorer.h"
#include "../level_text.h"
#include "../random.h"

typedef struct place {
    float x, y, z;
} place;

/* A level under construction. What is harmless keeps away from the fault. */
typedef struct maker {
    text_buffer text;
    uint64_t random;
    place fault;
    float half;   /* of the side of a room */
    float spared; /* in 3D: how near to the fault nothing else is; 0: 3.5 */
} maker;

typedef void make_level(maker *m, bool faulty);

/* A fault of the game's own rules, at a place of the level. */
typedef enum fault_rule { RULES_ARE_GOOD, IS_SLOW_THERE, SHAKES_THERE, CLIMBS_THERE } fault_rule;

typedef struct fault_row {
    const char *name;
    make_level *make;
    explore_kind kind;
    float near; /* world units: the finding is so near to the fault */
    sm_resolver resolver;
    fault_rule rule;
} fault_row;

static float within(maker *m, float low, float high) {
    return random_float(&m->random, low, high);
}

/* ---- 2D, gliding ------------------------------------------------------------------------- */

/* Boxes, disks, rods and bent walls, each in a square of its own with room to pass. */
static void scatter(maker *m, float spared) {
    const float square = 6;
    for (float x = -m->half + square; x < m->half - square / 2; x += square) {
        for (float y = -m->half + square; y < m->half - square / 2; y += square) {
            float cx = x + within(m, -0.5f, 0.5f), cy = y + within(m, -0.5f, 0.5f);
            float dx = cx - m->fault.x, dy = cy - m->fault.y;
            if (hypotf(dx, dy) < spared || hypotf(cx, cy) < 4)
                continue;
            switch (random_int(&m->random, 4)) {
            case 0:
                text_print(&m->text, "box %g %g %g %g angle=%g\n", (double)cx, (double)cy,
                           (double)within(m, 0.2f, 2), (double)within(m, 0.2f, 2),
                           (double)within(m, 0, 90));
                break;
            case 1:
                text_print(&m->text, "circle %g %g %g\n", (double)cx, (double)cy,
                           (double)within(m, 0.1f, 1.4f));
                break;
            case 2:
                text_print(&m->text, "capsule %g %g %g %g 0.2\n", (double)cx, (double)cy,
                           (double)(cx + within(m, -1, 1)), (double)(cy + within(m, -1, 1)));
                break;
            default:
                text_print(&m->text, "chain %g %g %g %g %g %g\n", (double)cx, (double)cy,
                           (double)(cx + within(m, -1, 1)), (double)(cy + within(m, -1, 1)),
                           (double)(cx + within(m, -1, 1)), (double)(cy + within(m, -1, 1)));
            }
        }
    }
}

static void begin_room(maker *m) {
    text_print(&m->text, "slidemove 1\nplayer 0 0 radius=0.5\n");
}

/* The outer wall; with a gap of `gap` in its right side. */
static void make_wall(maker *m, float gap) {
    float low = m->fault.y - gap / 2, high = m->fault.y + gap / 2;
    double half = (double)m->half;
    text_print(&m->text, "chain %g %g %g %g %g %g %g %g %g %g %g %g\n", half, (double)high, half,
               half, -half, half, -half, -half, half, -half, half, (double)low);
}

static void close_room(maker *m) {
    place fault = m->fault;
    m->fault = (place){0, 0, 0};
    make_wall(m, 0);
    m->fault = fault;
}

static void make_glide_fall(maker *m, bool faulty) {
    begin_room(m);
    m->fault = (place){m->half, within(m, -18, 18), 0};
    make_wall(m, faulty ? 1.3f : 0);
    scatter(m, 3);
}

/* A closed box of which one side lets the mover in. */
static void make_pocket(maker *m, float half, bool closed) {
    float x = m->fault.x, y = m->fault.y;
    double l = (double)(x - half), r = (double)(x + half), b = (double)(y - half),
           t = (double)(y + half);
    if (closed)
        text_print(&m->text, "chain %g %g %g %g %g %g %g %g\n", r, t, l, t, l, b, r, b);
    text_print(&m->text, "segment %g %g %g %g oneway\n", r, b, r, t); /* solid from within */
}

static void choose_inside(maker *m) {
    do
        m->fault = (place){within(m, -18, 18), within(m, -18, 18), 0};
    while (hypotf(m->fault.x, m->fault.y) < 12);
}

static void make_glide_trap(maker *m, bool faulty) {
    begin_room(m);
    choose_inside(m);
    scatter(m, 8);
    make_pocket(m, 2.5f, faulty);
    close_room(m);
}

static void make_glide_stuck(maker *m, bool faulty) {
    begin_room(m);
    choose_inside(m);
    scatter(m, 6);
    make_pocket(m, 0.6f, faulty);
    close_room(m);
}

/* A disk comes to a wall and leaves no room there. */
static void make_glide_squeezed(maker *m, bool faulty) {
    begin_room(m);
    m->half = 12;
    m->fault = (place){m->half - 1, within(m, -7, 7), 0};
    scatter(m, 8);
    text_print(&m->text, "box %g %g 1.5 1.5 shift=%g,0,2\n", (double)(m->half - 4),
               (double)m->fault.y, faulty ? 2.7 : 1.0);
    close_room(m);
}

/* A box with a door of that width. */
static void make_vault(maker *m, float half, float door) {
    double x = (double)m->fault.x, y = (double)m->fault.y, h = (double)half, d = (double)door / 2;
    text_print(&m->text, "chain %g %g %g %g %g %g %g %g %g %g %g %g\n", x + h, y + d, x + h, y + h,
               x - h, y + h, x - h, y - h, x + h, y - h, x + h, y - d);
}

static void make_glide_out(maker *m, bool faulty) {
    begin_room(m);
    choose_inside(m);
    scatter(m, 6);
    make_vault(m, 2, faulty ? 1.3f : 0);
    text_print(&m->text, "forbid %g %g 2 2 the vault\n", (double)m->fault.x, (double)m->fault.y);
    close_room(m);
}

static void make_glide_not_reached(maker *m, bool faulty) {
    begin_room(m);
    choose_inside(m);
    scatter(m, 6);
    make_vault(m, 2, faulty ? 0 : 1.3f);
    text_print(&m->text, "reach %g %g 2 2 the exit\n", (double)m->fault.x, (double)m->fault.y);
    close_room(m);
}

/* Lava instead of walls, and disks alone: on these no resolver sticks. */
static void make_smooth_room(maker *m) {
    const double h = (double)m->half, square = 6;
    begin_room(m);
    choose_inside(m);
    for (int i = 0; i < 4; i++) {
        double side = i < 2 ? -h : h;
        text_print(&m->text, "kill %g %g %g %g lava\n", i & 1 ? side : 0, i & 1 ? 0 : side,
                   i & 1 ? 2 : 2 * h + 2, i & 1 ? 2 * h + 2 : 2);
    }
    for (double x = square - h; x < h - square / 2; x += square) {
        for (double y = square - h; y < h - square / 2; y += square) {
            double cx = x + (double)within(m, -0.5f, 0.5f), cy = y + (double)within(m, -0.5f, 0.5f);
            double radius = (double)within(m, 0.1f, 1.4f);
            if (hypot(cx - (double)m->fault.x, cy - (double)m->fault.y) > 6 && hypot(cx, cy) > 4)
                text_print(&m->text, "circle %g %g %g\n", cx, cy, radius);
        }
    }
}

/* Two rods that meet at about that angle; or one of them. */
static void make_corner(maker *m, float angle, bool faulty) {
    make_smooth_room(m);
    double x = (double)m->fault.x, y = (double)m->fault.y, turn = (double)within(m, 0, 6.28f),
           other = turn + (double)(angle + within(m, -0.1f, 0.1f));
    text_print(&m->text, "capsule %g %g %g %g 0.1\n", x, y, x + 3 * cos(turn), y + 3 * sin(turn));
    if (faulty)
        text_print(&m->text, "capsule %g %g %g %g 0.1\n", x, y, x + 3 * cos(other),
                   y + 3 * sin(other));
}

/* Each of the two pushes it into the other: here `last` sticks. */
static void make_glide_snag(maker *m, bool faulty) {
    make_corner(m, 2.05f, faulty);
}

/* A wedge, in which `deepest` goes to and fro. */
static void make_glide_tremble(maker *m, bool faulty) {
    make_corner(m, 0.5f, faulty);
}

/* ---- 2D, walking ------------------------------------------------------------------------- */

/* Ground of steps and slopes from x = -100 to 100 between high walls; at the fault a pit of that
 * width and depth, 0: none, below 0: without a bottom. */
static void make_ground(maker *m, float width, float depth) {
    float x = -100, y = 0;
    bool is_dug = width == 0;
    text_print(&m->text, "slidemove 1\nplayer -95 3 radius=0.4\ngravity on\n");
    text_print(&m->text, "segment -100 60 -100 -60\nsegment 100 60 100 -60\nchain %g 0", (double)x);
    while (x < 97) {
        float next = x + within(m, 0.7f, 3), rise = within(m, -0.28f, 0.28f);
        if (x < -88 || next > 94 || (!is_dug && next > m->fault.x - 2)) {
            rise = 0;
        } else if (random_one_in(&m->random, 3)) {
            rise = (next - x) * within(m, -0.9f, 0.9f);
        } else {
            text_print(&m->text, " %g %g", (double)(x + 0.001f), (double)(y + rise));
        }
        y = fminf(fmaxf(y + rise, -20), 20);
        text_print(&m->text, " %g %g", (double)next, (double)y);
        x = next;
        if (is_dug || x < m->fault.x)
            continue;
        m->fault = (place){x + width / 2, depth < 0 ? y : y - depth, 0};
        if (depth < 0)
            text_print(&m->text, "\nchain");
        else
            text_print(&m->text, " %g %g %g %g", (double)(x + 0.01f), (double)(y - depth),
                       (double)(x + width - 0.01f), (double)(y - depth));
        text_print(&m->text, " %g %g %g %g", (double)(x + width), (double)y,
                   (double)(x + width + 2), (double)y);
        x += width + 2;
        is_dug = true;
    }
    text_print(&m->text, " 100 %g\n", (double)y);
}

static void make_walk_fall(maker *m, bool faulty) {
    m->fault.x = within(m, -80, 85);
    make_ground(m, faulty ? 1.4f : 0, -1);
}

static void make_walk_trap(maker *m, bool faulty) {
    m->fault.x = within(m, -80, 80);
    make_ground(m, 4, faulty ? 4 : 1);
}

static void make_walk_stuck(maker *m, bool faulty) {
    m->fault.x = within(m, -80, 85);
    make_ground(m, faulty ? 1.0f : 0, 4);
}

/* A plank of ground that is too high to be jumped on. */
static void make_walk_not_reached(maker *m, bool faulty) {
    m->fault.x = 1000;
    make_ground(m, 0, 0);
    m->fault = (place){within(m, -80, 80), 40, 0};
    if (faulty)
        text_print(&m->text, "segment %g 40 %g 40\n", (double)(m->fault.x - 4),
                   (double)(m->fault.x + 4));
}

/* A roof that is too high to be jumped on; a plank below it leads there. */
static void make_walk_out(maker *m, bool faulty) {
    m->fault.x = within(m, -80, 80);
    make_ground(m, 6, 0);
    double x = (double)m->fault.x, y = (double)m->fault.y;
    m->fault.y += 4;
    text_print(&m->text, "segment %g %g %g %g\n", x - 1, y + 3.6, x + 1, y + 3.6);
    text_print(&m->text, "forbid %g %g 2 2 the roof\n", x, y + 4.6);
    if (faulty)
        text_print(&m->text, "segment %g %g %g %g\n", x - 2.4, y + 1.8, x - 1.6, y + 1.8);
}

/* A block comes down on flat ground. */
static void make_walk_squeezed(maker *m, bool faulty) {
    m->fault.x = within(m, -80, 80);
    make_ground(m, 6, 0);
    text_print(&m->text, "box %g %g 2 1 shift=0,%g,2\n", (double)m->fault.x,
               (double)m->fault.y + 3.5, faulty ? -2.6 : -1.5);
}

/* Ground as it is: the fault is the rules'. */
static void make_walk_flaw(maker *m, bool faulty) {
    (void)faulty;
    m->fault.x = within(m, -80, 80);
    make_ground(m, 6, 0);
}

/* A hill that is too steep, and low enough to be jumped over. */
static void make_walk_climb(maker *m, bool faulty) {
    make_walk_flaw(m, faulty);
    double x = (double)m->fault.x, y = (double)m->fault.y, high = (double)within(m, 1.1f, 1.4f);
    text_print(&m->text, "chain %g %g %g %g %g %g\n", x - 0.7, y, x, y + high, x + 0.7, y);
    m->fault.y += 0.7f;
}

/* ---- 3D, walking ------------------------------------------------------------------------- */

enum { TILES = 15 }; /* to a side, a world unit and a half each */

static const float tile = 1.5f;

static float height_at(uint64_t seed, int x, int z) {
    uint64_t random = random_seed(seed ^ (uint64_t)(x * 64 + z));
    return random_float(&random, 0, 0.35f);
}

/* Faces of uneven ground; at (hx, hz) so many tiles are missing to each side. */
static void lay_tiles(maker *m, int hx, int hz, int missing) {
    uint64_t seed = random_bits(&m->random);
    for (int x = 0; x < TILES; x++) {
        for (int z = 0; z < TILES; z++) {
            if (x >= hx && x < hx + missing && z >= hz && z < hz + missing)
                continue;
            double px = (double)((float)x * tile), pz = (double)((float)z * tile), t = (double)tile;
            double h[4];
            for (int i = 0; i < 4; i++)
                h[i] = (double)height_at(seed, x + (i & 1), z + (i >> 1));
            text_print(&m->text, "triangle %g %g %g %g %g %g %g %g %g\n", px, h[0], pz, px, h[2],
                       pz + t, px + t, h[1], pz);
            text_print(&m->text, "triangle %g %g %g %g %g %g %g %g %g\n", px + t, h[1], pz, px,
                       h[2], pz + t, px + t, h[3], pz + t);
        }
    }
}

/* Blocks to be walked round, or up; pillars and low rocks. */
static void scatter_blocks(maker *m) {
    for (float x = 4; x < TILES * tile - 3; x += 4) {
        for (float z = 4; z < TILES * tile - 3; z += 4) {
            float cx = x + within(m, -0.4f, 0.4f), cz = z + within(m, -0.4f, 0.4f);
            if (hypotf(cx - m->fault.x, cz - m->fault.z) < (m->spared > 0 ? m->spared : 3.5f) ||
                hypotf(cx - 2, cz - 2) < 2)
                continue;
            switch (random_int(&m->random, 3)) {
            case 0:
                text_print(&m->text, "box %g 0.2 %g %g %g %g angle=%g\n", (double)cx, (double)cz,
                           (double)within(m, 0.5f, 1.5f), (double)within(m, 0.5f, 2),
                           (double)within(m, 0.5f, 1.5f), (double)within(m, 0, 90));
                break;
            case 1:
                text_print(&m->text, "capsule %g 0 %g %g 3 %g 0.3\n", (double)cx, (double)cz,
                           (double)cx, (double)cz);
                break;
            default:
                text_print(&m->text, "sphere %g 0 %g %g\n", (double)cx, (double)cz,
                           (double)within(m, 0.2f, 0.6f));
            }
        }
    }
}

static void begin_ground3(maker *m, int *hx, int *hz, int missing) {
    const double side = (double)(TILES * tile), high = 8;
    *hx = 3 + random_int(&m->random, TILES - 6 - missing);
    *hz = 3 + random_int(&m->random, TILES - 6 - missing);
    m->fault = (place){((float)*hx + (float)missing / 2) * tile, 0,
                       ((float)*hz + (float)missing / 2) * tile};
    text_print(&m->text, "slidemove3 1\nplayer 2 1.2 2 radius=0.4 length=0.6\n");
    for (int i = 0; i < 4; i++) {
        double at = i < 2 ? -0.5 : side + 0.5, middle = side / 2;
        if (i & 1)
            text_print(&m->text, "box %g 0 %g %g %g 1\n", middle, at, side + 2, 2 * high);
        else
            text_print(&m->text, "box %g 0 %g 1 %g %g\n", at, middle, 2 * high, side + 2);
    }
}

static void make_space_fall(maker *m, bool faulty) {
    int hx, hz;
    begin_ground3(m, &hx, &hz, 1);
    lay_tiles(m, hx, hz, faulty);
    scatter_blocks(m);
}

/* A pit with a flat bottom. */
static void dig(maker *m, int missing, float depth, bool faulty) {
    int hx, hz;
    float x, z, w = (float)missing * tile;
    begin_ground3(m, &hx, &hz, missing);
    lay_tiles(m, hx, hz, faulty ? missing : 0);
    x = m->fault.x, z = m->fault.z;
    if (faulty) {
        text_print(&m->text, "box %g %g %g %g 1 %g\n", (double)x, (double)(-depth - 0.5f),
                   (double)z, (double)(w + 1), (double)(w + 1));
        for (int i = 0; i < 4; i++) {
            float side = i < 2 ? -1 : 1, dx = i & 1 ? side * (w / 2 + 0.25f) : 0,
                  dz = i & 1 ? 0 : side * (w / 2 + 0.25f);
            text_print(&m->text, "box %g %g %g %g %g %g\n", (double)(x + dx),
                       (double)(-depth / 2 - 0.02f), (double)(z + dz),
                       i & 1 ? 0.5 : (double)(w + 1), (double)depth, i & 1 ? (double)(w + 1) : 0.5);
        }
        m->fault.y = -depth;
    }
    scatter_blocks(m);
}

static void make_space_trap(maker *m, bool faulty) {
    dig(m, 2, 4, faulty);
}

static void make_space_stuck(maker *m, bool faulty) {
    int hx, hz;
    begin_ground3(m, &hx, &hz, 1);
    lay_tiles(m, hx, hz, faulty);
    scatter_blocks(m);
    if (!faulty)
        return;
    /* A funnel: a hole of a tile, in which a shaft is just wider than the mover. */
    double x = (double)m->fault.x, z = (double)m->fault.z;
    for (int i = 0; i < 4; i++) {
        double side = i < 2 ? -1 : 1, at = side * (0.5 + 0.5);
        text_print(&m->text, "box %g -2 %g %g 4 %g\n", i & 1 ? x + at : x, i & 1 ? z : z + at,
                   i & 1 ? 1.0 : 3.0, i & 1 ? 3.0 : 1.0);
    }
    text_print(&m->text, "box %g -4.5 %g 3 1 3\n", x, z);
    m->fault.y = -3;
}

static void make_space_not_reached(maker *m, bool faulty) {
    int hx, hz;
    begin_ground3(m, &hx, &hz, 3);
    lay_tiles(m, hx, hz, 0);
    scatter_blocks(m);
    m->fault.y = 7;
    if (faulty)
        text_print(&m->text, "box %g 6.5 %g 4 1 4\n", (double)m->fault.x, (double)m->fault.z);
}

/* A block that is too high to be jumped on; a crate beside it leads there. */
static void make_space_out(maker *m, bool faulty) {
    int hx, hz;
    begin_ground3(m, &hx, &hz, 3);
    lay_tiles(m, hx, hz, 0);
    m->spared = 8; /* farther than a jump from the top of a pillar */
    scatter_blocks(m);
    double x = (double)m->fault.x, z = (double)m->fault.z, side = within(m, -1, 1) > 0 ? 1 : -1;
    m->fault.y = 4;
    text_print(&m->text, "box %g 1.7 %g 3 3.6 3\nforbid %g 4.5 %g 3 2 3 the roof\n", x, z, x, z);
    if (faulty)
        text_print(&m->text, "box %g 0.8 %g 1.2 1.8 1.2\n", x + 2.1 * side, z);
}

/* A block comes to a wall, and leaves no room there. */
static void make_space_squeezed(maker *m, bool faulty) {
    int hx, hz;
    begin_ground3(m, &hx, &hz, 1);
    m->fault.x = TILES * tile - 1;
    lay_tiles(m, hx, hz, 0);
    m->spared = 7;
    scatter_blocks(m);
    text_print(&m->text, "box %g 0.5 %g 1.5 2 1.5 shift=%g,0,0,2\n", (double)(m->fault.x - 3),
               (double)m->fault.z, faulty ? 2.7 : 1.0);
}

static void make_space_flaw(maker *m, bool faulty) {
    make_space_fall(m, faulty && false);
}

/* A pyramid that is too steep. */
static void make_space_climb(maker *m, bool faulty) {
    make_space_flaw(m, faulty);
    const double x = (double)m->fault.x, z = (double)m->fault.z, w = 0.7;
    double high = (double)within(m, 1.1f, 1.4f) + 0.2;
    for (int i = 0; i < 4; i++) {
        double ax = i == 0 || i == 3 ? -w : w, az = i < 2 ? -w : w;
        double bx = i < 2 ? w : -w, bz = i == 0 || i == 3 ? -w : w;
        text_print(&m->text, "triangle %g -0.1 %g %g %g %g %g -0.1 %g\n", x + ax, z + az, x, high,
                   z, x + bx, z + bz);
    }
    m->fault.y = 0.8f;
}

/* ---- What is found ----------------------------------------------------------------------- */

static const fault_row rows[] = {
    {"glide fall", make_glide_fall, EXPLORE_FALL, 2, SM_SWEEP, RULES_ARE_GOOD},
    {"glide trap", make_glide_trap, EXPLORE_TRAP, 4, SM_SWEEP, RULES_ARE_GOOD},
    {"glide stuck", make_glide_stuck, EXPLORE_STUCK, 1.5f, SM_SWEEP, RULES_ARE_GOOD},
    {"glide squeezed", make_glide_squeezed, EXPLORE_SQUEEZED, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"walk fall", make_walk_fall, EXPLORE_FALL, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"walk trap", make_walk_trap, EXPLORE_TRAP, 4, SM_SWEEP, RULES_ARE_GOOD},
    {"walk stuck", make_walk_stuck, EXPLORE_STUCK, 2, SM_SWEEP, RULES_ARE_GOOD},
    {"walk not reached", make_walk_not_reached, EXPLORE_NOT_REACHED, 6, SM_SWEEP, RULES_ARE_GOOD},
    {"space fall", make_space_fall, EXPLORE_FALL, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"space trap", make_space_trap, EXPLORE_TRAP, 6, SM_SWEEP, RULES_ARE_GOOD},
    {"space stuck", make_space_stuck, EXPLORE_STUCK, 2, SM_SWEEP, RULES_ARE_GOOD},
    {"space not reached", make_space_not_reached, EXPLORE_NOT_REACHED, 4, SM_SWEEP, RULES_ARE_GOOD},
    {"glide out", make_glide_out, EXPLORE_OUT, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"glide not reached", make_glide_not_reached, EXPLORE_NOT_REACHED, 1, SM_SWEEP, RULES_ARE_GOOD},
    {"glide snag", make_glide_snag, EXPLORE_SNAG, 3, SM_LAST, RULES_ARE_GOOD},
    {"glide tremble", make_glide_tremble, EXPLORE_TREMBLE, 3, SM_DEEPEST, RULES_ARE_GOOD},
    {"walk out", make_walk_out, EXPLORE_OUT, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"walk squeezed", make_walk_squeezed, EXPLORE_SQUEEZED, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"walk snag", make_walk_flaw, EXPLORE_SNAG, 2, SM_SWEEP, IS_SLOW_THERE},
    {"walk tremble", make_walk_flaw, EXPLORE_TREMBLE, 2, SM_SWEEP, SHAKES_THERE},
    {"walk climb", make_walk_climb, EXPLORE_CLIMB, 2, SM_SWEEP, CLIMBS_THERE},
    {"space out", make_space_out, EXPLORE_OUT, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"space squeezed", make_space_squeezed, EXPLORE_SQUEEZED, 3, SM_SWEEP, RULES_ARE_GOOD},
    {"space snag", make_space_flaw, EXPLORE_SNAG, 2, SM_SWEEP, IS_SLOW_THERE},
    {"space tremble", make_space_flaw, EXPLORE_TREMBLE, 2, SM_SWEEP, SHAKES_THERE},
    {"space climb", make_space_climb, EXPLORE_CLIMB, 2, SM_SWEEP, CLIMBS_THERE},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* What was found in a level. */
typedef struct tally {
    int found, others;
} tally;

static explorer *explore_all(sandbox *s, const explorer_options *options) {
    char message[SAVE_MESSAGE_LENGTH];
    explorer *x = explorer_create(s, options, message);
    assert_non_null(x);
    while (explore_go_on(explorer_explore(x)))
        continue;
    assert_true(explore_now(explorer_explore(x)).is_complete);
    return x;
}

static sandbox *make_sandbox(const fault_row *row, uint64_t seed, bool faulty, place *fault) {
    maker m = {.random = random_seed(seed), .half = 25};
    text_start(&m.text, 4096);
    row->make(&m, faulty);
    level *l = read_level(text_finish(&m.text));
    free(m.text.text);
    sandbox *s = sandbox_create(l);
    s->player.resolver = row->resolver;
    s->player.gravity |= strncmp(row->name, "walk", 4) == 0;
    *fault = m.fault;
    return s;
}

static bool is_near(const explore_finding *f, place at, float near) {
    return hypotf(hypotf(f->at.x - at.x, f->at.y - at.y), f->at.z - at.z) <= near;
}

/* A way leads there again, by the sandbox's own ticks. */
static void assert_replays(explorer *x, sandbox *s, const explore_finding *f) {
    explore_look look;
    int count;
    explore_input *inputs = explore_find_way(explorer_explore(x), f, &count, NULL, &look);
    assert_non_null(inputs);
    free(inputs);
    session *t = explorer_play(x, f);
    assert_non_null(t);
    assert_int_equal(session_now(t).end, count);
    assert_memory_equal(&s->player.position, &look.position, sizeof look.position);
    session_destroy(t);
}

/* ---- Own rules --------------------------------------------------------------------------- */

/* The game around a level: near one place its rules have a fault. */
typedef struct own_game {
    sandbox *sandbox;
    fault_rule rule;
    place at;
    record record;
} own_game;

typedef struct own_state {
    player player;
    int ticks;
} own_state;

static void own_tick(void *context, int worker, void *state, const explore_input *input,
                     explore_look *look) {
    own_game *g = context;
    own_state *w = state;
    player *p = &w->player;
    const obstacles *o = g->sandbox->obstacles;
    player_input asked = explorer_input(input, o->dimension->count);
    sm3_vec walk = sm3_scaled(input->walk, PLAYER_SPEED * p->speed_factor);
    float away = hypotf(p->position.x - g->at.x, p->position.z - g->at.z);
    bool is_there = away < 0.6f && fabsf(p->position.y - g->at.y) < 3;
    const player before = *p;
    (void)worker;
    if (is_there && g->rule == IS_SLOW_THERE)
        p->speed_factor *= 0.1f;
    if (away < 1.5f && g->rule == CLIMBS_THERE)
        p->gait.slope = 1.4f;
    obstacles_tick(g->sandbox->obstacles, p, &asked, &g->record);
    p->speed_factor = before.speed_factor;
    p->gait = before.gait;
    if (is_there && g->rule == SHAKES_THERE)
        p->position.x += w->ticks % 2 == 0 ? 0.02f : -0.02f;
    w->ticks++;
    explore_look_at_character(&p->body, walk, 1.0f / TICKS_PER_SECOND, look);
    look->position = p->position;
}

static explore *explore_own_game(own_game *g) {
    const player *p = &g->sandbox->player;
    const obstacles *o = g->sandbox->obstacles;
    level_box3 box = obstacles_bounds(o);
    const own_state start = {.player = *p};
    explore_def def = {.dimensions = o->dimension->count,
                       .walks = true,
                       .low = box.min,
                       .high = box.max,
                       .radius = p->radius,
                       .reach = player_reach(p),
                       .speed = PLAYER_SPEED * p->speed_factor,
                       .step = p->gait.step,
                       .jump = p->gait.jump,
                       .max_slope = p->gait.slope};
    explore_world world = {.context = g, .state_size = sizeof start, .tick = own_tick};
    g->record.results_alone = true;
    explore *e = explore_create(&def, &world, NULL);
    assert_true(e != NULL && explore_start(e, &start));
    while (explore_go_on(e))
        continue;
    return e;
}

/* ---- Tallies ----------------------------------------------------------------------------- */

static tally try_level(const fault_row *row, uint64_t seed, bool faulty) {
    place fault;
    tally t = {0, 0};
    sandbox *s = make_sandbox(row, seed, faulty, &fault);
    static own_game game;
    game = (own_game){s, faulty ? row->rule : RULES_ARE_GOOD, fault, {.results_alone = true}};
    bool is_own = row->rule != RULES_ARE_GOOD;
    explorer *x = is_own ? NULL : explore_all(s, &(explorer_options){.cell = 0});
    explore *e = is_own ? explore_own_game(&game) : explorer_explore(x);
    for (int i = 0; i < explore_finding_count(e); i++) {
        const explore_finding *f = explore_get_finding(e, i);
        bool is_it = faulty && f->kind == row->kind && is_near(f, fault, row->near);
        t.found |= is_it;
        bool is_other = !is_it && !(faulty && is_near(f, fault, 2 * row->near));
        t.others += is_other;
        if (is_it && !is_own && f->kind != EXPLORE_NOT_REACHED)
            assert_replays(x, s, f);
        if (is_other)
            print_message(
                "%s, seed %llu, %s: %s at %g %g %g, %u tries, after %u ticks; fault at %g %g %g\n",
                row->name, (unsigned long long)seed, faulty ? "faulty" : "good",
                explore_kind_name((int)f->kind), (double)f->at.x, (double)f->at.y, (double)f->at.z,
                f->tries, f->ticks, (double)fault.x, (double)fault.y, (double)fault.z);
    }
    if (is_own)
        explore_destroy(e);
    explorer_destroy(x);
    sandbox_destroy(s);
    return t;
}

TEST(each_known_fault_is_found_and_nothing_else) {
    for (int r = 0; r < ROWS; r++) {
        tally sum = {0, 0};
        int false_ones = 0;
        const char *only = getenv("EXPLORE_ROW");
        if (only != NULL && atoi(only) != r)
            continue;
        int levels = test_trials(1);
        for (int i = 0; i < levels; i++) {
            uint64_t seed = test_seed(1000) + (uint64_t)i;
            tally faulty = try_level(&rows[r], seed, true);
            sum.found += faulty.found;
            if (!faulty.found)
                print_message("%s, seed %llu: NOT FOUND\n", rows[r].name, (unsigned long long)seed);
            sum.others += faulty.others;
            if (rows[r].rule == RULES_ARE_GOOD) /* otherwise only the faulty rules are new */
                false_ones += try_level(&rows[r], seed, false).others;
        }
        print_message("%-18s found in %d of %d levels; beside it %d; in as many good levels %d\n",
                      rows[r].name, sum.found, levels, sum.others, false_ones);
        assert_true(100 * sum.found >= 99 * levels);
        assert_true(100 * false_ones <= levels);
    }
}

/* ---- Workers ----------------------------------------------------------------------------- */

/* As threads might do it, of which each is now ahead and now behind. */
static void run_mixed(void *context, int count, explore_job *job, void *jobs) {
    int workers = *(const int *)context;
    for (int worker = workers - 1; worker >= 0; worker--) {
        for (int i = worker; i < count; i += workers)
            job(jobs, i, worker);
    }
}

static void assert_same_result(explore *a, explore *b) {
    assert_int_equal(explore_now(a).cells, explore_now(b).cells);
    assert_int_equal(explore_now(a).ticks, explore_now(b).ticks);
    assert_int_equal(explore_finding_count(a), explore_finding_count(b));
    for (int i = 0; i < explore_finding_count(a); i++)
        assert_memory_equal(explore_get_finding(a, i), explore_get_finding(b, i),
                            sizeof(explore_finding));
    for (unsigned i = 0; i < explore_now(a).cells; i++) {
        explore_cell c = explore_get_cell(a, i), d = explore_get_cell(b, i);
        assert_memory_equal(&c.position, &d.position, sizeof c.position);
        assert_int_equal(c.ticks, d.ticks);
        assert_int_equal(c.parent, d.parent);
    }
}

TEST(the_result_is_the_same_for_any_number_of_workers_and_size_of_slices) {
    static const int chosen[] = {3, 5, 8};
    for (int r = 0; r < 3; r++) {
        place fault;
        sandbox *s = make_sandbox(&rows[chosen[r]], 7, true, &fault);
        explorer *alone = explore_all(s, &(explorer_options){.cell = 1});
        for (int workers = 2; workers <= 3; workers++) {
            explorer *x = explore_all(
                s, &(explorer_options){
                       .cell = 1, .workers = workers, .run = run_mixed, .run_context = &workers});
            assert_same_result(explorer_explore(alone), explorer_explore(x));
            explorer_destroy(x);
        }
        explorer_destroy(alone);
        sandbox_destroy(s);
    }
}

TEST(the_map_has_the_fewest_ticks_at_each_place_that_was_reached) {
    place fault;
    sandbox *s = make_sandbox(&rows[3], 7, true, &fault);
    explorer *x = explore_all(s, &(explorer_options){.cell = 1});
    const explore *e = explorer_explore(x);
    for (unsigned i = 0; i < explore_now(e).cells; i++) {
        explore_cell c = explore_get_cell(e, i);
        int ticks = explore_find_ticks(e, c.position, c.on_floor);
        sm3_vec in_cell = sm3_between(explore_find_corner(e, c.position), c.position);
        assert_in_range(ticks, 0, c.ticks);
        assert_true(in_cell.x >= 0 && in_cell.x <= 1 && in_cell.y >= 0 && in_cell.y <= 1);
    }
    assert_int_equal(explore_find_ticks(e, (sm3_vec){1e5f, 0, 0}, true), EXPLORE_NONE);
    explorer_destroy(x);
    sandbox_destroy(s);
}

TEST(a_stopped_exploration_tells_what_it_found_so_far) {
    char message[SAVE_MESSAGE_LENGTH];
    place fault;
    sandbox *s = make_sandbox(&rows[0], 7, true, &fault);
    explorer *x = explorer_create(s, &(explorer_options){.cell = 0}, message);
    explore *e = explorer_explore(x);
    for (int i = 0; i < 10; i++)
        assert_true(explore_go_on(e));
    explore_stop(e);
    assert_false(explore_now(e).is_complete);
    assert_false(explore_go_on(e));
    assert_int_equal(explore_finding_count(e), 0); /* what waits is no trap */
    explorer_destroy(x);
    sandbox_destroy(s);
}

TEST(a_level_that_is_too_large_is_refused_with_how_much_it_would_take) {
    char message[SAVE_MESSAGE_LENGTH];
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nloop 0 -9 900000 0 0 900000\n");
    assert_null(explorer_create(s, &(explorer_options){.cell = 0}, message));
    assert_non_null(strstr(message, "it would take"));
}

TEST(deepest_snags_trembles_and_stays_inside_where_sweep_does_not) {
    sandbox *s = open_level_file("levels/playground.level");
    s->player.resolver = SM_SWEEP;
    explorer *x = explore_all(s, &(explorer_options){.cell = 0});
    assert_int_equal(explore_finding_count(explorer_explore(x)), 0);
    explorer_destroy(x);
    s->player.resolver = SM_DEEPEST;
    x = explore_all(s, &(explorer_options){.cell = 0});
    unsigned kinds = 0;
    for (int i = 0; i < explore_finding_count(explorer_explore(x)); i++)
        kinds |= 1u << explore_get_finding(explorer_explore(x), i)->kind;
    assert_int_equal(kinds, (1u << EXPLORE_SNAG | 1u << EXPLORE_SQUEEZED | 1u << EXPLORE_TREMBLE));
    explorer_destroy(x);
}

TEST(only_ground_within_the_loop_around_the_start_can_be_not_reached) {
    sandbox *s = open_text("slidemove 1\nplayer 0 -3 radius=0.5\n"
                           "loop -9 -4 9 -4 9 8 -9 8\nloop 12 -4 20 -4 20 2 12 2\n"
                           "segment -8 4 4 4\n");
    s->player.gravity = true;
    s->player.resolver = SM_SWEEP;
    explorer *x = explore_all(s, &(explorer_options){.cell = 0});
    assert_int_equal(explore_finding_count(explorer_explore(x)), 1);
    const explore_finding *f = explore_get_finding(explorer_explore(x), 0);
    assert_int_equal(f->kind, EXPLORE_NOT_REACHED);
    assert_true(f->at.x < 0 && fabsf(f->at.y - 4.5f) < 0.1f);
    explorer_destroy(x);
}

/* A jump toward the roof from the plank ends at its edge; only from the top on there is room. */
TEST(a_roof_is_reached_by_a_jump_that_is_steered_in_from_its_top) {
    sandbox *s = open_text("slidemove 1\nplayer -6 1 radius=0.4\nchain -8 9 -8 0 8 0 8 9\n"
                           "segment -1.8 1.8 -1.2 1.8\nsegment -1 3.6 1 3.6\n"
                           "reach 0 4.2 2 1 the roof\n");
    s->player.gravity = true;
    s->player.resolver = SM_SWEEP;
    explorer *x = explore_all(s, &(explorer_options){.cell = 0});
    assert_int_equal(explore_finding_count(explorer_explore(x)), 0);
    explorer_destroy(x);
}

TEST(cells_that_are_smaller_than_the_mover_make_nothing_stuck) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=0.5\nloop 4 4 -4 4 -4 -4 4 -4\n");
    s->player.resolver = SM_SWEEP;
    explorer *x = explore_all(s, &(explorer_options){.cell = 0.15f});
    assert_int_equal(explore_finding_count(explorer_explore(x)), 0);
    explorer_destroy(x);
}
