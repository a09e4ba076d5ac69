/* view: how the sandbox is shown, and the picture of it. The window, `render` and the benchmark
 * draw through view_draw, so that they show the same. */
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
    bool fitted;    /* shows the whole level, and goes on to do so when the size changes ... */
    bool placed;    /* ... or, of a level that says what is seen, that; see view_open_scene */
    float place[6]; /* as level_scene.view */
    unsigned own_overlays, scene_overlays; /* before the level set others, and those it set */
    figures figures;
    char path[VIEW_MESSAGE_LENGTH];    /* of the level, as shown */
    char message[VIEW_MESSAGE_LENGTH]; /* what just happened; "": nothing */
    float message_seconds;             /* how much longer it is shown */
    char error[VIEW_MESSAGE_LENGTH];   /* what is wrong with the file; "": nothing */
    char headline[80];                 /* what stands above that */
    plane_scene plane;                 /* of a 2D level */
    space_scene solid;                 /* of a 3D level */

    /* What there is in a window, but not in a picture: a pointer tool, and what it can press. */
    pointer_tool *pointer_tool; /* not owned; NULL in a picture */
    const session *session;     /* not owned; NULL: none is recorded */
    timeline timeline;
    panel panel;
    explored explored;
    lesson_card lesson;
    inspector inspector; /* inside a move it takes the card's place */
    float below;         /* pixels of the scene's height that one of them takes */
    float tools;         /* pixels from the left that the tool bar takes; 0: there is none */
    dialog dialog;
    ui ui; /* as laid out last, and with it the boxes over the scene */
    layout layout;
    label_list labels; /* of the scene that is being drawn */
    lens lens;
    frame drawn; /* the picture that is being drawn, for the lens in it */
} view;

/* Prepares a view of `width` by `height` pixels. `commands` are what its controls and the help
 * offer; NULL, for a picture with neither: none. Returns false, with `error` filled, when there is
 * no font or no memory; nothing is then held. */
bool view_open(view *v, int width, int height, float scale, const command_table *commands,
               const char *font_path, char *error, size_t error_size);
void view_close(view *v);

/* Changes the size in pixels and the scale. Returns false, and stays as it was, when memory ran
 * out. */
bool view_resize(view *v, int width, int height, float scale);

/* Opens or folds the side panel: the scene has the rest of the window. */
void view_open_panel(view *v, const sandbox *s, bool open);

/* Lays the controls out as they are now. */
void view_lay_out(view *v, const sandbox *s);

/* Returns what a picture is drawn from and onto. */
frame view_frame(view *v, const sandbox *s, float between);

/* Returns what an area of the canvas is drawn from that shows the scene again, in 3D from the same
 * side: what is around `middle`, `span` world units across. */
frame view_frame_inset(const frame *whole, canvas_rect area, sm3_vec middle, float span);

/* Draws level, movers and overlays within the canvas' clip, and readies the frame for what is drawn
 * over them. It is good until the next scene is drawn. Returns false when there is no memory for
 * any of it, and has said so. */
bool view_draw_scene(view *v, frame *f);

/* Shows the whole level, in 3D from where its player looks. */
void view_begin(view *v, const sandbox *s);

/* The same with the view and overlays that the level sets, except those in `given`, a set of
 * LEVEL_SETS_... Overlays that the level before had set are first set back, unless they were
 * changed since. */
void view_open_scene(view *v, const sandbox *s, unsigned given);

/* Returns how many numbers the view statement of such a level has. */
int view_count_numbers(const sandbox *s);

/* Shows what these numbers of a level's view statement say. */
void view_place(view *v, const sandbox *s, const float numbers[6]);

/* Returns the overlays and the view as a level would set them. The view is absent where the whole
 * level is seen, overlays where they are the initial ones. */
level_scene view_get_scene(const view *v, const sandbox *s);

/* Shows the whole level. */
void view_fit(view *v, const sandbox *s);

/* Shows the whole level, or the view that it sets, again after the size changed, if that was seen.
 */
void view_refit(view *v, const sandbox *s);

/* Shows the player, `between` its last two ticks, in the middle, `span` world units across. */
void view_focus(view *v, const sandbox *s, float between, float span);

/* Moves what is seen by so many pixels. */
void view_pan(view *v, sm_vec2 by);

/* Turns what is seen by so many pixels; what cannot be turned is moved. */
void view_turn(view *v, const sandbox *s, sm_vec2 by);

/* Zooms by the factor; what is under the pixel stays there. */
void view_zoom(view *v, sm_vec2 at, float factor);

/* Moves what is seen a little toward the player; `seconds` is the time since the last call. */
void view_follow(view *v, const sandbox *s, float seconds);

/* Returns where the pointer points; .at and .slack are to be set. */
pointer_ray view_ray(const view *v);

/* Shows a message for a few seconds. */
__attribute__((format(printf, 2, 3))) void view_say(view *v, const char *format, ...);

/* Draws how much of a long task is done, 0 .. 1. */
void view_draw_progress(view *v, const sandbox *s, const char *words, float fraction);

/* Draws the picture into v->canvas. `between` (0 .. 1) is how far the time is from the tick before
 * the last to the last. Returns false when there is no memory for the scene, and has said so. */
bool view_draw(view *v, const sandbox *s, float between);

#endif
