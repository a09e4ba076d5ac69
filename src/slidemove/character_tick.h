/* character_tick: the state of one tick of a character, and what its parts share: what it touches
 * (character_ground.c), its moves and casts and the record of them (character_moves.c), and how it
 * spends its path (character.c). */
#ifndef SM_CHARACTER_TICK_H
#define SM_CHARACTER_TICK_H

#include <stddef.h>
#include <string.h>

#include "character.h"

enum {
    CONTACTS_MAX = 32,
    STEP_TRIES = 4 /* places on the way over a step at which it looks for something to stand on */
};

/* Of a cosine or of a displacement: rounding. */
static const double negligible = 1e-6;

/* Sine of a slope's angle to the vertical: less is a wall. */
static const double upright = 1e-3;

/* Radians: floors that bend by less are one, which costs nothing. */
static const double shallow_bend = 0.06;

/* Cosine of a slope's angle: more is level. */
static const double level_enough = 1 - 1e-6;

/* Of the step height, and sine: the same plane. */
static const double same_ground = 1e-3;

/* Of the step height: a step may be higher by rounding. */
static const double step_slack = 2.5e-4;

/* A contact, and what the character can do on it. */
typedef struct footing {
    vec3 normal, point;
    vec3 ground, at_ground; /* of what one can stand on there: its normal, and a point of it; of the
                               contact where there is none */
    sm3_collision at;
    sm_surface surface;
    bool bears;
} footing;

typedef struct tick {
    sm_character *c;
    const character_world *world;
    vec3 up;
    double seconds;      /* of the whole tick */
    double cut;          /* seconds: of the part that is under way */
    double level, steep; /* cosine and sine of the steepest slope to stand on */
    double step, snap;   /* world units */
    double gravity;
    vec3 start, position;
    bool in_air;
    bool stood;       /* on a floor, before this cut */
    vec3 carried;     /* displacement by the platform, in the whole tick */
    sm_trace *record; /* NULL: none is wanted */
    bool looked;      /* the record ends with a look where the character is */
    int legs;         /* of this cut, so far */
    int count;        /* of what is touched */
    bool fresh;       /* what is touched was looked at where the character is */
    bool bears;       /* something of it bears the character */
    bool has_ground;  /* steps are measured from this plane, the last that it stood on: */
    vec3 ground_point, ground_normal;
    double climbed;         /* how far that is above the one before, of a step */
    bool is_stepping;       /* it found a step, and is on its way up that */
    const footing *stepped; /* the face of the step that is tried; NULL: none */
    footing touched[CONTACTS_MAX];
} tick;

/* Copies a tick, but for the places of contacts that are not used. */
static inline void sm_tick_copy(tick *to, const tick *from) {
    memcpy(to, from, offsetof(tick, touched) + (size_t)from->count * sizeof *from->touched);
}

/* ---- Directions ---------------------------------------------------------------------------- */

static inline double height_of(const tick *t, vec3 v) {
    return vec3_dot(v, t->up);
}

static inline vec3 moved(vec3 from, vec3 direction, double by) {
    return vec3_add(from, vec3_scale(direction, by));
}

static inline vec3 flattened(const tick *t, vec3 v) {
    return moved(v, t->up, -height_of(t, v));
}

static inline bool can_stand_on(const tick *t, vec3 normal) {
    return height_of(t, normal) >= t->level - negligible;
}

static inline bool is_too_steep(const tick *t, vec3 normal) {
    return height_of(t, normal) > upright && !can_stand_on(t, normal);
}

/* How much a plane rises along a displacement on the level. */
static inline double rise_along(const tick *t, vec3 displacement, vec3 normal) {
    return -vec3_dot(displacement, normal) / sm_max(height_of(t, normal), negligible);
}

/* How high the point lies above the plane that steps are measured from. */
static inline double above_ground(const tick *t, vec3 point) {
    vec3 from = vec3_sub(point, t->ground_point);
    return vec3_dot(from, t->ground_normal) / sm_max(height_of(t, t->ground_normal), negligible);
}

