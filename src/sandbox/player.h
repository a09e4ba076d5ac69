/* player: the mover that the user controls: its shape, its position, its settings, and the input of
 * a tick. The same in 2D, where z is 0, and in 3D. Lengths are world units, angles radians. */
#ifndef PLAYER_H
#define PLAYER_H

#include <stdbool.h>

#include "../slidemove/slidemove_character.h"
#include "resolvers.h"

#define TICKS_PER_SECOND 60

#define PLAYER_SPEED  6.0f /* world units a second at speed factor 1 */
#define PLAYER_SLOW   0.2f /* factor of the speed while slow is held */
#define PLAYER_TURN   3.0f /* radians a second */
#define MOMENTUM_DRAG 3.0f /* a second: without input it coasts on for velocity / this */

/* How the player walks with gravity: world units, radians. 0 is none. */
typedef struct player_gait {
    float slope; /* the steepest that it stands on */
    float step;  /* the highest that it walks up */
    float snap;  /* how far the floor may fall away below it */
    float jump;  /* how high it jumps */
} player_gait;

#define PLAYER_GRAVITY 20.0f /* world units a second, a second */

/* ---- Shapes ------------------------------------------------------------------------------ */

/* The shapes that the player can have. */
typedef enum mover_kind { MOVER_DISK, MOVER_CAPSULE, MOVER_BOX, MOVER_KIND_COUNT } mover_kind;

/* The properties of a kind. */
typedef struct mover_shape {
    const char *summary;
    const char *measured; /* the point of it that collisions are measured from, in words */
    bool turns;           /* in 2D its shape turns with the heading */
    bool has_sides;       /* flat sides, along the axes */
} mover_shape;

extern const mover_shape mover_shapes[MOVER_KIND_COUNT];

/* Finds a kind by either name. Returns false, and leaves *kind alone, when there is none. */
bool mover_kind_from_name(const char *name, mover_kind *kind);

typedef struct player {
    mover_kind kind;
    float radius;
    float length; /* as in the level; 0: the level gives none. See player_length */

    sm3_vec position, previous_position; /* after the last tick and the one before */
    float heading, previous_heading;     /* counter-clockwise, in 3D seen from above; 0: along +x */

    float speed_factor;
    sm_resolver resolver;
    int max_pushes;
    bool noclip; /* the last tick ignored collisions */

    /* In levels that have HAS_MOMENTUM. */
    bool momentum;    /* walking and thrust accelerate */
    sm3_vec velocity; /* with momentum, after the last tick; world units a second */

    bool both_sides; /* with HAS_BACKS: one-sided faces collide from behind, too */

    bool gravity; /* the player walks as a character */
    player_gait gait;
    sm_character body; /* that character; its position is that of the last tick */
    unsigned losses;   /* how often it fell out of the level and was put back */
} player;

static inline const mover_shape *player_shape(const player *p) {
    return &mover_shapes[p->kind];
}

/* Returns the length between the middles of the mover's two ends: 0 for a disk; for a capsule the
 * level's, or two radii; for a box how much wider, in 3D higher, it is than deep, which is the
 * level's. */
float player_length(const player *p);

/* Returns the mover around the origin as a capsule. A capsule lies along the heading; for a box it
 * is the capsule that touches its four sides. */
sm_capsule player_capsule(const player *p);

/* Returns the mover around the origin, exactly. A box is along the axes, whatever the heading. */
sm_hull player_hull(const player *p);

/* Returns how far from its centre the mover reaches at most, however it is turned. */
float player_reach(const player *p);

/* Returns the mover of 3D around the origin: a sphere, an upright capsule, or a box along the axes
 * with rounded edges. */
sm3_mover player_upright(const player *p);

/* Returns the radius of player_hull with 2 dimensions, of player_upright with 3: how round the
 * edges are. */
float player_rounding(const player *p, int dimensions);

/* Two triangles a side, and the edges. */
enum { PLAYER_PIECES = 24 };

/* Makes the surface of player_upright at `position`. Returns how many pieces it has: 1 or all. */
int player_surface(const player *p, sm3_vec position, sm3_triangle pieces[PLAYER_PIECES]);

/* Returns the unit vector of a heading in 2D. Computed in double and rounded once: the C library's
 * cosf may differ in its last bit from one CPU to the next. */
