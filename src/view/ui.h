/* ui: buttons, sliders, fields, tables and words over a picture, as data. It does not depend on the
 * rest of the program.
 *
 * A list of controls is laid out anew for each event and picture. Drawing reads the list, and an
 * event finds the control that it hits in it, so the two always agree. A control is identified by
 * its command and argument. Words and tables are valid until the next layout. */
#ifndef UI_H
#define UI_H

#include "paint.h"
#include "text_field.h"

/* ---- Commands, which controls run ----------------------------------------------------- *
 *
 * The program has one table of commands; this is the form of its rows, and how they are found. */

/* The headings of lists of commands. */
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

/* The dimension of the levels that have a command. */
typedef enum command_where { COMMAND_ANYWHERE, COMMAND_IN_2D = 2, COMMAND_IN_3D = 3 } command_where;

/* What a command needs; without it the command's tool is dimmed. */
typedef enum command_need { NEEDS_NOTHING, NEEDS_SELECTION, NEEDS_UNDO, NEEDS_REDO } command_need;

/* The icons of the tools, from assets/icons.txt: ICON_SELECT and so on. They are strokes, sharp at
 * every scale. */
typedef enum icon {
#define ICON(name, ...) ICON_##name,
#include "icons.inc"
#undef ICON
} icon;

/* The tool of a command, in the tool bar or above the panel's column. */
typedef struct command_tool {
    int place; /* 1, 2, ... from the top of the bar; 101 ... and 201 ... from the left in the
                  rows above the column; 0: it has no tool */
    bool starts_group; /* there is a gap before it */
    icon icon;
    const char *label;
} command_tool;

struct app; /* opaque here */

/* A row of the program's table of commands. */
typedef struct command_row {
    command_group group;
    const char *label; /* its keys in the help: "F1, H"; NULL: not listed */
    const char *help;

    /* Runs the command. NULL: it is only listed, or its keys are read while they are held. */
    void (*run)(struct app *a, int argument);
    /* Takes the text typed into its field. Returns false when the text is not accepted. NULL: it
     * has no field. */
    bool (*type)(struct app *a, int argument, const char *typed);
    int argument; /* the argument of `run` for its keys and its tool */

    SDL_Keycode keys[3];  /* by their labels; 0 ends the list */
    SDL_Keymod with;      /* KMOD_CTRL, KMOD_SHIFT, both or none */
    bool repeats;         /* while the key is down */
    SDL_Scancode held[2]; /* by their place: while down they drive the axis forward and back */
    int axis;             /* an axis of the program */

    command_where where;
    const char *name; /* its name for controls; NULL: no control runs it. Rows may share a name,
                         with other arguments or dimensions */
    command_need need;
    bool first; /* one of the ten that the help lists first */
    command_tool tool;
} command_row;

typedef struct command_table {
    const command_row *rows;
    int count;
} command_table;

/* Whether levels of that dimension have the command. */
bool command_is_in(const command_row *c, int dimensions);

/* Returns " (2D)" or " (3D)" for a command that only such levels have, otherwise "". */
const char *command_where_words(const command_row *c);

/* Whether the command has that name; false for NULL. */
bool command_is(const command_row *c, const char *name);

/* Returns the row with that name and argument that levels of that dimension have, or else the first
 * row of the name; NULL when there is none, or no table or name. */
const command_row *command_find(const command_table *t, int dimensions, const char *name,
                                int argument);

typedef struct ui ui;

/* ---- Controls ---------------------------------------------------------------------------- */

typedef enum control_kind {
    CONTROL_SHADE, /* dims everything behind it, and takes its events */
    CONTROL_PANEL, /* a body below other controls, in its tone; it takes the events on it */
    CONTROL_HEADING,
    CONTROL_TEXT,
    CONTROL_KEY,   /* a key, and after `marker` pixels its help */
    CONTROL_WORDS, /* after `marker` pixels; events go through it */
    CONTROL_TABLE,
    CONTROL_BUTTON,
    CONTROL_BADGE, /* a button that shows a state: its value, in its tone */
    CONTROL_TOOL,  /* a button with an icon; its label is a tool tip */
    CONTROL_GRIP,  /* a drag of it moves the panel below */
    CONTROL_CHECK,
    CONTROL_CHOICE, /* one of several, of which at most one is on */
    CONTROL_SLIDER,
    CONTROL_FIELD,
    CONTROL_STEP,   /* a step of a lesson: a marked paragraph, with its number as value, "" for one
                       that is done */
    CONTROL_SCROLL, /* a scroll bar; the wheel scrolls its column inside the clip */
    CONTROL_DRAWN   /* drawn by `draw` */
} control_kind;

