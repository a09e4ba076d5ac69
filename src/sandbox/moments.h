/* moments: the last move of the player, step by step: the wanted displacement, each look at the
 * obstacles, the choice, the push that followed, and so on to the end. Or the steps of conservative
 * advancement of the look ahead. They are read from the record; nothing is simulated again. */
#ifndef MOMENTS_H
#define MOMENTS_H

#include "../slidemove/vec.h"
#include "sandbox.h"

typedef enum moment_kind {
    MOMENT_WANTED,  /* the delta: resolvers that push out have made it already, `sweep` has not */
    MOMENT_LOOK,    /* the candidates at the mover's position */
    MOMENT_CHOICE,  /* the candidate that the mover will be pushed out of */
    MOMENT_PUSH,    /* where the push leads */
    MOMENT_CARRY,   /* a moving obstacle carried the mover */
    MOMENT_TRAVEL,  /* the mover went on until it touched an obstacle */
    MOMENT_HELD,    /* the obstacles that hold it there, and where the rest of the delta leads */
    MOMENT_END,     /* the look at the final position */
    MOMENT_ADVANCE, /* a step of the look ahead */
    MOMENT_KIND_COUNT
} moment_kind;

typedef struct moment {
    moment_kind kind;
    int index, count; /* of all moments of the move, from 0 */
    int iteration;    /* of the trace, or step of the look ahead; -1: none */
    sm_part part;     /* the part of a walked tick that the iteration belongs to */
    sm3_vec position; /* of the mover */
    sm3_vec turn;     /* the mover's rotation there: an axis, as long as the angle in radians */
    float time;       /* 0 .. 1 of the tick: where moving obstacles are */
} moment;

/* An iteration has at most three moments. The first moment is MOMENT_WANTED, the last MOMENT_END.
 */
enum {
    MOMENTS_MAX =
        3 * SM_ITERATIONS_MAX + 2 > LOOKAHEAD_STEPS ? 3 * SM_ITERATIONS_MAX + 2 : LOOKAHEAD_STEPS
};

typedef struct moment_list {
    moment list[MOMENTS_MAX];
    int count;
} moment_list;

/* Returns all moments of the last move, or with `ahead` of the look ahead; none when there is no
 * move yet, or the mover or an obstacle was changed since. */
moment_list moments_all(const sandbox *s, bool ahead);

/* ---- Going through them ------------------------------------------------------------------ */

/* Steps `by` moments on, or back if it is negative, within the last move, or with `ahead` within
 * the look ahead. The first call shows the first moment, or the last one, and pauses. At the first
 * and the last moment it stays. Returns false, and changes nothing, when there is no move yet, or
 * the mover or an obstacle was changed since the last one. */
bool moments_step(sandbox *s, int by, bool ahead);

/* Shows the moment that explains the last move, and pauses: the first choice among collisions, the
 * first contact that held the mover, or the end for a character that was blocked. Returns false,
 * and changes nothing, as moments_step does. */
bool moments_explain(sandbox *s);

/* Whether the last move was pushed or held by an obstacle of that statement of the level. */
bool moments_met(const sandbox *s, int statement);

void moments_leave(sandbox *s);

/* Makes the move again with the resolver that is so many places further in their order, and shows
 * the moments of that move instead. For the player's own resolver it is the recorded move. The
 * state of the sandbox stays as it is. Returns false outside of a move. */
bool moments_redo(sandbox *s, int by);

/* Returns the result of the move with that resolver. Call it only inside a move. */
sm3_result moments_result(const sandbox *s, sm_resolver by);

/* Returns the fraction of the wanted displacement that a move made along it; NaN if none was
 * wanted, or the mover was pushed much farther. */
double moments_kept(const sandbox *s, sm3_result made);

/* Returns the record of the move that is stepped through, else of the last move. */
const move_record *moments_record(const sandbox *s);

/* Returns whether the sandbox is inside a move; *m is then the moment to show. */
bool moments_now(const sandbox *s, moment *m);

