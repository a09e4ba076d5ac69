/* solids: what a 3D level's statements are in space: rounded triangles, the player, and the box
 * around it all.
 *
 * A sphere is a triangle whose three corners coincide, a capsule one of whose corners two do.
 */
#include <math.h>
#include <stdlib.h>

#include "direction.h"
#include "level.h"

#define PI 3.14159265358979323846

enum { BOX_CORNERS = 8, BOX_SIDES = 6, BOX_TRIANGLES = 2 * BOX_SIDES };

/* ---- The player -------------------------------------------------------------------------- */

level_player3 level_get_player3(const level *l) {
    level_player3 player = {.radius = LEVEL_PLAYER_RADIUS};
    if (l->player < 0)
        return player;
    const level_statement *s = &l->statements[l->player];
    const float *n = l->numbers + s->first_number;
    player.position = (sm3_vec){n[0], n[1], s->kind == LEVEL_PLAYER3 ? n[2] : 0};
    if (s->attributes.present & LEVEL_HAS_RADIUS)
        player.radius = s->attributes.radius;
    player.length = s->attributes.length;
    player.angle = (float)((double)s->attributes.angle_degrees * (PI / 180));
    return player;
}

/* ---- Triangles --------------------------------------------------------------------------- */

/* Where a shape stands that is given around the origin: scaled, turned about the y axis (counter-
 * clockwise seen from above, so from x toward -z), then moved. */
typedef struct placing {
    double scale;
    direction turn;
    double x, y, z;
} placing;

static sm3_vec place(const placing *p, double x, double y, double z) {
    x *= p->scale, y *= p->scale, z *= p->scale;
    return (sm3_vec){(float)(p->x + x * p->turn.x + z * p->turn.y), (float)(p->y + y),
                     (float)(p->z - x * p->turn.y + z * p->turn.x)};
}

static sm3_vec vec_at(const float *n) {
    return (sm3_vec){n[0], n[1], n[2]};
}

static void make_box(const level_statement *s, const float *n, sm3_triangle *triangles) {
    /* A corner's bits say on which sides it is: 1 right, 2 top, 4 front (toward +z). */
    static const int sides[BOX_SIDES][4] = {{5, 1, 3, 7}, {0, 4, 6, 2}, {6, 7, 3, 2},
                                            {0, 1, 5, 4}, {4, 5, 7, 6}, {1, 0, 2, 3}};
    bool one_sided = (s->attributes.present & LEVEL_HAS_TWOSIDED) == 0;
    placing p = {1, direction_from_degrees(s->attributes.angle_degrees), (double)n[0], (double)n[1],
                 (double)n[2]};
    sm3_vec corners[BOX_CORNERS];
    for (int i = 0; i < BOX_CORNERS; i++)
        corners[i] =
            place(&p, (i & 1 ? 0.5 : -0.5) * (double)n[3], (i & 2 ? 0.5 : -0.5) * (double)n[4],
                  (i & 4 ? 0.5 : -0.5) * (double)n[5]);
    for (int i = 0; i < BOX_SIDES; i++) {
        sm3_vec a = corners[sides[i][0]], c = corners[sides[i][2]];
        *triangles++ = (sm3_triangle){a, corners[sides[i][1]], c, 0, one_sided};
        *triangles++ = (sm3_triangle){a, c, corners[sides[i][3]], 0, one_sided};
    }
}

static void make_mesh(const level *l, const level_statement *s, sm3_triangle *triangles) {
    const level_attribute_values *v = &s->attributes;
    const level_mesh *m = &l->meshes[s->mesh];
    bool one_sided = (v->present & LEVEL_HAS_TWOSIDED) == 0;
    placing p = {(v->present & LEVEL_HAS_SCALE) != 0 ? (double)v->scale : 1,
                 direction_from_degrees(v->angle_degrees), (double)v->at.x, (double)v->at.y,
                 (double)v->at.z};
    for (int i = 0; i < m->face_count; i++) {
        const int corners[3] = {m->faces[i].a, m->faces[i].b, m->faces[i].c};
        sm3_vec placed[3];
        for (int k = 0; k < 3; k++) {
            sm3_vec c = m->vertices[corners[k]];
            placed[k] = place(&p, (double)c.x, (double)c.y, (double)c.z);
        }
        triangles[i] = (sm3_triangle){placed[0], placed[1], placed[2], 0, one_sided};
    }
}

