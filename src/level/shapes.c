/* shapes: what a level's statements are in space: capsules, the player, and the box around it all.
 */
#include <math.h>
#include <stdlib.h>

#include "direction.h"
#include "level.h"

#define PI 3.14159265358979323846

/* ---- Directions -------------------------------------------------------------------------- */

sm_vec2 level_direction(float degrees) {
    direction d = direction_from_degrees(degrees);
    return (sm_vec2){(float)d.x, (float)d.y};
}

/* ---- The player -------------------------------------------------------------------------- */

level_player level_get_player(const level *l) {
    level_player player = {.radius = LEVEL_PLAYER_RADIUS};
    if (l->player < 0)
        return player;
    const level_statement *s = &l->statements[l->player];
    const float *numbers = l->numbers + s->first_number;
    if (s->attributes.present & LEVEL_HAS_RADIUS)
        player.radius = s->attributes.radius;
    if (l->dimensions == 3)
        return player;
    player.position = (sm_vec2){numbers[0], numbers[1]};
    player.length = s->attributes.length;
    player.angle = (float)((double)s->attributes.angle_degrees * (PI / 180));
    return player;
}

/* ---- Capsules ---------------------------------------------------------------------------- */

/* Segments, chains and loops alike: a loop's last point is joined to its first. */
static void make_polyline(const level *l, const level_statement *s, sm_capsule *capsules) {
    const float *numbers = l->numbers + s->first_number;
    int points = s->number_count / 2;
    int edges = s->kind == LEVEL_LOOP ? points : points - 1;
    for (int i = 0; i < edges; i++) {
        const float *a = numbers + 2 * i, *b = numbers + 2 * ((i + 1) % points);
        capsules[i] = (sm_capsule){{a[0], a[1]}, {b[0], b[1]}, s->attributes.radius};
    }
}

static void make_box(const level *l, const level_statement *s, sm_capsule *capsules) {
    static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}; /* counter-clockwise */
    const float *numbers = l->numbers + s->first_number;
    direction axis = direction_from_degrees(s->attributes.angle_degrees);
    sm_vec2 corners[4];
    for (int i = 0; i < 4; i++) {
        double along = signs[i][0] * (double)numbers[2] / 2;
        double across = signs[i][1] * (double)numbers[3] / 2;
        corners[i].x = (float)((double)numbers[0] + along * axis.x - across * axis.y);
        corners[i].y = (float)((double)numbers[1] + along * axis.y + across * axis.x);
    }
    for (int i = 0; i < 4; i++)
        capsules[i] = sm_segment(corners[i], corners[(i + 1) % 4]);
}

int level_count_capsules(const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    switch (s->kind) {
    case LEVEL_SEGMENT:
    case LEVEL_CHAIN:
        return s->number_count / 2 - 1;
    case LEVEL_LOOP:
        return s->number_count / 2;
    case LEVEL_BOX:
        return 4;
    case LEVEL_CIRCLE:
    case LEVEL_CAPSULE:
        return 1;
    default:
        return 0;
    }
}

void level_make_capsules(const level *l, int statement, sm_capsule *capsules) {
    const level_statement *s = &l->statements[statement];
    const float *n = l->numbers + s->first_number;
    switch (s->kind) {
    case LEVEL_SEGMENT:
    case LEVEL_CHAIN:
    case LEVEL_LOOP:
        make_polyline(l, s, capsules);
        break;
    case LEVEL_CIRCLE:
        *capsules = sm_circle((sm_vec2){n[0], n[1]}, n[2]);
        break;
    case LEVEL_CAPSULE:
        *capsules = (sm_capsule){{n[0], n[1]}, {n[2], n[3]}, n[4]};
        break;
    case LEVEL_BOX:
        make_box(l, s, capsules);
        break;
    default: /* no obstacle, or one of a 3D level */
        break;
    }
}

bool level_make_shapes(const level *l, level_shapes *shapes) {
    int count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += level_count_capsules(l, i);

    *shapes = (level_shapes){0};
    if (count == 0)
        return true;
    shapes->capsules = malloc((size_t)count * sizeof *shapes->capsules);
    shapes->statements = malloc((size_t)count * sizeof *shapes->statements);
    if (shapes->capsules == NULL || shapes->statements == NULL) {
        level_free_shapes(shapes);
        return false;
    }
    for (int i = 0; i < l->statement_count; i++) {
        int end = shapes->count + level_count_capsules(l, i);
        level_make_capsules(l, i, shapes->capsules + shapes->count);
        while (shapes->count < end)
            shapes->statements[shapes->count++] = i;
    }
    return true;
}

void level_free_shapes(level_shapes *shapes) {
    free(shapes->capsules);
    free(shapes->statements);
    *shapes = (level_shapes){0};
}

/* ---- Bounds ------------------------------------------------------------------------------ */

/* Not fminf and fmaxf: without -ffast-math they are calls, for the sake of NaN. */
static void include_disk(level_box *box, double x, double y, double radius) {
    float left = (float)(x - radius), right = (float)(x + radius);
    float bottom = (float)(y - radius), top = (float)(y + radius);
    box->min.x = left < box->min.x ? left : box->min.x;
    box->min.y = bottom < box->min.y ? bottom : box->min.y;
    box->max.x = right > box->max.x ? right : box->max.x;
    box->max.y = top > box->max.y ? top : box->max.y;
}

/* A capsule reaches no further than the disks at its ends. */
void level_box_include(level_box *box, sm_capsule c) {
    include_disk(box, (double)c.a.x, (double)c.a.y, (double)c.radius);
    include_disk(box, (double)c.b.x, (double)c.b.y, (double)c.radius);
}

level_box level_player_box(const level *l) {
    level_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    level_player player = level_get_player(l);
    float degrees = l->player < 0 ? 0 : l->statements[l->player].attributes.angle_degrees;
    direction axis = direction_from_degrees(degrees);
    for (int end = -1; end <= 1; end += 2) {
        double reach = end * (double)player.length / 2;
        include_disk(&box, (double)player.position.x + reach * axis.x,
                     (double)player.position.y + reach * axis.y, (double)player.radius);
    }
    return box;
}

level_box level_bounds(const level *l, const level_shapes *shapes) {
    level_box box = level_player_box(l);
    for (int i = 0; i < shapes->count; i++)
        level_box_include(&box, shapes->capsules[i]);
    return box;
}
