/* frame: the sources and the target of one picture, and the strokes that all drawing uses.
 *
 * A stroke goes from place to place in the world. In 2D strokes go onto the canvas; in 3D onto the
 * raster, fainter and dashed where something hides them. Callers draw the same for both; only the
 * draw backends, one for each, know the difference.
 *
 * A point is 1/96 inch: one pixel at scale 1. Line widths and text are in points, so they do not
 * change with the zoom and look the same on a high-DPI screen. */
#ifndef FRAME_H
#define FRAME_H

#include <math.h>

#include "../sandbox/moments.h"
#include "../sandbox/sandbox.h"
#include "../slidemove/vec.h"
#include "camera.h"
#include "canvas.h"
#include "paint.h"
#include "raster.h"

/* ---- Labels: words beside what they name, none over another ------------------------------ */

/* Labels are collected while a scene is drawn, then drawn over it together: each at its wanted
 * place or as near as there is room, with a line to what it names. */

enum { LABELS = 160, LABEL_LENGTH = 96 };

typedef struct scene_label {
    sm_vec2 at; /* the place that it names, pixels */
    layout_box wanted;
    color ink;
    bool bare;        /* without a body; it is left out where its place is taken */
    bool is_letter;   /* of a formula: it may lie over the mover */
    layout_box place; /* where it was drawn; no width: it was left out */
    char words[LABEL_LENGTH];
} scene_label;

typedef struct label_list {
    scene_label list[LABELS]; /* more are left out */
    int count;
    int drawn;        /* of the list, how many there were when they were drawn last */
    sm_vec2 mover[2]; /* the ends of the mover's inner segment, pixels, */
    float radius;     /* and its radius: labels go to its side */
} label_list;

/* ---- The frame --------------------------------------------------------------------------- */

/* Measured by the program's loop; shown by the figures overlay. */
typedef struct figures {
    float frames_per_second;
    float frame_milliseconds; /* to draw one */
    float tick_microseconds;  /* to make one */
} figures;

typedef struct frame frame;

/* How 2D or 3D is drawn. Numbers are points unless they say otherwise; parameters are pixels. */
typedef struct draw_backend {
    float push_apart;    /* distance of the arrows of pushes, side by side; 0: all at one place */
    bool labels_along;   /* a label stands beside its place in a direction, not above it */
    bool marks_features; /* a mark on the feature of a shape that has the closest point */

    /* Returns the ink at that strength, 0 .. 1, so that no spot is darker where strokes meet. */
    color (*faint)(const frame *f, color ink, float strength);
    void (*stroke)(const frame *f, sm3_vec a, sm3_vec b, float width, float head, float dash,
                   float gap, color ink); /* head, dash 0: none */
    /* Draws a line or an arrow that is as strong where something hides it. */
    void (*mark)(const frame *f, sm3_vec a, sm3_vec b, float width, float head, color ink);
    void (*dot)(const frame *f, sm3_vec at, float radius, float hole, color ink, color hidden);
    /* Draws the player's outline at a position, turned beyond its own pose. */
    void (*player)(const frame *f, sm3_vec position, sm3_vec turn, float points, color ink);
    /* Draws the outline of an obstacle; in 3D only the edges of the mask. */
    void (*shape)(const frame *f, const sm3_triangle *t, unsigned edges, float points, color ink);
    void (*held)(const frame *f, sm3_vec at, sm3_vec normal,
                 color ink); /* a plane that holds the mover */
    void (*grid)(const frame *f);
    void (*work_plane)(const frame *f, work_plane on, sm3_vec around, float least,
                       color ink); /* NULL: the plane is the picture's */
} draw_backend;

extern const draw_backend plane_backend, space_backend;

struct frame {
    canvas *canvas;
    text *text; /* NULL: a picture without words */
    const theme *theme;
    const draw_backend *backend;
    float scale; /* pixels a point */
    const sandbox *sandbox;
    sm3_vec position; /* of the player, between the last two ticks */
    float heading;
    sm3_vec turn;   /* of the player beyond that, inside a look ahead; see moment.turn */
    float between;  /* the last two ticks: 0 .. 1 */
    bool is_inside; /* the last move: its player and its walls are as they are in this moment */
    moment moment;
    const sm3_collision *marked; /* the formula is of this one; NULL: none is shown */
    figures figures;
    unsigned overlays;           /* the set of those that are shown */
    bool is_following, has_lens; /* the player is followed; the lens is open */
    camera camera;
    bool
        inset; /* the picture is an inset: a magnified detail of the scene without boxes of words */
    layout *layout;     /* of the boxes over the scene */
    label_list *labels; /* collected from it */

    const int *visible; /* the obstacles that may be in view; NULL: the first visible_count */
    int visible_count;

    raster_ink *ground_ink; /* of 3D; colours the ground, NULL: not */
    const void *ground;     /* its context */
    raster *raster;
    const unsigned char *edges; /* of each obstacle, as in raster_find_edges */
};

