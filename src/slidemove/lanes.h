/* lanes: four floats at once. SSE2, which every x86-64 has, or C with the same bits. With gcc and
 * clang + - * / take lanes, too. Where SM_PORTABLE is defined it is plain C, whatever the compiler.
 */
#ifndef SM_LANES_H
#define SM_LANES_H

#include <math.h>
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

/* Whether this processor has AVX2, and of a function that is compiled with and without it the one
 * for who has. */
#if SM_HAS_X86
#define SM_HAS_AVX2()          (__builtin_cpu_supports("avx2") != 0)
#define SM_VARIANT(name, avx2) ((avx2) ? name##_avx2 : name##_lanes)
#else
#define SM_HAS_AVX2()          false
#define SM_VARIANT(name, avx2) ((void)(avx2), name##_lanes)
#endif

/* For a function that is seldom called: not to be compiled into who calls it. */
#if SM_HAS_GNU_C
#define SM_APART __attribute__((noinline))
#else
#define SM_APART
#endif

/* For one that is called so often that it is to be, however long it is. Unoptimised it is a
 * function, as the source has it: a debugger can step, and coverage count, it. */
#if SM_HAS_GNU_C && defined(__OPTIMIZE__)
#define SM_WITHIN __attribute__((always_inline))
#else
#define SM_WITHIN
#endif

enum { LANES_COUNT = 4 };

#if defined(__SSE2__) && !defined(SM_PORTABLE)

#include <emmintrin.h>

typedef __m128 lanes;

/* min and max give b where either is not a number. at_most and not_below give a mask of the lanes:
 * where a <= b, and where not a < b, so also where either is not a number; both is of two masks. */
#define LANES_OF_TWO(name, instruction)                                                            \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return instruction(a, b);                                                                  \
    }
LANES_OF_TWO(add, _mm_add_ps)
LANES_OF_TWO(sub, _mm_sub_ps)
LANES_OF_TWO(mul, _mm_mul_ps)
LANES_OF_TWO(div, _mm_div_ps)
LANES_OF_TWO(min, _mm_min_ps)
LANES_OF_TWO(max, _mm_max_ps)
LANES_OF_TWO(at_most, _mm_cmple_ps)
LANES_OF_TWO(not_below, _mm_cmpnlt_ps)
LANES_OF_TWO(both, _mm_and_ps)
#undef LANES_OF_TWO

static inline lanes lanes_all(float x) {
    return _mm_set1_ps(x);
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

#if SM_HAS_GNU_C
typedef float lanes __attribute__((vector_size(4 * LANES_COUNT)));
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

/* As above; a mask is 1 or 0 in each lane. */
#define LANES_OF_TWO(name, expression)                                                             \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        LANES_EACH(expression);                                                                    \
    }
LANES_OF_TWO(add, LANE(a) + LANE(b))
LANES_OF_TWO(sub, LANE(a) - LANE(b))
LANES_OF_TWO(mul, LANE(a) * LANE(b))
LANES_OF_TWO(div, LANE(a) / LANE(b))
LANES_OF_TWO(min, LANE(a) < LANE(b) ? LANE(a) : LANE(b))
LANES_OF_TWO(max, LANE(a) > LANE(b) ? LANE(a) : LANE(b))
LANES_OF_TWO(at_most, LANE(a) <= LANE(b) ? 1.0f : 0.0f)
LANES_OF_TWO(not_below, LANE(a) < LANE(b) ? 0.0f : 1.0f)
LANES_OF_TWO(both, LANE(a) * LANE(b))
#undef LANES_OF_TWO

static inline lanes lanes_all(float x) {
    LANES_EACH(x);
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

static inline lanes lanes_where(lanes mask, lanes yes, lanes no) {
    LANES_EACH(LANE(mask) > 0 ? LANE(yes) : LANE(no));
}

static inline unsigned lanes_bits(lanes mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES_COUNT; i++)
        bits |= (unsigned)(LANE(mask) > 0) << i;
    return bits;
}

#undef LANES_EACH
#undef LANE

#endif

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
