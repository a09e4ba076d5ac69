/* obstacles: the shapes that the mover meets. All that differs between levels of 2 and of 3
 * dimensions is in one table of functions and features, `dimension`, with plane and space as its
 * two rows. Only code that draws shapes uses one of the two directly. */
#ifndef OBSTACLES_H
#define OBSTACLES_H

#include "../level/level.h"
#include "edit.h"
#include "player.h"
#include "snap.h"

#define LOOKAHEAD_RAY     1000.0f     /* world units */
#define LOOKAHEAD_ADVANCE 50.0f       /* world units: the longest motion, if no wall ends it */
#define LOOKAHEAD_TURN    3.14159265f /* radians, in the whole motion */
/* World units. The shape that is brought forward is thinner by this, more than the gap that counts
 * as touching, so that a wall along its path does not stop it. */
#define LOOKAHEAD_SKIN 2e-4f

enum { LOOKAHEAD_STEPS = 64 };

/* How an obstacle moves during the look ahead: evenly, from that pose on. */
typedef struct lookahead_wall {
    level_pose pose;
    vec3 shift;
    double turn; /* radians */
} lookahead_wall;

/* What lies before the player, for overlays alone: a ray along its heading, and in 3D one straight
 * down. Conservative advancement also brings its shape forward along the ray, at its speed and
 * turning, while moving obstacles go on as in this tick. */
typedef struct lookahead {
    sm3_vec from;   /* where the ray begins */
    sm3_touch ray;  /* its hit; .position is there, or at the ray's end */
    float distance; /* from `from` to that position */

    sm3_touch below; /* in 3D, the ray straight down */
    float floor;     /* the least height of the floor below a part of the player */

    sm3_motion motion;       /* how the player is brought forward */
    float seconds;           /* how long that takes */
    sm_advance_result touch; /* with the first obstacle on its path; the steps lead to it */
    int obstacle;            /* the number of that obstacle, or SM_NO_OBSTACLE */
    lookahead_wall wall;     /* how that obstacle moves */
    sm_advance_step steps[LOOKAHEAD_STEPS];
    int step_count, steps_lost; /* steps_lost: made, but not recorded */
} lookahead;

/* Features of levels of a dimension. A set of them says what a level has, or what a command needs.
 */
enum {
    HAS_MOMENTUM = 1 << 0, /* walking that accelerates */
    HAS_BACKS = 1 << 1,    /* faces that are met from one side, and may be from both */
    HAS_DEPTH = 1 << 2,    /* a third dimension: a view that turns, a direction up */
};

#define OBSTACLES_ABYSS 50.0f /* world units below the level, where a fall ends */

typedef struct dimension dimension;

/* The obstacles of one statement are in a row. */
typedef struct obstacle_span {
    int first, count;
} obstacle_span;

/* A statement with a moving shape. */
typedef struct obstacles_moving {
    int statement;
    obstacle_span span;
    int rest;           /* the first of its obstacles in obstacles.rest */
    unsigned long tick; /* its obstacles are at their places after so many ticks */
} obstacles_moving;

/* The obstacles of a level, as far as both dimensions are alike. They are numbered in the order of
 * the text, and follow the edits of the level. If a statement changes, only its own obstacles are
 * made anew, so that a drag costs the same in a level of a million. If one is inserted or removed,
 * all are made anew. */
