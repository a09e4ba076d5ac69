/* world3_move_avx2: moves through a world, for x86 of about 2013 and later. */
#include "../x86.h"
#include "world3_move.h"

#if SM_HAS_X86
#include <immintrin.h>
#include <stdint.h>

#define EIGHT_TARGET __attribute__((target("avx2")))
#define EIGHT_INLINE EIGHT_TARGET static inline __attribute__((always_inline))
#define MOVE3_NAME   world3_move_avx2

typedef __m256 eight;

EIGHT_INLINE eight eight_load(const float *from) {
    return _mm256_loadu_ps(from);
}

EIGHT_INLINE void eight_store(float *to, eight x) {
    _mm256_storeu_ps(to, x);
}

EIGHT_INLINE eight eight_all(float x) {
    return _mm256_set1_ps(x);
}

EIGHT_INLINE eight eight_add(eight a, eight b) {
    return _mm256_add_ps(a, b);
}

EIGHT_INLINE eight eight_sub(eight a, eight b) {
    return _mm256_sub_ps(a, b);
}

EIGHT_INLINE eight eight_mul(eight a, eight b) {
    return _mm256_mul_ps(a, b);
}

EIGHT_INLINE eight eight_div(eight a, eight b) {
    return _mm256_div_ps(a, b);
}

EIGHT_INLINE eight eight_max(eight a, eight b) {
    return _mm256_max_ps(a, b);
}

EIGHT_INLINE eight eight_abs(eight x) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

EIGHT_INLINE eight eight_signed(eight x, eight sign) {
    return _mm256_or_ps(x, _mm256_and_ps(_mm256_set1_ps(-0.0f), sign));
}

EIGHT_INLINE eight eight_sqrt(eight x) {
    return _mm256_sqrt_ps(x);
}

EIGHT_INLINE eight eight_at_most(eight a, eight b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

EIGHT_INLINE eight eight_not_above(eight a, eight b) {
    return _mm256_cmp_ps(a, b, _CMP_NGT_UQ);
}

EIGHT_INLINE eight eight_both(eight mask, eight other) {
    return _mm256_and_ps(mask, other);
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

EIGHT_INLINE eight eight_mask(unsigned bits) {
    const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, each));
}

typedef __m256i eight_order;

EIGHT_INLINE eight_order eight_order_of(const unsigned char places[8], unsigned bits) {
    (void)bits;
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)places));
}

EIGHT_INLINE void eight_int_pack(int *to, eight_int x, const eight_order *order) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(x, *order));
}

EIGHT_INLINE void eight_pack(float *to, eight x, const eight_order *order) {
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(x, *order));
}

EIGHT_INLINE int eight_least(eight x, unsigned bits) {
    eight candidates = eight_where(eight_mask(bits), x, _mm256_set1_ps(INFINITY));
    eight least = _mm256_min_ps(candidates, _mm256_permute2f128_ps(candidates, candidates, 1));
    least = _mm256_min_ps(least, _mm256_permute_ps(least, _MM_SHUFFLE(1, 0, 3, 2)));
    least = _mm256_min_ps(least, _mm256_permute_ps(least, _MM_SHUFFLE(2, 3, 0, 1)));
    return __builtin_ctz(eight_bits(eight_at_most(candidates, least)) & bits);
}

#include "move3_body.h"
#else
typedef int not_for_this_processor; /* a file of C has at least one declaration */
#endif
