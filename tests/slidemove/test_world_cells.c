/* What an index spares, made visible: the cells of a 2D world that a question looks into. */
#include "../test.h"

#include "../plane.h"
#include "../random.h"

typedef struct told_cell {
    sm_vec2 low, high;
    int entries;
} told_cell;

enum { TOLD_MAX = 20000 };

typedef struct told_cells {
    told_cell list[TOLD_MAX];
    int count;
} told_cells;

static void list_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    told_cells *told = context;
    assert_true(told->count < TOLD_MAX);
    told->list[told->count++] = (told_cell){low, high, entries};
}

/* Of a cell's side: a grid's own obstacles are in a cell from so far outside of it on. */
static const float cell_margin = 1e-3f;

static int points_in(const sm_capsule *points, int count, const told_cell *c, float margin) {
    float more = (c->high.x - c->low.x) * margin;
    int inside = 0;
    for (int i = 0; i < count; i++) {
        sm_vec2 p = points[i].a;
        inside += p.x >= c->low.x - more && p.x <= c->high.x + more && p.y >= c->low.y - more &&
                  p.y <= c->high.y + more;
    }
    return inside;
}

/* Whether a finer grid stands for the cell: it is told right after it. */
static bool has_finer(const told_cells *told, int i) {
    if (i + 1 == told->count)
        return false;
    const told_cell *c = &told->list[i], *next = &told->list[i + 1];
    float side = c->high.x - c->low.x, near = side * 1e-2f;
    return next->high.x - next->low.x < 0.9f * side && next->low.x >= c->low.x - near &&
           next->low.y >= c->low.y - near && next->low.x <= c->high.x && next->low.y <= c->high.y;
}

TEST(every_cell_tells_its_box_and_what_it_holds) {
    enum { COUNT = 4000 };
    static sm_capsule points[COUNT];
    static told_cells all, some;
    uint64_t random = test_seed(74);
    for (int i = 0; i < COUNT; i++) { /* half of them in one spot, which gets finer grids */
        float low = i % 2 == 0 ? 10 : 52.25f, high = i % 2 == 0 ? 90 : 52.75f;
        points[i] =
            sm_circle(v(random_float(&random, low, high), random_float(&random, low, high)), 0);
    }
    sm_world *world = sm_world_create(points, COUNT, NULL);
    all.count = some.count = 0;
    sm_world_cells(world, sm_circle(v(50, 50), 60), list_cell, &all);
    int finer = 0, entries = 0;
    float widest = all.list[0].high.x - all.list[0].low.x; /* a finer grid's rim may be cut off */
    for (int i = 0; i < all.count; i++) {
        const told_cell *c = &all.list[i];
        entries += c->entries;
        finer += has_finer(&all, i);
        if (has_finer(&all, i))
            assert_int_equal(c->entries, 0);
        else
            assert_true(c->entries <= points_in(points, COUNT, c, 2 * cell_margin));
        if (!has_finer(&all, i) && c->high.x - c->low.x > 0.9f * widest)
            assert_true(c->entries >= points_in(points, COUNT, c, 0.5f * cell_margin));
    }
    assert_true(finer > 0);
    assert_in_range(entries, COUNT, COUNT + COUNT / 20);

    const sm_vec2 low = {52.1f, 51.9f}, high = {52.5f, 52.3f};
    sm_world_cells(world, sm_circle(v(52.3f, 52.1f), 0.2f), list_cell, &some);
    int told = 0;
    for (int i = 0; i < all.count; i++) {
        const told_cell *c = &all.list[i];
        bool overlaps =
            c->low.x <= high.x && c->high.x >= low.x && c->low.y <= high.y && c->high.y >= low.y;
        bool is_told = told < some.count &&
                       memcmp(&some.list[told], c, sizeof *c) == 0; /* in the same order */
        bool is_finer = c->high.x - c->low.x < 0.9f * widest;       /* whose rim stands for more */
        assert_true(is_finer || is_told == overlaps);
        told += is_told;
    }
    assert_int_equal(told, some.count);
    sm_world_cells(world, sm_circle(v(NAN, 0), 1), list_cell, &some);
    assert_int_equal(told, some.count);
    sm_world_destroy(world);
}
