/* obstacles: what the mover meets. What differs between levels of 2 and of 3 dimensions is one
 * table of functions and features, `dimension`, with plane and space as its two rows. Only code
 * that draws shapes asks which of the two a level has. */
#ifndef OBSTACLES_H
#define OBSTACLES_H

#include "../level/level.h"
#include "edit.h"
#include "player.h"
#include "snap.h"

#define LOOKAHEAD_RAY     1000.0f /* world units */
#define LOOKAHEAD_ADVANCE 50.0f   /* world units: the motion goes on to what stands, or so far */
#define LOOKAHEAD_TURN    3.14159265f /* radians, in the whole motion */
/* World units. The shape that is brought forward is thinner by this, which is more than what counts
 * as touching, so that a wall beside its path does not stop it. */
#define LOOKAHEAD_SKIN 2e-4f

enum { LOOKAHEAD_STEPS = 64 };

/* How an obstacle moves meanwhile: evenly, from that pose on. */
typedef struct lookahead_wall {
    level_pose pose;
    vec3 shift;
    double turn; /* radians */
} lookahead_wall;

/* What lies before the player, for overlays alone: a ray along its heading, and in 3D what is below
 * it. Its shape is also brought forward along that ray at its speed, turning, by conservative
 * advancement, while moving obstacles go on as in this tick. */
typedef struct lookahead {
    sm3_vec from;   /* of the ray, */
    sm3_touch ray;  /* what it hits, .position being there or at its end, */
    float distance; /* and how far that is */

    sm3_touch below; /* in 3D: straight down, */
    float floor;     /* and the least height of what is below some of it */

    sm3_motion motion;       /* how the player is brought forward, */
    float seconds;           /* and how long that takes; */
    sm_advance_result touch; /* with the first obstacle before it: the steps lead to this one */
    int obstacle;            /* its number, SM_NO_OBSTACLE: none is; */
    lookahead_wall wall;     /* and how it moves */
    sm_advance_step steps[LOOKAHEAD_STEPS];
    int step_count, steps_lost; /* lost: made, but not recorded */
} lookahead;

/* What a kind of level may have: a set of these is what it has, another what a command needs. */
enum {
    HAS_MOMENTUM = 1 << 0, /* walking that accelerates */
    HAS_BACKS = 1 << 1,    /* faces that are met from one side, and may be from both */
    HAS_DEPTH = 1 << 2,    /* a third dimension: an eye that goes round, a direction up */
};

#define OBSTACLES_ABYSS 50.0f /* world units below the level: what falls farther is put back */

typedef struct dimension dimension;

/* The obstacles of one statement are in a row. */
typedef struct obstacle_span {
    int first, count;
} obstacle_span;

/* A statement with a moving shape. */
typedef struct obstacles_moving {
    int statement;
    obstacle_span span;
    int rest; /* the first of its obstacles in obstacles.rest */
} obstacles_moving;

/* What both dimensions have in common. Obstacles are numbered in the order of the text. They follow
 * the level. A statement that changes has only its own obstacles made anew, so that a drag costs
 * the same in a level of a million; one that comes or goes has all made anew. */
typedef struct obstacles {
    const dimension *dimension;
    const level *level;
    int count;
    int *statements;          /* owned; of each obstacle, the statement that it comes from */
    obstacles_moving *moving; /* owned; ascending */
    int moving_count;
    int *boxes; /* owned; the statements that are boxes of 2D, ascending: they have an inside */
    int box_count;
    sm3_triangle *rest;   /* owned; what moves, as the level's text has it */
    bool is_behind;       /* there was no memory to follow the level's last change */
    bool has_oneway;      /* there is a one-way obstacle, or was, since all were made */
    unsigned version;     /* changes whenever an obstacle does */
    float low;            /* the least height, when the version was this: */
    unsigned low_version; /* 0: never */
    unsigned layout;      /* changes when obstacles get new numbers or places in memory */
    unsigned long tick;   /* moving obstacles are where they are after so many ticks */
    sm_progress progress; /* called while all are made; it may stop that */
} obstacles;

/* Numbers of obstacles. Zeroed to begin with, and may be filled again and again. */
typedef struct obstacle_list {
    int *obstacles; /* owned */
    int count, room;
} obstacle_list;

void obstacle_list_add(obstacle_list *list, int obstacle);
void obstacle_list_free(obstacle_list *list);

struct dimension {
    int count; /* 2 or 3 */
    unsigned features;
    sm3_vec up;  /* where up on the screen is in the level */
    bool falls;  /* a new level has gravity */
    size_t size; /* of the struct that begins with `obstacles`, bytes */

    /* Makes its own part of new obstacles: of what the shapes hold it takes what it needs. Returns
     * false when memory ran out or it was given up; `release` then follows. */
    bool (*make)(obstacles *o, level_shapes *shapes);

    /* Frees its own part. */
    void (*release)(obstacles *o);

    /* Makes the obstacles of a statement, which are as many as before, what the level says. Returns
     * false when memory ran out. */
    bool (*refresh)(obstacles *o, int statement, obstacle_span span);

