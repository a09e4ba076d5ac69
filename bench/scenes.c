#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/vec.h"
#include "../tests/random.h"

/* ---- Bodies ------------------------------------------------------------------------------ */

const char *const scene_body_names[] = {"ball", "capsule", "box"};

sm_hull scene_hull(scene_body body) {
    const sm_vec2 origin = {0, 0};
    return body == BODY_BOX       ? sm_hull_of_box(0.6f, 1.6f)
           : body == BODY_CAPSULE ? sm_hull_of_capsule((sm_capsule){{0, -0.4f}, {0, 0.4f}, 0.4f})
                                  : sm_hull_of_capsule(sm_circle(origin, 0.5f));
}

sm3_mover scene_mover(scene_body body) {
    const sm3_vec origin = {0, 0, 0}, side = {0.3f, 0, 0}, up = {0, 0.8f, 0}, front = {0, 0, 0.3f};
    return body == BODY_BOX ? sm3_box(origin, side, up, front, 0)
           : body == BODY_CAPSULE
               ? (sm3_mover){.a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = 0.4f}
               : sm3_sphere(origin, 0.5f);
}

/* ---- Parts ------------------------------------------------------------------------------- */

static void add_face(scene *s, sm3_vec a, sm3_vec b, sm3_vec c) {
    if (s->count == s->capacity) {
        int capacity = 2 * s->capacity + 1024;
        sm3_triangle *more = realloc(s->triangles, (size_t)capacity * sizeof *more);
        s->no_memory = s->no_memory || more == NULL;
        if (more == NULL)
            return;
        s->triangles = more;
        s->capacity = capacity;
    }
    s->triangles[s->count++] = sm3_face(a, b, c);
}

/* Corners in a circle. */
static void add_quad(scene *s, sm3_vec a, sm3_vec b, sm3_vec c, sm3_vec d) {
    add_face(s, a, b, c);
    add_face(s, a, c, d);
}

