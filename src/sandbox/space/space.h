/* space: a 3D level's obstacles and the player among them: what ground and sandbox are in 2D, with
 * one more dimension.
 *
 * The statement that was changed last is kept out of the index: who drags it changes it again, and
 * then only its own triangles are made anew, in a level of a million as in one of a hundred. */
#ifndef SPACE_H
#define SPACE_H

#include "../../level/level.h"
#include "../../slidemove/slidemove3.h"
#include "../edit.h"

#define SPACE_CANDIDATES  512
#define SPACE_TRAIL_TICKS 600
#define SPACE_WALLS       16
#define SPACE_ECHO_TICKS  60   /* for how long the last move that pushed is remembered */
#define SPACE_GRAVITY     20.f /* world units a second, a second */
#define SPACE_ABYSS       50.f /* world units below the level: what falls farther is put back */
#define SPACE_JUMP        9.f  /* world units a second: about 2 high */

/* A move and what was recorded of it. */
typedef struct space_move {
    sm3_result result;
    sm3_trace trace; /* .candidates points into this struct, so a plain copy will not do */
    sm3_collision candidates[SPACE_CANDIDATES];
} space_move;

typedef struct space {
    level_solids solids;          /* owned; the obstacles, in the order of the text */
    sm3_world *world;             /* owned; all of them but the loose ones */
    int loose;                    /* the statement that was changed last; -1: none */
    int loose_first, loose_count; /* its obstacles */
    unsigned version;             /* changes whenever an obstacle does, */
    unsigned layout;              /* and this when others than the loose ones do */
    level_player3 start;          /* the player's */
    float bottom;                 /* height of the abyss */

    sm3_vec position, previous_position;
    float heading, previous_heading; /* radians, counter-clockwise seen from above, 0: along +x */
    bool gravity, stands;
    bool both_sides;            /* one-sided faces collide from behind, too: the lesson's switch */
    float fall;                 /* downward, world units a second */
    unsigned losses;            /* how often it fell out of the level, and was put back */
    sm3_vec ground;             /* normal of what it stands on, */
    sm3_vec walls[SPACE_WALLS]; /* and those of what it touches and cannot stand on */
    int wall_count;
    space_move move;                  /* the last tick's */
    space_move pushed;                /* the last that pushed ... */
    int pushed_age;                   /* ... this many ticks ago; SPACE_ECHO_TICKS: forgotten */
    sm3_vec trail[SPACE_TRAIL_TICKS]; /* positions, a ring */
    int trail_first, trail_count;

    sm3_touch below, ahead; /* what space_look_around saw straight down, and along the heading */
} space;

#define SPACE_SIGHT 1000.f /* world units: it looks no farther */

/* Returns a 3D level's space, the player at the start; NULL when memory ran out. */
space *space_create(const level *l);
void space_destroy(space *sp); /* NULL is fine */

/* Takes over what happened to the edited level. Returns false when memory ran out: the obstacles
 * then stay as they were. */
bool space_follow(space *sp, edit *e);

/* Makes all obstacles anew, as the level says now. Returns false, and stays, when memory ran out.
 */
bool space_remake(space *sp, const level *l);

/* Puts the player back to the level's start. */
void space_reset(space *sp);

/* Forgets the moves that led here. */
void space_forget_moves(space *sp);

/* What the mover meets. `sp` must outlive the result, and stay unchanged. */
sm3_obstacles space_obstacles(const space *sp);

/* The obstacles of one statement are in a row. */
typedef struct space_span {
    int first, count;
} space_span;

/* Finds the obstacles of a statement, in logarithmic time; one that gives none has 0. */
space_span space_find(const space *sp, int statement);

/* How a move is made. */
typedef struct space_rules {
    sm3_capsule mover; /* around the origin */
    sm_resolver resolver;
    int max_pushes;
    bool ghost; /* through everything */
} space_rules;

/* Moves by a displacement, and remembers the move. */
void space_move_by(space *sp, sm3_vec delta, const space_rules *rules);

/* Moves by a displacement as if held by a hand: afterwards it falls from rest. */
void space_pull(space *sp, sm3_vec delta, const space_rules *rules);

/* Makes one tick: walks by `walk`, world units; with gravity it falls, too, or walks along what it
 * stands on, and rises only to jump; a ghost does not fall. What falls out of the level is put
 * back. Turns the heading to where it walks. */
void space_walk(space *sp, sm3_vec walk, bool jump, const space_rules *rules);

/* Returns the trail's position `age` ticks ago; age 0 is the newest, trail_count - 1 the oldest. */
sm3_vec space_trail_at(const space *sp, int age);

/* Looks from where the player is now, for whoever makes a picture. */
void space_look_around(space *sp);

/* Returns the horizontal unit vector of a heading. */
sm3_vec space_direction(float heading);

#endif
