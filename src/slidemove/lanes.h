/* lanes: four floats at once, in the vectors of gcc and clang, where + - * / take lanes, too; in
 * plain C, with the same bits, for other compilers or where SM_PORTABLE is defined. */
#ifndef SM_LANES_H
#define SM_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(SM_PORTABLE)
#define SM_HAS_GNU_C 1
#else
#define SM_HAS_GNU_C 0
#endif

/* Whether the instructions of x86 can be asked for function by function. 0 may be given. */
#if defined(SM_HAS_X86)
#elif (defined(__x86_64__) || defined(__i386__)) && SM_HAS_GNU_C
#define SM_HAS_X86 1
#else
#define SM_HAS_X86 0
#endif

/* The kernel (see wide.h) for this processor, which is known when the program starts. */
#if SM_HAS_X86
extern bool sm_uses_avx2;
#define SM_KERNEL(name) (sm_uses_avx2 ? name##_avx2 : name##_any)
#else
#define SM_KERNEL(name) name##_any
#endif

/* For tests: whether AVX2 is used where the processor has it. It changes the speed only. */
void sm_allow_avx2(bool allowed);

/* For a function that is seldom called: it is not compiled into its callers. */
#if SM_HAS_GNU_C
#define SM_APART __attribute__((noinline))
#else
#define SM_APART
#endif

/* For a function that is called so often that it is compiled into its callers, however long it is.
 * Unoptimised it stays a function, for debuggers to step through and coverage to count. */
#if SM_HAS_GNU_C && defined(__OPTIMIZE__)
#define SM_WITHIN __attribute__((always_inline))
#else
#define SM_WITHIN
#endif

enum { LANES_COUNT = 4 };

#if SM_HAS_GNU_C
typedef float lanes __attribute__((vector_size(LANES_COUNT * sizeof(float))));
typedef int32_t lanes_int __attribute__((vector_size(LANES_COUNT * sizeof(int32_t))));
#define LANE(x) ((x)[i])
#else
typedef struct lanes {
    float f[LANES_COUNT];
} lanes;
#define LANE(x) ((x).f[i])
#endif

#define LANES_EACH(expression)                                                                     \
    do {                                                                                           \
        lanes result = {0};                                                                        \
        for (int i = 0; i < LANES_COUNT; i++)                                                      \
            LANE(result) = (expression);                                                           \
        return result;                                                                             \
    } while (0)

/* at_most and not_below give a mask of the lanes: where a <= b, and where not a < b, so also where
 * either is not a number; both is of two masks. In plain C a mask is 1 or 0. */
#if SM_HAS_GNU_C
#define LANES_OF_TWO(name, vectors, lane)                                                          \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return vectors;                                                                            \
    }
#else
#define LANES_OF_TWO(name, vectors, lane)                                                          \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        LANES_EACH(lane);                                                                          \
    }
#endif
LANES_OF_TWO(add, a + b, LANE(a) + LANE(b))
LANES_OF_TWO(sub, a - b, LANE(a) - LANE(b))
LANES_OF_TWO(mul, a *b, LANE(a) * LANE(b))
LANES_OF_TWO(div, a / b, LANE(a) / LANE(b))
LANES_OF_TWO(at_most, (lanes)(a <= b), LANE(a) <= LANE(b) ? 1.0f : 0.0f)
LANES_OF_TWO(not_below, (lanes) ~(a < b), LANE(a) < LANE(b) ? 0.0f : 1.0f)
LANES_OF_TWO(both, (lanes)((lanes_int)a &(lanes_int)b), LANE(a) * LANE(b))
#undef LANES_OF_TWO

static inline lanes lanes_all(float x) {
#if SM_HAS_GNU_C
    return x - (lanes){0}; /* unlike a sum, it keeps the sign of 0 */
#else
    LANES_EACH(x);
#endif
}

#if defined(__SSE2__) && SM_HAS_GNU_C

#include <emmintrin.h>

/* min and max give b where either is not a number. */
static inline lanes lanes_min(lanes a, lanes b) {
    return _mm_min_ps(a, b);
}

static inline lanes lanes_max(lanes a, lanes b) {
    return _mm_max_ps(a, b);
}

/* Four numbers of 16 bits. */
static inline lanes lanes_of_int16(const int16_t *from) {
    __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(four, four), 16));
}

/* Lanes that hold the bits of an int32_t each: of the whole numbers of x, fractions cut off. They
 * can be chosen by lanes_where. */
static inline lanes lanes_to_int32(lanes x) {
    return _mm_castsi128_ps(_mm_cvttps_epi32(x));
}

/* The whole numbers themselves, fractions cut off. */
static inline lanes lanes_whole(lanes x) {
    return _mm_cvtepi32_ps(_mm_cvttps_epi32(x));
}

static inline lanes lanes_sqrt(lanes x) {
    return _mm_sqrt_ps(x);
}

static inline lanes lanes_where(lanes mask, lanes yes, lanes no) {
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

/* A bit for each lane of a mask. */
static inline unsigned lanes_bits(lanes mask) {
    return (unsigned)_mm_movemask_ps(mask);
}

#else

static inline lanes lanes_min(lanes a, lanes b) {
    LANES_EACH(LANE(a) < LANE(b) ? LANE(a) : LANE(b));
}

static inline lanes lanes_max(lanes a, lanes b) {
    LANES_EACH(LANE(a) > LANE(b) ? LANE(a) : LANE(b));
}

static inline lanes lanes_of_int16(const int16_t *from) {
    LANES_EACH(from[i]);
}

static inline lanes lanes_to_int32(lanes x) {
    int32_t whole[LANES_COUNT];
    for (int i = 0; i < LANES_COUNT; i++)
        whole[i] = (int32_t)LANE(x);
    memcpy(&x, whole, sizeof x);
    return x;
}

static inline lanes lanes_whole(lanes x) {
    LANES_EACH((float)(int32_t)LANE(x));
}

static inline lanes lanes_sqrt(lanes x) {
    LANES_EACH(sqrtf(LANE(x)));
}

/* Whether the lane of a mask is set: the mask of a comparison is NaN, that in plain C is 1. */
static inline bool lane_is_set(float mask) {
    return mask != 0;
}

static inline lanes lanes_where(lanes mask, lanes yes, lanes no) {
    LANES_EACH(lane_is_set(LANE(mask)) ? LANE(yes) : LANE(no));
}

static inline unsigned lanes_bits(lanes mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES_COUNT; i++)
        bits |= (unsigned)lane_is_set(LANE(mask)) << i;
    return bits;
}

#endif

#undef LANES_EACH
#undef LANE

/* From and to memory: floats, or the bits of int32_t. */
static inline lanes lanes_load(const void *from) {
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void lanes_store(void *to, lanes x) {
    memcpy(to, &x, sizeof x);
}

/* The number of the lowest bit that is set; there is one. */
static inline int lanes_lowest(unsigned bits) {
#if SM_HAS_GNU_C
    return __builtin_ctz(bits);
#else
    int bit = 0;
    while ((bits >> bit & 1u) == 0)
        bit++;
    return bit;
#endif
}

/* How many bits are set. */
static inline int lanes_count(unsigned bits) {
#if SM_HAS_GNU_C
    return __builtin_popcount(bits);
#else
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
#endif
}

/* Asks for what lies there, which will be read soon: a hint, which may be of any address. */
static inline void prefetch(const void *at) {
#if SM_HAS_GNU_C
    __builtin_prefetch(at);
#else
    (void)at;
#endif
}

#endif
