/* ui: what can be pressed, slid, typed into or read over a picture, as data. It knows nothing of
 * what the program shows.
 *
 * A list of controls is laid out anew whenever it is needed. Drawing reads it, and events look up
 * in it what they hit, so what is drawn is what answers. The command and the argument of a control
 * tell it from others. Words and tables are valid until the next layout. */
#ifndef UI_H
#define UI_H

#include "paint.h"
#include "text_field.h"

/* ---- Commands: what controls ask for ----------------------------------------------------- *
 *
 * The program has one table of commands; this is the form of its rows, and how they are found. */

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

struct app; /* the view does not know what it is */

/* A row of the program's one table of commands. The view shows what there is to show of it. */
typedef struct command_row {
    command_group group;
    const char *label; /* its keys, as the help shows them: "F1, H"; NULL: not listed */
    const char *help;

    /* Runs the command. NULL: it is only listed, or read while its key is held. */
    void (*run)(struct app *a, int argument);
    /* Takes what was typed into its field. Returns false when that will not do; NULL: no field. */
    bool (*type)(struct app *a, int argument, const char *typed);
    int argument; /* of its keys and its tool, for run */

    SDL_Keycode keys[3];  /* by what is printed on them; 0 ends */
    SDL_Keymod with;      /* KMOD_CTRL, KMOD_SHIFT, both or none */
    bool repeats;         /* while the key is down */
    SDL_Scancode held[2]; /* where the keys lie that, while down, drive this forward and back ... */
    int axis;             /* ... which is the program's to know */

    command_where where;
    const char *name; /* by which controls ask for it; NULL: none does. Rows may share one, with
                         other arguments or in levels of other dimensions */
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

/* Returns "", or in which levels alone it counts: " (2D)" or " (3D)", for lists of all. */
const char *command_where_words(const command_row *c);

/* Whether it is the command of that name; NULL is none. */
bool command_is(const command_row *c, const char *name);

/* Returns the row with that name and argument, or else the name's first, of those that count in a
 * level of so many dimensions; NULL when there is none, or no table or name. */
const command_row *command_find(const command_table *t, int dimensions, const char *name,
                                int argument);

typedef struct ui ui;

/* ---- Controls ---------------------------------------------------------------------------- */

typedef enum control_kind {
    CONTROL_SHADE, /* dims everything behind it, and keeps the pointer from it */
    CONTROL_PANEL, /* the body that others stand on, in its tone; the pointer does not reach through
                      it */
    CONTROL_HEADING,
    CONTROL_TEXT,
    CONTROL_KEY,   /* a key, and behind `marker` pixels what it does */
    CONTROL_WORDS, /* behind `marker` pixels; the pointer reaches through it */
    CONTROL_TABLE,
    CONTROL_BUTTON,
    CONTROL_BADGE, /* a button that tells a state: its value, in its tone */
    CONTROL_TOOL,  /* a button with an icon; its label is a tool tip */
    CONTROL_GRIP,  /* what stands below hangs on it while it is dragged */
    CONTROL_CHECK,
    CONTROL_CHOICE, /* one of several */
    CONTROL_SLIDER,
    CONTROL_FIELD,
    CONTROL_STEP,   /* of a lesson: a marked paragraph, with its number as value, "" for one that is
                       done */
    CONTROL_SCROLL, /* shows how much of a column is seen, which the wheel scrolls within its clip
                     */
    CONTROL_DRAWN   /* what `draw` draws */
} control_kind;

typedef enum badge_tone { TONE_PLAIN, TONE_ACCENT, TONE_ALARM } badge_tone;

/* How far a column is scrolled that may be higher than its room. Zeroed to begin with. */
typedef struct ui_scroll {
    float from; /* pixels at its top that are passed over */
    float max;  /* of these, as laid out last; 0: all of it is seen */
} ui_scroll;

typedef struct control {
    control_kind kind;
    layout_box box;
    layout_box clip;   /* only what lies in it is drawn and answers */
    const char *label; /* not owned, as the following ones */
    const char *key;   /* as the help shows it; NULL: none */
    const char *value; /* a figure to show, or the words of a line */
    const char *text;  /* of a field that is not being typed into */
    const char *hint;  /* what an empty field expects; NULL: nothing to say */
    const char *tip;   /* what it is for; NULL: nothing to say */
    icon icon;
    badge_tone tone;
    prose words;  /* how words stand in lines, */
    color ink;    /* and their colour */
    color swatch; /* of what is on or off, of a button or a key: what it shows has that colour;
                     0: none; of words and tables: what they stand on */
    bool on, disabled;
    float fraction; /* 0 .. 1: where a slider stands */
    float marker;   /* pixels of a key's or a step's width that are before its words; or around a
                       table */
    const struct ui_table *table;
    void (*draw)(const ui *u, layout_box box, void *context);
    void *context;
    ui_scroll *scroll;          /* not owned; of the column */
    const command_row *command; /* NULL: asks for nothing */
    int argument;
} control;

#define CONTROL_INSET_POINTS 7.0f    /* from a control's edge to its text */
#define UI_FAR_AWAY          (-1e6f) /* pixels: where the pointer counts as while it is elsewhere */

/* What the pointer and the keyboard do to controls. */
typedef struct ui_focus {
    sm_vec2 pointer;         /* pixels */
    float rest_seconds;      /* for how long it has not moved */
    bool is_on_control;      /* the pointer, in the layout before this one */
    const command_row *held; /* of a slider or button that is pressed; NULL: none */
    int held_argument;
    const command_row
        *typed; /* of the field that is typed into, or the button that Enter presses */
    int typed_argument;
    text_field field; /* what is typed */
} ui_focus;

/* Zeroed to begin with. */
struct ui {
    paint paint;    /* what it is laid out for, and drawn with */
    layout *layout; /* not owned; of the boxes over the scene */
    control *list;  /* owned */
    int count, capacity;
    layout_box clip;               /* what is added next is cut to it */
    struct ui_memory *memory;      /* owned; of words and tables */
    const command_table *commands; /* that they ask for; NULL: none */
    int dimensions;                /* of the level that they are for */
    ui_focus focus;
};

void ui_free(ui *u);

/* Begins a layout with an empty list, for a level of so many dimensions. */
void ui_begin(ui *u, paint on, layout *boxes, int dimensions);

/* Returns words that are valid until the next layout. */
__attribute__((format(printf, 2, 3))) const char *ui_print(ui *u, const char *format, ...);

/* Returns a number of usual size with four decimals, and never -0. */
const char *ui_print_number(ui *u, double x);

/* Adds a control and returns it for the rest to be filled in, before another is added. `command` is
 * the name of the command that it asks for, NULL for none. */
control *ui_add(ui *u, control_kind kind, layout_box box, const char *label, const char *command,
                int argument);

/* Adds a tool with that icon. */
control *ui_add_tool(ui *u, layout_box box, icon drawn, const char *tip, const char *command,
                     int argument);

/* Adds words with their upper left corner there, and `pad` pixels before and behind them. Ink, and
 * swatch as what they stand on, may be set then. */
control *ui_add_words(ui *u, sm_vec2 at, prose how, float pad, const char *words);

/* Adds a row of words: a label at its left, and a value at its right. */
void ui_add_text(ui *u, layout_box box, const char *label, const char *value);

/* Adds a box that `draw` draws into. */
control *ui_add_drawn(ui *u, layout_box box,
                      void (*draw)(const ui *u, layout_box box, void *context), void *context);

/* Begins a panel that what is added next stands on, and returns it for ui_end_panel, which takes
 * its box. */
int ui_begin_panel(ui *u);
void ui_end_panel(ui *u, int panel, layout_box box);

/* Moves what was added from `first` on by so many pixels. */
void ui_move(ui *u, int first, float x, float y);

/* Makes what was added from `first` on a column in a room that may be too low for it: laid out from
 * y = 0 to `height`, it is moved to where the room begins, and up by the scroll, which is brought
 * into what makes sense. Where it is too low, a bar in the track tells which part is seen. */
void ui_scroll_column(ui *u, int first, layout_box room, layout_box track, float height,
                      ui_scroll *scroll);

/* ---- Tables ------------------------------------------------------------------------------ */

enum { UI_COLUMNS = 8 };

typedef struct ui_column {
    const char *head;   /* NULL: none */
    const char *widest; /* the column is as wide as this or its head; NULL: as its widest cell */
    int rank;           /* where there is no room, columns of higher rank are left out first */
    bool to_left;       /* its words begin at its left end */
    bool is_dim;
    bool takes_rest; /* of the width */
} ui_column;

typedef struct ui_row {
    const char *cells[UI_COLUMNS]; /* NULL: empty */
    color ink;                     /* 0: the theme's */
    color swatch;                  /* of a ring before the first cell; 0: none */
    bool is_dim;
    bool is_marked; /* stands out */
    bool spans;     /* the first cell has the whole width */
} ui_row;

typedef struct ui_table {
    const ui_column *columns; /* copied, as the rows are */
    int column_count;
    const ui_row *rows;
    int row_count;
    bool has_heads;
    float x[UI_COLUMNS], width[UI_COLUMNS]; /* pixels, as laid out; width 0: left out */
} ui_table;

/* Returns the height of a row, in pixels. */
float ui_row_height(const ui *u);

/* Adds a table of that width; the box becomes as high as its rows. */
control *ui_add_table(ui *u, layout_box box, ui_table table);

/* Adds one that stands on a box of its own, where there is room over the scene. `width` is in
 * points, 0: as wide as its columns. */
void ui_add_table_box(ui *u, layout_corner corner, float width, ui_table table);

/* ---- What is hit ------------------------------------------------------------------------- */

/* Returns what is to be changed to scroll the column under a point, NULL: there is none. */
ui_scroll *ui_scroll_at(const ui *u, sm_vec2 point);

/* Returns the topmost control under a point, NULL when there is none: then it belongs to the scene.
 */
const control *ui_at(const ui *u, sm_vec2 point);

/* Returns the control that asks for this, NULL when none is laid out. */
const control *ui_find(const ui *u, const command_row *command, int argument);

/* Whether it asks for the command of that name. */
bool control_asks(const control *c, const char *command);

bool control_is_pressable(const control *c);

/* Where a slider's knob would be with the pointer at `x`: 0 .. 1. */
float slider_fraction_at(layout_box box, float x, float scale);

/* Where in the typed text a pointer at `x` is: a byte offset. */
int ui_caret_at(const ui *u, const control *field, float x);

/* ---- Drawing ----------------------------------------------------------------------------- */

void ui_draw(const ui *u);

/* Draws what the control that the pointer rests on is for, and its key. */
void ui_draw_tip(const ui *u);

#endif
