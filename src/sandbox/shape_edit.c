/* shape_edit: shapes read from the level, altered in a copy of their numbers, and set. */
#include "shape_edit.h"

#include <stdlib.h>
#include <string.h>

#include "decimal.h"

static bool is_line(level_kind kind) {
    return kind == LEVEL_SEGMENT || kind == LEVEL_CHAIN || kind == LEVEL_LOOP;
}

static int count_vertices(const edit_shape *shape) {
    return is_line(shape->kind) ? shape->number_count / 2 : shape->kind == LEVEL_CAPSULE ? 2 : 0;
}

static int count_edges(const edit_shape *shape) {
    if (!is_line(shape->kind))
        return 0;
    return count_vertices(shape) - (shape->kind != LEVEL_LOOP);
}

/* How many points come first among the numbers of such a statement. */
static int count_points(const edit_shape *shape) {
    switch (shape->kind) {
    case LEVEL_CIRCLE:
    case LEVEL_BOX:
    case LEVEL_PLAYER:
    case LEVEL_SPHERE:
    case LEVEL_BOX3:
    case LEVEL_PLAYER3:
        return 1;
    case LEVEL_CAPSULE3:
        return 2;
    case LEVEL_TRIANGLE:
        return 3;
    default:
        return count_vertices(shape);
    }
}

/* Returns a statement's shape; one of a statement that is not there has no numbers. */
static edit_shape get_shape(const edit *e, int statement) {
    const level *l = edit_level(e);
    if (statement < 0 || statement >= l->statement_count)
        return (edit_shape){.kind = LEVEL_VERSION};
    return edit_get(l, statement);
}

/* Points the shape at a copy of its numbers with room for `more`. Returns the copy, to be freed, or
 * NULL when memory ran out. */
static float *copy_numbers(edit_shape *shape, int more) {
    size_t count = (size_t)shape->number_count;
    float *copy = malloc((count + (size_t)more) * sizeof *copy);
    if (copy == NULL)
        return NULL;
    if (count > 0)
        memcpy(copy, shape->numbers, count * sizeof *copy);
    shape->numbers = copy;
    return copy;
}

static bool set_numbers(edit *e, int statement, const edit_shape *shape, float *copy) {
    bool good = edit_set(e, statement, shape);
    free(copy);
    return good;
}

static void shift_points(float *numbers, int points, int dimensions, sm3_vec delta) {
    const float by[3] = {delta.x, delta.y, delta.z};
    for (int i = 0; i < points * dimensions; i++)
        numbers[i] = decimal_sum(numbers[i], by[i % dimensions]);
}

/* A mesh has no points of its own, but stands somewhere: where it says so, or is moved. */
static void shift_mesh(edit_shape *shape, sm3_vec delta) {
    if (delta.x == 0 && delta.y == 0 && delta.z == 0)
        return;
    sm3_vec *at = &shape->attributes.at;
    if ((shape->attributes.present & LEVEL_HAS_AT) == 0)
        *at = (sm3_vec){0, 0, 0};
    *at = (sm3_vec){decimal_sum(at->x, delta.x), decimal_sum(at->y, delta.y),
                    decimal_sum(at->z, delta.z)};
    shape->attributes.present |= LEVEL_HAS_AT;
}

/* Points the shape at numbers that are moved. Returns them, to be freed; NULL when it cannot be
 * moved or memory ran out. */
static float *copy_moved(edit_shape *shape, const level *l, sm3_vec delta) {
    int points = count_points(shape);
    bool is_mesh = shape->kind == LEVEL_MESH;
    float *numbers = points > 0 || is_mesh ? copy_numbers(shape, 1) : NULL;
    if (numbers == NULL)
        return NULL;
    shift_points(numbers, points, l->dimensions, delta);
    if (is_mesh)
        shift_mesh(shape, delta);
    return numbers;
}

/* ---- Points ------------------------------------------------------------------------------ */

int edit_vertex_count(const level *l, int statement) {
    if (statement < 0 || statement >= l->statement_count)
        return 0;
    edit_shape shape = edit_get(l, statement);
    return count_vertices(&shape);
}

bool edit_move_vertex(edit *e, int statement, int vertex, sm_vec2 to) {
    edit_shape shape = get_shape(e, statement);
    if (vertex < 0 || vertex >= count_vertices(&shape))
        return false;
    float *numbers = copy_numbers(&shape, 0);
    if (numbers == NULL)
        return false;
    numbers[2 * vertex] = to.x;
    numbers[2 * vertex + 1] = to.y;
    return set_numbers(e, statement, &shape, numbers);
}

bool edit_move3(edit *e, int statement, sm3_vec delta) {
    edit_shape shape = get_shape(e, statement);
    float *numbers = copy_moved(&shape, edit_level(e), delta);
    return numbers != NULL && set_numbers(e, statement, &shape, numbers);
}

