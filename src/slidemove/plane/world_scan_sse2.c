/* world_scan_sse2: the search for x86, four entries at a time. */
#include "world.h"

#if SM_HAS_X86
#include <emmintrin.h>

#define SCAN_TARGET __attribute__((target("sse2")))
#define SCAN_NAME   sm_search_sse2

/* Two of the four sides. max returns its second operand where the first is NaN, as cell_at does. */
SCAN_TARGET static inline __m128i two_cells(const grid *g, double x, double y) {
    __m128d place = _mm_sub_pd(_mm_set_pd(y, x), _mm_loadu_pd(g->corner));
    place = _mm_mul_pd(place, _mm_set1_pd(g->cells_per_unit));
    place = _mm_max_pd(place, _mm_setzero_pd());
    return _mm_cvttpd_epi32(_mm_min_pd(place, _mm_loadu_pd(g->last)));
}

SCAN_TARGET static inline cell_box cells_in_reach(const grid *g, double x0, double y0, double x1,
                                                  double y1) {
    cell_box c;
    _mm_storeu_si128((__m128i *)(void *)&c,
                     _mm_unpacklo_epi64(two_cells(g, x0, y0), two_cells(g, x1, y1)));
    return c;
}

/* Four of eight signed 16-bit numbers as floats. */
SCAN_TARGET static inline __m128 signed_half(__m128i eight, int high) {
    __m128i four = high ? _mm_unpackhi_epi16(eight, eight) : _mm_unpacklo_epi16(eight, eight);
    return _mm_cvtepi32_ps(_mm_srai_epi32(four, 16));
}

SCAN_TARGET static inline __m128 unsigned_half(__m128i eight, int high) {
    __m128i zero = _mm_setzero_si128();
    return _mm_cvtepi32_ps(high ? _mm_unpackhi_epi16(eight, zero)
                                : _mm_unpacklo_epi16(eight, zero));
}

SCAN_TARGET static inline __m128i load(const void *eight) {
    return _mm_load_si128((const __m128i *)eight);
}

SCAN_TARGET static inline unsigned cull_half(const block *b, int high, __m128 x, __m128 y,
                                             __m128 reach) {
    __m128 ax = signed_half(load(b->ax), high), ay = signed_half(load(b->ay), high);
    __m128 dx = _mm_sub_ps(signed_half(load(b->bx), high), ax);
    __m128 dy = _mm_sub_ps(signed_half(load(b->by), high), ay);
    __m128 px = _mm_sub_ps(x, ax), py = _mm_sub_ps(y, ay);
    __m128 length_squared = _mm_add_ps(_mm_mul_ps(dx, dx), _mm_mul_ps(dy, dy));
    __m128 projection = _mm_add_ps(_mm_mul_ps(px, dx), _mm_mul_ps(py, dy));
    __m128 one = _mm_set1_ps(1);
    __m128 t = _mm_div_ps(projection, _mm_max_ps(length_squared, one));
    t = _mm_max_ps(_mm_min_ps(t, one), _mm_setzero_ps());
    __m128 ex = _mm_sub_ps(px, _mm_mul_ps(t, dx)), ey = _mm_sub_ps(py, _mm_mul_ps(t, dy));
    __m128 radii = _mm_add_ps(reach, unsigned_half(load(b->radius), high));
    __m128 distance_squared = _mm_add_ps(_mm_mul_ps(ex, ex), _mm_mul_ps(ey, ey));
    __m128 near = _mm_cmpngt_ps(distance_squared, _mm_mul_ps(radii, radii)); /* NaN is near */
    return (unsigned)_mm_movemask_ps(near);
}

SCAN_TARGET static inline unsigned cull(const block *b, float x, float y, float reach) {
    __m128 xs = _mm_set1_ps(x), ys = _mm_set1_ps(y), reaches = _mm_set1_ps(reach);
    return cull_half(b, 0, xs, ys, reaches) | cull_half(b, 1, xs, ys, reaches) << 4;
}

#include "world_scan.h"
#else
typedef int not_for_this_processor; /* a file of C has at least one declaration */
#endif
