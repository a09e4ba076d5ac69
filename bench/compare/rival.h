/* The rival, where it is installed; NULL otherwise. */
#ifndef BENCH_RIVAL_H
#define BENCH_RIVAL_H

#include "../worlds.h"

#if WITH_CHIPMUNK
#include "chipmunk.h"
static const bench_rival *const rival = &chipmunk_rival;
#else
static const bench_rival *const rival = NULL;
#endif

#endif
