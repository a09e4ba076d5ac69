#include "edit_check.h"

#include <math.h>

#include "../level/statements.h"

static bool is_good_number(level_kind kind, const level_attribute_info *attribute, int index,
                           float value) {
    if (!(fabsf(value) <= LEVEL_NUMBER_MAX)) /* NaN neither */
        return false;
    level_least least = level_operand_least(kind, attribute, index);
    return least == LEVEL_ANY || value > 0 || (least == LEVEL_NOT_NEGATIVE && value == 0);
}

static bool are_good_numbers(const edit_shape *shape) {
    const level_statement_info *info = &level_statements[shape->kind];
    int count = shape->number_count;
    if (count < info->min_numbers || (info->max_numbers >= 0 && count > info->max_numbers) ||
        (level_is_polyline(shape->kind) && count % 2 != 0))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_good_number(shape->kind, NULL, i, shape->numbers[i]))
            return false;
    return true;
}

/* Copies the attributes that are present. Returns false when one may not be. */
static bool take_attributes(level_kind kind, level_attribute_values given,
                            level_attribute_values *taken) {
    *taken = (level_attribute_values){.present = given.present};
    if ((given.present & ~level_statements[kind].attributes) != 0)
        return false;
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
        const level_attribute_info *attribute = &level_attributes[i];
        if ((given.present & attribute->flag) == 0)
            continue;
        float *from[LEVEL_ATTRIBUTE_NUMBERS], *to[LEVEL_ATTRIBUTE_NUMBERS];
        int count = level_attribute_numbers(&given, attribute->flag, from);
        level_attribute_numbers(taken, attribute->flag, to);
        for (int k = 0; k < count; k++) {
            if (!is_good_number(kind, attribute, k, *from[k]))
                return false;
            *to[k] = *from[k];
        }
    }
    return true;
}

/* Whether the level has such statements, and the mesh if it is one. */
static bool is_good_kind(const level *l, const edit_shape *shape) {
    level_kind kind = shape->kind;
    if (!(level_is_obstacle(kind) || level_is_player(kind)) || !level_has_kind(l->dimensions, kind))
        return false;
    return kind != LEVEL_MESH || (shape->mesh >= 0 && shape->mesh < l->mesh_count);
}

bool edit_take_shape(const level *l, const edit_shape *given, edit_shape *taken) {
    *taken = *given;
    return is_good_kind(l, given) && are_good_numbers(given) &&
           take_attributes(given->kind, given->attributes, &taken->attributes);
}

static bool are_same_attributes(const level_attribute_values *a, const level_attribute_values *b) {
    return a->present == b->present && a->radius == b->radius && a->length == b->length &&
           a->angle_degrees == b->angle_degrees && a->spin == b->spin && a->shift.x == b->shift.x &&
           a->shift.y == b->shift.y && a->shift_seconds == b->shift_seconds && a->at.x == b->at.x &&
           a->at.y == b->at.y && a->at.z == b->at.z && a->scale == b->scale;
}

bool edit_says(const level *l, const level_statement *s, const edit_shape *shape) {
    if (s->kind != shape->kind || (s->kind == LEVEL_MESH && s->mesh != shape->mesh) ||
        s->number_count != shape->number_count ||
        !are_same_attributes(&s->attributes, &shape->attributes))
        return false;
    for (int i = 0; i < s->number_count; i++)
        if (l->numbers[s->first_number + i] != shape->numbers[i])
            return false;
    return true;
}