int level_count_triangles(const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    switch (s->kind) {
    case LEVEL_SPHERE:
    case LEVEL_CAPSULE3:
    case LEVEL_TRIANGLE:
        return 1;
    case LEVEL_BOX3:
        return BOX_TRIANGLES;
    case LEVEL_MESH:
        return l->meshes[s->mesh].face_count;
    default:
        return 0;
    }
}

void level_make_triangles(const level *l, int statement, sm3_triangle *triangles) {
    const level_statement *s = &l->statements[statement];
    const level_attribute_values *v = &s->attributes;
    const float *n = s->number_count > 0 ? l->numbers + s->first_number : NULL;
    switch (s->kind) {
    case LEVEL_SPHERE:
        *triangles = sm3_solid_capsule(sm3_sphere(vec_at(n), n[3]));
        break;
    case LEVEL_CAPSULE3:
        *triangles = sm3_solid_capsule((sm3_capsule){vec_at(n), vec_at(n + 3), n[6]});
        break;
    case LEVEL_TRIANGLE:
        *triangles = (sm3_triangle){vec_at(n), vec_at(n + 3), vec_at(n + 6), v->radius,
                                    (v->present & LEVEL_HAS_ONESIDED) != 0};
        break;
    case LEVEL_BOX3:
        make_box(s, n, triangles);
        break;
    case LEVEL_MESH:
        make_mesh(l, s, triangles);
        break;
    default: /* no obstacle, or one of a 2D level */
        break;
    }
}

bool level_make_solids(const level *l, level_solids *solids) {
    long long count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += level_count_triangles(l, i);

    *solids = (level_solids){0};
    if (count == 0)
        return true;
    if (count > LEVEL_TRIANGLES_MAX)
        return false;
    solids->triangles = malloc((size_t)count * sizeof *solids->triangles);
    solids->statements = malloc((size_t)count * sizeof *solids->statements);
    if (solids->triangles == NULL || solids->statements == NULL) {
        level_free_solids(solids);
        return false;
    }
    for (int i = 0; i < l->statement_count; i++) {
        int end = solids->count + level_count_triangles(l, i);
        level_make_triangles(l, i, solids->triangles + solids->count);
        while (solids->count < end)
            solids->statements[solids->count++] = i;
    }
    return true;
}

void level_free_solids(level_solids *solids) {
    free(solids->triangles);
    free(solids->statements);
    *solids = (level_solids){0};
}

/* ---- Bounds ------------------------------------------------------------------------------ */

/* Not fminf and fmaxf: without -ffast-math they are calls, for the sake of NaN. */
static void include_extent(float *min, float *max, float x, float radius) {
    float low = (float)((double)x - (double)radius), high = (float)((double)x + (double)radius);
    *min = low < *min ? low : *min;
    *max = high > *max ? high : *max;
}

static void include_ball(level_box3 *box, sm3_vec centre, float radius) {
    include_extent(&box->min.x, &box->max.x, centre.x, radius);
    include_extent(&box->min.y, &box->max.y, centre.y, radius);
    include_extent(&box->min.z, &box->max.z, centre.z, radius);
}

/* A rounded triangle reaches no further than the balls at its corners. */
void level_box3_include(level_box3 *box, const sm3_triangle *t) {
    include_ball(box, t->a, t->radius);
    include_ball(box, t->b, t->radius);
    include_ball(box, t->c, t->radius);
}

level_box3 level_bounds3(const level *l, const level_solids *solids) {
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    level_player3 player = level_get_player3(l);
    sm3_vec top = player.position, bottom = player.position;
    top.y += player.length / 2;
    bottom.y -= player.length / 2;
    include_ball(&box, top, player.radius);
    include_ball(&box, bottom, player.radius);
    for (int i = 0; i < solids->count; i++)
        level_box3_include(&box, &solids->triangles[i]);
    return box;
}
