/* ground: random ground on which a character can walk from end to end, and walks over it that
 * measure whether a character does. Each ground belongs to a family and is made from a seed. Every
 * face of it is either less steep than the steepest that a character with default settings stands
 * on, or the face of a step no higher than its step height, measured from its foot to its top. So a
 * walk has no reason to stop. Meshes have steep faces, too: a walk ends before the first. */
#ifndef TESTS_GROUND_H
#define TESTS_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/slidemove/slidemove_character.h"

typedef struct ground ground;

typedef struct ground_family {
    const char *name;
    bool in_space;
    bool on_level;  /* speed is measured on the level: steps must not cost time */
    bool has_steps; /* which are taken at once */
    void (*lay)(ground *g, uint64_t *random);
} ground_family;

extern const ground_family ground_families[];
extern const int ground_family_count;

enum { GROUND_POINTS = 2048 };

/* A straight path over random ground. In 2D it leads along x, to either side. */
struct ground {
    const ground_family *family;
    uint64_t seed;
    char note[64];         /* what it is like: "rise 0.3" */
    sm3_vec heading;       /* unit, level */
    sm3_vec start;         /* on the level */
    double length, margin; /* of the path; how far beside it the ground reaches */
    double low, high;      /* heights of the ground */
    int point_count;       /* of its profile, where it has one: */
    double along[GROUND_POINTS], height[GROUND_POINTS];
    double angle;    /* radians: between the heading and the direction of the profile */
    uint64_t random; /* what walks are drawn from */
    bool is_mesh;
    sm_capsule *segments;
    sm3_triangle *faces;
    int count;
    sm_world *plane;
    sm3_world *space, *steep; /* all, and of a mesh what is too steep: walks end before that */
    sm_obstacles flat_obstacles;
    sm3_obstacles obstacles;
};

/* Makes the ground. Ends the program when out of memory. */
void ground_make(ground *g, const ground_family *family, uint64_t seed);
void ground_free(ground *g);

/* Makes a ground of this profile: how far along it is, from 0 on, and how high. Before and behind
 * that it is level. */
void ground_make_profile(ground *g, bool in_space, const double (*points)[2], int count,
                         uint64_t seed);

/* Makes a level floor with one step on it, by `rise`, with a face of so many degrees. */
void ground_make_step(ground *g, bool in_space, double rise, double face, uint64_t seed);

/* ---- Walks ------------------------------------------------------------------------------- */

enum { GROUND_BODIES = 4 }; /* in 2D and in 3D */

/* Returns the name of a body: "capsule". */
const char *ground_body_name(const ground_family *family, int body);

/* A character with a body, on a ground of which its obstacles count. */
typedef struct walker {
    const ground *ground;
    sm_hull hull;
    sm3_mover mover;
    sm_character c;
} walker;

/* Returns one at the origin, in the air. */
walker walker_of(const ground *g, int body);

/* Returns the half width of the body and its height. */
sm_vec2 ground_body_size(int body);

void walker_tick(walker *w, sm3_vec velocity, bool jump, double seconds);

/* Puts it down so far along the path and lets it rest. Returns whether it stands. */
bool walker_settle(walker *w, double place, int rate);

/* Returns how far along the path it is. */
double walker_along(const walker *w);

enum { GROUND_RATES = 6 };
extern const int ground_rates[GROUND_RATES]; /* ticks a second; 0: uneven ones */

typedef enum walk_end {
    WALK_DONE,
    WALK_STOPPED, /* for good: for half a second it did not get on */
    WALK_LOST     /* it left the path sideways, fell through the ground, or never stood on it */
} walk_end;

enum { WALK_MARKS = 18 }; /* one each 1/6 s, which all rates have in common */

typedef struct walk {
    int body, rate;
    double speed; /* wanted, world units a second */
    double back;  /* so far behind the ground's start it begins */
    /* What came of it: */
    walk_end end;
    double share;   /* of the wanted speed */
    sm3_vec at;     /* where it ended */
    double seconds; /* how long it took */
    sm3_vec marks[WALK_MARKS];
    int mark_count;
} walk;

/* Returns the walk of a body that belongs to the ground's seed: with a random speed from 2 to 40
 * world units a second and a random place to begin, the same at each rate. */
walk walk_of_seed(const ground *g, int body, int rate);

/* Walks. The character falls on the ground, rests, and then holds the direction to the path's end,
 * but 3 seconds at most. */
void walk_over(const ground *g, walk *w);

/* Walks, and then turns round. Returns whether the character gets back to where it began. */
bool walk_there_and_back(const ground *g, walk *w);

/* The least share of its speed that a character must keep. */
#define WALK_LEAST_SHARE 0.9

/* Returns how far apart two walks of one body were at worst at the same time, as a share of the
 * path. To be before a step or on it is no difference. */
double walks_apart(const ground *g, const walk *a, const walk *b);

/* Returns whether a body climbs the step of a ground that was made by ground_make_step, at one of
 * the rates. It walks from some distance, with a random speed and heading. */
bool walk_climbs(const ground *g, int body, int rate);

/* Prints one line that names a walk and how it ended. */
void walk_print(const ground *g, const walk *w);

#endif
