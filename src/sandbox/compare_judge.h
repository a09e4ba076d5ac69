/* compare_judge: what compare judges of one tick, for which 2D and 3D need measures of their own.
 * See compare_moves for what they mean. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "sandbox.h"

#define COMPARE_SNAG      0.5  /* of the way along, that must be made */
#define COMPARE_LEAST_WAY 0.01 /* of the wanted length; less is no way along */

/* Whether the centre went through a wall. */
bool compare_crosses(const sandbox *s, sm_vec2 from, sm_vec2 to);
bool compare_crosses3(const sandbox *s, sm3_vec from, sm3_vec to);

/* Whether the tick that was just made from there was held, though there was a way. */
bool compare_snags(const sandbox *s, sm_vec2 from, sm_vec2 wanted);
bool compare_snags3(const sandbox *s, sm3_vec from, sm3_vec wanted);

#endif