    /* Puts an obstacle that moves somewhere, where it has come from where it was, or stands. */
    void (*place)(obstacles *o, int obstacle, sm3_triangle at, bool stands);

    /* Returns an obstacle's shape as it is now; a capsule is a triangle with b = c. */
    sm3_triangle (*shape)(const obstacles *o, int obstacle);

    /* Returns it `between` (0 .. 1) where it was a tick ago and where it is. */
    sm3_triangle (*between)(const obstacles *o, int obstacle, float between);

    /* Adds the obstacles that touch the box, radii included. In 2D z does not count. */
    void (*find)(const obstacles *o, sm3_vec min, sm3_vec max, obstacle_list *found);

    /* Returns what lies under the pointer or within its slack, and *at, where it points to: the
     * player, or of the level's shapes, as its text has them, the nearest or smallest one. In 2D
     * vertices win over rims, these over edges, edges over bodies. */
    pick (*pick)(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at);

    /* Moves a mover of the player's shape, as it lies now, from `position`. Changes nothing. */
    sm3_result (*try_move)(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options);

    /* Returns what the player is to do in this tick. Turns its heading where the input asks for
     * that, and brings to rest what does not go on. */
    player_wish (*wish)(const obstacles *o, player *p, const player_input *input);

    /* Adapts the player to where its tick led it. */
    void (*adapt)(const obstacles *o, player *p, const player_wish *made);

    /* Moves the player's body; see sm_character_move. */
    void (*walk_body)(const obstacles *o, player *p, const sm_character_settings *settings,
                      sm3_vec velocity, bool jump);

    /* Visits the cells, in 3D the boxes, of the index that a move of the player's shape looks into
     * at a position. */
    void (*cells)(const obstacles *o, const player *p, sm3_vec position, sm3_box_fn *visit,
                  void *context);

    /* Returns the unit vector of a heading. */
    sm3_vec (*direction)(float heading);

    /* Returns what a ray hits first. */
    sm3_touch (*ray)(const obstacles *o, sm3_vec from, sm3_vec delta, const sm_filter *filter);

    /* Adds each obstacle that is within `distance` of the path. */
    void (*along)(const obstacles *o, sm3_vec from, sm3_vec to, float distance,
                  const sm_filter *filter, obstacle_list *found);

    /* Brings the player's shape and an obstacle's forward; see sm_advance. */
    sm_advance_result (*approach)(const player *p, const sm3_motion *motion,
                                  const sm3_triangle *wall, const sm3_motion *wall_motion,
                                  sm_advance_trace *trace);

    /* Whether the centre went through a wall in the tick that is just made; see compare_moves. */
    bool (*crosses)(const obstacles *o, sm3_vec from, sm3_vec to);
};

/* Returns those of the level, which must outlive them; NULL when memory ran out. Versions and ticks
 * go on from those shown `before`, NULL at first. */
obstacles *obstacles_create(const dimension *d, const level *l, const obstacles *before);
void obstacles_destroy(obstacles *o); /* NULL is fine */

/* Makes all anew, as the level says now. Returns false, and changes nothing, when memory ran out.
 */
bool obstacles_remake(obstacles *o);

/* Takes over what happened to the level. Returns false when memory ran out: they then stay as they
 * were, or nearly, and are made anew at the next change. */
bool obstacles_follow(obstacles *o, edit_news news);

/* Returns the obstacles of a statement; one that gives none has 0. */
obstacle_span obstacles_span(const obstacles *o, int statement);

/* Finds the obstacles that touch the box of so much around a place, radii included, ascending. In
 * 2D z does not count. */
void obstacles_find(const obstacles *o, sm3_vec middle, float reach, obstacle_list *found);

/* Returns an obstacle's shape as it lies in the level's text, also if it moves. */
sm3_triangle obstacles_rest(const obstacles *o, int obstacle);

/* Returns the smallest box around all obstacles and the player's start. Looks at all of them. */
level_box3 obstacles_bounds(const obstacles *o);

/* Places the player, its shape aside, where the level says it starts. */
void obstacles_start(const obstacles *o, player *p);

/* Makes the player's tick, and records it. What moves goes first. A player that falls out of the
 * level is put back to its start. */
void obstacles_tick(obstacles *o, player *p, const player_input *input, record *r);

/* Makes a tick with a given displacement. */
void obstacles_move(obstacles *o, player *p, sm3_vec delta, record *r);

/* Looks ahead from where the player is. Without `advance` the motion and its touch stay as they
 * were. */
void obstacles_look(const obstacles *o, const player *p, bool advance, lookahead *a);

/* Returns where that wall is after a fraction of the motion. */
level_pose lookahead_pose(const lookahead_wall *w, double fraction);

/* Returns how a player walks as a character. */
sm_character_settings obstacles_gait(const player *p, const sm_options *options);

/* Puts moving obstacles where they are after so many ticks, coming from the tick before. */
void obstacles_set_tick(obstacles *o, unsigned long tick);

#endif
