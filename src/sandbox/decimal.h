/* decimal: numbers that stay short in a level's text, whatever a hand does to them. */
#ifndef DECIMAL_H
#define DECIMAL_H

#include "../slidemove/slidemove.h"

/* Returns the largest power of ten that is not larger than `pixel`, a screen pixel's size in world
 * units: finer than that no hand can point. */
float decimal_step(float pixel);

/* Returns the multiple of `step` nearest to the value: the float nearest to a short decimal, where
 * the step or its inverse is a whole number. A step of 0 or less returns the value. */
float decimal_round(float value, float step);
sm_vec2 decimal_round_point(sm_vec2 p, float step);

/* Returns a + b as a person would write it: the shortest decimal that the sum of the two may mean,
 * since each of them stands for all decimals that read as the same float. Plain addition turns 0.1
 * + 0.02 into 0.120000005. */
float decimal_sum(float a, float b);

/* Returns where `p` gets to when what lies at `from` is moved to `to`; `from` itself gets there
 * exactly. */
sm_vec2 decimal_moved(sm_vec2 p, sm_vec2 from, sm_vec2 to);

#endif
