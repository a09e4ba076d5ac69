#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/vec.h"
#include "random.h"

static const double degree = 3.14159265358979323846 / 180;
static const double steepest = 48;          /* degrees; the default limit is 50 */
static const double behind = 6, beyond = 6; /* of the path: so far the ground reaches */

static void *take(size_t bytes) {
    void *taken = malloc(bytes + 1);
    if (taken == NULL)
        abort();
    return taken;
}

/* ---- Profiles ------------------------------------------------------------------------------ */

/* Onward from the last point. */
static void lay_on(ground *g, double along, double up) {
    int i = g->point_count;
    if (i == GROUND_POINTS)
        return;
    g->along[i] = g->along[i - 1] + along;
    g->height[i] = g->height[i - 1] + up;
    g->point_count++;
}

static double laid(const ground *g) {
    return g->along[g->point_count - 1];
}

/* On with a slope to a place. */
static void lay_slope(ground *g, double degrees, double to) {
    lay_on(g, to - laid(g), (to - laid(g)) * tan(degrees * degree));
}

static double end_of(const ground *g) {
    return g->length + beyond;
}

static void begin_profile(ground *g, double degrees) {
    g->point_count = 1;
    g->along[0] = -behind;
    g->height[0] = -behind * tan(degrees * degree);
    lay_slope(g, degrees, 0);
}

static double any_slope(uint64_t *random) {
    return random_one_in(random, 8) ? 0 : random_double(random, -steepest, steepest);
}

static void lay_crest(ground *g, uint64_t *random) {
    double first = any_slope(random), second = any_slope(random);
    snprintf(g->note, sizeof g->note, "%.2f and %.2f degrees", first, second);
    begin_profile(g, first);
    lay_slope(g, second, end_of(g));
}

static void lay_bends(ground *g, uint64_t *random) {
    const double shortest = 0.05, longest = 5; /* a tenth of the radius, ten radii */
    double usual = random_one_in(random, 2) ? random_magnitude(random, shortest, longest / 2) : 0;
    snprintf(g->note, sizeof g->note, "pieces of %.3f", usual);
    begin_profile(g, 0);
    g->point_count = 1;
    while (laid(g) < end_of(g)) {
        double piece = usual > 0 ? usual * random_double(random, 1, 2)
                                 : random_magnitude(random, shortest, longest);
        lay_slope(g, random_double(random, -steepest, steepest), laid(g) + piece);
    }
}

/* How far the face of a step reaches. */
static double depth_of_step(double rise, double face) {
    return face < 90 ? fabs(rise) / tan(face * degree) : 0;
}

/* A step by so much, up or down, with a face of so many degrees. */
static void lay_step(ground *g, double rise, double face) {
    lay_on(g, depth_of_step(rise, face), rise);
}

static double any_rise(uint64_t *random) {
    return random_one_in(random, 8) ? GROUND_STEP_HEIGHT
                                    : random_double(random, 0.02, GROUND_STEP_HEIGHT);
}

/* Stairs, all up or all down: `steep` where their mean slope is too steep to stand on. */
static void lay_flight(ground *g, uint64_t *random, bool steep) {
    double rise, tread, face, depth, slope;
    do {
        rise = any_rise(random);
        tread = random_magnitude(random, 0.15, 1.5);
        face = random_one_in(random, 3) ? 90 : random_double(random, 51, 90);
        depth = depth_of_step(rise, face);
        slope = atan(rise / (tread + depth)) / degree;
    } while (steep != (slope > steepest));
    int most = (int)(g->length / (tread + depth)), steps = 1 + random_int(random, most);
    bool down = random_one_in(random, 2);
    snprintf(g->note, sizeof g->note, "%d %s, rise %.3f, tread %.3f, face %.1f degrees", steps,
             down ? "down" : "up", rise, tread, face);
    begin_profile(g, 0);
    for (int i = 0; i < steps; i++) {
        lay_step(g, down ? -rise : rise, face);
        lay_on(g, tread, 0);
    }
    lay_slope(g, 0, fmax(laid(g) + 1, end_of(g)));
}

static void lay_stairs(ground *g, uint64_t *random) {
    lay_flight(g, random, false);
}

static void lay_steep_stairs(ground *g, uint64_t *random) {
    lay_flight(g, random, true);
}

