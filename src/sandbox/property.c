#include "property.h"

#include <stdio.h>
#include <string.h>

#include "../level/numbers.h"
#include "../level/statements.h"

/* Ids: numbers from 0, attributes from here. */
enum { FIRST_ATTRIBUTE = 100 };

/* ---- Listing ----------------------------------------------------------------------------- */

static void print_numbers(char text[PROPERTY_TEXT_LENGTH], float *const numbers[], int count) {
    size_t at = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        char number[LEVEL_NUMBER_LENGTH];
        level_print_number(*numbers[i], number);
        at += (size_t)snprintf(text + at, PROPERTY_TEXT_LENGTH - at, "%s%s", i > 0 ? "," : "",
                               number);
    }
}

static void list_number(const edit_shape *shape, int index, property *p) {
    float number = shape->numbers[index], *const numbers[] = {&number};
    *p = (property){.id = index, .present = true};
    snprintf(p->words, sizeof p->words, "%s", level_operand_name(shape->kind, NULL, index).name);
    p->name = p->usage = p->words;
    print_numbers(p->text, numbers, 1);
}

static void attribute_text(const level *l, int statement, unsigned flag,
                           char text[PROPERTY_TEXT_LENGTH]) {
    level_attribute_values values = edit_get(l, statement).attributes;
    float *numbers[LEVEL_ATTRIBUTE_NUMBERS];
    int count = level_attribute_numbers(&values, flag, numbers);
    print_numbers(text, numbers, (values.present & flag) != 0 ? count : 0);
}

static void list_attribute(const level *l, const int *statements, int count, int index,
                           property *p) {
    const level_attribute_info *info = &level_attributes[index];
    level_attribute_values values = {0};
    float *numbers[LEVEL_ATTRIBUTE_NUMBERS];
    *p = (property){.id = FIRST_ATTRIBUTE + index, .name = info->name, .present = true};
    p->is_switch = level_attribute_numbers(&values, info->flag, numbers) == 0;
    const char *value = strchr(info->usage, '=');
    p->usage = value != NULL ? value + 1 : info->name;
    attribute_text(l, statements[0], info->flag, p->text);
    unsigned first = edit_get(l, statements[0]).attributes.present & info->flag;
    for (int i = 0; i < count; i++) {
        char text[PROPERTY_TEXT_LENGTH];
        unsigned present = edit_get(l, statements[i]).attributes.present & info->flag;
        attribute_text(l, statements[i], info->flag, text);
        p->present = p->present && present != 0;
        p->mixed = p->mixed || present != first || strcmp(text, p->text) != 0;
    }
    if (p->mixed)
        p->text[0] = '\0';
}

int property_list(const level *l, const int *statements, int count, property list[PROPERTY_MAX]) {
    int n = 0;
    if (count < 1)
        return 0;
    edit_shape shape = edit_get(l, statements[0]);
    if (count == 1 && level_statements[shape.kind].max_numbers >= 0) {
        for (int i = 0; i < shape.number_count && n < PROPERTY_MAX; i++)
            list_number(&shape, i, &list[n++]);
    }
    unsigned common = ~0u;
    for (int i = 0; i < count; i++)
        common &= level_statements[edit_get(l, statements[i]).kind].attributes;
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT && n < PROPERTY_MAX; i++) {
        if ((common & level_attributes[i].flag) != 0)
            list_attribute(l, statements, count, i, &list[n++]);
    }
    return n;
}

/* ---- Setting ----------------------------------------------------------------------------- */

/* Scans numbers divided by commas, blanks beside them allowed. Returns how many there are, -1 when
 * the text is anything else or there are more than `most`. */
static int scan_numbers(const char *text, float *numbers, int most) {
    for (int n = 0; n < most; n++) {
        text += strspn(text, " ");
        size_t length = strcspn(text, ", ");
        if (!level_scan_number(text, text + length, &numbers[n]))
            return -1;
        text += length;
        text += strspn(text, " ");
        if (*text == '\0')
            return n + 1;
        if (*text++ != ',')
            return -1;
    }
    return -1;
}

static bool set_number(edit *e, int statement, int index, const char *text) {
    edit_shape shape = edit_get(edit_level(e), statement);
    float numbers[PROPERTY_MAX];
    enum { ROOM = sizeof numbers / sizeof *numbers };
    if (shape.number_count > ROOM || index >= shape.number_count)
        return false;
    memcpy(numbers, shape.numbers, (size_t)shape.number_count * sizeof *numbers);
    if (scan_numbers(text, &numbers[index], 1) != 1)
        return false;
    shape.numbers = numbers;
    return edit_set(e, statement, &shape);
}

static bool set_attribute(edit *e, int statement, const level_attribute_info *info,
                          const char *text) {
    edit_shape shape = edit_get(edit_level(e), statement);
    float *places[LEVEL_ATTRIBUTE_NUMBERS], numbers[LEVEL_ATTRIBUTE_NUMBERS];
    int count = level_attribute_numbers(&shape.attributes, info->flag, places);
    shape.attributes.present &= ~info->flag;
    if (text[strspn(text, " ")] == '\0')
        return edit_set(e, statement, &shape);
    if (count > 0 && scan_numbers(text, numbers, count) != count)
        return false;
    for (int i = 0; i < count; i++)
        *places[i] = numbers[i];
    shape.attributes.present |= info->flag;
    return edit_set(e, statement, &shape);
}

static bool set_each(edit *e, const int *statements, int count, int id, const char *text) {
    for (int i = 0; i < count; i++) {
        bool good =
            id < FIRST_ATTRIBUTE
                ? set_number(e, statements[i], id, text)
                : set_attribute(e, statements[i], &level_attributes[id - FIRST_ATTRIBUTE], text);
        if (!good)
            return false;
    }
    return true;
}

static void explain(const level *l, int statement, int id, const char *text,
                    char message[PROPERTY_MESSAGE_LENGTH]) {
    static const char *const least_words[] = {
        [LEVEL_ANY] = "", [LEVEL_NOT_NEGATIVE] = " of 0 or more", [LEVEL_POSITIVE] = " above 0"};
    level_kind kind = edit_get(l, statement).kind;
    const level_attribute_info *info =
        id < FIRST_ATTRIBUTE ? NULL : &level_attributes[id - FIRST_ATTRIBUTE];
    if (info != NULL && strchr(info->usage, ',') != NULL)
        snprintf(message, PROPERTY_MESSAGE_LENGTH, "expected %s, found '%.40s'", info->usage, text);
    else
        snprintf(message, PROPERTY_MESSAGE_LENGTH,
                 "%s: expected a number%s, at most %g, found '%.40s'",
                 info != NULL ? info->name : level_operand_name(kind, NULL, id).name,
                 least_words[level_operand_least(kind, info, info != NULL ? 0 : id)],
                 (double)LEVEL_NUMBER_MAX, text);
}

bool property_set(edit *e, const int *statements, int count, int id, const char *text,
                  char message[PROPERTY_MESSAGE_LENGTH]) {
    edit_begin(e);
    edit_hold(e);
    bool good = set_each(e, statements, count, id, text);
    if (good)
        edit_end(e);
    else
        edit_cancel(e);
    edit_release(e);
    if (good)
        return true;
    explain(edit_level(e), statements[0], id, text, message);
    return false;
}