bool edit_move(edit *e, int statement, sm_vec2 delta) {
    return edit_move3(e, statement, (sm3_vec){delta.x, delta.y, 0});
}

bool edit_move_from_to(edit *e, int statement, sm_vec2 from, sm_vec2 to) {
    edit_shape shape = get_shape(e, statement);
    int points = count_points(&shape);
    float *numbers = points > 0 ? copy_numbers(&shape, 0) : NULL;
    if (numbers == NULL)
        return false;
    for (int i = 0; i < points; i++) {
        sm_vec2 p = decimal_moved((sm_vec2){numbers[2 * i], numbers[2 * i + 1]}, from, to);
        numbers[2 * i] = p.x;
        numbers[2 * i + 1] = p.y;
    }
    return set_numbers(e, statement, &shape, numbers);
}

bool edit_split(edit *e, int statement, int edge, sm_vec2 at) {
    edit_shape shape = get_shape(e, statement);
    if (edge < 0 || edge >= count_edges(&shape))
        return false;
    float *numbers = copy_numbers(&shape, 2);
    if (numbers == NULL)
        return false;
    float *place = numbers + 2 * (edge + 1);
    size_t behind = (size_t)(shape.number_count - 2 * (edge + 1));
    memmove(place + 2, place, behind * sizeof *place);
    place[0] = at.x;
    place[1] = at.y;
    shape.number_count += 2;
    if (shape.kind == LEVEL_SEGMENT)
        shape.kind = LEVEL_CHAIN;
    return set_numbers(e, statement, &shape, numbers);
}

bool edit_reverse(edit *e, int statement) {
    edit_shape shape = get_shape(e, statement);
    bool has_direction = is_line(shape.kind) || shape.kind == LEVEL_TRIANGLE;
    int points = has_direction ? count_points(&shape) : 0;
    size_t dimensions = (size_t)edit_level(e)->dimensions;
    const float *old = shape.numbers;
    float *numbers = points > 0 ? copy_numbers(&shape, 0) : NULL;
    if (numbers == NULL)
        return false;
    for (size_t i = 0, last = (size_t)points - 1; i <= last; i++)
        memcpy(numbers + dimensions * i, old + dimensions * (last - i),
               dimensions * sizeof *numbers);
    return set_numbers(e, statement, &shape, numbers);
}

bool edit_duplicate3(edit *e, int statement, sm3_vec offset) {
    edit_shape shape = get_shape(e, statement);
    float *numbers = copy_moved(&shape, edit_level(e), offset);
    if (numbers == NULL)
        return false;
    bool good = edit_insert(e, statement + 1, &shape);
    free(numbers);
    return good;
}

bool edit_duplicate(edit *e, int statement, sm_vec2 offset) {
    return edit_duplicate3(e, statement, (sm3_vec){offset.x, offset.y, 0});
}

/* ---- Sizes ------------------------------------------------------------------------------- */

static bool ends_with_radius(level_kind kind) {
    return kind == LEVEL_CIRCLE || kind == LEVEL_CAPSULE || kind == LEVEL_SPHERE ||
           kind == LEVEL_CAPSULE3;
}

bool edit_set_radius(edit *e, int statement, float radius) {
    edit_shape shape = get_shape(e, statement);
    if (!ends_with_radius(shape.kind)) {
        shape.attributes.present |= LEVEL_HAS_RADIUS;
        shape.attributes.radius = radius;
        return edit_set(e, statement, &shape);
    }
    float *numbers = copy_numbers(&shape, 0);
    if (numbers == NULL)
        return false;
    numbers[shape.number_count - 1] = radius;
    return set_numbers(e, statement, &shape, numbers);
}

bool edit_set_box_size(edit *e, int statement, float width, float height) {
    edit_shape shape = get_shape(e, statement);
    if (shape.kind != LEVEL_BOX)
        return false;
    float numbers[4] = {shape.numbers[0], shape.numbers[1], width, height};
    shape.numbers = numbers;
    return edit_set(e, statement, &shape);
}

/* An angle of 0 needs no attribute, but may have one. */
bool edit_set_angle(edit *e, int statement, float degrees) {
    edit_shape shape = get_shape(e, statement);
    if ((level_statements[shape.kind].attributes & LEVEL_HAS_ANGLE) == 0)
        return false;
    if (degrees == 0 && shape.attributes.angle_degrees != 0)
        shape.attributes.present &= ~(unsigned)LEVEL_HAS_ANGLE;
    else if (degrees != 0)
        shape.attributes.present |= LEVEL_HAS_ANGLE;
    shape.attributes.angle_degrees = degrees;
    return edit_set(e, statement, &shape);
}