typedef enum badge_tone { TONE_PLAIN, TONE_ACCENT, TONE_ALARM } badge_tone;

/* The scroll of a column. Zeroed to begin with. */
typedef struct ui_scroll {
    float from; /* pixels above its visible part */
    float max;  /* the largest `from`, as laid out last; 0: the column fits */
} ui_scroll;

typedef struct control {
    control_kind kind;
    layout_box box;
    layout_box clip;   /* the control is drawn, and takes events, inside of it */
    const char *label; /* not owned, as the following ones */
    const char *key;   /* the key in the tip; NULL: none */
    const char *value; /* a figure, or the words of a line */
    const char *text;  /* of a field, while it is not typed into */
    const char *hint;  /* shown in an empty field; NULL: none */
    const char *tip;   /* the tool tip; NULL: none */
    icon icon;
    badge_tone tone;
    prose words;  /* how words are broken into lines */
    color ink;    /* the colour of words */
    color swatch; /* the colour that a switch, button or key stands for; of words and tables, their
                     background; 0: none */
    bool on, disabled;
    float fraction; /* 0 .. 1: the place of a slider's knob */
    float marker;   /* pixels before the words of a key or step; or around a table */
    const struct ui_table *table;
    void (*draw)(const ui *u, layout_box box, void *context);
    void *context;
    ui_scroll *scroll;          /* not owned; of a CONTROL_SCROLL */
    const command_row *command; /* that a press runs; NULL: none */
    int argument;
} control;

#define CONTROL_INSET_POINTS 7.0f    /* from a control's edge to its text */
#define UI_FAR_AWAY          (-1e6f) /* pixels: the pointer's place while it is outside */

/* The pointer and the keyboard, as controls need them. */
typedef struct ui_focus {
    sm_vec2 pointer;         /* pixels */
    float rest_seconds;      /* how long it has not moved */
    bool is_on_control;      /* whether the pointer was on a control in the last layout */
    const command_row *held; /* the command of the pressed slider or button; NULL: none */
    int held_argument;
    bool by_finger;           /* the pointer is a finger: a drag scrolls */
    ui_scroll *dragged;       /* of the column below the finger; NULL: none */
    ui_scroll *gliding;       /* of the column that goes on after a drag; NULL: none */
    bool is_drag;             /* the finger has moved so far that it presses nothing */
    float drag_from;          /* y where the finger began, pixels */
    float unspent, speed;     /* pixels of the drag since the last picture; pixels a second */
    const command_row *typed; /* the command of the field that is typed into, or of the button that
                                 Enter presses */
    int typed_argument;
    text_field field; /* the typed text */
} ui_focus;

/* Zeroed to begin with. */
struct ui {
    paint paint;    /* the target of drawing, which the layout is for */
    layout *layout; /* not owned; of the boxes over the scene */
    control *list;  /* owned */
    int count, capacity;
    layout_box clip;               /* of the controls that are added next */
    struct ui_memory *memory;      /* owned; of words and tables */
    const command_table *commands; /* that controls run; NULL: none */
    int dimensions;                /* of the level */
    ui_focus focus;
};

void ui_free(ui *u);

/* Begins a layout with an empty list, for a level of so many dimensions. */
void ui_begin(ui *u, paint on, layout *boxes, int dimensions);

/* Returns words that are valid until the next layout. */
__attribute__((format(printf, 2, 3))) const char *ui_print(ui *u, const char *format, ...);

/* Returns a number of common size with four decimals, without -0. */
const char *ui_print_number(ui *u, double x);

/* Adds a control, and returns it; set its other fields before you add another. `command` is the
 * name of the command that it runs, NULL for none. */
control *ui_add(ui *u, control_kind kind, layout_box box, const char *label, const char *command,
                int argument);

/* Adds a tool with that icon. */
control *ui_add_tool(ui *u, layout_box box, icon drawn, const char *tip, const char *command,
                     int argument);

/* Adds words with their upper left corner there, and `pad` pixels before and after them. You may
 * then set their ink, and as background their swatch. */
control *ui_add_words(ui *u, sm_vec2 at, prose how, float pad, const char *words);

