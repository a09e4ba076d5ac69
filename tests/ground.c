#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/vec.h"
#include "random.h"

static const double degree = 3.14159265358979323846 / 180;
static const double step_height = 0.3, steepest = 48; /* degrees; the default limit is 50 */
static const double behind = 6, beyond = 6;           /* of the path: so far the ground reaches */

static double between(uint64_t *random, double low, double high) {
    return low + (high - low) * (double)(random_bits(random) >> 11) / 9007199254740992.0;
}

/* Each order of magnitude is as likely. */
static double magnitude(uint64_t *random, double low, double high) {
    return low * pow(high / low, between(random, 0, 1));
}

static bool one_in(uint64_t *random, int count) {
    return random_int(random, count) == 0;
}

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
    return one_in(random, 8) ? 0 : between(random, -steepest, steepest);
}

static void lay_crest(ground *g, uint64_t *random) {
    double first = any_slope(random), second = any_slope(random);
    snprintf(g->note, sizeof g->note, "%.2f and %.2f degrees", first, second);
    begin_profile(g, first);
    lay_slope(g, second, end_of(g));
}

static void lay_bends(ground *g, uint64_t *random) {
    const double shortest = 0.05, longest = 5; /* a tenth of the radius, ten radii */
    double usual = one_in(random, 2) ? magnitude(random, shortest, longest / 2) : 0;
    snprintf(g->note, sizeof g->note, "pieces of %.3f", usual);
    begin_profile(g, 0);
    g->point_count = 1;
    while (laid(g) < end_of(g)) {
        double piece =
            usual > 0 ? usual * between(random, 1, 2) : magnitude(random, shortest, longest);
        lay_slope(g, between(random, -steepest, steepest), laid(g) + piece);
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
    return one_in(random, 8) ? step_height : between(random, 0.02, step_height);
}

/* Of one direction. How steep they are in the mean is a family's affair. */
static void lay_flight(ground *g, uint64_t *random, bool steep) {
    double rise, tread, face, depth, slope;
    do {
        rise = any_rise(random);
        tread = magnitude(random, 0.15, 1.5);
        face = one_in(random, 3) ? 90 : between(random, 51, 90);
        depth = depth_of_step(rise, face);
        slope = atan(rise / (tread + depth)) / degree;
    } while (steep != (slope > steepest));
    int most = (int)(g->length / (tread + depth)), steps = 1 + random_int(random, most);
    bool down = one_in(random, 2);
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

static void lay_kerb_on(ground *g, uint64_t *random, double slope) {
    double rise = any_rise(random), face = one_in(random, 3) ? 90 : between(random, 30, 90);
    rise *= one_in(random, 2) ? -1 : 1;
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
    lay_kerb_on(g, random, between(random, -45, 45));
}

/* All heights within one step. */
static void lay_joints(ground *g, uint64_t *random) {
    double height = 0;
    begin_profile(g, 0);
    while (laid(g) < end_of(g)) {
        double by = magnitude(random, 1e-6, step_height);
        if (height + by > step_height || (height - by >= 0 && one_in(random, 2)))
            by = height - by >= 0 ? -by : -height;
        height += by;
        lay_on(g, 0, by);
        lay_on(g, magnitude(random, 0.15, 5), 0);
    }
}

/* ---- Terrains ------------------------------------------------------------------------------ */

enum { WAVES = 4 };

typedef struct terrain {
    double cell, turn;
    bool rough;
    uint64_t seed;
    double amplitudes[WAVES], kx[WAVES], kz[WAVES], shifts[WAVES];
    int waves;
    double scale;
} terrain;

static double height_of_corner(const terrain *t, int i, int j) {
    double x = i * t->cell, z = j * t->cell, y = 0;
    if (t->rough) {
        uint64_t random =
            random_seed(t->seed + (uint64_t)(i + 100000) * 1000003 + (uint64_t)(j + 100000));
        return t->scale * between(&random, -0.5, 0.5) * t->cell;
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
    double reach = g->length + behind + beyond, hx = (double)g->heading.x,
           hz = (double)g->heading.z;
    int most = (int)ceil(reach / t->cell) + 2;
    g->count = 0;
    for (int i = -most; i < most; i++) {
        for (int j = -most; j < most; j++) {
            sm3_vec a = corner(t, i, j), b = corner(t, i, j + 1), c = corner(t, i + 1, j + 1),
                    d = corner(t, i + 1, j);
            double x = ((double)a.x + (double)c.x) / 2, z = ((double)a.z + (double)c.z) / 2;
            double along = x * hx + z * hz, beside = fabs(z * hx - x * hz),
                   far = g->margin + t->cell;
            if (along < -far - 1 || along > g->length + 2.5 + far || beside > far)
                continue;
            bool other = one_in(&(uint64_t){random_seed(t->seed + (uint64_t)(i * 7919 + j))}, 2);
            g->faces[g->count++] = other ? sm3_face(a, b, c) : sm3_face(a, b, d);
            g->faces[g->count++] = other ? sm3_face(a, c, d) : sm3_face(b, c, d);
        }
    }
}

static void lay_terrain(ground *g, uint64_t *random, terrain t, double limit) {
    double heading = between(random, 0, 360) * degree, worst = 0;
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
    terrain t = {
        .cell = magnitude(random, 0.05, 5), .turn = between(random, 0, 7), .seed = g->seed};
    t.waves = 1 + random_int(random, WAVES);
    for (int k = 0; k < t.waves; k++) {
        double size = magnitude(random, 0.2, 2.5), way = between(random, 0, 360) * degree;
        t.amplitudes[k] = between(random, 0.3, 1) / size;
        t.kx[k] = size * cos(way);
        t.kz[k] = size * sin(way);
        t.shifts[k] = between(random, 0, 7);
    }
    lay_terrain(g, random, t, between(random, 8, steepest));
}

/* y = 1.2 sin(x / 2) cos(0.4 z), with faces of up to 30.5 degrees. */
static void lay_waves(ground *g, uint64_t *random) {
    terrain t = {.cell = 1.5, .turn = between(random, 0, 7), .seed = g->seed, .waves = 2};
    for (int k = 0; k < 2; k++) {
        t.amplitudes[k] = 0.6;
        t.kx[k] = 0.5;
        t.kz[k] = k == 0 ? 0.4 : -0.4;
        t.shifts[k] = between(random, 0, 7);
    }
    t.shifts[1] = t.shifts[0];
    lay_terrain(g, random, t, 0);
}

static void lay_rough(ground *g, uint64_t *random) {
    terrain t = {.cell = magnitude(random, 0.05, 5),
                 .turn = between(random, 0, 7),
                 .rough = true,
                 .seed = g->seed};
    lay_terrain(g, random, t, between(random, 8, 45));
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
        x = between(random, -half_x, half_x);
        z = between(random, -half_z, half_z);
        way = between(random, 0, 360) * degree;
        double wx = cos(way), wz = sin(way);
        last = fmin(most_of_way(x, wx, half_x - rim), most_of_way(z, wz, half_z - rim));
        first = before - fmin(most_of_way(x, -wx, half_x - rim), most_of_way(z, -wz, half_z - rim));
        first = between(random, first, last);
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

/* Reads the corners and triangles of an OBJ file of levels/. */
static void lay_mesh(ground *g, uint64_t *random, const char *path) {
    enum { MOST = 4096 };
    static sm3_vec corners[MOST];
    char line[256];
    int count = 0, n[3];
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

static void lay_hill_mesh(ground *g, uint64_t *random) {
    lay_mesh(g, random, "levels/lab3/meshes/hill.obj");
}

static void lay_bank_mesh(ground *g, uint64_t *random) {
    lay_mesh(g, random, "levels/lab3/meshes/bank.obj");
}

static void lay_ramp_mesh(ground *g, uint64_t *random) {
    lay_mesh(g, random, "levels/lab3/meshes/cut-ramp.obj");
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
    {"hill.obj", true, false, false, lay_hill_mesh},
    {"bank.obj", true, false, false, lay_bank_mesh},
    {"cut-ramp.obj", true, false, false, lay_ramp_mesh},
};

const int ground_family_count = sizeof ground_families / sizeof *ground_families;

/* In 2D to either side. */
static void make_segments(ground *g, uint64_t *random) {
    double way = one_in(random, 2) ? 1 : -1, shift = between(random, -5, 5);
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
    double turn = between(random, 0, 360) * degree,
           across = between(random, -most_across, most_across) * degree;
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
        bool other = one_in(random, 2);
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
        note_height(g, g->space != NULL ? g->faces[i].a.y : g->segments[i].a.y);
        note_height(g, g->space != NULL ? g->faces[i].b.y : g->segments[i].b.y);
        note_height(g, g->space != NULL ? g->faces[i].c.y : g->segments[i].b.y);
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

/* ---- Bodies -------------------------------------------------------------------------------- */

const char *ground_body_name(const ground_family *family, int body) {
    static const char *const names[] = {"disk", "capsule", "box", "rounded box"};
    return family->in_space && body == 0 ? "sphere" : names[body];
}

sm_vec2 ground_body_size(int body) {
    static const sm_vec2 sizes[GROUND_BODIES] = {
        {0.5f, 1}, {0.3f, 1.2f}, {0.3f, 1.2f}, {0.3f, 1.2f}};
    return sizes[body];
}

/* The feet of all are at the origin. */
static sm_hull hull_of_body(int body) {
    if (body == 0)
        return sm_hull_of_capsule(sm_circle((sm_vec2){0, 0.5f}, 0.5f));
    if (body == 1)
        return sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f});
    float r = body == 2 ? 0 : 0.1f, x = 0.3f - r;
    const sm_vec2 corners[] = {{-x, r}, {x, r}, {x, 1.2f - r}, {-x, 1.2f - r}};
    sm_hull hull;
    if (!sm_hull_of_points(corners, 4, r, &hull))
        abort();
    return hull;
}

static sm3_mover mover_of_body(int body) {
    if (body == 0)
        return sm3_sphere((sm3_vec){0, 0.5f, 0}, 0.5f);
    if (body == 1)
        return (sm3_mover){.a = {0, 0.3f, 0}, .b = {0, 0.9f, 0}, .radius = 0.3f};
    float r = body == 2 ? 0 : 0.1f;
    return sm3_box((sm3_vec){0, 0.6f, 0}, (sm3_vec){0.3f - r, 0, 0}, (sm3_vec){0, 0.6f - r, 0},
                   (sm3_vec){0, 0, 0.3f - r}, r);
}

/* ---- Walks --------------------------------------------------------------------------------- */

const int ground_rates[GROUND_RATES] = {30, 60, 120, 144, 240, 0};

static const double most_seconds = 3, still_seconds = 0.5, still = 1e-3;
static const double marks_a_second = 6;

walker walker_of(const ground *g, int body) {
    return (walker){.ground = g, .hull = hull_of_body(body), .mover = mover_of_body(body)};
}

void walker_tick(walker *w, sm3_vec velocity, bool jump, double seconds) {
    const ground *g = w->ground;
    if (g->family->in_space)
        sm3_character_move(&w->c, NULL, w->mover, g->obstacles, velocity, jump, (float)seconds);
    else
        sm_character_move(&w->c, NULL, w->hull, g->flat_obstacles, sm3_flat(velocity), jump,
                          (float)seconds);
}

/* One tick along the path. */
static void tick_along(walker *w, double speed, double seconds) {
    walker_tick(w, sm3_scaled(w->ground->heading, (float)speed), false, seconds);
}

static double along(const ground *g, sm3_vec at) {
    vec3 way = vec3_sub(vec3_of(at), vec3_of(g->start));
    return vec3_dot(way, vec3_of(g->heading));
}

static double beside(const ground *g, sm3_vec at) {
    vec3 way = vec3_sub(vec3_of(at), vec3_of(g->start)), h = vec3_of(g->heading);
    return fabs(way.z * h.x - way.x * h.z);
}

/* Where the body rests on the ground at this place of the path: from above to the first touch. */
static sm3_vec resting(const walker *w, double place) {
    const ground *g = w->ground;
    float fall = (float)(g->high - g->low + 3);
    sm3_vec from = sm3_offset(g->start, g->heading, (float)place);
    from.y = (float)g->high + 1;
    double fraction = 0;
    if (g->family->in_space)
        fraction = sm3_cast(from, (sm3_vec){0, -fall, 0}, w->mover, g->obstacles, NULL).fraction;
    else
        fraction =
            sm_shapecast(sm3_flat(from), (sm_vec2){0, -fall}, w->hull, g->flat_obstacles, NULL)
                .fraction;
    from.y = (float)((double)from.y - fraction * (double)fall);
    return from;
}

/* The length of the way along which the body would rest on the ground, in chords. */
static double resting_length(const walker *w, double from, double to, double chord) {
    int count = 1 + (int)((to - from) / chord);
    sm3_vec last = resting(w, from);
    double sum = 0;
    for (int i = 1; i <= count; i++) {
        sm3_vec next = resting(w, from + (to - from) * i / count);
        double rise = (double)next.y - (double)last.y, level = (to - from) / count;
        sum += sqrt(rise * rise + level * level);
        last = next;
    }
    return sum;
}

/* So far it got, of what it wanted to. */
static double share_of(const walker *w, const walk *k, double from) {
    double to = along(w->ground, k->at), wanted = k->speed * k->seconds;
    if (!(wanted > 0))
        return 1;
    if (w->ground->family->on_level || !(to > from))
        return (to - from) / wanted;
    double share = resting_length(w, from, to, 0.05) / wanted;
    return share > WALK_LEAST_SHARE + 0.05 ? share : resting_length(w, from, to, 0.005) / wanted;
}

walk walk_of_seed(const ground *g, int body, int rate) {
    uint64_t random = random_seed(g->random + (uint64_t)body);
    walk w = {.body = body, .rate = rate, .speed = magnitude(&random, 2, 40)};
    w.back = between(&random, 0, 1.5);
    return w;
}

/* Whether something too steep is so near that this tick, or the next ones, could touch it. */
static bool is_near_steep(const walker *w, double way) {
    sm3_mover grown = w->mover;
    grown.radius += (float)(way + 0.1);
    return w->ground->steep != NULL &&
           sm3_find_contacts(w->c.position, grown, sm3_obstacles_of_world(w->ground->steep), NULL,
                             NULL, 0) > 0;
}

bool walker_settle(walker *w, double place, int rate) {
    rate = rate > 0 ? rate : 60;
    w->c = (sm_character){.position = resting(w, place)};
    w->c.position.y += 0.02f;
    for (int i = 0; i < rate / 5; i++)
        tick_along(w, 0, 1.0 / rate);
    return w->c.on_floor;
}

double walker_along(const walker *w) {
    return along(w->ground, w->c.position);
}

/* Walks on to the path's end, or until something holds it. */
static void walk_along(walker *w, walk *k) {
    const ground *g = w->ground;
    uint64_t random = random_seed(g->seed);
    double from = along(g, w->c.position), best = from, best_seconds = 0;
    for (int i = 1; k->end == WALK_DONE && k->seconds < most_seconds - 1e-6; i++) {
        double left = (k->mark_count + 1) / marks_a_second - k->seconds;
        double seconds = k->rate > 0 ? 1.0 / k->rate : between(&random, 1.0 / 240, 1.0 / 30);
        bool is_mark = k->rate > 0 ? i * (int)marks_a_second % k->rate == 0 : left < seconds + 1e-3;
        if (best + k->speed * seconds > g->length || is_near_steep(w, k->speed * seconds))
            break;
        seconds = k->rate == 0 && is_mark ? left : seconds;
        tick_along(w, k->speed, seconds);
        k->seconds = k->rate > 0 ? (double)i / k->rate : k->seconds + seconds;
        k->at = w->c.position;
        if (is_mark && k->mark_count < WALK_MARKS)
            k->marks[k->mark_count++] = k->at;
        if (along(g, k->at) > best + still) {
            best = along(g, k->at);
            best_seconds = k->seconds;
        }
        if (beside(g, k->at) > 0.6 * g->margin || (double)k->at.y < g->low - 5)
            k->end = WALK_LOST;
        else if (k->seconds - best_seconds >= still_seconds)
            k->end = WALK_STOPPED;
    }
    k->share = share_of(w, k, from);
}

static walker begin_walk(const ground *g, walk *k) {
    walker w = walker_of(g, k->body);
    bool stands = walker_settle(&w, -k->back, k->rate) || is_near_steep(&w, 1);
    k->end = stands ? WALK_DONE : WALK_LOST;
    k->seconds = k->share = 0;
    k->mark_count = 0;
    k->at = w.c.position;
    return w;
}

void walk_over(const ground *g, walk *k) {
    walker w = begin_walk(g, k);
    if (k->end == WALK_DONE)
        walk_along(&w, k);
}

bool walk_there_and_back(const ground *g, walk *k) {
    static const double more = 0.3; /* seconds: for a landing */
    walker w = begin_walk(g, k);
    double from = along(g, w.c.position), tick = 1.0 / (k->rate > 0 ? k->rate : 60);
    walk_along(&w, k);
    double most = k->seconds / WALK_LEAST_SHARE + more;
    for (double time = 0; time < most && along(g, w.c.position) > from + still; time += tick)
        tick_along(&w, -k->speed, tick);
    k->at = w.c.position;
    return along(g, k->at) <= from + still;
}

bool walk_climbs(const ground *g, int body, int rate) {
    walk k = walk_of_seed(g, body, rate);
    k.back = (0.8 + k.back) / cos(g->angle);
    walk_over(g, &k);
    return k.at.y > (float)(0.9 * g->high);
}

double walks_apart(const ground *g, const walk *a, const walk *b) {
    int count = a->mark_count < b->mark_count ? a->mark_count : b->mark_count;
    double worst = 0;
    for (int i = 0; i < count; i++) {
        vec3 by = vec3_sub(vec3_of(a->marks[i]), vec3_of(b->marks[i]));
        by.y = fmax(fabs(by.y) - (g->family->has_steps ? step_height : 0), 0);
        worst = fmax(worst, vec3_length(by));
    }
    return count > 0 ? worst / (a->speed * count / marks_a_second) : 0;
}

void walk_print(const ground *g, const walk *w) {
    static const char *const ends[] = {"is done", "stops", "is lost"};
    double heading = atan2((double)g->heading.z, (double)g->heading.x) / degree;
    printf("%s %llu (%s): %s at %d Hz, %.9g u/s, heading %.2f, %.9g behind: %s after %.3f s at "
           "%.9g %.9g %.9g, share %.3f\n",
           g->family->name, (unsigned long long)g->seed, g->note,
           ground_body_name(g->family, w->body), w->rate, w->speed, heading, w->back, ends[w->end],
           w->seconds, (double)w->at.x, (double)w->at.y, (double)w->at.z, w->share);
}