/* World units: what may be stepped on, rounding included. */
static inline double highest_step(const tick *t) {
    return t->step * (1 + step_slack);
}

static inline double tangent_of_steepest(const tick *t) {
    return t->steep / sm_max(t->level, negligible);
}

/* Whether it leads on along itself: a floor, or the round side of an edge that is not too high. */
static inline bool leads_on(const tick *t, const footing *s) {
    return s->surface == SM_FLOOR || (s->surface == SM_EDGE && can_stand_on(t, s->normal));
}

/* ---- What it touches ----------------------------------------------------------------------- */

/* Says what the character can do on something that it touches; only if `whether_it_bears`, which
 * costs most of the casts, does s->bears mean anything. */
void sm_tick_judge(tick *t, const sm3_collision *at, footing *s, bool whether_it_bears);

/* Goes there and looks at what it touches, also at what it met on the way, or NULL. */
void sm_tick_look(tick *t, vec3 position, const sm3_collision *met);

/* Takes what the last tick found for this one's first leg. */
void sm_tick_recall(tick *t);

/* Whether what one can stand on there is no higher than a step above the floor that it stands on,
 * where the face of the step meets them: slopes before and behind it do not count. */
bool sm_tick_is_within_step(const tick *t, const footing *s);

/* How far on the level the slanted side of a step reaches at most, from where the shape touches it
 * to where it stands behind or before it. */
double sm_tick_reach_of_step(const tick *t);

/* How far the foot of the round part that touches something is from there, on the level. */
double sm_tick_foot_of(const tick *t, vec3 normal);

/* Finds what is touched. Returns how many there are, of more the first CONTACTS_MAX. */
int sm_tick_find_touched(const character_world *world, sm3_vec position,
                         sm3_collision found[CONTACTS_MAX]);

/* ---- Moves --------------------------------------------------------------------------------- */

typedef enum meeting { MET_NOTHING, MET_FLOOR, MET_STEEP, MET_CEILING } meeting;

/* A sweep, as far as something was met after which it has to be led anew. */
typedef struct stretch {
    vec3 end;
    int made;    /* iterations until there */
    double left; /* of the displacement */
    meeting met;
    sm3_collision touched;
    bool is_straight; /* nothing bent it until there */
    bool is_crushed;  /* there is no room: where it would get to does not matter */
} stretch;

/* A move's part of the tick's record, if there is one. */
typedef struct move_notes {
    sm_trace trace;
    bool is_cut; /* it ends with a leg, not with the look at its end */
} move_notes;

/* Displacements that are made together. */
typedef struct route {
    vec3 from;
    vec3 walk, fall;
    vec3 pressed; /* on what bears it: leads nowhere else */
    bool moves;   /* obstacles move meanwhile */
    meeting past; /* what does not end it */
} route;

/* Goes there, until it meets what leads it anew. What it came to is in *gone. */
void sm_tick_go(tick *t, const route *way, move_notes *n, stretch *gone);

/* Casts the shape. */
sm3_touch sm_tick_cast(tick *t, vec3 from, vec3 delta);

/* Casts a point straight down. Returns whether it hits, and there the normal and the height. */
bool sm_tick_look_down(const tick *t, vec3 from, double length, vec3 *normal, double *height);

/* Casts a point. Returns the fraction of delta until it hits, and the normal there; 1: nothing. */
double sm_tick_look_along(const tick *t, vec3 from, vec3 delta, vec3 *normal);

/* Whether nothing is between two places. */
bool sm_tick_is_open(const tick *t, vec3 from, vec3 to);

/* Adds the first so many iterations of a move to the record. */
void sm_tick_add_move(tick *t, const move_notes *n, int count, sm_part part);

/* Adds what was seen from a place, and that it went on to another, to the record. */
void sm_tick_add_look(tick *t, sm_part part, vec3 from, vec3 to, const footing *seen, int count);

#endif
