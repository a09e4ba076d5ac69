#include "selection_edit.h"

#include "../level/statements.h"
#include "shape_edit.h"

/* ---- All or none ------------------------------------------------------------------------- */

static bool finish(edit *e, bool good) {
    if (good)
        return edit_end(e);
    edit_cancel(e);
    return false;
}

/* From the last to the first: what is inserted or removed shifts none that are still to come. */
bool selection_remove(selection *sel, edit *e) {
    if (edit_is_open(e))
        return false;
    edit_begin(e);
    bool good = true;
    for (int i = sel->count - 1; i >= 0 && good; i--)
        good = edit_remove(e, sel->statements[i]);
    if (!finish(e, good))
        return false;
    selection_clear(sel);
    return true;
}

bool selection_duplicate(selection *sel, edit *e, sm3_vec offset) {
    if (edit_is_open(e))
        return false;
    edit_begin(e);
    bool good = true;
    for (int i = sel->count - 1; i >= 0 && good; i--)
        good = edit_duplicate3(e, sel->statements[i], offset);
    if (!finish(e, good))
        return false;
    for (int i = 0; i < sel->count; i++)
        sel->statements[i] += i + 1; /* as many copies stand before it, its own included */
    return true;
}

bool selection_move(const selection *sel, edit *e, sm3_vec delta) {
    if (edit_is_open(e))
        return false;
    edit_begin(e);
    bool good = true;
    for (int i = 0; i < sel->count && good; i++)
        good = edit_move3(e, sel->statements[i], delta);
    return finish(e, good);
}

/* ---- Those that allow it ----------------------------------------------------------------- */

int selection_reverse(const selection *sel, edit *e) {
    int count = 0;
    if (edit_is_open(e))
        return 0;
    edit_begin(e);
    for (int i = 0; i < sel->count; i++)
        count += edit_reverse(e, sel->statements[i]);
    edit_end(e);
    return count;
}

static bool takes(const level *l, int statement, unsigned flag) {
    return edit_is_obstacle(l, statement) &&
           (level_statements[l->statements[statement].kind].attributes & flag) != 0;
}

static void copy_attribute(level_attribute_values *to, level_attribute_values from, unsigned flag) {
    float *source[LEVEL_ATTRIBUTE_NUMBERS], *target[LEVEL_ATTRIBUTE_NUMBERS];
    int count = level_attribute_numbers(&from, flag, source);
    level_attribute_numbers(to, flag, target);
    for (int i = 0; i < count; i++)
        *target[i] = *source[i];
    to->present |= flag;
}

static bool set_attribute(edit *e, int statement, unsigned flag,
                          const level_attribute_values *values) {
    if (flag == LEVEL_HAS_RADIUS)
        return edit_set_radius(e, statement, values->radius);
    if (!takes(edit_level(e), statement, flag))
        return false;
    edit_shape shape = edit_get(edit_level(e), statement);
    copy_attribute(&shape.attributes, *values, flag);
    return edit_set(e, statement, &shape);
}

static bool clear_attribute(edit *e, int statement, unsigned flag) {
    if (!takes(edit_level(e), statement, flag))
        return false;
    edit_shape shape = edit_get(edit_level(e), statement);
    shape.attributes.present &= ~flag;
    return edit_set(e, statement, &shape);
}

int selection_set_attribute(const selection *sel, edit *e, unsigned flag,
                            const level_attribute_values *values) {
    int count = 0;
    if (edit_is_open(e))
        return 0;
    edit_begin(e);
    for (int i = 0; i < sel->count; i++)
        count += set_attribute(e, sel->statements[i], flag, values);
    edit_end(e);
    return count;
}

int selection_clear_attribute(const selection *sel, edit *e, unsigned flag) {
    int count = 0;
    if (edit_is_open(e))
        return 0;
    edit_begin(e);
    for (int i = 0; i < sel->count; i++)
        count += clear_attribute(e, sel->statements[i], flag);
    edit_end(e);
    return count;
}

int selection_count_having(const selection *sel, const level *l, unsigned flag) {
    int count = 0;
    for (int i = 0; i < sel->count; i++)
        count += edit_is_obstacle(l, sel->statements[i]) &&
                 (l->statements[sel->statements[i]].attributes.present & flag) != 0;
    return count;
}