sm_vec2 player_direction(float heading);

/* ---- A tick's wish ----------------------------------------------------------------------- */

/* The input of a tick. All zero: none. */
typedef struct player_input {
    float turn;      /* -1 .. 1, positive counter-clockwise */
    float thrust;    /* -1 .. 1 along the heading */
    sm_vec2 walk;    /* -1 .. 1 each, in screen directions, y up; limited to length 1 */
    bool slow;       /* at PLAYER_SLOW of the speed */
    bool noclip;     /* ignores collisions */
    bool dragging;   /* pulled toward drag_to instead of walking */
    sm3_vec drag_to; /* the target of the player's position; in 2D z does not count */

    /* In 3D `walk` is relative to the view: y goes where it looks. */
    float view_heading; /* radians, as player.heading */
    float rise;         /* -1 .. 1, upward; with gravity, above 0 is a jump, also in 2D */
} player_input;

/* What the player does in a tick, as it follows from the input. */
typedef struct player_wish {
    sm3_vec delta; /* displacement of the tick */
    bool walks;    /* as a character, with gravity; otherwise it just moves */
    bool jump;     /* a character jumps */
    bool turns;    /* in 3D: the heading turns to where delta leads */
} player_wish;

/* Whether the input does not move the player. */
bool player_is_idle(const player_input *input);

/* Returns the vector, shortened to `longest` where it is longer. */
sm3_vec player_limited(sm3_vec v, float longest);

/* Returns how far a full walk goes in this tick. */
float player_step(const player *p, const player_input *input);

/* Returns the displacement toward input->drag_to. It is at most a little under one radius, so that
 * a seed method does not tunnel, unless collisions are ignored or the resolver is `sweep`. */
sm3_vec player_dragged(const player *p, const player_input *input);

/* Stops the player: its velocity, fall and contacts are forgotten. */
void player_halt(player *p);

/* ---- The record ------------------------------------------------------------------------ */

#define RECORD_TRAIL_TICKS 600
#define RECORD_CANDIDATES  512
#define RECORD_ECHO_TICKS  60 /* how long the last move that pushed is remembered */

/* The record of the player's moves: the last one, the last one that had to push, and the player's
 * trail. */

/* A move and its trace. */
typedef struct move_record {
    sm3_result result;
    sm_trace trace; /* its lists are those of this struct, so do not copy it plainly */
    sm3_collision candidates[RECORD_CANDIDATES];
    bool let_through[RECORD_CANDIDATES]; /* the candidate did not count: one-way, from behind */
    player by;                           /* the player before the move */
    unsigned version;                    /* of the obstacles that it met */
    bool walks;                          /* as a character, with gravity */
    sm3_vec walk;                        /* the wanted velocity, world units a second */
    bool jump;                           /* the character wants to jump */
} move_record;

typedef struct record {
    move_record moves[2];              /* the last one and the last one that pushed */
    int last, pushed;                  /* their indices; the same if the last one pushed */
    int pushed_age;                    /* ticks since the push; RECORD_ECHO_TICKS: forgotten */
    sm3_vec trail[RECORD_TRAIL_TICKS]; /* positions, a ring */
    int trail_first, trail_count;
    bool results_alone; /* moves are recorded without their traces */
} record;

/* Readies a move to be recorded: near misses within `reach`, world units, are recorded, too. */
void record_ready(move_record *m, float reach);

/* Forgets all moves: the player is at `position` without having moved. */
void record_clear(record *r, sm3_vec position);

/* Returns where the next move is to be recorded, its trace ready for it. record_end must follow
 * once the result is there. */
move_record *record_begin(record *r, float reach);
void record_end(record *r);

/* Returns the last move. */
const move_record *record_last(const record *r);

/* Returns the move to explain: the last one, or, for a moment after it, the last one that had to
 * push. */
const move_record *record_shown(const record *r);

/* Returns how strongly that move is drawn: 1 for a move that pushed, less the longer ago it was, 0
 * when it is forgotten. */
float record_echo(const record *r);

/* Returns how many candidates the last move had in all. */
int record_candidates(const record *r);

/* Returns the trail's position `age` ticks ago; age 0 is the newest, trail_count - 1 the oldest. */
sm3_vec record_trail(const record *r, int age);

#endif
