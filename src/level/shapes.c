/* shapes: turns statements into shapes: capsules in 2D, rounded triangles in 3D. Also the player,
 * bounding boxes, and the poses of shapes that `spin` and `shift` move.
 *
 * A sphere is a triangle with all three corners in one place, a capsule a triangle with two corners
 * in one place.
 */
#include <math.h>
#include <stdlib.h>

#include "level.h"
#include "statements.h"

#define PI 3.14159265358979323846

enum { BOX_EDGES = 4, BOX_CORNERS = 8, BOX_SIDES = 6, BOX_TRIANGLES = 2 * BOX_SIDES };

/* ---- Directions -------------------------------------------------------------------------- */

vec level_find_axis(float degrees) {
    int right_angles;
    double rest = remquo((double)degrees, 90.0, &right_angles);
    return vec_at_angle(right_angles, rest * (PI / 180));
}

sm_vec2 level_direction(float degrees) {
    vec axis = level_find_axis(degrees);
    return (sm_vec2){(float)axis.x, (float)axis.y};
}

/* ---- The player -------------------------------------------------------------------------- */

level_player level_get_player(const level *l) {
    level_player player = {.radius = LEVEL_PLAYER_RADIUS};
    const level_statement *s = &l->statements[l->player];
    const float *n = l->numbers + s->first_number;
    player.position = (sm3_vec){n[0], n[1], s->kind == LEVEL_PLAYER3 ? n[2] : 0};
    if (s->attributes.present & LEVEL_HAS_RADIUS)
        player.radius = s->attributes.radius;
    player.length = s->attributes.length;
    player.angle = (float)((double)s->attributes.angle_degrees * (PI / 180));
    return player;
}

static bool has(const level_statement *s, unsigned attributes) {
    return (s->attributes.present & attributes) != 0;
}

/* ---- Capsules ---------------------------------------------------------------------------- */

/* Makes the capsules of a segment, chain or loop. The last point of a loop is joined to its first.
 */
static void make_polyline(const level_statement *s, const float *n, int edges,
                          sm_capsule *capsules) {
    int points = s->number_count / 2;
    for (int i = 0; i < edges; i++) {
        const float *a = n + 2 * i, *b = n + 2 * ((i + 1) % points);
        capsules[i] = (sm_capsule){{a[0], a[1]}, {b[0], b[1]}, s->attributes.radius};
    }
}

