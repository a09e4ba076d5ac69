/* shape_edit: reads a shape from the level, changes a copy of its numbers, and sets it. */
#include "shape_edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"
#include "../slidemove/vec.h"

/* ---- Short numbers --------------------------------------------------------------------- */

float decimal_step(float pixel) {
    const double slack = 1e-6; /* relative; the float may be below the decimal that it stands for */
    double half = (double)pixel / 2 * (1 + slack), ten = pow(10, floor(log10(half)));
    return (float)(half >= 5 * ten ? 5 * ten : half >= 2 * ten ? 2 * ten : ten);
}

/* Rounds in double, and uses the inverse if that is a whole number: 0.1 is not a float, 10 is. */
float decimal_round(float value, float step) {
    const double whole = 1e-6; /* relative; a float step's inverse is off by less */
    if (!(step > 0))
        return value;
    double per_unit = round(1 / (double)step);
    bool by_inverse = fabs(per_unit * (double)step - 1) < whole;
    double rounded = by_inverse ? round((double)value * per_unit) / per_unit
                                : round((double)value / (double)step) * (double)step;
    return (float)(rounded + 0.0); /* no -0 */
}

sm_vec2 decimal_round_point(sm_vec2 p, float step) {
    return (sm_vec2){decimal_round(p.x, step), decimal_round(p.y, step)};
}

sm3_vec decimal_round_place(sm3_vec p, float step) {
    return (sm3_vec){decimal_round(p.x, step), decimal_round(p.y, step), decimal_round(p.z, step)};
}

float decimal_walk(float value, int places, const float *sizes, int count) {
    int at = 0;
    while (at < count - 1 && value * value > sizes[at] * sizes[at + 1]) /* geometric middle */
        at++;
    long wanted = (long)at + places;
    return sizes[wanted < 0 ? 0 : wanted >= count ? count - 1 : wanted];
}

/* Returns how far a decimal may be from the value and still be read as this float. */
static double rounding_of(float value) {
    float size = fabsf(value);
    return ((double)nextafterf(size, INFINITY) - (double)size) / 2;
}

float decimal_sum(float a, float b) {
    const double finest = 1e9; /* per unit; floats below 1e-9 are left as they are */
    double sum = (double)a + (double)b, allowed = rounding_of(a) + rounding_of(b);
    for (double per_unit = 1; b != 0 && per_unit <= finest; per_unit *= 10) {
        double candidate = round(sum * per_unit) / per_unit;
        if (fabs(candidate - sum) <= allowed)
            return (float)(candidate + 0.0); /* no -0 */
    }
    return (float)sum;
}

static float moved(float value, float from, float to) {
    return value == from ? to : decimal_sum(value, decimal_sum(to, -from));
}

sm3_vec decimal_moved(sm3_vec p, sm3_vec from, sm3_vec to) {
    return (sm3_vec){moved(p.x, from.x, to.x), moved(p.y, from.y, to.y), moved(p.z, from.z, to.z)};
}

/* ---- Shapes ------------------------------------------------------------------------------ */

static int count_points(const edit_shape *shape) {
    bool has_points = level_is_obstacle(shape->kind) || level_is_player(shape->kind) ||
                      level_is_label(shape->kind);
    return has_points ? level_count_points(shape->kind, shape->number_count) : 0;
}

static int count_vertices(const edit_shape *shape) {
    return level_is_line(shape->kind) || shape->kind == LEVEL_CAPSULE ? count_points(shape) : 0;
}

static int count_edges(const edit_shape *shape) {
    return level_is_line(shape->kind) ? count_points(shape) - (shape->kind != LEVEL_LOOP) : 0;
}

/* Returns a statement's shape; without numbers if there is no such statement. */
static edit_shape get_shape(const edit *e, int statement) {
    const level *l = edit_level(e);
    if (statement < 0 || statement >= l->statement_count)
        return (edit_shape){.kind = LEVEL_VERSION};
    return edit_get(l, statement);
}