/* Its height is measured from the foot of its face to the top. */
static void lay_kerb_on(ground *g, uint64_t *random, double slope) {
    double rise = any_rise(random),
           face = random_one_in(random, 3) ? 90 : random_double(random, 30, 90);
    rise *= random_one_in(random, 2) ? -1 : 1;
    snprintf(g->note, sizeof g->note, "slope %.2f, rise %.3f, face %.1f degrees", slope, rise,
             face);
    begin_profile(g, slope);
    lay_step(g, rise, face);
    lay_slope(g, slope, end_of(g));
}

static void lay_kerb(ground *g, uint64_t *random) {
    lay_kerb_on(g, random, 0);
}

static void lay_slope_kerb(ground *g, uint64_t *random) {
    lay_kerb_on(g, random, random_double(random, -45, 45));
}

/* All heights within one step. */
static void lay_joints(ground *g, uint64_t *random) {
    double height = 0;
    begin_profile(g, 0);
    while (laid(g) < end_of(g)) {
        double by = random_magnitude(random, 1e-6, GROUND_STEP_HEIGHT);
        if (height + by > GROUND_STEP_HEIGHT || (height - by >= 0 && random_one_in(random, 2)))
            by = height - by >= 0 ? -by : -height;
        height += by;
        lay_on(g, 0, by);
        lay_on(g, random_magnitude(random, 0.15, 5), 0);
    }
}

/* Slopes and steps in any order; the steps are farther apart than a body is wide. */
static void lay_mixed(ground *g, uint64_t *random) {
    begin_profile(g, any_slope(random));
    while (laid(g) < end_of(g)) {
        double face = random_one_in(random, 3) ? 90 : random_double(random, 30, 90);
        lay_step(g, any_rise(random) * (random_one_in(random, 2) ? -1 : 1), face);
        for (double next = laid(g) + random_magnitude(random, 1.2, 5); laid(g) < next;)
            lay_slope(g, any_slope(random), laid(g) + random_magnitude(random, 0.3, 5));
    }
}

/* ---- Terrains ------------------------------------------------------------------------------ */

enum { WAVES = 4 };

/* A grid of heights, turned: of waves, or at random. */
typedef struct terrain {
    double cell, turn, scale;
    bool rough;
    uint64_t seed;
    int waves;
    double amplitudes[WAVES], kx[WAVES], kz[WAVES], shifts[WAVES];
} terrain;

static double height_of_corner(const terrain *t, int i, int j) {
    double x = i * t->cell, z = j * t->cell, y = 0;
    if (t->rough) {
        uint64_t random =
            random_seed(t->seed + (uint64_t)(i + 100000) * 1000003 + (uint64_t)(j + 100000));
        return t->scale * random_double(&random, -0.5, 0.5) * t->cell;
    }
    for (int k = 0; k < t->waves; k++)
        y += t->amplitudes[k] * sin(t->kx[k] * x + t->kz[k] * z + t->shifts[k]);
    return t->scale * y;
}

static sm3_vec corner(const terrain *t, int i, int j) {
    double x = i * t->cell, z = j * t->cell, c = cos(t->turn), s = sin(t->turn);
    return (sm3_vec){(float)(c * x + s * z), (float)height_of_corner(t, i, j),
                     (float)(c * z - s * x)};
}

static double slope_of(sm3_triangle f) {
    vec3 n = vec3_cross(vec3_sub(vec3_of(f.b), vec3_of(f.a)), vec3_sub(vec3_of(f.c), vec3_of(f.a)));
    return sqrt(n.x * n.x + n.z * n.z) / fabs(n.y); /* its tangent */
}

/* The cells along the path. */
static void lay_cells(ground *g, const terrain *t) {
    double hx = (double)g->heading.x, hz = (double)g->heading.z;
    int most = (int)ceil((g->length + behind + beyond) / t->cell) + 2;
    g->count = 0;
    for (int i = -most; i < most; i++) {
        for (int j = -most; j < most; j++) {
            sm3_vec a = corner(t, i, j), b = corner(t, i, j + 1), c = corner(t, i + 1, j + 1),
                    d = corner(t, i + 1, j);
            double x = ((double)a.x + (double)c.x) / 2, z = ((double)a.z + (double)c.z) / 2;
            double along = x * hx + z * hz, beside = fabs(z * hx - x * hz);
            double far = g->margin + t->cell;
            if (along < -far - 1 || along > g->length + 2.5 + far || beside > far)
                continue;
            bool other =
                random_one_in(&(uint64_t){random_seed(t->seed + (uint64_t)(i * 7919 + j))}, 2);
            g->faces[g->count++] = other ? sm3_face(a, b, c) : sm3_face(a, b, d);
            g->faces[g->count++] = other ? sm3_face(a, c, d) : sm3_face(b, c, d);
        }
    }
}

