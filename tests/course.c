#include "course.h"

#include <assert.h>
#include <math.h>

#include "random.h"

static const double pi = 3.14159265358979323846;

static vec3 combined(const pose3 *f, vec3 d) {
    return vec3_add(vec3_add(vec3_scale(f->x, d.x), vec3_scale(f->y, d.y)), vec3_scale(f->z, d.z));
}

sm3_vec pose3_direction(const pose3 *f, vec3 d) {
    return vec3_round(combined(f, d));
}

sm3_vec pose3_point(const pose3 *f, vec3 p) {
    return vec3_round(vec3_add(combined(f, p), f->origin));
}

vec3 pose3_local(const pose3 *f, sm3_vec p) {
    vec3 d = vec3_sub(vec3_of(p), f->origin);
    return (vec3){vec3_dot(d, f->x), vec3_dot(d, f->y), vec3_dot(d, f->z)};
}

pose3 pose3_plain(void) {
    return (pose3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
}

static vec3 random_direction(uint64_t *random) {
    vec3 d;
    d.x = (double)random_float(random, -1, 1);
    d.y = (double)random_float(random, -1, 1);
    d.z = (double)random_float(random, -1, 1);
    return d;
}

pose3 pose3_random(uint64_t *random) {
    pose3 f = {.origin = random_direction(random)};
    do {
        f.x = vec3_unit(random_direction(random), vec3_zero);
        f.y = random_direction(random);
        f.y = vec3_sub(f.y, vec3_scale(f.x, vec3_dot(f.x, f.y)));
    } while (!(vec3_dot(f.y, f.y) > 0.1));
    f.y = vec3_unit(f.y, vec3_zero);
    f.z = vec3_cross(f.x, f.y);
    return f;
}

pose3 pose3_turned(double degrees, vec3 origin) {
    double c = cos(degrees * pi / 180), w = sin(degrees * pi / 180);
    return (pose3){{c, w, 0}, {-w, c, 0}, {0, 0, 1}, origin};
}

void course_begin(course *s, bool in_space, pose3 frame) {
    s->in_space = in_space;
    s->frame = frame;
    s->count = 0;
}

sm3_obstacles course_obstacles(course *s) {
    s->array = (sm3_triangle_array){s->triangles, s->count};
    return sm3_obstacles_of_array(&s->array);
}

static void add(course *s, vec3 a, vec3 b, vec3 c) {
    assert(s->count < COURSE_TRIANGLES);
    s->triangles[s->count++] =
        sm3_face(pose3_point(&s->frame, a), pose3_point(&s->frame, b), pose3_point(&s->frame, c));
}

void course_add_face(course *s, vec3 a, vec3 b, vec3 c) {
    if (s->in_space)
        add(s, a, b, c);
}

void course_add_wall(course *s, vec3 a, vec3 b) {
    a.z = b.z = 0;
    add(s, a, b, b);
}

void course_add_quad(course *s, vec3 a, vec3 b, vec3 c, vec3 d) {
    double low = fmin(fmin(a.z, b.z), fmin(c.z, d.z)), high = fmax(fmax(a.z, b.z), fmax(c.z, d.z));
    if (!s->in_space && low < 0 && high > 0)
        course_add_wall(s, a, c);
    course_add_face(s, a, b, c);
    course_add_face(s, a, c, d);
}

void course_add_box(course *s, vec3 m, vec3 h, bool inward) {
    static const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (vec3){m.x + (i & 1 ? h.x : -h.x), m.y + (i & 2 ? h.y : -h.y),
                           m.z + (i & 4 ? h.z : -h.z)};
    for (int i = 0; i < 6; i++) {
        const int *q = quads[i];
        if (inward)
            course_add_quad(s, corner[q[3]], corner[q[2]], corner[q[1]], corner[q[0]]);
        else
            course_add_quad(s, corner[q[0]], corner[q[1]], corner[q[2]], corner[q[3]]);
    }
}

void course_add_floor(course *s, int strips, double half_size) {
    for (int i = 0; i < strips; i++) {
        double x0 = half_size * (2.0 * i / strips - 1),
               x1 = half_size * (2.0 * (i + 1) / strips - 1);
        course_add_quad(s, (vec3){x0, 0, -half_size}, (vec3){x0, 0, half_size},
                        (vec3){x1, 0, half_size}, (vec3){x1, 0, -half_size});
    }
}

void course_add_grid(course *s, int squares, double half_size, uint64_t *random) {
    double size = 2 * half_size / squares;
    for (int i = 0; i < squares * squares; i++) {
        double x = size * (i % squares) - half_size, z = size * (i / squares) - half_size;
        vec3 p[4] = {{x, 0, z}, {x, 0, z + size}, {x + size, 0, z + size}, {x + size, 0, z}};
        int first = random_int(random, 2);
        course_add_quad(s, p[first], p[first + 1], p[(first + 2) % 4], p[(first + 3) % 4]);
    }
}

static const double wedge_far = 60;

/* A side's direction in the plane across its rim, and where on the rim that starts. */
static vec3 rim_of(double opening, double turn) {
    double half = opening / 2 * pi / 180;
    return (vec3){cos(turn) * wedge_far * sin(half), wedge_far * cos(half),
                  sin(turn) * wedge_far * sin(half)};
}

void course_add_trough(course *s, double opening, int pieces) {
    static const double wide = 40;
    for (int side = 1; side >= -1; side -= 2) {
        vec3 rim = rim_of(opening, 0);
        rim.x *= side;
        for (int i = 0; i < pieces; i++) {
            double z0 = side * wide * (2.0 * i / pieces - 1);
            double z1 = side * wide * (2.0 * (i + 1) / pieces - 1);
            course_add_quad(s, (vec3){0, 0, z0}, (vec3){0, 0, z1}, (vec3){rim.x, rim.y, z1},
                            (vec3){rim.x, rim.y, z0});
        }
    }
}

void course_add_wedge(course *s, double opening, int sides) {
    if (sides == 2) {
        course_add_trough(s, opening, 1);
        return;
    }
    double wide = 1.8 * wedge_far * sin(opening / 2 * pi / 180);
    for (int i = 0; i < sides; i++) {
        double turn = 2 * pi * i / sides;
        vec3 rim = rim_of(opening, turn), across = {-sin(turn) * wide, 0, cos(turn) * wide};
        course_add_face(s, (vec3){0, 0, 0}, (vec3){rim.x - across.x, rim.y, rim.z - across.z},
                        (vec3){rim.x + across.x, rim.y, rim.z + across.z});
    }
}

enum { CAVE_ROWS = 10, CAVE_COLUMNS = 16 };

static void add_around(course *s, vec3 p[CAVE_ROWS + 1][CAVE_COLUMNS]) {
    for (int i = 0; i < CAVE_ROWS; i++) {
        for (int k = 0; k < CAVE_COLUMNS; k++) {
            int next = (k + 1) % CAVE_COLUMNS;
            if (i + 1 < CAVE_ROWS)
                course_add_face(s, p[i][k], p[i + 1][k], p[i + 1][next]);
            if (i > 0)
                course_add_face(s, p[i][k], p[i + 1][next], p[i][next]);
        }
    }
}

static vec3 cave_corner(int row, int column, double distance) {
    double tilt = pi * row / CAVE_ROWS, turn = 2 * pi * column / CAVE_COLUMNS;
    return (vec3){distance * sin(tilt) * cos(turn), distance * cos(tilt),
                  distance * sin(tilt) * sin(turn)};
}

void course_add_cave(course *s, uint64_t *random) {
    vec3 p[CAVE_ROWS + 1][CAVE_COLUMNS];
    double poles[2] = {(double)random_float(random, 2, 4), (double)random_float(random, 2, 4)};
    for (int i = 0; i <= CAVE_ROWS; i++) {
        bool is_pole = i % CAVE_ROWS == 0;
        for (int k = 0; k < CAVE_COLUMNS; k++)
            p[i][k] = is_pole ? (vec3){0, i == 0 ? poles[0] : -poles[1], 0}
                              : cave_corner(i, k, (double)random_float(random, 2, 4));
    }
    add_around(s, p);
}

void course_add_globe(course *s) {
    static const double far = 4;
    vec3 p[CAVE_ROWS + 1][CAVE_COLUMNS];
    for (int i = 0; i <= CAVE_ROWS; i++) {
        for (int k = 0; k < CAVE_COLUMNS; k++)
            p[i][k] =
                i % CAVE_ROWS == 0 ? (vec3){0, i == 0 ? far : -far, 0} : cave_corner(i, k, far);
    }
    add_around(s, p);
}

sm3_collision course_deepest(const course *s, sm3_mover mover, sm3_vec position) {
    sm3_collision deepest = {.depth = -INFINITY};
    mover = sm3_mover_at(mover, position);
    for (int i = 0; i < s->count; i++) {
        sm3_collision c = sm3_collide(mover, s->triangles[i], (sm3_vec){0, 0, 0});
        deepest = c.depth > deepest.depth ? c : deepest;
    }
    return deepest;
}

/* On which side of the edge the point lies, seen along y. The two triangles of an edge ask with its
 * ends in either order and get the same answer, so that there is no gap between them. */
static bool is_left_of(vec3 p, sm3_vec a, sm3_vec b) {
    bool in_order = a.x != b.x ? a.x < b.x : a.z < b.z;
    sm3_vec first = in_order ? a : b, last = in_order ? b : a;
    vec3 edge = vec3_sub(vec3_of(last), vec3_of(first)), way = vec3_sub(p, vec3_of(first));
    return (edge.x * way.z - edge.z * way.x >= 0) == in_order;
}

/* Whether the triangle is above the point. */
static bool is_above(const sm3_triangle *t, vec3 p) {
    bool left = is_left_of(p, t->a, t->b);
    if (is_left_of(p, t->b, t->c) != left || is_left_of(p, t->c, t->a) != left)
        return false;
    vec3 a = vec3_of(t->a), way = vec3_sub(p, a);
    vec3 u = vec3_sub(vec3_of(t->b), a), v = vec3_sub(vec3_of(t->c), a);
    double area = u.x * v.z - u.z * v.x;
    double along_u = (way.x * v.z - way.z * v.x) / area;
    double along_v = (u.x * way.z - u.z * way.x) / area;
    return a.y + along_u * u.y + along_v * v.y > p.y;
}

/* Whether the wall crosses the way from the point to the right. */
static bool is_right_of(const sm3_triangle *t, vec3 p) {
    vec3 a = vec3_of(t->a), b = vec3_of(t->b);
    return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
}

/* Counts the faces above, or the walls to the right (Haines 1994), with the floats that they have.
 */
bool course_is_inside(bool in_space, const sm3_triangle *triangles, int count, vec3 p) {
    bool inside = false;
    for (int i = 0; i < count; i++)
        inside ^= in_space ? is_above(&triangles[i], p) : is_right_of(&triangles[i], p);
    return inside;
}