/* Adds a row of words: a label at its left, and a value at its right. */
void ui_add_text(ui *u, layout_box box, const char *label, const char *value);

/* Adds a box that `draw` draws. */
control *ui_add_drawn(ui *u, layout_box box,
                      void (*draw)(const ui *u, layout_box box, void *context), void *context);

/* Begins a panel below the controls that are added next. Pass its return value to ui_end_panel,
 * with the panel's box. */
int ui_begin_panel(ui *u);
void ui_end_panel(ui *u, int panel, layout_box box);

/* Moves the controls from `first` on by so many pixels. */
void ui_move(ui *u, int first, float x, float y);

/* Makes the controls from `first` on, which were laid out from y = 0 to `height`, a scrolled column
 * in the room: moves them to the top of the room and up by the scroll, which is limited to its
 * range. If the room is too low for the column, it adds a scroll bar in the track. */
void ui_scroll_column(ui *u, int first, layout_box room, layout_box track, float height,
                      ui_scroll *scroll);

/* ---- Tables ------------------------------------------------------------------------------ */

enum { UI_COLUMNS = 8 };

typedef struct ui_column {
    const char *head;   /* NULL: none */
    const char *widest; /* the text that sets its width, or its head; NULL: its widest cell */
    int rank;           /* without room for all, columns of higher rank are left out first */
    bool to_left;       /* left-aligned */
    bool is_dim;
    bool takes_rest; /* it gets the rest it gets the rest of the width */
} ui_column;

typedef struct ui_row {
    const char *cells[UI_COLUMNS]; /* NULL: empty */
    color ink;                     /* 0: the theme's */
    color swatch;                  /* of a ring before the first cell; 0: none */
    bool is_dim;
    bool is_marked; /* highlighted */
    bool spans;     /* the first cell has the whole width */
} ui_row;

typedef struct ui_table {
    const ui_column *columns; /* copied, like the rows */
    int column_count;
    const ui_row *rows;
    int row_count;
    bool has_heads;
    float x[UI_COLUMNS], width[UI_COLUMNS]; /* pixels, as laid out; width 0: left out */
} ui_table;

/* Returns the height of a row, in pixels. */
float ui_row_height(const ui *u);

/* Returns how large a control is, in points: a finger needs more room than a pointer. */
float ui_for_pointer(const ui *u, float points);

/* Adds a table of that width; the box becomes as high as its rows. */
control *ui_add_table(ui *u, layout_box box, ui_table table);

/* Adds a table in a box of its own, if there is room over the scene. `width` is in points, 0: the
 * width of its columns. */
void ui_add_table_box(ui *u, layout_corner corner, float width, ui_table table);

/* ---- A finger on a column ----------------------------------------------------------------- */

/* Begins a drag of the column under the pointer. Returns whether there is one. */
bool ui_drag_begin(ui *u);

/* Scrolls by the displacement of the pointer, `by` pixels. Returns whether the finger drags the
 * column; until it has moved far enough, it may still press the control below it. */
bool ui_drag_move(ui *u, sm_vec2 by);

/* Ends the drag; the column goes on and comes to rest. Returns whether the finger dragged it. */
bool ui_drag_end(ui *u);

/* Lets the column go on for so many seconds. Call it once a picture. */
void ui_glide(ui *u, float seconds);

/* ---- What is hit ------------------------------------------------------------------------- */

/* Returns the scroll of the column under a point, NULL when there is none. */
ui_scroll *ui_scroll_at(const ui *u, sm_vec2 point);

/* Returns the topmost control under a point, NULL when the point is in the scene. */
const control *ui_at(const ui *u, sm_vec2 point);

/* Returns the control that runs the command with that argument, NULL when there is none. */
const control *ui_find(const ui *u, const command_row *command, int argument);

/* Whether the control runs the command of that name. */
bool control_asks(const control *c, const char *command);

bool control_is_pressable(const control *c);

/* Returns the fraction of a slider with its knob at `x`: 0 .. 1. */
float slider_fraction_at(layout_box box, float x, float scale);

/* Returns the byte offset in the typed text at the pixel `x`. */
int ui_caret_at(const ui *u, const control *field, float x);

/* ---- Drawing ----------------------------------------------------------------------------- */

void ui_draw(const ui *u);

/* Draws the error of the typed text beside its field, or else the tip and the key of the control
 * that the pointer rests on. */
void ui_draw_tip(const ui *u);

#endif
