/* view: how the sandbox is shown, and the picture of it. The window, `render` and the benchmark
 * draw through view_draw, so that they show the same. */
#ifndef VIEW_H
#define VIEW_H

#include "../sandbox/pick.h"
#include "frame.h"
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
    float help_scroll; /* pixels */
    bool following;
    bool fitted; /* shows the whole level, and goes on to do so when the size changes */
    figures figures;
    char path[VIEW_MESSAGE_LENGTH];    /* of the level, as shown */
    char message[VIEW_MESSAGE_LENGTH]; /* what just happened; "": nothing */
    float message_seconds;             /* how much longer it is shown */
    char error[VIEW_MESSAGE_LENGTH];   /* what is wrong with the file; "": nothing */
    int error_count;                   /* 0: it is no error, but changed while there are edits */
    pick hover;                        /* what the pointer would grab, or has grabbed */
    bool hover_held;
    scene_outlines outlines;
} view;

/* Prepares a view of `width` by `height` pixels. Returns false, with `error` filled, when there is
 * no font or no memory; nothing is then held. */
bool view_open(view *v, int width, int height, float scale, const char *font_path, char *error,
               size_t error_size);
void view_close(view *v);

/* Changes the size in pixels and the scale. Returns false, and stays as it was, when memory ran
 * out. */
bool view_resize(view *v, int width, int height, float scale);

/* Shows the whole level. */
void view_fit(view *v, const sandbox *s);

/* Shows the player in the middle, with so many world units across. */
void view_focus(view *v, const sandbox *s, float span);

/* Says something for a few seconds. */
__attribute__((format(printf, 2, 3))) void view_say(view *v, const char *format, ...);

/* Draws the picture into v->canvas. `between` (0 .. 1) is how far the time is from the tick before
 * the last to the last. */
void view_draw(view *v, const sandbox *s, float between);

#endif