static void lay_terrain(ground *g, uint64_t *random, terrain t, double limit) {
    double heading = random_double(random, 0, 360) * degree, worst = 0;
    g->heading = (sm3_vec){(float)cos(heading), 0, (float)sin(heading)};
    g->margin = 1.6;
    g->length = fmin(g->length, 200 * t.cell);
    double cells = (g->length + 2 * (g->margin + 2 + 3 * t.cell)) * 2 * (g->margin + 3 * t.cell) /
                   (t.cell * t.cell);
    g->faces = take((size_t)(2 * cells + 100) * 2 * sizeof *g->faces);
    snprintf(g->note, sizeof g->note, "cells of %.3f, up to %.1f degrees", t.cell, limit);
    t.scale = 1;
    lay_cells(g, &t);
    for (int i = 0; i < g->count; i++)
        worst = fmax(worst, slope_of(g->faces[i]));
    if (limit > 0)
        t.scale = tan(limit * degree) / worst;
    lay_cells(g, &t);
}

static void lay_hills(ground *g, uint64_t *random) {
    terrain t = {.cell = random_magnitude(random, 0.05, 5),
                 .turn = random_double(random, 0, 7),
                 .seed = g->seed};
    t.waves = 1 + random_int(random, WAVES);
    for (int k = 0; k < t.waves; k++) {
        double size = random_magnitude(random, 0.2, 2.5),
               way = random_double(random, 0, 360) * degree;
        t.amplitudes[k] = random_double(random, 0.3, 1) / size;
        t.kx[k] = size * cos(way);
        t.kz[k] = size * sin(way);
        t.shifts[k] = random_double(random, 0, 7);
    }
    lay_terrain(g, random, t, random_double(random, 8, steepest));
}

/* y = 1.2 sin(x / 2) cos(0.4 z), with faces of up to 30.5 degrees. */
static void lay_waves(ground *g, uint64_t *random) {
    terrain t = {.cell = 1.5, .turn = random_double(random, 0, 7), .seed = g->seed, .waves = 2};
    for (int k = 0; k < 2; k++) {
        t.amplitudes[k] = 0.6;
        t.kx[k] = 0.5;
        t.kz[k] = k == 0 ? 0.4 : -0.4;
        t.shifts[k] = random_double(random, 0, 7);
    }
    t.shifts[1] = t.shifts[0];
    lay_terrain(g, random, t, 0);
}

static void lay_rough(ground *g, uint64_t *random) {
    terrain t = {.cell = random_magnitude(random, 0.05, 5),
                 .turn = random_double(random, 0, 7),
                 .rough = true,
                 .seed = g->seed};
    lay_terrain(g, random, t, random_double(random, 8, 45));
}

/* ---- Meshes -------------------------------------------------------------------------------- */

static void add_face(ground *g, sm3_vec a, sm3_vec b, sm3_vec c) {
    g->faces[g->count++] = sm3_face(a, b, c);
}

static double most_of_way(double at, double way, double half) {
    return way > 0 ? (half - at) / way : way < 0 ? (-half - at) / way : INFINITY;
}

/* A path across, within these limits around the middle of the mesh. */
static void lay_path(ground *g, uint64_t *random, double middle_x, double middle_z, double half_x,
                     double half_z) {
    static const double rim = 0.8, before = 1.5; /* walks begin so far before the start */
    double first, last, x, z, way;
    do {
        x = random_double(random, -half_x, half_x);
        z = random_double(random, -half_z, half_z);
        way = random_double(random, 0, 360) * degree;
        double wx = cos(way), wz = sin(way);
        last = fmin(most_of_way(x, wx, half_x - rim), most_of_way(z, wz, half_z - rim));
        first = before - fmin(most_of_way(x, -wx, half_x - rim), most_of_way(z, -wz, half_z - rim));
        first = random_double(random, first, last);
    } while (last - first < 2);
    g->heading = (sm3_vec){(float)cos(way), 0, (float)sin(way)};
    g->start = (sm3_vec){(float)(middle_x + x + first * cos(way)), 0,
                         (float)(middle_z + z + first * sin(way))};
    g->length = last - first;
    g->is_mesh = true;
}

static sm3_vec corner_of_island(int i, int j) {
    double x = i - 18, z = j - 18;
    double hills = sin(x * 0.4) * cos(z * 0.35) + 0.4 * sin(x * 0.9 + z * 0.7);
    return (sm3_vec){(float)x, (float)(1.2 * hills + 2 - 0.011 * (x * x + z * z)), (float)z};
}

