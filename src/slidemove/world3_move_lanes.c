/* world3_move_lanes: moves through a world, for any processor, as two times four lanes. */
#include <stdint.h>
#include <string.h>

#include "lanes.h"
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

EIGHT_INLINE void eight_int_pack(int *to, eight_int x, const unsigned char places[8],
                                 unsigned bits) {
    for (int k = 0; k < __builtin_popcount(bits); k++)
        to[k] = x.i[places[k]];
}

EIGHT_INLINE void eight_pack(float *to, eight x, const unsigned char places[8], unsigned bits) {
    float all[2 * LANES_COUNT];
    lanes_store(all, x.low);
    lanes_store(all + LANES_COUNT, x.high);
    for (int k = 0; k < __builtin_popcount(bits); k++)
        to[k] = all[places[k]];
}

#include "move3_body.h"
