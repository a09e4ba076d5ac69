/* eight: eight floats at once, as lanes.h is four, and four doubles: with the instructions of AVX2,
 * for x86 of about 2013 and later, where EIGHT_AVX2 is 1, and as two times four lanes where it is
 * 0. They do the same.
 *
 * Included for each by code that is compiled once for each, in files of their own. What others call
 * is named by EIGHT_NAME; all of it has EIGHT_TARGET before it, and EIGHT_INLINE where it is to be
 * compiled into others. Its other names begin with eight, four or scan, or end with eight, 4 or 8:
 * by that scripts/amalgamate tells them, where both stand in one file. */
#include <stdint.h>

#include "lanes.h"

#undef EIGHT_NAME
#undef EIGHT_TARGET
#undef EIGHT_INLINE

#if EIGHT_AVX2

#include <immintrin.h>

#define EIGHT_NAME(name) name##_avx2
#define EIGHT_TARGET     __attribute__((target("avx2")))
#define EIGHT_INLINE     EIGHT_TARGET SM_WITHIN static inline

#ifndef SM_EIGHT_BY_AVX2
#define SM_EIGHT_BY_AVX2

typedef __m256 eight;

/* max gives the second where either is not a number; both is of two masks. */
#define EIGHT_OF_TWO(name, instruction)                                                            \
    EIGHT_INLINE eight eight_##name(eight a, eight b) {                                            \
        return instruction(a, b);                                                                  \
    }
EIGHT_OF_TWO(add, _mm256_add_ps)
EIGHT_OF_TWO(sub, _mm256_sub_ps)
EIGHT_OF_TWO(mul, _mm256_mul_ps)
EIGHT_OF_TWO(div, _mm256_div_ps)
EIGHT_OF_TWO(max, _mm256_max_ps)
EIGHT_OF_TWO(both, _mm256_and_ps)
#undef EIGHT_OF_TWO

EIGHT_INLINE eight eight_load(const float *from) {
    return _mm256_loadu_ps(from);
}

EIGHT_INLINE void eight_store(float *to, eight x) {
    _mm256_storeu_ps(to, x);
}

EIGHT_INLINE eight eight_all(float x) {
    return _mm256_set1_ps(x);
}

/* Eight numbers of 16 bits, which begin at a multiple of 16 bytes. */
EIGHT_INLINE eight eight_of_int16(const int16_t *from) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)(const void *)from)));
}

EIGHT_INLINE eight eight_abs(eight x) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

/* x, which is not below 0, with the sign of another. */
EIGHT_INLINE eight eight_signed(eight x, eight sign) {
    return _mm256_or_ps(x, _mm256_and_ps(_mm256_set1_ps(-0.0f), sign));
}

EIGHT_INLINE eight eight_sqrt(eight x) {
    return _mm256_sqrt_ps(x);
}

/* A mask of those where a <= b. */
EIGHT_INLINE eight eight_at_most(eight a, eight b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

/* Also where either is not a number. */
EIGHT_INLINE eight eight_not_above(eight a, eight b) {
    return _mm256_cmp_ps(a, b, _CMP_NGT_UQ);
}

EIGHT_INLINE eight eight_where(eight mask, eight yes, eight no) {
    return _mm256_blendv_ps(no, yes, mask);
}

EIGHT_INLINE unsigned eight_bits(eight mask) {
    return (unsigned)_mm256_movemask_ps(mask);
}

typedef __m256i eight_int;

EIGHT_INLINE eight_int eight_int_load(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* first, first + 1 .. first + 7 */
EIGHT_INLINE eight_int eight_int_from(int first) {
    return _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* A bit for each that is equal to `value`. */
EIGHT_INLINE unsigned eight_int_bits_of(eight_int x, int value) {
    return eight_bits(_mm256_castsi256_ps(_mm256_cmpeq_epi32(x, _mm256_set1_epi32(value))));
}

EIGHT_INLINE void eight_int_store(int *to, eight_int x) {
    _mm256_storeu_si256((__m256i *)(void *)to, x);
}

EIGHT_INLINE eight_int eight_int_where(eight mask, eight_int yes, eight_int no) {
    return _mm256_blendv_epi8(no, yes, _mm256_castps_si256(mask));
}

/* The mask with these bits. */
EIGHT_INLINE eight eight_mask(unsigned bits) {
    const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, each));
}

typedef __m256i eight_order;

/* The order that lists those that have a bit side by side, given their places. */
EIGHT_INLINE eight_order eight_order_of(const unsigned char places[8], unsigned bits) {
    (void)bits;
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)places));
}

/* Writes those that have a bit side by side, and may write eight. */
EIGHT_INLINE void eight_int_pack(int *to, eight_int x, const eight_order *order) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(x, *order));
}

EIGHT_INLINE void eight_pack(float *to, eight x, const eight_order *order) {
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(x, *order));
}