/* Points the shape at a copy of its numbers with room for `more`. Returns the copy, to be freed. */
static float *copy_numbers(edit_shape *shape, int more) {
    size_t count = (size_t)shape->number_count;
    float *copy = memory_alloc((count + (size_t)more) * sizeof *copy);
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

/* Sets the statement to the shape, with other numbers from the index `first` on. */
static bool set_numbers_at(edit *e, int statement, edit_shape *shape, int first,
                           const float *numbers, int count) {
    float *copy = copy_numbers(shape, 0);
    memcpy(copy + first, numbers, (size_t)count * sizeof *copy);
    return set_numbers(e, statement, shape, copy);
}

static void shift_points(float *numbers, int points, int dimensions, sm3_vec from, sm3_vec to) {
    const float was[3] = {from.x, from.y, from.z}, is[3] = {to.x, to.y, to.z};
    for (int i = 0; i < points * dimensions; i++)
        numbers[i] = moved(numbers[i], was[i % dimensions], is[i % dimensions]);
}

/* Returns the place of a mesh, which has no points of its own. */
static sm3_vec place_of_mesh(const edit_shape *shape) {
    bool is_said = (shape->attributes.present & (LEVEL_HAS_AT | LEVEL_HAS_PLACE)) != 0;
    return is_said ? shape->attributes.at : (sm3_vec){0, 0, 0};
}

static void shift_mesh(edit_shape *shape, sm3_vec from, sm3_vec to) {
    if (sm3_same(from, to))
        return;
    shape->attributes.at = decimal_moved(place_of_mesh(shape), from, to);
    shape->attributes.present |= shape->kind == LEVEL_MAP ? LEVEL_HAS_PLACE : LEVEL_HAS_AT;
}

/* Points the shape at a moved copy of its numbers. Returns the copy, to be freed; NULL when the
 * shape cannot be moved. */
static float *copy_moved(edit_shape *shape, const level *l, sm3_vec from, sm3_vec to) {
    int points = count_points(shape);
    bool is_mesh = level_names_file(shape->kind);
    float *numbers = points > 0 || is_mesh ? copy_numbers(shape, 1) : NULL;
    if (numbers == NULL)
        return NULL;
    shift_points(numbers, points, l->dimensions, from, to);
    if (is_mesh)
        shift_mesh(shape, from, to);
    return numbers;
}

/* ---- Points ------------------------------------------------------------------------------ */

int edit_vertex_count(const level *l, int statement) {
    if (statement < 0 || statement >= l->statement_count)
        return 0;
    edit_shape shape = edit_get(l, statement);
    return count_vertices(&shape);
}

bool edit_move_vertex(edit *e, int statement, int vertex, sm3_vec to) {
    edit_shape shape = get_shape(e, statement);
    if (vertex < 0 || vertex >= count_vertices(&shape))
        return false;
    return set_numbers_at(e, statement, &shape, 2 * vertex, &to.x, 2);
}

sm3_vec edit_point(const level *l, int statement, int point) {
    edit_shape shape = edit_get(l, statement);
    float place[3] = {0};
    if (level_names_file(shape.kind))
        return place_of_mesh(&shape);
    size_t dimensions = (size_t)l->dimensions;
    memcpy(place, shape.numbers + dimensions * (size_t)point, dimensions * sizeof *place);
    return (sm3_vec){place[0], place[1], place[2]};
}

bool edit_label_place(const level *l, int statement, sm3_vec *place) {
    bool is_label = level_is_label(l->statements[statement].kind);
    if (is_label)
        *place = edit_point(l, statement, 0);
    return is_label;
}

bool edit_move_from_to(edit *e, int statement, sm3_vec from, sm3_vec to) {
    edit_shape shape = get_shape(e, statement);
    float *numbers = copy_moved(&shape, edit_level(e), from, to);
    return numbers != NULL && set_numbers(e, statement, &shape, numbers);
}

bool edit_move(edit *e, int statement, sm3_vec delta) {
    return edit_move_from_to(e, statement, (sm3_vec){0, 0, 0}, delta);
}

bool edit_split(edit *e, int statement, int edge, sm3_vec at) {
    edit_shape shape = get_shape(e, statement);
    if (edge < 0 || edge >= count_edges(&shape))
        return false;
    float *numbers = copy_numbers(&shape, 2);
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
    bool has_direction = level_is_line(shape.kind) || shape.kind == LEVEL_TRIANGLE;
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

bool edit_insert_moved(edit *e, int at, edit_shape shape, sm3_vec offset) {
    float *numbers = copy_moved(&shape, edit_level(e), (sm3_vec){0, 0, 0}, offset);
    bool good = numbers != NULL && edit_insert(e, at, &shape);
    free(numbers);
    return good;
}

bool edit_duplicate(edit *e, int statement, sm3_vec offset) {
    return edit_insert_moved(e, statement + 1, get_shape(e, statement), offset);
}

/* ---- Sizes ------------------------------------------------------------------------------- */

bool edit_set_radius(edit *e, int statement, float radius) {
    edit_shape shape = get_shape(e, statement);
    int last = shape.number_count - 1;
    if (last >= 0 && strcmp(level_operand_name(shape.kind, NULL, last).text, "R") == 0)
        return set_numbers_at(e, statement, &shape, last, &radius, 1);
    shape.attributes.present |= LEVEL_HAS_RADIUS;
    shape.attributes.radius = radius;
    return edit_set(e, statement, &shape);
}

sm_vec2 edit_in_box(const edit_shape *box, sm3_vec point) {
    sm_vec2 axis = level_direction(box->attributes.angle_degrees);
    sm_vec2 out = {point.x - box->numbers[0], point.y - box->numbers[1]};
    return (sm_vec2){out.x * axis.x + out.y * axis.y, out.y * axis.x - out.x * axis.y};
}

bool edit_set_box_size(edit *e, int statement, float width, float height) {
    edit_shape shape = get_shape(e, statement);
    return shape.kind == LEVEL_BOX &&
           set_numbers_at(e, statement, &shape, 2, (float[]){width, height}, 2);
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
