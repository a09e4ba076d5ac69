#include "momentum.h"

sm_vec2 momentum_tick(sm_vec2 velocity, sm_vec2 steady, float ticks_per_second) {
    float gain = MOMENTUM_DRAG / ticks_per_second, loss = 1 / (1 + gain);
    sm_vec2 next = {(velocity.x + gain * steady.x) * loss, (velocity.y + gain * steady.y) * loss};
    bool thrusts = steady.x != 0 || steady.y != 0;
    bool stands = next.x * next.x + next.y * next.y < MOMENTUM_REST * MOMENTUM_REST;
    return stands && !thrusts ? (sm_vec2){0, 0} : next;
}
