#include "selection_edit.h"

#include "shape_edit.h"

/* ---- All or none ------------------------------------------------------------------------- */

static bool finish(edit *e, bool good) {
    bool changed = good && edit_end(e);
    if (!good)
        edit_cancel(e);
    edit_release(e);
    return changed;
}

/* From the last to the first: what is inserted or removed shifts none that are still to come. */
bool selection_remove(selection *sel, edit *e) {
    if (edit_is_open(e))
        return false;
    edit_begin(e);
    edit_hold(e);
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
    edit_hold(e);
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
    edit_hold(e);
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
    edit_hold(e);
    for (int i = 0; i < sel->count; i++)
        count += edit_reverse(e, sel->statements[i]);
    edit_end(e);
    edit_release(e);
    return count;
}
