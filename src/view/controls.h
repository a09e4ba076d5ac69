/* controls: what can be pressed, slid or typed into, as data.
 *
 * A list is laid out anew whenever it is needed. Drawing reads it, and events look up in it what
 * they hit, so what is drawn is what answers. A control's id is its command with an argument. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "command_table.h"
#include "frame.h"
#include "text_field.h"

/* ---- Controls ---------------------------------------------------------------------------- */

typedef enum control_kind {
    CONTROL_SHADE, /* dims everything behind it, and keeps the pointer from it */
    CONTROL_PANEL, /* the body that others stand on, in its tone; the pointer does not reach through
                      it */
    CONTROL_HEADING,
    CONTROL_TEXT,
    CONTROL_KEY,   /* a key, and behind `marker` pixels what it does */
    CONTROL_WORDS, /* behind `marker` pixels; the pointer reaches through it */
    CONTROL_BUTTON,
    CONTROL_BADGE, /* a button that tells a state: its value, in its tone */
    CONTROL_TOOL,  /* a button with an icon; its label is a tool tip */
    CONTROL_GRIP,  /* what stands below hangs on it while it is dragged */
    CONTROL_CHECK,
    CONTROL_CHOICE, /* one of several */
    CONTROL_SLIDER,
    CONTROL_FIELD,
    CONTROL_STEP,   /* of a lesson: a marked paragraph, with its number as value */
    CONTROL_TILE,   /* a picture with its title below, to choose from */
    CONTROL_SCROLL, /* shows how much of a column is seen, which the wheel scrolls within its clip
                     */
    CONTROL_DRAWN   /* what `draw` draws */
} control_kind;

typedef enum badge_tone { TONE_PLAIN, TONE_ACCENT, TONE_ALARM } badge_tone;

enum { CONTROL_VALUE_LENGTH = 512 };

typedef struct control control;

struct control {
    control_kind kind;
    layout_box box;
    layout_box clip;                  /* only what lies in it is drawn and answers */
    const char *label;                /* not owned, as the following ones */
    const char *key;                  /* as the help shows it; NULL: none */
    char value[CONTROL_VALUE_LENGTH]; /* a figure to show, or the words of a line */
    const char *text;                 /* of a field that is not being typed into */
    const char *hint;                 /* what an empty field expects; NULL: nothing to say */
    const char *tip;                  /* what it is for; NULL: nothing to say */
    icon icon;
    badge_tone tone;
    prose words;  /* how words stand in lines, */
    color ink;    /* and their colour */
    color swatch; /* of what is on or off, of a button or a key: what it shows has that colour;
                     0: none; of words and what is drawn: what they stand on */
    bool on, disabled;
    const canvas *picture; /* of a tile; NULL: none yet, or none, for which `hint` says why */
    float share;           /* 0 .. 1: where a slider stands, or how much of a tile is its picture */
    float marker;          /* pixels of a key's or a step's width that are before its words */
    void (*draw)(const frame *f, layout_box box, void *context);
    void *context;
    float *scroll;              /* not owned; of the column, pixels */
    const command_row *command; /* NULL: asks for nothing */
    int argument;
};

/* Zeroed to begin with. */
typedef struct control_list {
    control *list; /* owned */
    int count, room;
    bool ran_out;                  /* of memory since it was cleared: some are missing */
    control spare;                 /* what is handed out in their place */
    layout_box clip;               /* what is added next is cut to it */
    const command_table *commands; /* that they ask for; NULL: none */
    int dimensions;                /* of the level that they are for */
} control_list;

#define CONTROL_INSET_POINTS 7.0f    /* from a control's edge to its text */
#define CONTROLS_FAR_AWAY    (-1e6f) /* pixels: where the pointer counts as while it is elsewhere */

/* What the pointer does to controls. */
typedef struct control_focus {
    sm_vec2 pointer;         /* pixels */
    float rest_seconds;      /* for how long it has not moved */
    const command_row *held; /* of a slider or button that is pressed; NULL: none */
    int held_argument;
    const command_row
        *typed; /* of the field that is typed into, or the button that Enter presses */
    int typed_argument;
    text_field field; /* what is typed */
} control_focus;

void controls_free(control_list *l);
void controls_clear(control_list *l, float width, float height);

/* Adds one and returns it for the rest to be filled in, before another is added. */
control *controls_add(control_list *l, control_kind kind, layout_box box, const char *label,
                      const char *command, int argument);

/* Adds a tool with that icon. */
control *controls_add_tool(control_list *l, layout_box box, icon drawn, const char *tip,
                           const char *command, int argument);

/* Adds words with their upper left corner there, and `pad` pixels before and behind them. Ink, and
 * swatch as what they stand on, may be set then. */
control *controls_add_words(control_list *l, const frame *f, sm_vec2 at, prose how, float pad,
                            const char *words);

/* Adds a box where there is room over the scene, which `draw` draws into. */
void controls_add_box(control_list *l, const frame *f, layout_corner corner, float width,
                      float height, void (*draw)(const frame *f, layout_box box, void *context));

/* Adds a row of words: a label at its left, and a value at its right. */
__attribute__((format(printf, 4, 5))) void
controls_add_text(control_list *l, layout_box box, const char *label, const char *format, ...);

/* Moves what was added from `first` on by so many pixels. */
void controls_move(control_list *l, int first, float x, float y);

/* Makes what was added from `first` on a column in a room that may be too low for it: laid out from
 * y = 0 to `height`, it is moved to where the room begins, and up by *scroll, which is brought into
 * what makes sense. Where it is too low, a bar in the track tells which part is seen. */
void controls_scroll(control_list *l, int first, layout_box room, layout_box track, float height,
                     float *scroll);

/* Returns what is to be changed to scroll the column under a point, NULL: there is none. */
float *controls_scroll_at(const control_list *l, sm_vec2 point);

/* Whether a point lies in a box. */
bool control_has(layout_box box, sm_vec2 point);

/* Returns the topmost control under a point, NULL when there is none: then it belongs to the scene.
 */
const control *controls_at(const control_list *l, sm_vec2 point);

/* Returns the control that asks for this, NULL when none is laid out. */
const control *controls_find(const control_list *l, const command_row *command, int argument);

/* Whether it asks for the command with that role. */
bool control_asks(const control *c, const char *command);

bool control_is_pressable(const control *c);

/* Where a slider's knob would be with the pointer at `x`: 0 .. 1. */
float control_share_at(layout_box box, float x, float scale);

/* Where in the typed text a pointer at `x` is: a byte offset. */
int control_caret_at(const frame *f, const control *c, const text_field *typed, float x);

void controls_draw(const frame *f, const control_list *l, const control_focus *focus);

/* What the control that the pointer rests on is for, and its key. */
void controls_draw_tip(const frame *f, const control_list *l, const control_focus *focus);

#endif
