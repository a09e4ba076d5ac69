/* world_scan_avx2: the search for x86 of about 2013 and later, eight entries at a time. */
#include "world.h"

#if SM_HAS_X86
#include <immintrin.h>

#define SCAN_TARGET __attribute__((target("avx2")))
#define SCAN_NAME   sm_search_avx2

/* max returns its second operand where the first is NaN, as cell_at does. */
SCAN_TARGET static inline cell_box cells_in_reach(const grid *g, double x0, double y0, double x1,
                                                  double y1) {
    __m256d place = _mm256_set_pd(y1, x1, y0, x0);
    place = _mm256_sub_pd(place, _mm256_loadu_pd(g->corner));
    place = _mm256_mul_pd(place, _mm256_set1_pd(g->cells_per_unit));
    place = _mm256_max_pd(place, _mm256_setzero_pd());
    place = _mm256_min_pd(place, _mm256_loadu_pd(g->last));
    cell_box c;
    _mm_storeu_si128((__m128i *)(void *)&c, _mm256_cvttpd_epi32(place));
    return c;
}

SCAN_TARGET static inline __m256 signed_steps(const int16_t *eight) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)(const void *)eight)));
}

SCAN_TARGET static inline __m256 unsigned_steps(const uint16_t *eight) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepu16_epi32(_mm_load_si128((const __m128i *)(const void *)eight)));
}

SCAN_TARGET static inline unsigned cull(const block *b, float x, float y, float reach) {
    __m256 ax = signed_steps(b->ax), ay = signed_steps(b->ay);
    __m256 dx = _mm256_sub_ps(signed_steps(b->bx), ax), dy = _mm256_sub_ps(signed_steps(b->by), ay);
    __m256 px = _mm256_sub_ps(_mm256_set1_ps(x), ax), py = _mm256_sub_ps(_mm256_set1_ps(y), ay);
    __m256 length_squared = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
    __m256 projection = _mm256_add_ps(_mm256_mul_ps(px, dx), _mm256_mul_ps(py, dy));
    __m256 one = _mm256_set1_ps(1);
    __m256 t = _mm256_div_ps(projection, _mm256_max_ps(length_squared, one));
    t = _mm256_max_ps(_mm256_min_ps(t, one), _mm256_setzero_ps());
    __m256 ex = _mm256_sub_ps(px, _mm256_mul_ps(t, dx));
    __m256 ey = _mm256_sub_ps(py, _mm256_mul_ps(t, dy));
    __m256 radii = _mm256_add_ps(_mm256_set1_ps(reach), unsigned_steps(b->radius));
    __m256 distance_squared = _mm256_add_ps(_mm256_mul_ps(ex, ex), _mm256_mul_ps(ey, ey));
    __m256 near =
        _mm256_cmp_ps(distance_squared, _mm256_mul_ps(radii, radii), _CMP_NGT_UQ); /* NaN is near */
    return (unsigned)_mm256_movemask_ps(near);
}

#include "world_scan.h"
#else
typedef int not_for_this_processor; /* a file of C has at least one declaration */
#endif
