/* vec3: what 3D still calls by names of its own. */
#ifndef SM_VEC3_H
#define SM_VEC3_H

#include "../vec.h"

#define sm_lower       smaller
#define sm_higher      larger
#define sm3_round_down sm_round_down
#define sm3_round_up   sm_round_up

#endif
