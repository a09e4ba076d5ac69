/* controls: what can be pressed, slid or typed into, as data.
 *
 * A list is laid out anew whenever it is needed. Drawing reads it, and events look up in it what
 * they hit, so what is drawn is what answers. A control's id is the action it asks for. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "../app/keys.h"
#include "frame.h"
#include "icons.h"
#include "text_field.h"

typedef enum control_kind {
    CONTROL_SHADE, /* dims everything behind it, and keeps the pointer from it */
    CONTROL_PANEL, /* the body that others stand on; the pointer does not reach through it */
    CONTROL_HEADING,
    CONTROL_TEXT,
    CONTROL_BUTTON,
    CONTROL_TOOL, /* a button with an icon; its label is a tool tip */
    CONTROL_CHECK,
    CONTROL_CHOICE, /* one of several */
    CONTROL_SLIDER,
    CONTROL_FIELD,
    CONTROL_ROW,   /* of a list to choose from */
    CONTROL_SCROLL /* shows how much of a column is seen */
} control_kind;

typedef struct control_box {
    float x, y, width, height; /* pixels */
} control_box;

enum { CONTROL_VALUE_LENGTH = 64 };

typedef struct control {
    control_kind kind;
    control_box box;
    control_box clip;                 /* only what lies in it is drawn and answers */
    const char *label;                /* not owned, as the following ones */
    const char *key;                  /* as the help shows it; NULL: none */
    char value[CONTROL_VALUE_LENGTH]; /* a figure to show */
    const char *text;                 /* of a field that is not being typed into */
    const char *hint;                 /* what an empty field expects; NULL: nothing to say */
    icon icon;
    bool on, disabled;
    float share; /* of a slider: 0 .. 1 */
    key_action action;
    int argument;
} control;

enum { CONTROLS_MAX = 200 };

typedef struct control_list {
    control list[CONTROLS_MAX];
    int count;
    control_box clip; /* what is added next is cut to it */
} control_list;

#define CONTROLS_FAR_AWAY (-1e6f) /* pixels: where the pointer counts as while it is elsewhere */

/* What the hand does to controls. */
typedef struct control_focus {
    sm_vec2 pointer;    /* pixels */
    float rest_seconds; /* for how long it has not moved */
    key_action held;    /* a slider or button that is pressed; DO_NOTHING: none */
    int held_argument;
    key_action typed; /* the field that is typed into, or the button that Enter presses */
    int typed_argument;
    text_field field; /* what is typed */
} control_focus;

void controls_clear(control_list *l, float width, float height);

/* Adds one and returns it for the rest to be filled in. When there is no room the last one is
 * replaced: CONTROLS_MAX is more than a screen holds. */
control *controls_add(control_list *l, control_kind kind, control_box box, const char *label,
                      key_action action, int argument);

/* Returns the topmost control under a point, NULL when there is none: then it belongs to the scene.
 */
const control *controls_at(const control_list *l, sm_vec2 point);

/* Returns the control that asks for this, NULL when none is laid out. */
const control *controls_find(const control_list *l, key_action action, int argument);

bool control_takes_text(const control *c);
bool control_is_pressable(const control *c);

/* Where a slider's knob would be with the pointer at `x`: 0 .. 1. */
float control_share_at(const control *c, float x, float scale);

/* Where in the typed text a pointer at `x` is: a byte offset. */
int control_caret_at(const frame *f, const control *c, const text_field *typed, float x);

void controls_draw(const frame *f, const control_list *l, const control_focus *focus);

/* The label and key of the tool that the pointer rests on. */
void controls_draw_tip(const frame *f, const control_list *l, const control_focus *focus);

#endif
