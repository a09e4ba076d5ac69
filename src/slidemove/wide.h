/* wide: the vectors that kernels are written in. A kernel is compiled once for each processor: with
 * KERNEL_AVX2 1 for x86 of about 2013 and later, with 0 for any other. `wide` is WIDE floats and
 * `quad` is QUAD doubles: as many as the processor handles at once, in plain C one. A kernel goes
 * through its eight floats and its three or four doubles in steps of so many.
 *
 * The vectors are the compiler's own: + - * / and comparisons are the language's. A comparison
 * gives a mask, and masks combine by & | ~. This file has what the language has no word for.
 *
 * KERNEL names what other files call, and KERNEL_PUBLIC stands before it; KERNEL_INLINE stands
 * before all else. By KERNEL_INLINE and typedef scripts/amalgamate finds the names that need a
 * second spelling where the kernels of both processors stand in one file.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lanes.h"

#undef KERNEL
#undef KERNEL_PUBLIC
#undef KERNEL_INLINE
#undef WIDE
#undef QUAD

#if KERNEL_AVX2
#define KERNEL(name)  name##_avx2
#define KERNEL_PUBLIC __attribute__((target("avx2")))
#define WIDE          8
#define QUAD          4
#else
#define KERNEL(name) name##_any
#define KERNEL_PUBLIC
#define WIDE (SM_HAS_GNU_C ? LANES_COUNT : 1)
#define QUAD 1
#endif

#define KERNEL_INLINE KERNEL_PUBLIC SM_WITHIN static inline

#if KERNEL_AVX2 ? !defined(SM_WIDE_AVX2) : !defined(SM_WIDE_ANY)
#if KERNEL_AVX2
#define SM_WIDE_AVX2
#else
#define SM_WIDE_ANY
#endif

#if SM_HAS_GNU_C
typedef float wide __attribute__((vector_size(WIDE * sizeof(float))));
typedef int wide_int __attribute__((vector_size(WIDE * sizeof(int))));
#else
typedef float wide;
typedef int wide_int; /* the lowest bit of a mask counts */
#endif

/* ---- What has an instruction of its own -------------------------------------------------- */

#if KERNEL_AVX2

#include <immintrin.h>

typedef double quad __attribute__((vector_size(QUAD * sizeof(double))));
typedef __typeof__((quad){0} < (quad){0}) quad_mask;

/* max and min give b where either is not a number. */
KERNEL_INLINE wide wide_max(wide a, wide b) {
    return _mm256_max_ps(a, b);
}

KERNEL_INLINE wide wide_min(wide a, wide b) {
    return _mm256_min_ps(a, b);
}

KERNEL_INLINE wide wide_sqrt(wide x) {
    return _mm256_sqrt_ps(x);
}

KERNEL_INLINE wide wide_where(wide_int mask, wide yes, wide no) {
    return _mm256_blendv_ps(no, yes, (__m256)mask);
}

/* A bit for each number of a mask. */
KERNEL_INLINE unsigned wide_bits(wide_int mask) {
    return (unsigned)_mm256_movemask_ps((__m256)mask);
}

/* Numbers of 16 bits. */
KERNEL_INLINE wide wide_of_int16(const int16_t *from) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)from)));
}

KERNEL_INLINE wide two_threes(const float *from, int a, int b) {
    const __m128i three = _mm_setr_epi32(-1, -1, -1, 0);
    __m128 low = _mm_maskload_ps(&from[3 * (ptrdiff_t)a], three);
    __m128 high = _mm_maskload_ps(&from[3 * (ptrdiff_t)b], three);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

/* Of a list of threes the first numbers of WIDE of them, the second and the third ones. */
KERNEL_INLINE void wide_load_threes(const float *from, const int at[WIDE], wide to[3]) {
    wide a = two_threes(from, at[0], at[4]), b = two_threes(from, at[1], at[5]);
    wide c = two_threes(from, at[2], at[6]), d = two_threes(from, at[3], at[7]);
    wide ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d);
    to[0] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(1, 0, 1, 0));
    to[1] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 2, 3, 2));
    to[2] = _mm256_shuffle_ps(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d),
                              _MM_SHUFFLE(1, 0, 1, 0));
}