/* The first of the least of those that have a bit. */
EIGHT_INLINE int eight_least(eight x, unsigned bits) {
    eight candidates = eight_where(eight_mask(bits), x, _mm256_set1_ps(INFINITY));
    eight least = _mm256_min_ps(candidates, _mm256_permute2f128_ps(candidates, candidates, 1));
    least = _mm256_min_ps(least, _mm256_permute_ps(least, _MM_SHUFFLE(1, 0, 3, 2)));
    least = _mm256_min_ps(least, _mm256_permute_ps(least, _MM_SHUFFLE(2, 3, 0, 1)));
    return lanes_lowest(eight_bits(eight_at_most(candidates, least)) & bits);
}

/* ---- Four doubles ------------------------------------------------------------------------ */

typedef __m256d four;

#define FOUR_OF_TWO(name, expression)                                                              \
    EIGHT_INLINE four four_##name(four a, four b) {                                                \
        return expression;                                                                         \
    }
FOUR_OF_TWO(add, _mm256_add_pd(a, b))
FOUR_OF_TWO(sub, _mm256_sub_pd(a, b))
FOUR_OF_TWO(mul, _mm256_mul_pd(a, b))
FOUR_OF_TWO(div, _mm256_div_pd(a, b))
FOUR_OF_TWO(min, _mm256_min_pd(a, b))
FOUR_OF_TWO(below, _mm256_cmp_pd(a, b, _CMP_LT_OQ)) /* a mask of those where a < b */
FOUR_OF_TWO(both, _mm256_and_pd(a, b))
#undef FOUR_OF_TWO

EIGHT_INLINE four four_of(double a, double b, double c, double d) {
    return _mm256_setr_pd(a, b, c, d);
}

EIGHT_INLINE four four_all(double x) {
    return _mm256_set1_pd(x);
}

EIGHT_INLINE void four_store(double *to, four x) {
    _mm256_storeu_pd(to, x);
}

EIGHT_INLINE four four_where(four mask, four yes, four no) {
    return _mm256_blendv_pd(no, yes, mask);
}

EIGHT_INLINE unsigned four_bits(four mask) {
    return (unsigned)_mm256_movemask_pd(mask);
}

/* The first three in a circle, each in the place of the one before it. */
EIGHT_INLINE four four_next(four x) {
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(3, 0, 2, 1));
}

EIGHT_INLINE double four_least(four x) {
    __m128d half = _mm_min_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
    return _mm_cvtsd_f64(_mm_min_sd(half, _mm_unpackhi_pd(half, half)));
}

#endif

#else

#include <string.h>

#define EIGHT_NAME(name) name##_lanes
#define EIGHT_TARGET
#define EIGHT_INLINE SM_WITHIN static inline

#ifndef SM_EIGHT_BY_LANES
#define SM_EIGHT_BY_LANES

typedef struct eight {
    lanes low, high;
} eight;

EIGHT_INLINE eight eight_load(const float *from) {
    return (eight){lanes_load(from), lanes_load(from + LANES_COUNT)};
}

EIGHT_INLINE void eight_store(float *to, eight x) {
    lanes_store(to, x.low);
    lanes_store(to + LANES_COUNT, x.high);
}

EIGHT_INLINE eight eight_all(float x) {
    return (eight){lanes_all(x), lanes_all(x)};
}

EIGHT_INLINE eight eight_of_int16(const int16_t *from) {
    return (eight){lanes_of_int16(from), lanes_of_int16(from + LANES_COUNT)};
}

#define EIGHT_OF_PAIRS(name)                                                                       \
    EIGHT_INLINE eight eight_##name(eight a, eight b) {                                            \
        return (eight){lanes_##name(a.low, b.low), lanes_##name(a.high, b.high)};                  \
    }

EIGHT_OF_PAIRS(add)
EIGHT_OF_PAIRS(sub)
EIGHT_OF_PAIRS(mul)
EIGHT_OF_PAIRS(div)
EIGHT_OF_PAIRS(max)
EIGHT_OF_PAIRS(at_most)
EIGHT_OF_PAIRS(both)

#undef EIGHT_OF_PAIRS

EIGHT_INLINE eight eight_abs(eight x) {
    return eight_max(x, eight_sub(eight_all(0), x));
}

EIGHT_INLINE eight eight_sqrt(eight x) {
    return (eight){lanes_sqrt(x.low), lanes_sqrt(x.high)};
}

EIGHT_INLINE eight eight_not_above(eight a, eight b) {
    return (eight){lanes_not_below(b.low, a.low), lanes_not_below(b.high, a.high)};
}

EIGHT_INLINE eight eight_where(eight mask, eight yes, eight no) {
    return (eight){lanes_where(mask.low, yes.low, no.low),
                   lanes_where(mask.high, yes.high, no.high)};
}

