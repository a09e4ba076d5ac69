#ifndef BENCH_CHIPMUNK_H
#define BENCH_CHIPMUNK_H

#include "../worlds.h"

extern const bench_rival chipmunk_rival;

#endif