/* That of examples/walker.c. */
static void lay_island(ground *g, uint64_t *random) {
    enum { CELLS = 36 };
    g->faces = take(2 * CELLS * CELLS * sizeof *g->faces);
    for (int k = 0; k < CELLS * CELLS; k++) {
        int i = k % CELLS, j = k / CELLS;
        sm3_vec a = corner_of_island(i, j), c = corner_of_island(i + 1, j + 1);
        add_face(g, a, corner_of_island(i, j + 1), c);
        add_face(g, a, c, corner_of_island(i + 1, j));
    }
    lay_path(g, random, 0, 0, 18, 18);
}

/* Reads the corners and triangles of the OBJ file of the family's name. */
static void lay_mesh(ground *g, uint64_t *random) {
    enum { MOST = 4096 };
    static sm3_vec corners[MOST];
    char path[256], line[256];
    int count = 0, n[3];
    snprintf(path, sizeof path, "levels/lab3/meshes/%s", g->family->name);
    FILE *file = fopen(path, "r");
    g->faces = take(MOST * sizeof *g->faces);
    double low_x = INFINITY, high_x = -INFINITY, low_z = INFINITY, high_z = -INFINITY;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        sm3_vec *v = &corners[count];
        if (count < MOST && sscanf(line, "v %f %f %f", &v->x, &v->y, &v->z) == 3) {
            count++;
            low_x = fmin(low_x, (double)v->x), high_x = fmax(high_x, (double)v->x);
            low_z = fmin(low_z, (double)v->z), high_z = fmax(high_z, (double)v->z);
        } else if (sscanf(line, "f %d %d %d", &n[0], &n[1], &n[2]) == 3 && g->count < MOST) {
            add_face(g, corners[n[0] - 1], corners[n[1] - 1], corners[n[2] - 1]);
        }
    }
    if (file == NULL || g->count == 0) {
        fprintf(stderr, "ground: expected a mesh in %s\n", path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    lay_path(g, random, (low_x + high_x) / 2, (low_z + high_z) / 2, (high_x - low_x) / 2,
             (high_z - low_z) / 2);
}

/* ---- Grounds ------------------------------------------------------------------------------- */

const ground_family ground_families[] = {
    {"crests", false, false, false, lay_crest},
    {"bends", false, false, false, lay_bends},
    {"stairs", false, true, true, lay_stairs},
    {"steep-stairs", false, true, true, lay_steep_stairs},
    {"kerbs", false, true, true, lay_kerb},
    {"slope-kerbs", false, false, true, lay_slope_kerb},
    {"joints", false, true, true, lay_joints},
    {"3d-crests", true, false, false, lay_crest},
    {"3d-bends", true, false, false, lay_bends},
    {"3d-stairs", true, true, true, lay_stairs},
    {"3d-steep-stairs", true, true, true, lay_steep_stairs},
    {"3d-kerbs", true, true, true, lay_kerb},
    {"3d-slope-kerbs", true, false, true, lay_slope_kerb},
    {"3d-joints", true, true, true, lay_joints},
    {"3d-waves", true, false, false, lay_waves},
    {"3d-hills", true, false, false, lay_hills},
    {"3d-rough", true, false, false, lay_rough},
    {"island", true, false, false, lay_island},
    {"hill.obj", true, false, false, lay_mesh},
    {"bank.obj", true, false, false, lay_mesh},
    {"cut-ramp.obj", true, false, false, lay_mesh},
    {"mixed", false, false, true, lay_mixed},
    {"3d-mixed", true, false, true, lay_mixed},
};

const int ground_family_count = sizeof ground_families / sizeof *ground_families;

/* In 2D to either side. */
static void make_segments(ground *g, uint64_t *random) {
    double way = random_one_in(random, 2) ? 1 : -1, shift = random_double(random, -5, 5);
    g->heading = (sm3_vec){(float)way, 0, 0};
    g->start = (sm3_vec){(float)shift, 0, 0};
    g->count = g->point_count - 1;
    g->segments = take((size_t)g->count * sizeof *g->segments);
    for (int i = 0; i < g->count; i++) {
        sm_vec2 ends[2];
        for (int k = 0; k < 2; k++)
            ends[k] = (sm_vec2){(float)(shift + way * g->along[i + k]), (float)g->height[i + k]};
        g->segments[i] = sm_segment(ends[0], ends[1]);
    }
}

/* The profile, wide enough for the path that crosses it at an angle. */
static void make_faces(ground *g, uint64_t *random, double most_across) {
    double turn = random_double(random, 0, 360) * degree,
           across = random_double(random, -most_across, most_across) * degree;
    double width = g->length + behind + beyond;
    double c = cos(turn), s = sin(turn);
    g->heading = (sm3_vec){(float)cos(turn + across), 0, (float)sin(turn + across)};
    g->angle = across;
    g->faces = take((size_t)g->point_count * 2 * sizeof *g->faces);
    for (int i = 0; i + 1 < g->point_count; i++) {
        sm3_vec p[4]; /* of which two are on each side */
        for (int k = 0; k < 4; k++) {
            double along = g->along[i + k % 2], side = k < 2 ? -width : width;
            p[k] = (sm3_vec){(float)(c * along - s * side), (float)g->height[i + k % 2],
                             (float)(s * along + c * side)};
        }
        bool other = random_one_in(random, 2);
        g->faces[g->count++] = other ? sm3_face(p[0], p[1], p[2]) : sm3_face(p[0], p[1], p[3]);
        g->faces[g->count++] = other ? sm3_face(p[1], p[3], p[2]) : sm3_face(p[0], p[3], p[2]);
    }
}

static void note_height(ground *g, float y) {
    g->low = fmin(g->low, (double)y);
    g->high = fmax(g->high, (double)y);
}

static void make_steep(ground *g) {
    static const double limit = 49.5; /* degrees: some below that of the character */
    sm3_triangle *faces = take((size_t)g->count * sizeof *faces);
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        if (slope_of(g->faces[i]) > tan(limit * degree))
            faces[count++] = g->faces[i];
    }
    g->steep = sm3_world_create(faces, count, NULL);
    free(faces);
}

