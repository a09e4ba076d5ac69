/* Hostile clipboards: a text is refused with its errors and changes nothing, or what it adds can be
 * undone; and what is then copied can be pasted again. */
#include "fuzz.h"

#include "../src/sandbox/sandbox.h"
#include "../src/sandbox/selection.h"

static const char levels[][64] = {"slidemove 1\nplayer 0 0\nsegment 0 4 4 4\n",
                                  "slidemove3 1\nplayer 0 0 0\nsphere 4 4 4 1\n"};

static bool is_text(const level *l, const char *text) {
    size_t length;
    char *written = level_write(l, &length);
    bool same = written != NULL && strcmp(written, text) == 0;
    free(written);
    return same;
}

static void check_copied(selection *sel, edit *e, const level *l, int pasted) {
    level_errors errors;
    char *copied = clip_copy(sel, l);
    require(copied != NULL);
    require(clip_paste(sel, e, copied, strlen(copied), (sm3_vec){1, 1, 0}, &errors) == pasted);
    require(edit_undo(e));
    free(copied);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    const char *text = levels[data[0] % 2];
    level_errors errors;
    level *l = level_read(text, strlen(text), &errors);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    require(s != NULL);
    selection sel = {0};
    sm3_vec offset = {0.5f, -0.5f, 0};
    int pasted = clip_paste(&sel, s->edit, (const char *)data + 1, size - 1, offset, &errors);
    if (pasted < 0)
        require_errors(&errors);
    if (pasted > 0) {
        check_copied(&sel, s->edit, s->level, pasted);
        require(edit_undo(s->edit));
    }
    require(is_text(s->level, text));
    selection_free(&sel);
    sandbox_destroy(s);
    return 0;
}
