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

#define GROUND_STEP_HEIGHT 0.3 /* of the default settings */

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

#endif
