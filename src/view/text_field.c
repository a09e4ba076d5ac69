#include "text_field.h"

#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/text.h"

bool field_is_open(const text_field *f) {
    return f->text != NULL;
}

void field_close(text_field *f) {
    free(f->text);
    *f = (text_field){0};
}

void field_open(text_field *f, const char *text) {
    field_close(f);
    int length = (int)strlen(text);
    memory_grow(&f->text, &f->capacity, length, 1);
    memcpy(f->text, text, (size_t)length + 1);
    f->length = f->caret = length;
}

/* ---- Characters -------------------------------------------------------------------------- */

/* Returns the nearest character boundary at the offset or, by `step`, before or behind it. */
static int boundary(const text_field *f, int offset, int step) {
    offset = offset < 0 ? 0 : offset > f->length ? f->length : offset;
    while (offset > 0 && offset < f->length && text_is_inside_character(f->text[offset]))
        offset += step;
    return offset;
}

static int word_before(const text_field *f, int offset) {
    while (offset > 0 && f->text[offset - 1] == ' ')
        offset--;
    while (offset > 0 && f->text[offset - 1] != ' ')
        offset--;
    return offset;
}

static int word_behind(const text_field *f, int offset) {
    while (offset < f->length && f->text[offset] != ' ')
        offset++;
    while (offset < f->length && f->text[offset] == ' ')
        offset++;
    return offset;
}

/* ---- Editing ----------------------------------------------------------------------------- */

void field_place(text_field *f, int offset, bool select) {
    f->caret = boundary(f, offset, -1);
    if (!select)
        f->mark = f->caret;
}

static int first_selected(const text_field *f) {
    return SDL_min(f->caret, f->mark);
}

static int end_selected(const text_field *f) {
    return SDL_max(f->caret, f->mark);
}

static void remove_selected(text_field *f) {
    int first = first_selected(f), end = end_selected(f);
    memmove(f->text + first, f->text + end, (size_t)(f->length - end) + 1);
    f->length -= end - first;
    f->caret = f->mark = first;
    f->edited = f->edited || end > first;
    f->wrong[0] = '\0';
}

void field_insert(text_field *f, const char *text) {
    int length = (int)strlen(text);
    memory_grow(&f->text, &f->capacity, f->length + length, 1);
    remove_selected(f);
    char *place = f->text + f->caret;
    memmove(place + length, place, (size_t)(f->length - f->caret) + 1);
    memcpy(place, text, (size_t)length);
    for (int i = 0; i < length; i++) {
        if (strchr("\n\r\t", place[i]) != NULL)
            place[i] = ' ';
    }
    f->length += length;
    f->edited = f->edited || length > 0;
    f->wrong[0] = '\0';
    field_place(f, f->caret + length, false);
}

/* ---- Keys -------------------------------------------------------------------------------- */

static void copy(text_field *f) {
    char *end = f->text + end_selected(f), behind_it = *end;
    *end = '\0';
    if (f->caret != f->mark)
        SDL_SetClipboardText(f->text + first_selected(f));
    *end = behind_it;
}

static void paste(text_field *f) {
    char *pasted = SDL_GetClipboardText();
    if (pasted != NULL)
        field_insert(f, pasted);
    SDL_free(pasted);
}

static bool press_with_control(text_field *f, SDL_Keycode key) {
    if (key == SDLK_a) {
        f->mark = 0;
        f->caret = f->length;
    } else if (key == SDLK_v) {
        paste(f);
    } else if (key == SDLK_c || key == SDLK_x) {
        copy(f);
        if (key == SDLK_x)
            remove_selected(f);
    } else {
        return false;
    }
    return true;
}

bool field_press(text_field *f, SDL_Keysym key) {
    bool word = (key.mod & KMOD_CTRL) != 0, select = (key.mod & KMOD_SHIFT) != 0;
    bool has_selected = f->caret != f->mark, collapses = has_selected && !select;
    int left = word ? word_before(f, f->caret) : boundary(f, f->caret - 1, -1);
    int right = word ? word_behind(f, f->caret) : boundary(f, f->caret + 1, 1);
    switch (key.sym) {
    case SDLK_LEFT:
        field_place(f, collapses ? first_selected(f) : left, select);
        return true;
    case SDLK_RIGHT:
        field_place(f, collapses ? end_selected(f) : right, select);
        return true;
    case SDLK_HOME:
        field_place(f, 0, select);
        return true;
    case SDLK_END:
        field_place(f, f->length, select);
        return true;
    case SDLK_BACKSPACE:
    case SDLK_DELETE:
        if (!has_selected)
            f->mark = key.sym == SDLK_DELETE ? right : left;
        remove_selected(f);
        return true;
    default:
        return word && press_with_control(f, key.sym);
    }
}