/* ---- What they say ----------------------------------------------------------------------- */

enum { MOMENT_WORDS = 400 };

/* Returns x, or 0 if compared to `beside` it is only a rounding error or the gap that `sweep`
 * keeps. */
double moment_round(double x, double beside);

/* Returns the name of the kind for a heading: "choice". */
const char *moment_name(const moment *m);

/* Returns the part of a walked tick, to be written before the name: "snap to the floor, "; empty
 * for any other move. */
const char *moment_part(const moment *m);

/* Says in a line what happens in the moment, and why: "deepest: 0.213 > 0.087 > 0.004". */
void moment_say(const sandbox *s, const moment *m, char words[MOMENT_WORDS]);

/* A candidate of the look that the moment belongs to. */
typedef struct moment_row {
    const sm3_collision *at; /* as it was recorded */
    float time;              /* 0 .. 1 of the tick, at the look */
    bool chosen;             /* from the step "choice" on */
    bool counts;             /* it is chosen, or in a look penetrated */
    const char *verdict;     /* "chosen", or why not: "less deep", "apart", ... */
} moment_row;

/* Lists the candidates, the chosen one first, the others by depth. Returns how many. */
int moment_list_rows(const sandbox *s, const moment *m, moment_row rows[RECORD_CANDIDATES]);

/* The contact that explains a moment. */
typedef struct moment_focus {
    sm3_vec at, normal; /* of the obstacle's surface, and toward the mover */
    float depth;        /* below 0: a gap; 0: no length to show, as when the mover touches */
} moment_focus;

/* Finds the contact. Returns false if the moment has none. */
bool moment_find_focus(const sandbox *s, const moment *m, moment_focus *focus);

/* Says where an obstacle stands in the level's text, and which of several in a line it is: "line
 * 18, edge 3: 12 0 to -6.66 5". */
void moment_say_source(const sandbox *s, int obstacle, char words[MOMENT_WORDS]);

/* ---- The formula ------------------------------------------------------------------------- */

/* How a recorded collision came about, in the field's letters, world units:
 *
 *   P0, P1 the ends of the obstacle's inner segment (in 3D of the triangle's edge that is nearest),
 *   m = |P1 - P0|, D = (P1 - P0) / m,
 *   C  the point of the mover without its radius that is nearest: a disk's is its centre,
 *   b = (C - P0) . D, clamped to 0 .. m,   R = P0 + b D,
 *   d = |C - R|,   r the sum of the radii,   p = r - d the depth,   N = (C - R) / d.
 *
 * Where the inner shapes themselves cross there is no d: N is the direction of the shortest
 * displacement that parts them, and p - r its length. */
typedef struct moment_measure {
    bool is_face;      /* R is in the middle of a triangle: P0 is a corner, and d = (C - P0) . N */
    bool crosses;      /* the inner shapes do; d is 0 or less */
    vec3 p0, p1, axis; /* axis: D; zero where P0 = P1 */
    double length;     /* m */
    vec3 c, r, normal; /* C, R, N */
    double along;      /* b before it is clamped */
    double t;          /* b / m after it, 0 .. 1; 0 where m is 0 */
    double distance, radii, depth; /* d, r, p */
    double mover_radius;
} moment_measure;

moment_measure moment_measure_of(const sandbox *s, const moment_row *row);

/* Finds the displacement that is left where contacts hold the mover: d in the formula of the slide,
 * d - (d . N) N. Returns false in other steps. */
bool moment_find_rest(const sandbox *s, const moment *m, sm3_vec *rest);

enum { MOMENT_FORMULA_LINES = 5 };

/* Writes the formula of a row with its numbers. Where two obstacles hold the mover at once it also
 * writes the formula of both, with J and K for their closest points. Returns how many lines. */
int moment_write_formula(const sandbox *s, const moment *m, const moment_row *row,
                         char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS]);

#endif