static sm3_vec corner_of_box(sm3_vec low, sm3_vec high, int i) {
    return (sm3_vec){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
}

/* Of this size, from `low` on. */
static void add_box(scene *s, float x, float y, float z, float width, float height, float depth) {
    static const unsigned char sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    sm3_vec low = {x, y, z}, high = {x + width, y + height, z + depth};
    for (int i = 0; i < 6; i++)
        add_quad(s, corner_of_box(low, high, sides[i][0]), corner_of_box(low, high, sides[i][1]),
                 corner_of_box(low, high, sides[i][2]), corner_of_box(low, high, sides[i][3]));
}

/* A level of this size, with a rim on which no walk goes. */
static void bound(scene *s, float x, float y, float z) {
    static const float rim = 3;
    s->low = (sm3_vec){rim, s->floats ? rim : -9, rim};
    s->high = (sm3_vec){x - rim, y - rim, z - rim};
    s->starts[s->start_count++] = (sm3_vec){x / 2, s->floats ? y / 2 : 0.9f, z / 2};
}

/* ---- In the plane -------------------------------------------------------------------------- */

/* Random closed quads, four segments in each 6 x 6 cell. */
static void make_field(scene *s, int count) {
    static const float cell = 6, quarter_turn = 1.5707963f;
    int cells = count / 4, side = (int)ceil(sqrt((double)cells));
    s->walls = malloc(4 * (size_t)cells * sizeof *s->walls);
    s->no_memory = s->walls == NULL;
    for (int i = 0; s->walls != NULL && i < cells; i++) {
        sm_vec2 centre = {((float)(i % side) + 0.5f) * cell, ((float)(i / side) + 0.5f) * cell};
        sm_vec2 corner[4];
        for (int k = 0; k < 4; k++) {
            float angle = ((float)k + random_float(&s->random, 0.1f, 0.9f)) * quarter_turn;
            float reach = random_float(&s->random, 0.8f, 2.2f);
            corner[k] = (sm_vec2){centre.x + reach * cosf(angle), centre.y + reach * sinf(angle)};
        }
        for (int k = 0; k < 4; k++)
            s->walls[s->count++] = sm_segment(corner[k], corner[(k + 1) % 4]);
    }
    s->low = (sm3_vec){0, 0, 0};
    s->high = (sm3_vec){(float)side * cell, (float)side * cell, 0};
    while (s->start_count < SCENE_STARTS_MAX) {
        float x = random_float(&s->random, 0, s->high.x);
        s->starts[s->start_count++] = (sm3_vec){x, random_float(&s->random, 0, s->high.y), 0};
    }
}

/* ---- In space ------------------------------------------------------------------------------ */

/* Two triangles to each cell of side 1, with random heights. */
static void make_terrain(scene *s, int count) {
    int side = (int)sqrt(count / 2.0), corners = side + 1;
    float *height = malloc((size_t)corners * (size_t)corners * sizeof *height);
    s->no_memory = height == NULL;
    for (int i = 0; height != NULL && i < corners * corners; i++)
        height[i] = random_float(&s->random, -0.3f, 0.3f);
    for (int i = 0; height != NULL && i < side * side; i++) {
        int x = i % side, z = i / side;
        sm3_vec p[4];
        for (int k = 0; k < 4; k++) {
            int px = x + (k & 1), pz = z + (k >> 1);
            p[k] = (sm3_vec){(float)px, height[pz * corners + px], (float)pz};
        }
        add_face(s, p[0], p[2], p[1]);
        add_face(s, p[1], p[2], p[3]);
    }
    free(height);
    bound(s, (float)side, 9, (float)side);
}

static sm3_vec random_point(scene *s, float low, float high) {
    float x = random_float(&s->random, low, high), y = random_float(&s->random, low, high);
    return (sm3_vec){x, y, random_float(&s->random, low, high)};
}

static sm3_vec near_point(scene *s, sm3_vec middle) {
    return sm3_offset(middle, random_point(s, -1, 1), 1);
}

/* Random triangles of size 1, one to each cube of side 2. */
static void make_soup(scene *s, int count) {
    float side = 2 * cbrtf((float)count);
    for (int i = 0; i < count; i++) {
        sm3_vec middle = random_point(s, 0, side), a = near_point(s, middle);
        sm3_vec b = near_point(s, middle);
        add_face(s, a, b, near_point(s, middle));
    }
    s->floats = true;
    bound(s, side, side, side);
}

/* Flights of eight steps up and down in turn, beside each other. */
static void make_stairs(scene *s, int count) {
    static const float depth = 0.3f, rise = 0.2f, width = 2;
    enum { FLIGHT = 8 };
    int steps = (int)sqrt(count / 4.0 * (double)width / (double)depth);
    int lanes = count / 4 / steps;
    for (int i = 0; i < steps * lanes; i++) {
        int step = i % steps, up = step / FLIGHT % 2 == 0;
        int level = up ? step % FLIGHT : FLIGHT - step % FLIGHT;
        float x = depth * (float)step, y = rise * (float)level, z = width * (float)(i / steps);
        float next = up ? y + rise : y - rise;
        add_quad(s, (sm3_vec){x, y, z}, (sm3_vec){x, y, z + width},
                 (sm3_vec){x + depth, y, z + width}, (sm3_vec){x + depth, y, z});
        add_quad(s, (sm3_vec){x + depth, y, z}, (sm3_vec){x + depth, y, z + width},
                 (sm3_vec){x + depth, next, z + width}, (sm3_vec){x + depth, next, z});
    }
    bound(s, depth * (float)steps, 9, width * (float)lanes);
    s->starts[0].y = rise * FLIGHT + 0.9f;
}

/* Round tunnels of 16 sides side by side along x, a little wider than the mover is tall. */
static void make_pipe(scene *s, int count) {
    enum { SIDES = 16, RINGS_MAX = 300 };
    static const float radius = 1.2f, length = 0.5f, apart = 4;
    int rings = count / (2 * SIDES) < RINGS_MAX ? count / (2 * SIDES) : RINGS_MAX;
    int pipes = count / (2 * SIDES * rings);
    for (int i = 0; i < pipes * rings * SIDES; i++) {
        float middle = apart * (float)(i / SIDES / rings), x = length * (float)(i / SIDES % rings);
        double turn = 2 * acos(-1) / SIDES, angle = turn * (i % SIDES);
        float y[2] = {radius * (float)sin(angle), radius * (float)sin(angle + turn)};
        float z[2] = {middle + radius * (float)cos(angle),
                      middle + radius * (float)cos(angle + turn)};
        add_quad(s, (sm3_vec){x, y[0], z[0]}, (sm3_vec){x + length, y[0], z[0]},
                 (sm3_vec){x + length, y[1], z[1]}, (sm3_vec){x, y[1], z[1]});
    }
    s->low = (sm3_vec){1, -9, -9};
    s->high = (sm3_vec){length * (float)rings - 1, 9, apart * (float)pipes};
    s->starts[s->start_count++] =
        (sm3_vec){length * (float)rings / 2, 0, apart * (float)(pipes / 2)};
}

/* ---- A building -------------------------------------------------------------------------- */

static const float storey_height = 3, floor_thickness = 0.2f, bay_width = 2, wall_thickness = 0.4f;

enum { BUILDING_BAYS = 10 };

/* Wall around a window in deep reveals, with a frame of five bars, a pane and a ledge on each side.
 */
static void add_window_bay(scene *s, float x, float y, float z) {
    static const float bar = 0.06f, sill = 0.9f, top = 2.2f, pier = 0.4f, ledge = 0.15f;
    float inner = bay_width - 2 * pier, frame = z + wall_thickness / 2, height = top - sill;
    float left = x + pier, right = x + bay_width - pier;
    add_box(s, x, y, z, bay_width, sill, wall_thickness);
    add_box(s, x, y + top, z, bay_width, storey_height - floor_thickness - top, wall_thickness);
    add_box(s, x, y + sill, z, pier, height, wall_thickness);
    add_box(s, right, y + sill, z, pier, height, wall_thickness);
    add_box(s, left, y + sill, frame, bar, height, bar);
    add_box(s, right - bar, y + sill, frame, bar, height, bar);
    add_box(s, left + inner / 2, y + sill, frame, bar, height, bar);
    add_box(s, left, y + sill, frame, inner, bar, bar);
    add_box(s, left, y + top - bar, frame, inner, bar, bar);
    add_box(s, left, y + sill, frame + bar / 2, inner, height, bar / 8);
    add_box(s, left, y + sill, z - ledge, inner, bar, ledge);
    add_box(s, left, y + sill, z + wall_thickness, inner, bar, ledge);
}

/* Two bays of wall with a door between: frame and threshold. */
static void add_door(scene *s, float x, float y, float z) {
    static const float bar = 0.06f, width = 1.1f, top = 2.1f, thickness = 0.2f;
    float side = (2 * bay_width - width) / 2, left = x + side, right = left + width;
    add_box(s, x, y, z, side, top, thickness);
    add_box(s, right, y, z, side, top, thickness);
    add_box(s, x, y + top, z, 2 * bay_width, storey_height - floor_thickness - top, thickness);
    add_box(s, left, y, z - bar, bar, top, thickness + 2 * bar);
    add_box(s, right - bar, y, z - bar, bar, top, thickness + 2 * bar);
    add_box(s, left, y + top - bar, z - bar, width, bar, thickness + 2 * bar);
    add_box(s, left, y, z, width, bar / 4, thickness);
}

static void add_railing(scene *s, float x, float y, float z, float length) {
    static const float bar = 0.04f, apart = 0.4f, height = 1;
    add_box(s, x, y + height, z, length, bar, bar);
    for (int i = 0; (float)i * apart < length; i++)
        add_box(s, x + apart * (float)i, y, z, bar, height, bar);
}

/* A building of storeys that are alike: two rows of rooms behind windows, doors between them, and a
 * balcony all along. One has 3,900 triangles. */
static void make_building(scene *s, int count) {
    static const float width = BUILDING_BAYS * bay_width, depth = 10, balcony = 1.6f;
    int storeys = count > 4000 ? count / 4000 : 1;
    for (int i = 0; i < storeys; i++) {
        float y = storey_height * (float)i;
        add_box(s, 0, y - floor_thickness, -balcony, width, floor_thickness, depth + balcony);
        add_box(s, 0, y, 0, wall_thickness, storey_height - floor_thickness, depth);
        add_box(s, width - wall_thickness, y, 0, wall_thickness, storey_height - floor_thickness,
                depth);
        for (int bay = 0; bay < BUILDING_BAYS; bay++) {
            add_window_bay(s, bay_width * (float)bay, y, 0);
            add_window_bay(s, bay_width * (float)bay, y, depth - wall_thickness);
            if (bay % 2 == 0)
                add_door(s, bay_width * (float)bay, y, depth / 2);
        }
        add_railing(s, 0, y, -balcony, width);
    }
    float y = storey_height * (float)(storeys / 2) + 0.9f;
    s->low = (sm3_vec){-1, -9, -balcony - 1};
    s->high = (sm3_vec){width + 1, storey_height * (float)storeys + 9, depth + 1};
    const sm3_vec starts[] = {{8, y, 1.2f},      {6, y, depth / 2 - 0.7f}, {12, y, -0.7f},
                              {6, y, depth / 2}, {15, y, depth - 1.2f},    {1.2f, y, 3}};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        s->starts[s->start_count++] = starts[i];
}

/* ---- All --------------------------------------------------------------------------------- */

const scene_kind scene_kinds[] = {{"field", make_field}, {"terrain", make_terrain},
                                  {"soup", make_soup},   {"stairs", make_stairs},
                                  {"pipe", make_pipe},   {"building", make_building}};

const int scene_kind_count = sizeof scene_kinds / sizeof *scene_kinds;

const scene_kind *scene_kind_of(const char *name) {
    for (int i = 0; i < scene_kind_count; i++)
        if (strcmp(scene_kinds[i].name, name) == 0)
            return &scene_kinds[i];
    return NULL;
}

/* Made beforehand: the driver shall cost little beside a move. */
static void make_deltas(scene *s) {
    static const float step = 0.08f, gravity = 0.05f; /* world units a tick */
    uint64_t random = 88172645463325252u;
    float heading = 0;
    for (int i = 0; i < SCENE_DELTAS; i++) {
        heading += random_float(&random, -0.1f, 0.1f);
        float rise = s->floats ? random_float(&random, -gravity, gravity) : -gravity;
        float along = step * cosf(heading), aside = step * sinf(heading);
        s->deltas[i] =
            s->walls != NULL ? (sm3_vec){along, aside, 0} : (sm3_vec){along, rise, aside};
    }
}

bool scene_make(scene *s, const scene_kind *kind, int count) {
    memset(s, 0, sizeof *s);
    s->random = 88172645463325252u;
    kind->make(s, count);
    make_deltas(s);
    if (s->no_memory)
        scene_free(s);
    return !s->no_memory;
}

void scene_free(scene *s) {
    free(s->walls);
    free(s->triangles);
    s->walls = NULL;
    s->triangles = NULL;
}

/* ---- As a mesh --------------------------------------------------------------------------- */

typedef struct corner {
    sm3_vec at;
    int number; /* three a triangle */
} corner;

static int compare_corners(const void *a, const void *b) {
    return memcmp(&((const corner *)a)->at, &((const corner *)b)->at, sizeof(sm3_vec));
}

bool scene_mesh(const scene *s, sm3_mesh *mesh) {
    size_t count = 3 * (size_t)s->count;
    corner *corners = malloc(count * sizeof *corners);
    sm3_vec *vertices = malloc(count * sizeof *vertices);
    uint32_t *indices = malloc(count * sizeof *indices);
    *mesh = (sm3_mesh){.vertices = vertices, .indices = indices, .triangle_count = s->count};
    if (vertices == NULL || indices == NULL || corners == NULL) {
        free(corners);
        return false;
    }
    for (int i = 0; i < (int)count; i++) {
        const sm3_triangle *t = &s->triangles[i / 3];
        corners[i] = (corner){i % 3 == 0 ? t->a : i % 3 == 1 ? t->b : t->c, i};
    }
    qsort(corners, count, sizeof *corners, compare_corners);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_corners(&corners[i - 1], &corners[i]) != 0)
            vertices[mesh->vertex_count++] = corners[i].at;
        indices[corners[i].number] = (uint32_t)mesh->vertex_count - 1;
    }
    free(corners);
    return true;
}

void scene_free_mesh(sm3_mesh *mesh) {
    free((void *)mesh->vertices);
    free((void *)mesh->indices);
}

/* ---- The walk ---------------------------------------------------------------------------- */

static bool is_outside(const scene *s, sm3_vec p) {
    return p.x < s->low.x || p.y < s->low.y || p.z < s->low.z || p.x > s->high.x ||
           p.y > s->high.y || p.z > s->high.z;
}

sm3_vec scene_next(scene_walk *walk) {
    const scene *s = walk->scene;
    unsigned step = walk->step++;
    if (step % SCENE_STRETCH == 0 || is_outside(s, walk->position))
        walk->position = s->starts[step / SCENE_STRETCH % (unsigned)s->start_count];
    return s->deltas[step % SCENE_DELTAS];
}
