/* walk: a character that walks over random ground with one direction held, and what came of it. */
#ifndef TESTS_WALK_H
#define TESTS_WALK_H

#include "ground.h"

/* ---- A character on a ground ------------------------------------------------------------- */

enum { WALK_BODIES = 4 }; /* in 2D and in 3D; their feet are at the origin */

/* Returns the name of a body: "capsule". */
const char *walker_body(const ground_family *family, int body);

/* Returns half the width of a body, and its height. */
sm_vec2 walker_size(int body);

typedef struct walker {
    const ground *ground; /* its family tells the dimension, its obstacles are met */
    sm_hull hull;
    sm3_mover mover;
    sm_character c;
} walker;

/* Returns a character with default settings at the origin, in the air. */
walker walker_of(const ground *g, int body);

void walker_tick(walker *w, sm3_vec velocity, bool jump, double seconds);

/* Puts it on the ground so far along the path, and lets it rest. Returns whether it stands. */
bool walker_settle(walker *w, double place, int rate);

/* Returns how far along the path it is. */
double walker_along(const walker *w);

/* ---- Walks ------------------------------------------------------------------------------- */

enum { WALK_RATES = 6 };
extern const int walk_rates[WALK_RATES]; /* ticks a second; 0: uneven ones */

/* Returns "60 Hz" or "uneven", until the next call. */
const char *walk_rate_name(int rate);

enum { WALK_MARKS = 18 }; /* one each 1/6 s, which all rates have in common */

typedef enum walk_end {
    WALK_DONE,     /* at the path's end, or after 3 seconds */
    WALK_AT_STEEP, /* before something too steep: such walks are left out from there */
    WALK_STOPPED,  /* for good: for half a second it got on by less than 1e-3 */
    WALK_LOST      /* it left the path sideways, fell through the ground, or never stood on it */
} walk_end;

typedef struct walk {
    int body, rate;
    double speed;  /* wanted, world units a second */
    double behind; /* how far behind the path's start it begins */
    /* What came of it: */
    walk_end end;
    sm3_vec at;     /* where it ended */
    double seconds; /* how long it took */
    double share;   /* of the wanted speed that it had, along the ground or on the level */
    sm3_vec marks[WALK_MARKS];
    int mark_count;
} walk;

/* Returns a walk that belongs to the ground's seed: its speed, from 2 to 40 world units a second,
 * and its beginning are random, and the same at each rate. */
walk walk_of_seed(const ground *g, int body, int rate);

/* Walks. The character is put on the ground, rests, and then holds the direction. */
void walk_over(const ground *g, walk *w);

/* The share of its speed that a character must keep. */
#define WALK_LEAST_SHARE 0.9

/* The share of the path that walks at two rates may be apart. */
#define WALK_MOST_APART 0.01

/* Returns whether it stopped, got lost, or was too slow. */
bool walk_fails(const walk *w);

/* Returns how far two walks of one body were apart at the same time, at worst, as a share of the
 * path. To be before a step or on it is no difference. */
double walks_apart(const ground *g, const walk *a, const walk *b);

/* Walks, and then turns round. Returns whether the character gets back to where it began. */
bool walk_there_and_back(const ground *g, walk *w);

/* Returns whether a body climbs the step that ground_make_step made. It walks from some distance,
 * with a random speed. */
bool walk_climbs(const ground *g, int body, int rate);

/* Prints one line that names the walk and says how it ended. */
void walk_print(const ground *g, const walk *w);

#endif