static void make_box(const level_statement *s, const float *n, sm_capsule *capsules) {
    static const int signs[BOX_EDGES][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    vec corners[BOX_EDGES], axis = level_find_axis(s->attributes.angle_degrees);
    for (int i = 0; i < BOX_EDGES; i++) {
        double along = signs[i][0] * (double)n[2] / 2, across = signs[i][1] * (double)n[3] / 2;
        corners[i] = (vec){(double)n[0] + along * axis.x - across * axis.y,
                           (double)n[1] + along * axis.y + across * axis.x};
    }
    for (int i = 0; i < BOX_EDGES; i++)
        capsules[i] = sm_segment(vec_round(corners[i]), vec_round(corners[(i + 1) % BOX_EDGES]));
}

/* ---- Maps -------------------------------------------------------------------------------- */

level_face level_flat_face(level_flat_kind kind, int a, int b, int c) {
    const level_face faces[] = {{a, b, b}, {a, b, a}, {a, a, b}, {a, b, c}};
    return faces[kind];
}

level_flat_kind level_find_flat_kind(level_face face) {
    return face.a == face.b   ? LEVEL_FLAT_ONEWAY
           : face.b == face.c ? LEVEL_FLAT_OUTLINE
           : face.a == face.c ? LEVEL_FLAT_WALL
                              : LEVEL_FLAT_CIRCLE;
}

static bool is_of_kind(const level *l, int statement, int shape, level_flat_kind kind) {
    const level_statement *s = &l->statements[statement];
    return s->kind == LEVEL_MAP && level_find_flat_kind(l->meshes[s->mesh].faces[shape]) == kind;
}

bool level_is_oneway_shape(const level *l, int statement, int shape) {
    return level_is_oneway(&l->statements[statement]) ||
           is_of_kind(l, statement, shape, LEVEL_FLAT_ONEWAY);
}

bool level_is_outline_shape(const level *l, int statement, int shape) {
    level_kind kind = l->statements[statement].kind;
    return ((kind == LEVEL_LOOP || kind == LEVEL_BOX) &&
            !level_is_oneway(&l->statements[statement])) ||
           is_of_kind(l, statement, shape, LEVEL_FLAT_OUTLINE);
}

static double scale_of(const level_statement *s) {
    return has(s, LEVEL_HAS_SCALE) ? (double)s->attributes.scale : 1;
}

static void make_map(const level_statement *s, const level_mesh *mesh, sm_capsule *capsules) {
    double scale = scale_of(s), x = (double)s->attributes.at.x, y = (double)s->attributes.at.y;
    for (int i = 0; i < mesh->face_count; i++) {
        level_face face = mesh->faces[i];
        bool is_circle = level_find_flat_kind(face) == LEVEL_FLAT_CIRCLE;
        const int corners[2] = {face.a, is_circle ? face.a : face.a == face.b ? face.c : face.b};
        sm_vec2 ends[2];
        for (int k = 0; k < 2; k++) {
            sm3_vec v = mesh->vertices[corners[k]];
            ends[k] = (sm_vec2){(float)(x + scale * (double)v.x), (float)(y + scale * (double)v.y)};
        }
        double width = (double)mesh->vertices[face.b].x - (double)mesh->vertices[face.c].x;
        capsules[i] =
            (sm_capsule){ends[0], ends[1], is_circle ? (float)(scale * fabs(width) / 2) : 0};
    }
}

void level_make_capsules(const level *l, int statement, sm_capsule *capsules) {
    const level_statement *s = &l->statements[statement];
    const float *n = l->numbers + s->first_number;
    if (s->kind == LEVEL_MAP)
        make_map(s, &l->meshes[s->mesh], capsules);
    if (level_is_line(s->kind))
        make_polyline(s, n, level_count_shapes(l, statement), capsules);
    else if (s->kind == LEVEL_BOX)
        make_box(s, n, capsules);
    else if (s->kind == LEVEL_CIRCLE)
        *capsules = sm_circle((sm_vec2){n[0], n[1]}, n[2]);
    else if (s->kind == LEVEL_CAPSULE)
        *capsules = (sm_capsule){{n[0], n[1]}, {n[2], n[3]}, n[4]};
}

/* ---- Triangles --------------------------------------------------------------------------- */

/* Places a shape that is given around the origin: scales it, turns it about the y axis
 * (counter-clockwise from above, so from x toward -z), then moves it. */
typedef struct placement {
    double scale;
    vec turn;
    double x, y, z;
} placement;

static sm3_vec place(const placement *p, double x, double y, double z) {
    x *= p->scale, y *= p->scale, z *= p->scale;
    return (sm3_vec){(float)(p->x + x * p->turn.x + z * p->turn.y), (float)(p->y + y),
                     (float)(p->z - x * p->turn.y + z * p->turn.x)};
}

static sm3_vec vec_at(const float *n) {
    return (sm3_vec){n[0], n[1], n[2]};
}

static void make_box3(const level_statement *s, const float *n, sm3_triangle *triangles) {
    /* The bits of a corner are the sides that it is on: 1 right, 2 top, 4 front (toward +z). */
    static const int sides[BOX_SIDES][4] = {{5, 1, 3, 7}, {0, 4, 6, 2}, {6, 7, 3, 2},
                                            {0, 1, 5, 4}, {4, 5, 7, 6}, {1, 0, 2, 3}};
    bool one_sided = !has(s, LEVEL_HAS_TWOSIDED);
    placement p = {1, level_find_axis(s->attributes.angle_degrees), (double)n[0], (double)n[1],
                   (double)n[2]};
    sm3_vec corners[BOX_CORNERS];
    for (int i = 0; i < BOX_CORNERS; i++)
        corners[i] =
            place(&p, (i & 1 ? 0.5 : -0.5) * (double)n[3], (i & 2 ? 0.5 : -0.5) * (double)n[4],
                  (i & 4 ? 0.5 : -0.5) * (double)n[5]);
    for (int i = 0; i < BOX_SIDES; i++) {
        sm3_vec a = corners[sides[i][0]], c = corners[sides[i][2]];
        *triangles++ = (sm3_triangle){a, corners[sides[i][1]], c, 0, one_sided, false};
        *triangles++ = (sm3_triangle){a, c, corners[sides[i][3]], 0, one_sided, false};
    }
}

static void make_mesh(const level_statement *s, const level_mesh *m, sm3_triangle *triangles) {
    const level_attribute_values *v = &s->attributes;
    bool oneway = level_is_oneway(s), one_sided = oneway || !has(s, LEVEL_HAS_TWOSIDED);
    placement p = {has(s, LEVEL_HAS_SCALE) ? (double)v->scale : 1,
                   level_find_axis(v->angle_degrees), (double)v->at.x, (double)v->at.y,
                   (double)v->at.z};
    for (int i = 0; i < m->face_count; i++) {
        const int corners[3] = {m->faces[i].a, m->faces[i].b, m->faces[i].c};
        sm3_vec placed[3];
        for (int k = 0; k < 3; k++) {
            sm3_vec c = m->vertices[corners[k]];
            placed[k] = place(&p, (double)c.x, (double)c.y, (double)c.z);
        }
        triangles[i] = (sm3_triangle){placed[0], placed[1], placed[2], 0, one_sided, oneway};
    }
}

void level_make_triangles(const level *l, int statement, sm3_triangle *triangles) {
    const level_statement *s = &l->statements[statement];
    const float *n = s->number_count > 0 ? l->numbers + s->first_number : NULL;
    if (s->kind == LEVEL_MESH)
        make_mesh(s, &l->meshes[s->mesh], triangles);
    else if (s->kind == LEVEL_BOX3)
        make_box3(s, n, triangles);
    else if (s->kind == LEVEL_SPHERE)
        *triangles = sm3_solid_capsule(sm3_sphere(vec_at(n), n[3]));
    else if (s->kind == LEVEL_CAPSULE3)
        *triangles =
            sm3_solid_capsule((sm3_mover){.a = vec_at(n), .b = vec_at(n + 3), .radius = n[6]});
    else if (s->kind == LEVEL_TRIANGLE)
        *triangles = (sm3_triangle){vec_at(n),
                                    vec_at(n + 3),
                                    vec_at(n + 6),
                                    s->attributes.radius,
                                    has(s, LEVEL_HAS_ONESIDED | LEVEL_HAS_ONEWAY),
                                    level_is_oneway(s)};
}

/* ---- All of a level ---------------------------------------------------------------------- */

int level_count_shapes(const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    switch (s->kind) {
    case LEVEL_SEGMENT:
    case LEVEL_CHAIN:
        return s->number_count / 2 - 1;
    case LEVEL_LOOP:
        return s->number_count / 2;
    case LEVEL_BOX:
        return BOX_EDGES;
    case LEVEL_BOX3:
        return BOX_TRIANGLES;
    case LEVEL_MESH:
    case LEVEL_MAP:
        return l->meshes[s->mesh].face_count;
    default:
        return level_is_obstacle(s->kind);
    }
}

/* Allocates the shapes of all statements, and fills shapes->statements. Returns false when memory
 * ran out. */
static bool make_room(const level *l, level_shapes *shapes) {
    long long count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += level_count_shapes(l, i);
    if (count == 0 || count > LEVEL_SHAPES_MAX)
        return count == 0;
    shapes->statements = malloc((size_t)count * sizeof *shapes->statements);
    if (l->dimensions == 3)
        shapes->triangles = malloc((size_t)count * sizeof *shapes->triangles);
    else
        shapes->capsules = malloc((size_t)count * sizeof *shapes->capsules);
    if (shapes->statements == NULL || (shapes->triangles == NULL && shapes->capsules == NULL))
        return false;
    for (int i = 0; i < l->statement_count; i++)
        for (int end = shapes->count + level_count_shapes(l, i); shapes->count < end;)
            shapes->statements[shapes->count++] = i;
    return true;
}

bool level_make_shapes(const level *l, level_shapes *shapes) {
    *shapes = (level_shapes){0};
    if (!make_room(l, shapes)) {
        level_free_shapes(shapes);
        return false;
    }
    for (int i = 0; i < shapes->count; i += level_count_shapes(l, shapes->statements[i])) {
        if (l->dimensions == 3)
            level_make_triangles(l, shapes->statements[i], shapes->triangles + i);
        else
            level_make_capsules(l, shapes->statements[i], shapes->capsules + i);
    }
    return true;
}

void level_free_shapes(level_shapes *shapes) {
    free(shapes->capsules);
    free(shapes->triangles);
    free(shapes->statements);
    *shapes = (level_shapes){0};
}

/* ---- Bounds ------------------------------------------------------------------------------ */

/* Without -ffast-math fminf and fmaxf are calls, because of NaN. */
static void include_extent(float *min, float *max, double x, double radius) {
    float low = (float)(x - radius), high = (float)(x + radius);
    *min = low < *min ? low : *min;
    *max = high > *max ? high : *max;
}

static void include_ball(level_box3 *box, sm3_vec centre, float radius) {
    include_extent(&box->min.x, &box->max.x, (double)centre.x, (double)radius);
    include_extent(&box->min.y, &box->max.y, (double)centre.y, (double)radius);
    include_extent(&box->min.z, &box->max.z, (double)centre.z, (double)radius);
}

/* A rounded triangle lies within the convex hull of the balls at its corners. */
void level_box3_include(level_box3 *box, const sm3_triangle *t) {
    include_ball(box, t->a, t->radius);
    include_ball(box, t->b, t->radius);
    include_ball(box, t->c, t->radius);
}

void level_box3_include_capsule(level_box3 *box, sm_capsule c) {
    include_ball(box, sm_to3(c.a), c.radius);
    include_ball(box, sm_to3(c.b), c.radius);
}

level_box3 level_player_box(const level *l) {
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    level_player player = level_get_player(l);
    float degrees = l->statements[l->player].attributes.angle_degrees;
    vec axis = l->dimensions == 3 ? (vec){0, 1} : level_find_axis(degrees);
    for (int end = -1; end <= 1; end += 2) {
        double reach = end * (double)player.length / 2;
        include_ball(&box,
                     (sm3_vec){(float)((double)player.position.x + reach * axis.x),
                               (float)((double)player.position.y + reach * axis.y),
                               player.position.z},
                     player.radius);
    }
    return box;
}

bool level_is_below(sm_vec2 place, sm_vec2 a, sm_vec2 b) {
    double side = (double)(a.x - place.x), other = (double)(b.x - place.x);
    if ((side > 0) == (other > 0))
        return false;
    double y = (double)a.y + (double)(b.y - a.y) * side / (side - other);
    return y > (double)place.y;
}

level_box3 level_bounds(const level *l, const level_shapes *shapes) {
    level_box3 box = level_player_box(l);
    for (int i = 0; i < shapes->count && l->dimensions == 3; i++)
        level_box3_include(&box, &shapes->triangles[i]);
    for (int i = 0; i < shapes->count && l->dimensions == 2; i++)
        level_box3_include_capsule(&box, shapes->capsules[i]);
    return box;
}

/* ---- Motion ------------------------------------------------------------------------------ */

bool level_moves(const level_statement *statement) {
    const level_attribute_values *a = &statement->attributes;
    vec3 shift = vec3_add(vec3_of(a->shift3), vec3_of(sm_to3(a->shift)));
    return a->spin != 0 || !vec3_is_zero(shift); /* absent attributes are 0 */
}

bool level_is_oneway(const level_statement *statement) {
    return (statement->attributes.present & LEVEL_HAS_ONEWAY) != 0;
}

static vec point_of(const float *n, int i) {
    return (vec){(double)n[2 * i], (double)n[2 * i + 1]};
}

/* Returns the centroid of a wire: each segment counts by its length. */
static vec wire_centroid(const float *n, int points, bool closed) {
    double length = 0, x = 0, y = 0;
    for (int i = 0; i + 1 < points + closed; i++) {
        vec a = point_of(n, i), b = point_of(n, (i + 1) % points);
        double piece = vec_length(vec_sub(b, a));
        length += piece;
        x += piece * (a.x + b.x) / 2;
        y += piece * (a.y + b.y) / 2;
    }
    return length > 0 ? (vec){x / length, y / length} : point_of(n, 0);
}

/* Returns the centroid of an area, by triangles from the first point (Bashein and Detmer, Graphics
 * Gems IV, I.1). */
static vec area_centroid(const float *n, int points) {
    double area = 0, x = 0, y = 0, size = 0;
    vec first = point_of(n, 0);
    for (int i = 1; i + 1 < points; i++) {
        vec a = vec_sub(point_of(n, i), first), b = vec_sub(point_of(n, i + 1), first);
        double twice = vec_cross(a, b);
        area += twice;
        size += fabs(twice);
        x += twice * (a.x + b.x) / 3;
        y += twice * (a.y + b.y) / 3;
    }
    if (fabs(area) <= 1e-9 * size) /* it encloses nothing */
        return wire_centroid(n, points, true);
    return (vec){first.x + x / area, first.y + y / area};
}

/* The mean of `count` points. */
static vec3 mean_point(const float *n, int dimensions, int count) {
    double sums[3] = {0, 0, 0};
    for (int i = 0; i < dimensions * count; i++)
        sums[i % dimensions] += (double)n[i];
    return (vec3){sums[0] / count, sums[1] / count, sums[2] / count};
}

static vec3 centroid_of(const level *l, const level_statement *s) {
    const float *n = l->numbers + s->first_number;
    switch (s->kind) {
    case LEVEL_SEGMENT:
    case LEVEL_CHAIN:
        return vec_to3(wire_centroid(n, s->number_count / 2, false));
    case LEVEL_LOOP:
        return vec_to3(area_centroid(n, s->number_count / 2));
    case LEVEL_MESH:
    case LEVEL_MAP:
        return vec3_of(s->attributes.at);
    default:
        return mean_point(n, l->dimensions, level_count_points(s->kind, s->number_count));
    }
}

/* 0 .. 1 .. 0 in one period. */
static double there_and_back(double seconds, double period) {
    double turn = fmod(seconds, period) / period;
    return turn < 0.5 ? 2 * turn : 2 - 2 * turn;
}

level_pose level_pose_at(const level *l, int statement, double seconds) {
    const level_statement *s = &l->statements[statement];
    const level_attribute_values *a = &s->attributes;
    bool is_3d = l->dimensions == 3;
    sm3_vec shift = is_3d ? a->shift3 : sm_to3(a->shift);
    double period = (double)(is_3d ? a->shift3_seconds : a->shift_seconds);
    vec d = level_find_axis((float)fmod((double)a->spin * seconds, 360));
    double fraction = period > 0 ? there_and_back(seconds, period) : 0;
    const vec3 toward_eye = {0, 0, 1}, upward = {0, 1, 0};
    return (level_pose){.centre = centroid_of(l, s),
                        .axis = is_3d ? vec3_unit(vec3_of(a->axis), upward) : toward_eye,
                        .cosine = d.x,
                        .sine = d.y,
                        .shift = vec3_scale(vec3_of(shift), fraction)};
}

/* Rodrigues' formula. The order of the sums is fixed: the bits of 2D levels depend on it. */
static sm3_vec posed(const level_pose *p, sm3_vec point) {
    vec3 v = vec3_sub(vec3_of(point), p->centre), across = vec3_cross(p->axis, v);
    vec3 on_axis = vec3_scale(p->axis, vec3_dot(p->axis, v) * (1 - p->cosine));
    return (sm3_vec){
        (float)(p->centre.x + v.x * p->cosine + across.x * p->sine + on_axis.x + p->shift.x),
        (float)(p->centre.y + across.y * p->sine + v.y * p->cosine + on_axis.y + p->shift.y),
        (float)(p->centre.z + v.z * p->cosine + across.z * p->sine + on_axis.z + p->shift.z)};
}

sm3_triangle level_posed_triangle(level_pose pose, sm3_triangle t) {
    t.a = posed(&pose, t.a);
    t.b = posed(&pose, t.b);
    t.c = posed(&pose, t.c);
    return t;
}