typedef struct obstacles {
    const dimension *dimension;
    const level *level;
    int count;
    int *statements;          /* owned; of each obstacle, the statement that it comes from */
    obstacles_moving *moving; /* owned; ascending */
    int moving_count;
    int *boxes; /* owned; the statements that are boxes of 2D, ascending: they have an inside */
    int box_count;
    sm3_triangle *rest;   /* owned; the moving obstacles where the level's text puts them */
    bool is_behind;       /* there was no memory to follow the level's last change */
    bool has_oneway;      /* there is a one-way obstacle, or was, since all were made */
    unsigned version;     /* changes whenever an obstacle does */
    float low;            /* the least height of the level at low_version */
    unsigned low_version; /* 0: not computed yet */
    unsigned layout;      /* changes when obstacles get new numbers or places in memory */
    unsigned long tick;   /* moving obstacles are at their places after so many ticks */
    bool moves_apart;     /* ticks leave them alone: obstacles_bring moves them one by one */
    sm_progress progress; /* called while all are made; it may stop the making */
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

    /* Makes the part of new obstacles that belongs to the dimension; it may take arrays out of
     * `shapes`. Returns false when memory ran out or progress stopped it; `release` then follows.
     */
    bool (*make)(obstacles *o, level_shapes *shapes);

    /* Frees the part that `make` made. */
    void (*release)(obstacles *o);

    /* Sets the obstacles of a statement from the level; their count is as before. Returns false
     * when memory ran out. */
    bool (*refresh)(obstacles *o, int statement, obstacle_span span);

    /* Moves an obstacle; with `stands` it gets no velocity from that. */
    void (*place)(obstacles *o, int obstacle, sm3_triangle at, bool stands);

    /* Returns an obstacle's shape as it is now; a capsule is a triangle with b = c. */
    sm3_triangle (*shape)(const obstacles *o, int obstacle);

    /* Returns the shape `between` (0 .. 1) its places a tick ago and now. */
    sm3_triangle (*between)(const obstacles *o, int obstacle, float between);

    /* Adds the obstacles that touch the box, radii included. In 2D z does not count. */
    void (*find)(const obstacles *o, sm3_vec min, sm3_vec max, obstacle_list *found);

    /* Returns the shape under the pointer or within its slack, with *at the place there: the
     * player, or the nearest or smallest shape of the level where its text puts it. In 2D vertices
     * win over rims, rims over edges, edges over bodies. */
    pick (*pick)(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at);

    /* Moves a mover of the player's shape, as it lies now, from `position`, by a resolver of the
     * library. Changes nothing. */
    sm3_result (*try_move)(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options);

    /* Returns what the player does in this tick. Turns its heading if the input says so, and ends a
     * motion that does not go on. */
    player_wish (*wish)(const obstacles *o, player *p, const player_input *input);

    /* Adapts the player's velocity and heading after its tick. */
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

/* Makes all obstacles anew from the level. Returns false, and changes nothing, when memory ran out.
 */
bool obstacles_remake(obstacles *o);

/* Follows changes of the level. Returns false when memory ran out: the obstacles are then those of
 * before, maybe some changed, and are made anew at the next change. */
bool obstacles_follow(obstacles *o, edit_news news);

/* Returns the obstacles of a statement; one that gives none has 0. */
obstacle_span obstacles_span(const obstacles *o, int statement);

/* Returns the name of the part of its mesh that the obstacle is in; "" for none. */
const char *obstacles_find_part(const obstacles *o, int obstacle);

/* Returns whether the obstacle collides from one side only, and lets others pass. */
bool obstacles_is_oneway(const obstacles *o, int obstacle);

/* Finds the obstacles that touch the box that reaches so far around a place, radii included,
 * ascending. In 2D z does not count. */
void obstacles_find(const obstacles *o, sm3_vec middle, float reach, obstacle_list *found);

/* Returns an obstacle's shape as it lies in the level's text, also if it moves. */
sm3_triangle obstacles_rest(const obstacles *o, int obstacle);

/* Returns the smallest box around all obstacles and the player's start. Looks at all of them. */
level_box3 obstacles_bounds(const obstacles *o);

/* Places the player, its shape aside, where the level says it starts. */
void obstacles_start(const obstacles *o, player *p);

/* Moves as dimension.try_move does, also by the rule of the command line. */
sm3_result obstacles_try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                              const sm_options *options);

/* Makes the player's tick, and records it. Moving obstacles go first. A player that falls out of
 * the level is put back to its start. */
void obstacles_tick(obstacles *o, player *p, const player_input *input, record *r);

/* Makes a tick with a given displacement. */
void obstacles_move(obstacles *o, player *p, sm3_vec delta, record *r);

/* Makes the last tick's move again with another resolver, from the same place among the same
 * obstacles, and records it in *again; *body is the character that it leaves. Changes nothing else.
 */
void obstacles_redo(const obstacles *o, const move_record *made, sm_resolver by, move_record *again,
                    sm_character *body);

/* Looks ahead from where the player is. Without `advance` the motion and its touch stay as they
 * were. */
void obstacles_look(const obstacles *o, const player *p, bool advance, lookahead *a);

/* Returns the pose of a wall after a fraction of the motion. */
level_pose lookahead_pose(const lookahead_wall *w, double fraction);

/* Returns the settings of a player that walks as a character. */
sm_character_settings obstacles_gait(const player *p, const sm_options *options);

/* Puts moving obstacles where they are after so many ticks, coming from the tick before. */
void obstacles_set_tick(obstacles *o, unsigned long tick);

/* Brings the moving obstacle `moving`, alone, to its place after so many ticks, at least 1, with
 * the velocity that it then has. */
void obstacles_bring(obstacles *o, int moving, unsigned long tick);

#endif