/* The least of all numbers, of which none is NaN. */
KERNEL_INLINE float wide_least(wide x) {
    x = _mm256_min_ps(x, _mm256_permute2f128_ps(x, x, 1));
    x = _mm256_min_ps(x, _mm256_permute_ps(x, _MM_SHUFFLE(1, 0, 3, 2)));
    x = _mm256_min_ps(x, _mm256_permute_ps(x, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm256_cvtss_f32(x);
}

KERNEL_INLINE quad quad_where(quad_mask mask, quad yes, quad no) {
    return _mm256_blendv_pd(no, yes, (__m256d)mask);
}

KERNEL_INLINE unsigned quad_bits(quad_mask mask) {
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
}

KERNEL_INLINE quad quad_min(quad a, quad b) {
    return _mm256_min_pd(a, b);
}

KERNEL_INLINE quad quad_sqrt(quad x) {
    return _mm256_sqrt_pd(x);
}

KERNEL_INLINE double quad_least(quad x) {
    __m128d half = _mm_min_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
    return _mm_cvtsd_f64(_mm_min_sd(half, _mm_unpackhi_pd(half, half)));
}

/* The QUAD of these four that begin at `place`. */
KERNEL_INLINE quad quad_of(int place, double a, double b, double c, double d) {
    (void)place;
    return (quad){a, b, c, d};
}

/* For each set of bits the places of those that are set, ascending, a byte each. */
#define PLACES_1(bits, i, next)                                                                    \
    ((uint64_t)(next) << 8 * ((bits) >> (i)&1) | ((bits) >> (i)&1) * (i))
#define PLACES_2(bits, i, next) PLACES_1(bits, i, PLACES_1(bits, i + 1, next))
#define PLACES_4(bits, i, next) PLACES_2(bits, i, PLACES_2(bits, i + 2, next))
#define PLACES(bits)            PLACES_4(bits, 0, PLACES_4(bits, 4, 0))
#define PLACES_OF_4(bits)       PLACES(bits), PLACES(bits + 1), PLACES(bits + 2), PLACES(bits + 3)
#define PLACES_OF_16(bits)                                                                         \
    PLACES_OF_4(bits), PLACES_OF_4(bits + 4), PLACES_OF_4(bits + 8), PLACES_OF_4(bits + 12)
#define PLACES_OF_64(bits)                                                                         \
    PLACES_OF_16(bits), PLACES_OF_16(bits + 16), PLACES_OF_16(bits + 32), PLACES_OF_16(bits + 48)
static const uint64_t wide_places[1 << WIDE] = {PLACES_OF_64(0U), PLACES_OF_64(64U),
                                                PLACES_OF_64(128U), PLACES_OF_64(192U)};

/* How the numbers that have a bit come to lie side by side. */
typedef __m256i wide_order;

KERNEL_INLINE wide_order wide_order_of(unsigned bits) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&wide_places[bits]));
}

/* Writes them. What follows, up to WIDE numbers in all, may be written, too. */
KERNEL_INLINE void wide_pack(float *to, wide x, const wide_order *order) {
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(x, *order));
}

KERNEL_INLINE void wide_int_pack(int *to, wide_int x, const wide_order *order) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32((__m256i)x, *order));
}

#else

#if SM_HAS_GNU_C
#define WIDE_AT(x, i) ((x)[i])

KERNEL_INLINE wide wide_max(wide a, wide b) {
    return lanes_max(a, b);
}

KERNEL_INLINE wide wide_min(wide a, wide b) {
    return lanes_min(a, b);
}

KERNEL_INLINE wide wide_sqrt(wide x) {
    return lanes_sqrt(x);
}

KERNEL_INLINE wide wide_where(wide_int mask, wide yes, wide no) {
    return (wide)((mask & (wide_int)yes) | (~mask & (wide_int)no));
}

KERNEL_INLINE unsigned wide_bits(wide_int mask) {
    return lanes_bits((lanes)mask);
}

KERNEL_INLINE wide wide_of_int16(const int16_t *from) {
    return lanes_of_int16(from);
}

#else
#define WIDE_AT(x, i) (x)

KERNEL_INLINE wide wide_max(wide a, wide b) {
    return a > b ? a : b;
}