EIGHT_INLINE eight eight_signed(eight x, eight sign) {
    return eight_where(eight_at_most(eight_all(0), sign), x, eight_sub(eight_all(0), x));
}

EIGHT_INLINE unsigned eight_bits(eight mask) {
    return lanes_bits(mask.low) | lanes_bits(mask.high) << LANES_COUNT;
}

typedef struct eight_int {
    int32_t i[2 * LANES_COUNT];
} eight_int;

EIGHT_INLINE eight_int eight_int_load(const int32_t *from) {
    eight_int x;
    memcpy(&x, from, sizeof x);
    return x;
}

EIGHT_INLINE eight_int eight_int_from(int first) {
    return (eight_int){
        {first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7}};
}

EIGHT_INLINE unsigned eight_int_bits_of(eight_int x, int value) {
    unsigned bits = 0;
    for (int i = 0; i < 2 * LANES_COUNT; i++)
        bits |= (unsigned)(x.i[i] == value) << i;
    return bits;
}

EIGHT_INLINE void eight_int_store(int *to, eight_int x) {
    memcpy(to, &x, sizeof x);
}

EIGHT_INLINE eight_int eight_int_where(eight mask, eight_int yes, eight_int no) {
    unsigned bits = eight_bits(mask);
    for (int i = 0; i < 2 * LANES_COUNT; i++)
        no.i[i] = bits >> i & 1 ? yes.i[i] : no.i[i];
    return no;
}

EIGHT_INLINE eight eight_mask(unsigned bits) {
    float set[2 * LANES_COUNT];
    for (int i = 0; i < 2 * LANES_COUNT; i++)
        set[i] = bits >> i & 1 ? 0.0f : 1.0f;
    return eight_at_most(eight_load(set), eight_all(0));
}

typedef struct eight_order {
    const unsigned char *places;
    int count;
} eight_order;

EIGHT_INLINE eight_order eight_order_of(const unsigned char places[8], unsigned bits) {
    return (eight_order){places, lanes_count(bits)};
}

EIGHT_INLINE void eight_int_pack(int *to, eight_int x, const eight_order *order) {
    for (int k = 0; k < order->count; k++)
        to[k] = x.i[order->places[k]];
}

EIGHT_INLINE void eight_pack(float *to, eight x, const eight_order *order) {
    float all[2 * LANES_COUNT];
    eight_store(all, x);
    for (int k = 0; k < order->count; k++)
        to[k] = all[order->places[k]];
}

EIGHT_INLINE int eight_least(eight x, unsigned bits) {
    float all[2 * LANES_COUNT];
    eight_store(all, x);
    int best = lanes_lowest(bits);
    for (; bits != 0; bits &= bits - 1)
        best = all[lanes_lowest(bits)] < all[best] ? lanes_lowest(bits) : best;
    return best;
}

/* A mask is 1 or 0. */
typedef struct four {
    double d[4];
} four;

#define FOUR_OF_TWO(name, expression)                                                              \
    EIGHT_INLINE four four_##name(four a, four b) {                                                \
        for (int i = 0; i < 4; i++)                                                                \
            a.d[i] = (expression);                                                                 \
        return a;                                                                                  \
    }
FOUR_OF_TWO(add, a.d[i] + b.d[i])
FOUR_OF_TWO(sub, a.d[i] - b.d[i])
FOUR_OF_TWO(mul, a.d[i] * b.d[i])
FOUR_OF_TWO(div, a.d[i] / b.d[i])
FOUR_OF_TWO(min, a.d[i] < b.d[i] ? a.d[i] : b.d[i])
FOUR_OF_TWO(below, a.d[i] < b.d[i] ? 1 : 0)
FOUR_OF_TWO(both, a.d[i] * b.d[i])
#undef FOUR_OF_TWO

EIGHT_INLINE four four_of(double a, double b, double c, double d) {
    return (four){{a, b, c, d}};
}

EIGHT_INLINE four four_all(double x) {
    return four_of(x, x, x, x);
}

EIGHT_INLINE void four_store(double *to, four x) {
    memcpy(to, &x, sizeof x);
}

EIGHT_INLINE four four_where(four mask, four yes, four no) {
    for (int i = 0; i < 4; i++)
        no.d[i] = mask.d[i] > 0 ? yes.d[i] : no.d[i];
    return no;
}

EIGHT_INLINE unsigned four_bits(four mask) {
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(mask.d[i] > 0) << i;
    return bits;
}

EIGHT_INLINE four four_next(four x) {
    return four_of(x.d[1], x.d[2], x.d[0], x.d[3]);
}

EIGHT_INLINE double four_least(four x) {
    four least = four_min(x, four_of(x.d[2], x.d[3], x.d[2], x.d[3]));
    return least.d[0] < least.d[1] ? least.d[0] : least.d[1];
}

#endif

#endif
