/* view: shows the sandbox: the camera, the panels and the picture. The window, `render` and the
 * benchmark draw through view_draw, so that they show the same. */
#ifndef VIEW_H
#define VIEW_H

#include "../sandbox/pointer_tool.h"
#include "dialog.h"
#include "explored.h"
#include "hud.h"
#include "inspector.h"
#include "lesson_card.h"
#include "panel.h"
#include "scene.h"

#define VIEW_MESSAGE_LENGTH 512

/* The camera inside a move, and the one before, to go back to. */
typedef struct view_near {
    bool is_inside; /* the table of the move stands beside the scene */
    bool is_on;     /* the camera is there, or on its way there or back */
    bool is_left;   /* the user has moved it meanwhile: it goes back alone */
    camera goal;
    camera before; /* as are the following */
    bool fitted, placed;
    unsigned level;       /* sandbox.levels_shown then */
    unsigned long tick;   /* of the move that the goal is for, */
    sm_resolver resolver; /* which made it, */
    bool ahead;           /* or of its look ahead, */
    int width, height;    /* and the size of the picture */
} view_near;

/* What stands in for keys under two thumbs. */
typedef struct thumbs {
    bool has_jump;   /* the level needs a jump button, and the pointer is a finger */
    layout_box jump; /* the button's, as laid out last; no width: there is none */
    bool jumps;      /* a finger is on it */
    bool steers;     /* a finger steers the player like a stick */
    sm_vec2 from;    /* where that finger began, pixels */
    sm_vec2 to;      /* where it is */
} thumbs;

typedef struct view {
    canvas *canvas; /* owned */
    text *text;     /* owned */
    camera camera;
    int theme;   /* index into themes */
    float scale; /* pixels a point */
    unsigned overlays;
    bool help;
    ui_scroll help_scroll;
    bool following;
    bool fitted;    /* the whole level is shown, and is fitted again when the size changes */
    bool placed;    /* the view is the one that the level sets; see view_open_scene */
    float place[6]; /* as level_scene.view */
    unsigned own_overlays, scene_overlays; /* before the level set others; those that it set */
    figures figures;
    char path[VIEW_MESSAGE_LENGTH];    /* of the level, as it is shown */
    char message[VIEW_MESSAGE_LENGTH]; /* the last message; "": none */
    float message_seconds;             /* how much longer the message is shown */
    char error[VIEW_MESSAGE_LENGTH];   /* of the level's file; "": none */
    char headline[80];                 /* the line above the error */
    plane_scene plane;                 /* of a 2D level */
    space_scene solid;                 /* of a 3D level */

    /* Parts of a window that a picture does not have: */
    pointer_tool *pointer_tool; /* not owned; NULL in a picture */
    const session *session;     /* not owned; NULL: none is recorded */
    timeline timeline;
    panel panel;
    explored explored;
    lesson_card lesson;
    inspector inspector; /* inside a move it takes the panel's place */
    float below;         /* pixels of the scene's height that the card takes */
    float tools;         /* pixels from the left that the tool bar takes; 0: there is none */
    bool glides;         /* a move is come near to little by little, by view_glide */
    bool stays;          /* the camera does not move: the user has set it */
    bool is_plain;       /* tools, panel, timeline and card are left to the page around it */
    view_near near;
    dialog dialog;
    ui ui; /* as laid out last, with the boxes over the scene */
    layout layout;
    label_list labels; /* of the scene that is being drawn */
    lens lens;
    thumbs thumbs;
    frame drawn; /* the picture that is being drawn, for the lens in it */
} view;

/* Opens a view of `width` by `height` pixels. `commands` are for its controls and the help; NULL: a
 * picture without both. Returns false, with `error` filled, when there is no font or no memory;
 * nothing is then allocated. */
bool view_open(view *v, int width, int height, float scale, const command_table *commands,
               const char *font_path, char *error, size_t error_size);
void view_close(view *v);

/* Changes the size in pixels and the scale. Returns false, and changes nothing, when memory ran
 * out. */
bool view_resize(view *v, int width, int height, float scale);

/* Opens or collapses the side panel. The scene has the rest of the window. */
void view_open_panel(view *v, const sandbox *s, bool open);

/* Lays the controls out. */
void view_lay_out(view *v, const sandbox *s);

/* Returns a frame for a picture of the sandbox. */
frame view_frame(view *v, const sandbox *s, float between);

/* Returns a frame for an inset: an area of the canvas that shows the scene around `middle` again,
 * `span` world units across, in 3D from the same side. */
frame view_frame_inset(const frame *whole, canvas_rect area, sm3_vec middle, float span);

/* Draws level, movers and overlays within the canvas' clip, and prepares the frame for drawing over
 * them until the next scene. Returns false, with a message in the picture, when memory ran out. */
bool view_draw_scene(view *v, frame *f);

/* Shows the whole level, in 3D from where its player looks. */
void view_begin(view *v, const sandbox *s);

/* The same with the view and overlays that the level sets, except those in `given`, a set of
 * LEVEL_SETS_... Overlays that the level before had set are first reset, unless they were changed
 * since. */
void view_open_scene(view *v, const sandbox *s, unsigned given);

/* Returns how many numbers the view statement of such a level has. */
int view_count_numbers(const sandbox *s);

/* Sets the view from the numbers of a level's view statement. */
void view_place(view *v, const sandbox *s, const float numbers[6]);

/* Returns the overlays and the view as a level would set them. The view is absent if the whole
 * level is shown, overlays if they are the default ones. */
level_scene view_get_scene(const view *v, const sandbox *s);

/* Shows the whole level. */
void view_fit(view *v, const sandbox *s);

/* After a change of the size, shows the whole level or the view that it sets again, if that was
 * shown before. */
void view_refit(view *v, const sandbox *s);

/* Shows the player, `between` its last two ticks, in the middle, `span` world units across. */
void view_focus(view *v, const sandbox *s, float between, float span);

/* Moves the view by so many pixels. */
void view_pan(view *v, sm_vec2 by);

/* Turns the view by so many pixels; in 2D it moves it. */
void view_turn(view *v, const sandbox *s, sm_vec2 by);

/* Zooms by the factor; the point under the pixel stays there. */
void view_zoom(view *v, sm_vec2 at, float factor);

/* Moves the view a little toward the player; `seconds` is the time since the last call. */
void view_follow(view *v, const sandbox *s, float seconds);

/* Inside a move moves the camera near its contacts, outside of it back to the view before;
 * `seconds` is the time since the last call. Without `glides`, as in pictures, that happens at once
 * when the view is laid out. */
void view_glide(view *v, const sandbox *s, float seconds);

/* Returns the stick under the thumb, each part -1 .. 1, y down; 0 while there is none. */
sm_vec2 view_stick(const view *v);

/* Returns where the pointer points; .at and .slack are to be set. */
pointer_ray view_ray(const view *v);

/* Shows a message for a few seconds. */
__attribute__((format(printf, 2, 3))) void view_say(view *v, const char *format, ...);

/* Draws the progress of a long task, 0 .. 1. */
void view_draw_progress(view *v, const sandbox *s, const char *words, float fraction);

/* Draws the picture into v->canvas, `between` (0 .. 1) the last two ticks. Returns false, with a
 * message in the picture, when there is no memory for the scene. */
bool view_draw(view *v, const sandbox *s, float between);

#endif