/* Returns the means to draw boxes and words of the frame. */
static inline paint frame_paint(const frame *f) {
    return (paint){f->canvas, f->text, f->theme, f->scale};
}

/* Returns one of the obstacles that may be in view: 0 .. visible_count - 1. */
static inline int frame_visible(const frame *f, int index) {
    return f->visible != NULL ? f->visible[index] : index;
}

/* ---- Places ------------------------------------------------------------------------------ */

/* Returns the place so many pixels from another in a direction, a unit vector. */
static inline sm3_vec frame_beyond(const frame *f, sm3_vec from, sm3_vec direction, float pixels) {
    return sm3_offset(from, direction, pixels / camera_pixels(&f->camera, from, 1));
}

/* Returns the smallest of 1, 2, 5 times a power of ten that is at least `least`. */
float frame_round_step(float least);

enum { FRAME_POSITION_LENGTH = 80 };

/* Writes a position or vector with the level's 2 or 3 coordinates, each in that format. Returns
 * `to`. */
char *frame_write_position(const frame *f, sm3_vec position, const char *format,
                           char to[FRAME_POSITION_LENGTH]);

/* Returns the box of a 2D level that the canvas' clip shows. */
level_box frame_view(const frame *f);

/* Convert a point and a length of a 2D level to pixels. */
sm_vec2 frame_at(const frame *f, sm_vec2 world);
float frame_length(const frame *f, float world);

/* ---- Strokes, in points ------------------------------------------------------------------ */

/* Returns the colour of a stroke where a face hides it. */
static inline color frame_hidden(color ink) {
    return color_fade(ink, 0.45f);
}

void frame_line(const frame *f, sm3_vec a, sm3_vec b, float points, color ink);
void frame_dashes(const frame *f, sm3_vec a, sm3_vec b, float points, float dash, float gap,
                  color ink);
void frame_dot(const frame *f, sm3_vec at, float points, color ink);
void frame_arrow(const frame *f, sm3_vec a, sm3_vec b, float points, float head, color ink);

/* Draws a dot with a hole, in 3D without one. */
void frame_ring(const frame *f, sm3_vec at, float points, float hole, color ink);

/* Draws an upright cross at a pixel, its arms in points. */
void frame_cross(const frame *f, sm_vec2 at, float points, color ink);

/* Draws the end of a shape as a ring, which faces hide wholly. */
void frame_vertex(const frame *f, sm3_vec at, color ink);

/* Returns the player's colour: another one while it penetrates. */
color frame_player_ink(const frame *f);

/* Returns a triangle turned about the origin, then moved. */
sm3_triangle frame_posed(sm3_triangle t, sm3_vec turn, sm3_vec by);

/* Return the player as drawn: in 2D around the origin, in 3D at its position. */
sm_hull frame_hull_of_player(const frame *f, sm3_vec turn);
sm3_mover frame_solid_of_player(const frame *f, sm3_vec position, sm3_vec turn);

/* Draws the outline of a 2D hull, inside of its edge. */
void frame_hull(const frame *f, const sm_hull *hull, sm3_vec position, float points, color ink);
void frame_fill_hull(const frame *f, const sm_hull *hull, sm3_vec position, color fill);

/* Draws the silhouette of a mover in 3D, with another colour where it is hidden. */
void frame_silhouette(const frame *f, sm3_mover shape, float points, color visible, color hidden);

/* ---- Labels ------------------------------------------------------------------------------ */

/* Adds a label with its middle at (x, y) pixels, or near there. */
void frame_label(const frame *f, float x, float y, color ink, const char *string);

/* Adds a letter of a formula, with its middle at `at` or near there, for the place `named`, pixels.
 */
void frame_letter(const frame *f, sm_vec2 named, sm_vec2 at, color ink, const char *string);

/* A label without a body, with its upper left corner at (x, y); where there is no room for it just
 * there, it is left out. */
void frame_label_bare(const frame *f, float x, float y, color ink, const char *string);

#define FRAME_UP ((sm3_vec){0, 1, 0})

/* Adds a label so many points from a place: in 2D in a direction of the world, in 3D above it. A
 * place behind the eye gets none. */
__attribute__((format(printf, 6, 7))) void frame_label_at(const frame *f, sm3_vec at,
                                                          sm3_vec direction, float points,
                                                          color ink, const char *format, ...);

/* Whether a place lies within the scene; something may still hide it. */
bool frame_sees(const frame *f, sm3_vec at);

/* Draws the labels that were collected. */
void frame_draw_labels(const frame *f);

/* Draws them in that room and takes their places in it. A label without room within a few lines is
 * left out. */
void frame_draw_labels_in(const frame *f, layout *room);

/* Returns the angle at that fraction from one to another, by the shorter arc. */
static inline float between_angles(float from, float to, float fraction) {
    return from + remainderf(to - from, 2 * 3.14159265f) * fraction;
}

#endif
