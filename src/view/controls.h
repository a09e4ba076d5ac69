/* controls: what can be pressed, slid or typed into, as data; and the commands that it asks for.
 *
 * A list is laid out anew whenever it is needed. Drawing reads it, and events look up in it what
 * they hit, so what is drawn is what answers. A control's id is its command with an argument. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include <SDL.h>

#include "frame.h"
#include "text_field.h"

/* ---- Commands ---------------------------------------------------------------------------- */

/* The headings under which lists have commands. */
typedef enum command_group {
    GROUP_MOVE,
    GROUP_TIME,
    GROUP_VIEW,
    GROUP_DRAW,
    GROUP_EDIT,
    GROUP_LEVEL,
    GROUP_COUNT
} command_group;

extern const char *const command_group_names[GROUP_COUNT];

/* In which levels a command counts: the number of their dimensions. */
typedef enum command_where { COMMAND_ANYWHERE, COMMAND_IN_2D = 2, COMMAND_IN_3D = 3 } command_where;

/* The commands that the panel, the dialogs and the tool bar know by what they show of them. */
typedef enum command_role {
    ROLE_NONE,
    ROLE_TOOL, /* argument: a drawing_tool */
    ROLE_HELP,
    ROLE_PANEL,
    ROLE_PAUSE,
    ROLE_STEP,
    ROLE_FORWARD, /* within a move */
    ROLE_BACK,
    ROLE_LEAVE,
    ROLE_RESET,
    ROLE_FOLLOW,
    ROLE_LEVEL, /* argument: 1 for the next, -1 for the previous */
    ROLE_LENS,
    ROLE_LENS_MOVE,
    ROLE_HINT, /* argument: a hint */
    ROLE_USUAL_SPEED,
    ROLE_NEXT_RESOLVER,
    ROLE_RESOLVER, /* argument: sm_resolver */
    ROLE_NEXT_MOVER,
    ROLE_MOVER, /* argument: mover_kind */
    ROLE_RADIUS,
    ROLE_SPEED,
    ROLE_PUSHES,
    ROLE_SLOPE,
    ROLE_STEP_HEIGHT,
    ROLE_SNAP,
    ROLE_JUMP,
    ROLE_MOMENTUM,
    ROLE_GRAVITY,
    ROLE_BOTH_SIDES,
    ROLE_GHOST, /* argument: sm_resolver */
    ROLE_GHOSTS_BACK,
    ROLE_OVERLAY, /* argument: its index */
    ROLE_ALL_OVERLAYS,
    ROLE_PROPERTY, /* argument: the property's id */
    ROLE_STATEMENT,
    ROLE_ANSWER, /* argument: the dialog's button */
    ROLE_TYPE,   /* the dialog's field */
    ROLE_LESSON,
    ROLE_LESSON_STEP, /* argument: its index */
    ROLE_TIMELINE,
    ROLE_TICK_BACK,
    ROLE_PLAY,   /* argument: -1 backwards, 1 forwards */
    ROLE_BRANCH, /* argument: -1 before the fork, 1 behind it */
    ROLE_MARK,   /* argument: SESSION_PUSHED and so on */
    ROLE_CHOOSE  /* argument: the browser's tile */
} command_role;

/* What there must be for a command to do something; its tool is dimmed else. */
typedef enum command_need { NEEDS_NOTHING, NEEDS_SELECTION, NEEDS_UNDO, NEEDS_REDO } command_need;

/* The pictures on the tools, as assets/icons.txt has them: ICON_SELECT and so on. They are drawn,
 * so that they are sharp at every scale. */
typedef enum icon {
#define ICON(name, ...) ICON_##name,
#include "icons.inc"
#undef ICON
} icon;

/* How a command stands in the tool bar, or above the panel's column. */
typedef struct command_tool {
    int place; /* 1, 2, ... from the top of the bar; 101 ... and 201 ... from the left in the
                  rows above the column; 0: it has no tool */
    bool starts_group; /* stands a little apart from the tool before */
    icon icon;
    const char *label;
} command_tool;

struct app; /* whoever acts; the view hands it to no one and does not know it */

/* A row of the program's one table of commands. The view shows what there is to show of it. */
typedef struct command_row {
    command_group group;
    const char *label; /* its keys, as the help shows them: "F1, H"; NULL: not listed */
    const char *help;

    /* What it does: one of both, or neither where it is only listed or read while held. */
    void (*run)(struct app *a);
    void (*run_with)(struct app *a, int argument);
    /* Takes the value of its slider. NULL: it has none. */
    void (*slide)(struct sandbox *s, float value);
    /* Takes where its bar is dragged to, 0 .. 1. */
    void (*drag)(struct app *a, float share);
    /* Takes what was typed into its field. Returns false when that will not do; NULL: no field. */
    bool (*type)(struct app *a, int argument, const char *typed);
    int argument; /* of its keys and its tool, for run_with */

    SDL_Keycode keys[3];  /* by what is printed on them; 0 ends */
    SDL_Keymod with;      /* KMOD_CTRL, KMOD_SHIFT, both or none */
    bool repeats;         /* while the key is down */
    SDL_Scancode held[2]; /* where the keys lie that, while down, drive this forward and back ... */
    int axis;             /* ... which is the program's to know */

    command_where where;
    command_role role;
    command_need need;
    bool first; /* one of the ten that the help tells before all others */
    command_tool tool;
} command_row;

typedef struct command_table {
    const command_row *rows;
    int count;
} command_table;

/* Whether the command counts in a level of so many dimensions. */
bool command_counts(const command_row *c, int dimensions);

/* Returns "", or in which levels alone it counts: " (2D)" or " (3D)", for lists of all.
 */
const char *command_where_words(const command_row *c);

/* Returns the row with that role and argument, or else the role's first, of those that count in a
 * level of so many dimensions; NULL when there is none. */
const command_row *command_find(const command_table *t, int dimensions, command_role role,
                                int argument);

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
                      command_role role, int argument);

/* Adds a tool with that icon. */
control *controls_add_tool(control_list *l, layout_box box, icon drawn, const char *tip,
                           command_role role, int argument);

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
bool control_asks(const control *c, command_role role);

bool control_is_pressable(const control *c);

/* Where a slider's knob would be with the pointer at `x`: 0 .. 1. */
float control_share_at(layout_box box, float x, float scale);

/* Where in the typed text a pointer at `x` is: a byte offset. */
int control_caret_at(const frame *f, const control *c, const text_field *typed, float x);

void controls_draw(const frame *f, const control_list *l, const control_focus *focus);

/* What the control that the pointer rests on is for, and its key. */
void controls_draw_tip(const frame *f, const control_list *l, const control_focus *focus);

#endif
