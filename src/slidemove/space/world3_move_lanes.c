/* world3_move_lanes: moves through a world, for any processor, as two times four lanes. */
#include <stdint.h>
#include <string.h>

#include "../lanes.h"
#include "world3_move.h"

#define EIGHT_TARGET
#define EIGHT_INLINE static inline __attribute__((always_inline))
#define MOVE3_NAME   world3_move_lanes

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

EIGHT_INLINE eight eight_add(eight a, eight b) {
    return (eight){lanes_add(a.low, b.low), lanes_add(a.high, b.high)};
}

EIGHT_INLINE eight eight_sub(eight a, eight b) {
    return (eight){lanes_sub(a.low, b.low), lanes_sub(a.high, b.high)};
}

EIGHT_INLINE eight eight_mul(eight a, eight b) {
    return (eight){lanes_mul(a.low, b.low), lanes_mul(a.high, b.high)};
}

EIGHT_INLINE eight eight_div(eight a, eight b) {
    return (eight){lanes_div(a.low, b.low), lanes_div(a.high, b.high)};
}

EIGHT_INLINE eight eight_max(eight a, eight b) {
    return (eight){lanes_max(a.low, b.low), lanes_max(a.high, b.high)};
}

EIGHT_INLINE eight eight_abs(eight x) {
    return eight_max(x, eight_sub(eight_all(0), x));
}

EIGHT_INLINE eight eight_sqrt(eight x) {
    return (eight){lanes_sqrt(x.low), lanes_sqrt(x.high)};
}

EIGHT_INLINE eight eight_at_most(eight a, eight b) {
    return (eight){lanes_at_most(a.low, b.low), lanes_at_most(a.high, b.high)};
}

EIGHT_INLINE eight eight_not_above(eight a, eight b) {
    return (eight){lanes_not_below(b.low, a.low), lanes_not_below(b.high, a.high)};
}

EIGHT_INLINE eight eight_both(eight mask, eight other) {
    return (eight){lanes_both(mask.low, other.low), lanes_both(mask.high, other.high)};
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
    return (eight_order){places, __builtin_popcount(bits)};
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
    int best = __builtin_ctz(bits);
    for (; bits != 0; bits &= bits - 1)
        best = all[__builtin_ctz(bits)] < all[best] ? __builtin_ctz(bits) : best;
    return best;
}

#include "move3_body.h"
