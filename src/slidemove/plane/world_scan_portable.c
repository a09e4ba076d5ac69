/* world_scan_portable: the search in plain C, for any processor. */
#include "world.h"

static cell_box cells_in_reach(const grid *g, double x0, double y0, double x1, double y1) {
    double k = g->cells_per_unit;
    return (cell_box){
        cell_at((x0 - g->corner[0]) * k, g->last[0]), cell_at((y0 - g->corner[1]) * k, g->last[1]),
        cell_at((x1 - g->corner[0]) * k, g->last[0]), cell_at((y1 - g->corner[1]) * k, g->last[1])};
}

static float clamped(float t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static unsigned cull(const block *b, float x, float y, float reach) {
    unsigned near = 0;
    for (int i = 0; i < LANES; i++) {
        float ax = b->ax[i], ay = b->ay[i], dx = b->bx[i] - ax, dy = b->by[i] - ay;
        float px = x - ax, py = y - ay, length_squared = dx * dx + dy * dy;
        float t = clamped((px * dx + py * dy) / (length_squared > 1 ? length_squared : 1));
        float ex = px - t * dx, ey = py - t * dy, radii = reach + b->radius[i];
        near |= (unsigned)!(ex * ex + ey * ey > radii * radii) << i; /* NaN is near */
    }
    return near;
}

#define SCAN_TARGET
#define SCAN_NAME sm_search_portable
#include "world_scan.h"