KERNEL_INLINE wide wide_min(wide a, wide b) {
    return a < b ? a : b;
}

KERNEL_INLINE wide wide_sqrt(wide x) {
    return sqrtf(x);
}

KERNEL_INLINE wide wide_where(wide_int mask, wide yes, wide no) {
    return mask & 1 ? yes : no;
}

KERNEL_INLINE unsigned wide_bits(wide_int mask) {
    return (unsigned)mask & 1;
}

KERNEL_INLINE wide wide_of_int16(const int16_t *from) {
    return *from;
}
#endif

KERNEL_INLINE void wide_load_threes(const float *from, const int at[WIDE], wide to[3]) {
    for (int k = 0; k < 3; k++) {
        wide numbers = {0};
        for (int i = 0; i < WIDE; i++)
            WIDE_AT(numbers, i) = from[3 * (ptrdiff_t)at[i] + k];
        to[k] = numbers;
    }
}

KERNEL_INLINE float wide_least(wide x) {
    float least = WIDE_AT(x, 0);
    for (int i = 1; i < WIDE; i++)
        least = WIDE_AT(x, i) < least ? WIDE_AT(x, i) : least;
    return least;
}

typedef double quad;
typedef int quad_mask;

KERNEL_INLINE quad quad_where(quad_mask mask, quad yes, quad no) {
    return mask & 1 ? yes : no;
}

KERNEL_INLINE unsigned quad_bits(quad_mask mask) {
    return (unsigned)mask & 1;
}

KERNEL_INLINE quad quad_min(quad a, quad b) {
    return a < b ? a : b;
}

KERNEL_INLINE quad quad_sqrt(quad x) {
    return sqrt(x);
}

KERNEL_INLINE double quad_least(quad x) {
    return x;
}

KERNEL_INLINE quad quad_of(int place, double a, double b, double c, double d) {
    return place == 0 ? a : place == 1 ? b : place == 2 ? c : d;
}

typedef unsigned wide_order;

KERNEL_INLINE wide_order wide_order_of(unsigned bits) {
    return bits;
}

KERNEL_INLINE void wide_pack(float *to, wide x, const wide_order *order) {
    for (unsigned bits = *order; bits != 0; bits &= bits - 1)
        *to++ = WIDE_AT(x, lanes_lowest(bits));
}

KERNEL_INLINE void wide_int_pack(int *to, wide_int x, const wide_order *order) {
    for (unsigned bits = *order; bits != 0; bits &= bits - 1)
        *to++ = WIDE_AT(x, lanes_lowest(bits));
}

#undef WIDE_AT

#endif

/* ---- For all of them --------------------------------------------------------------------- */

#if SM_HAS_GNU_C

KERNEL_INLINE wide wide_abs(wide x) {
    return (wide)((wide_int)x & INT_MAX);
}

/* x, which is not below 0, with the sign of another number. */
KERNEL_INLINE wide wide_with_sign(wide x, wide sign) {
    return (wide)((wide_int)x | ((wide_int)sign & INT_MIN));
}

#else

KERNEL_INLINE wide wide_abs(wide x) {
    return fabsf(x);
}

KERNEL_INLINE wide wide_with_sign(wide x, wide sign) {
    return copysignf(x, sign);
}

#endif

KERNEL_INLINE wide wide_all(float x) {
    return x - (wide){0}; /* unlike a sum, it keeps the sign of 0 */
}

KERNEL_INLINE wide wide_load(const float *from) {
    wide x;
    memcpy(&x, from, sizeof x);
    return x;
}

KERNEL_INLINE void wide_store(float *to, wide x) {
    memcpy(to, &x, sizeof x);
}

KERNEL_INLINE wide_int wide_int_load(const int *from) {
    wide_int x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* first, first + 1 .. first + WIDE - 1 */
KERNEL_INLINE wide_int wide_int_from(int first) {
    static const int counted[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return first + wide_int_load(counted);
}

/* Of the eight bits those of the WIDE that begin at `place`. */
KERNEL_INLINE unsigned wide_part(unsigned bits, int place) {
    return bits >> place & ((1u << WIDE) - 1);
}

#endif