static void make_world(ground *g) {
    if (g->family->in_space) {
        g->space = sm3_world_create(g->faces, g->count, NULL);
        g->obstacles = sm3_obstacles_of_world(g->space);
    } else {
        g->plane = sm_world_create(g->segments, g->count, NULL);
        g->flat_obstacles = sm_obstacles_of_world(g->plane);
    }
    if (g->space == NULL && g->plane == NULL)
        abort();
    if (g->is_mesh)
        make_steep(g);
    g->low = INFINITY;
    g->high = -INFINITY;
    for (int i = 0; i < g->count; i++) {
        bool flat = g->plane != NULL;
        note_height(g, flat ? g->segments[i].a.y : g->faces[i].a.y);
        note_height(g, flat ? g->segments[i].b.y : g->faces[i].b.y);
        note_height(g, flat ? g->segments[i].b.y : g->faces[i].c.y);
    }
}

static uint64_t begin_ground(ground *g, const ground_family *family, uint64_t seed, uint64_t salt) {
    *g = (ground){.family = family, .seed = seed, .length = 16, .margin = 100};
    return g->random = random_seed((seed << 8) + salt);
}

static void finish_ground(ground *g, uint64_t *random, double most_across) {
    if (g->point_count > 0 && g->family->in_space)
        make_faces(g, random, most_across);
    else if (g->point_count > 0)
        make_segments(g, random);
    make_world(g);
}

void ground_make(ground *g, const ground_family *family, uint64_t seed) {
    uint64_t random = begin_ground(g, family, seed, (uint64_t)(family - ground_families));
    family->lay(g, &random);
    finish_ground(g, &random, 85);
}

void ground_make_profile(ground *g, bool in_space, const double (*points)[2], int count,
                         uint64_t seed) {
    static const ground_family family[] = {{"profile", false, true, true, NULL},
                                           {"3d-profile", true, true, true, NULL}};
    uint64_t random = begin_ground(g, &family[in_space], seed, 255);
    begin_profile(g, 0);
    for (int i = 0; i < count; i++)
        lay_on(g, points[i][0] - laid(g), points[i][1] - g->height[g->point_count - 1]);
    lay_slope(g, 0, end_of(g));
    finish_ground(g, &random, 60);
}

void ground_make_step(ground *g, bool in_space, double rise, double face, uint64_t seed) {
    const double top[][2] = {{depth_of_step(rise, face), rise}};
    ground_make_profile(g, in_space, top, 1, seed);
    snprintf(g->note, sizeof g->note, "rise %.6f, face %.2f degrees", rise, face);
}

void ground_free(ground *g) {
    sm_world_destroy(g->plane);
    sm3_world_destroy(g->space);
    sm3_world_destroy(g->steep);
    free(g->segments);
    free(g->faces);
}
