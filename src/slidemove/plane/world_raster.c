/* world_raster: which cells of a grid a capsule touches, and how a cell writes it down.
 *
 * Cell numbers come from one function that never decreases, so a box overlaps a box of cells
 * exactly when their numbers say so. A slanted capsule is cut into its rows, each with a margin
 * that is far above the rounding of the cut. */
#include <math.h>

#include "../vec.h"
#include "world.h"

/* Cells. Above the rounding of coordinates that fit the 16-bit form. */
static const double cell_margin = 1e-3;
/* Of the coordinates: for those that are large against the cells. */
static const double relative_margin = 1e-12;

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

raster raster_of(const grid *g, sm_capsule c) {
    raster r = {.grid = g};
    r.ax = ((double)c.a.x - g->corner[0]) * g->cells_per_unit;
    r.ay = ((double)c.a.y - g->corner[1]) * g->cells_per_unit;
    r.bx = ((double)c.b.x - g->corner[0]) * g->cells_per_unit;
    r.by = ((double)c.b.y - g->corner[1]) * g->cells_per_unit;
    r.reach = sm_radius(c.radius) * g->cells_per_unit + cell_margin +
              relative_margin * (fabs(r.ax) + fabs(r.ay) + fabs(r.bx) + fabs(r.by));
    double left = greater(lesser(r.ax, r.bx) - r.reach, g->region.x0);
    double right = lesser(greater(r.ax, r.bx) + r.reach, g->region.x1);
    double low = greater(lesser(r.ay, r.by) - r.reach, g->region.y0);
    double high = lesser(greater(r.ay, r.by) + r.reach, g->region.y1);
    r.first_row = cell_at(low, g->last[1]);
    r.last_row = low <= high && left <= right ? cell_at(high, g->last[1]) : -1;
    return r;
}

/* The part of the inner segment between two heights, as a range of x; none where x1 < x0. */
static rect cut_to_rows(const raster *r, double low, double high) {
    double rise = r->by - r->ay, from = 0, to = 1;
    if (rise != 0) {
        double t0 = (low - r->ay) / rise, t1 = (high - r->ay) / rise;
        from = greater(lesser(t0, t1), 0);
        to = lesser(greater(t0, t1), 1);
    }
    if (from > to)
        return (rect){.x0 = 1, .x1 = 0};
    double x0 = r->ax + from * (r->bx - r->ax), x1 = r->ax + to * (r->bx - r->ax);
    return (rect){.x0 = lesser(x0, x1), .x1 = greater(x0, x1)};
}

span raster_span(const raster *r, int row) {
    const grid *g = r->grid;
    rect part = {.x0 = lesser(r->ax, r->bx), .x1 = greater(r->ax, r->bx)};
    if (r->first_row != r->last_row) {
        double low = row == 0 ? g->region.y0 : greater(row, g->region.y0);
        double high = row == g->rows - 1 ? g->region.y1 : lesser(row + 1, g->region.y1);
        part = cut_to_rows(r, low - r->reach, high + r->reach);
        if (part.x1 < part.x0)
            return (span){0, -1};
    }
    double left = greater(part.x0 - r->reach, g->region.x0);
    double right = lesser(part.x1 + r->reach, g->region.x1);
    if (left > right)
        return (span){0, -1};
    return (span){cell_at(left, g->last[0]), cell_at(right, g->last[0])};
}

/* ---- Entries ----------------------------------------------------------------------------- */

/* Cells from a cell's centre that 16-bit steps reach. */
static const double window = 8;

/* Whether all of the capsule that matters to the cell, along one axis, is inside the window. Inside
 * the grid that is what lies in the cell; a cell at the rim answers for more. */
static bool fits_window(double a, double b, double reach, int cell, int cells, double region0,
                        double region1) {
    double from = cell == 0 ? region0 : cell, to = cell == cells - 1 ? region1 : cell + 1;
    double centre = cell + 0.5;
    double low = greater(lesser(a, b) - reach, from) - centre;
    double high = lesser(greater(a, b) + reach, to) - centre;
    return low - reach > -window && high + reach < window;
}

/* Cuts the range from-to of the line a + t (b - a) to the window (Liang and Barsky 1984). */
static void clip_to_window(double a, double b, double *from, double *to) {
    double along = b - a;
    if (along == 0)
        return;
    double t0 = (-window - a) / along, t1 = (window - a) / along;
    *from = greater(*from, lesser(t0, t1));
    *to = lesser(*to, greater(t0, t1));
}

static int16_t to_steps(double cells) {
    double steps = cells * CELL_STEPS;
    steps = greater(-32767, lesser(steps, 32767));
    return (int16_t)((int)(steps + 32768.5) - 32768);
}

void encode_entry(block *b, int lane, const raster *r, int column, int row, double radius) {
    const grid *g = r->grid;
    unsigned bit = 1u << lane;
    double ax = r->ax - (column + 0.5), ay = r->ay - (row + 0.5);
    double bx = r->bx - (column + 0.5), by = r->by - (row + 0.5), from = 0, to = 1;
    bool fits =
        fits_window(r->ax, r->bx, r->reach, column, g->columns, g->region.x0, g->region.x1) &&
        fits_window(r->ay, r->by, r->reach, row, g->rows, g->region.y0, g->region.y1);
    bool inside = fabs(ax) < window && fabs(ay) < window && fabs(bx) < window && fabs(by) < window;
    if (fits && !inside) {
        clip_to_window(ax, bx, &from, &to);
        clip_to_window(ay, by, &from, &to);
    }
    if (!fits || from > to) {
        b->ax[lane] = b->ay[lane] = b->bx[lane] = b->by[lane] = 0;
        b->radius[lane] = 0;
        b->always = (uint8_t)(b->always | bit);
        return;
    }
    b->always = (uint8_t)(b->always & ~bit);
    b->ax[lane] = to_steps(ax + from * (bx - ax));
    b->ay[lane] = to_steps(ay + from * (by - ay));
    b->bx[lane] = to_steps(ax + to * (bx - ax));
    b->by[lane] = to_steps(ay + to * (by - ay));
    b->radius[lane] = (uint16_t)ceil(radius * g->cells_per_unit * CELL_STEPS);
}

rect cell_region(const grid *g, int column, int row) {
    rect in_cells = {
        column == 0 ? g->region.x0 : greater(column, g->region.x0),
        row == 0 ? g->region.y0 : greater(row, g->region.y0),
        column == g->columns - 1 ? g->region.x1 : lesser(column + 1, g->region.x1),
        row == g->rows - 1 ? g->region.y1 : lesser(row + 1, g->region.y1),
    };
    double size = 1 / g->cells_per_unit;
    return (rect){g->corner[0] + in_cells.x0 * size, g->corner[1] + in_cells.y0 * size,
                  g->corner[0] + in_cells.x1 * size, g->corner[1] + in_cells.y1 * size};
}
