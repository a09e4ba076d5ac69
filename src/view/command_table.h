/* command_table: the form of the program's one table of commands, and how its rows are found. The
 * table itself is the program's. Controls name the command that they ask for. */
#ifndef COMMAND_TABLE_H
#define COMMAND_TABLE_H

#include <SDL.h>
#include <stdbool.h>

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

/* Returns "", or in which levels alone it counts: " (2D)" or " (3D)", for lists of all.
 */
const char *command_where_words(const command_row *c);

/* Whether it is the command of that name; NULL is none. */
bool command_is(const command_row *c, const char *name);

/* Returns the row with that name and argument, or else the name's first, of those that count in a
 * level of so many dimensions; NULL when there is none, or no table or name. */
const command_row *command_find(const command_table *t, int dimensions, const char *name,
                                int argument);

#endif
