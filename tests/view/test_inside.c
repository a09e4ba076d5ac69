/* What is seen inside hard moves, in small windows and with large text, too: of the boxes and the
 * labels that the layout knows, not of pixels. PICTURES=folder saves a picture of each step. */
#include <stdlib.h>
#include <string.h>

#include "../../src/view/near.h"
#include "../../src/view/overlays.h"
#include "../hard_moves.h"
#include "../level_text.h"
#include "one_view.h"

static void open_inside(const sandbox *s, int width, int height, float scale) {
    char error[256];
    assert_true(view_open(&v, width, height, scale, NULL, NULL, error, sizeof error));
    v.theme = getenv("THEME") != NULL ? theme_find(getenv("THEME")) : 0;
    view_begin(&v, s);
}

/* What is looked at, for messages. */
typedef struct look {
    const hard_move *move;
    const sandbox *s;
    moment m;
    int width, height;
    float scale;
} look;

#define assert_seen(l, holds, ...)                                                                 \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            print_message(__VA_ARGS__);                                                            \
            fail_msg(" in \"%s\", step %d of %d, %dx%d at x%g", (l)->move->name, (l)->m.index + 1, \
                     (l)->m.count, (l)->width, (l)->height, (double)(l)->scale);                   \
        }                                                                                          \
    } while (false)

static void save(const look *l) {
    char path[512];
    if (getenv("PICTURES") == NULL)
        return;
    snprintf(path, sizeof path, "%s/%02d-%dx%g-%02d.png", getenv("PICTURES"),
             (int)(l->move - hard_moves), l->width, (double)l->scale, l->m.index);
    assert_null(canvas_save_png(v.canvas, path));
}

/* ---- Text -------------------------------------------------------------------------------- */

static bool overlap(layout_box a, layout_box b) {
    static const float touching = 0.5f; /* pixels */
    return a.x < b.x + b.width - touching && b.x < a.x + a.width - touching &&
           a.y < b.y + b.height - touching && b.y < a.y + a.height - touching;
}

static bool is_within(layout_box a, float x, float y, float width, float height) {
    return a.x >= x - 1 && a.y >= y - 1 && a.x + a.width <= x + width + 1 &&
           a.y + a.height <= y + height + 1;
}

static float small_width(const char *words) {
    return text_width(v.text, TEXT_SMALL, words);
}

static void check_table(const look *l, const ui_table *t) {
    for (int c = 0; c < t->column_count; c++) {
        for (int r = 0; r < t->row_count && t->width[c] > 0; r++) {
            const char *cell = t->rows[r].cells[c];
            bool fits = cell == NULL || t->rows[r].spans || small_width(cell) <= t->width[c] + 0.5f;
            assert_seen(l, fits, "the cell '%s' is cut", cell);
        }
    }
}

/* No line of it is cut at a side, and none at the ends of what a column shows. */
static void check_words(const look *l, const control *c) {
    paint p = v.ui.paint;
    float line = text_line_height(v.text, c->words.style);
    float top = c->clip.y - c->box.y, bottom = c->clip.y + c->clip.height - c->box.y;
    assert_seen(l,
                c->words.max_lines != 1 || prose_size(&p, c->words, c->label).x <= c->words.width,
                "'%s' is cut", c->label);
    assert_seen(l, c->box.x + c->box.width <= (float)l->width, "'%s' leaves the picture", c->label);
    if (top > 0 && top < c->box.height)
        assert_seen(l, fabsf(remainderf(top, line)) < 1, "a line of '%s' is cut above", c->label);
    if (bottom > 0 && bottom < c->box.height)
        assert_seen(l, fabsf(remainderf(bottom, line)) < 1, "a line of '%s' is cut", c->label);
}

static void check_controls(const look *l) {
    for (int i = 0; i < v.ui.count; i++) {
        const control *c = &v.ui.list[i];
        if (c->kind == CONTROL_TABLE)
            check_table(l, c->table);
        else if (c->kind == CONTROL_WORDS)
            check_words(l, c);
        else if (c->kind == CONTROL_BUTTON)
            assert_seen(l, text_width(v.text, TEXT_NORMAL, c->label) <= c->box.width,
                        "the button '%s' is too narrow", c->label);
    }
}

/* What stands over the scene has places of its own: title, badges, the table, the lens. */
static void check_boxes(const look *l) {
    const layout *all = &v.layout;
    for (int i = 0; i < all->count; i++) {
        assert_seen(l, is_within(all->taken[i], 0, 0, (float)l->width, (float)l->height),
                    "box %d leaves the picture", i);
        for (int k = 0; k < i; k++)
            assert_seen(l, !overlap(all->taken[i], all->taken[k]), "box %d covers box %d", i, k);
    }
}

/* All that a column too high for the window has can be scrolled to. */
static void check_scroll(const look *l) {
    float lowest = 0;
    v.inspector.scroll.from = 1e6f;
    view_lay_out(&v, l->s);
    for (int i = 0; i < v.ui.count; i++) {
        const control *c = &v.ui.list[i];
        if (c->kind == CONTROL_TABLE || c->kind == CONTROL_WORDS)
            lowest = fmaxf(lowest, c->box.y + c->box.height - (c->clip.y + c->clip.height));
    }
    assert_seen(l, lowest <= 1, "%g pixels of the column are never seen", (double)lowest);
    check_controls(l);
    v.inspector.scroll.from = 0;
    view_lay_out(&v, l->s);
}

/* ---- The scene --------------------------------------------------------------------------- */

/* Draws the scene alone, with its labels. */
static void draw_scene(frame *f) {
    assert_true(view_draw_scene(&v, f));
    if (!f->inset)
        inspector_draw_walls(&v.inspector, f);
    frame_draw_labels(f);
}

static const scene_label *find_letter(const char *words) {
    for (int i = 0; i < v.labels.drawn; i++) {
        const scene_label *label = &v.labels.list[i];
        if (label->is_letter && strncmp(label->words, words, strlen(words)) == 0)
            return label;
    }
    return NULL;
}

static void check_labels(const look *l, const frame *f) {
    for (int i = 0; i < v.labels.drawn; i++) {
        const scene_label *a = &v.labels.list[i];
        if (a->place.width == 0)
            continue;
        assert_seen(l,
                    is_within(a->place, (float)f->camera.x, (float)f->camera.y,
                              (float)f->camera.width, (float)f->camera.height),
                    "the label '%s' leaves the scene", a->words);
        for (int k = 0; k < i; k++)
            assert_seen(
                l, v.labels.list[k].place.width == 0 || !overlap(a->place, v.labels.list[k].place),
                "'%s' covers '%s'", a->words, v.labels.list[k].words);
        for (int k = 0; k < v.layout.count && !f->inset; k++)
            assert_seen(l, !overlap(a->place, v.layout.taken[k]), "'%s' is covered by box %d",
                        a->words, k);
    }
}

/* The letters of the marked row stand in the scene; of what a box covers, the lens has them. */
static void check_letters(const look *l, const frame *f) {
    static const char *const always[] = {"C", "N", "R"};
    for (int i = 0; i < 3 && f->marked != NULL; i++) {
        const scene_label *letter = find_letter(always[i]);
        assert_seen(l, letter != NULL, "there is no %s", always[i]);
        assert_seen(l, letter->place.width > 0, "the letter %s has no place", always[i]);
    }
}

static void check_scene(const look *l) {
    frame f = v.drawn;
    sm_vec2 mover;
    assert_seen(l, camera_see(&f.camera, f.position, &mover) && frame_sees(&f, f.position),
                "the mover is out of view");
    draw_scene(&f);
    check_labels(l, &f);
    check_letters(l, &f);
}

/* The depth or the gap is long enough, in the scene or in the lens. */
static void check_length(const look *l) {
    float pixels = near_pixels(l->s, &l->m, &v.drawn.camera);
    if (v.lens.box.width > 0) {
        canvas_rect part = lens_part(&v.ui, v.lens.box);
        frame inset =
            view_frame_inset(&v.drawn, part, lens_middle(&v.drawn), lens_span(&v.lens, &v.drawn));
        pixels = fmaxf(pixels, near_pixels(l->s, &l->m, &inset.camera));
        canvas_clip(v.canvas, part);
        draw_scene(&inset);
        canvas_clip(v.canvas, (canvas_rect){0, 0, l->width, l->height});
        check_labels(l, &inset);
    }
    assert_seen(l, pixels >= NEAR_LEAST_PIXELS, "the depth is %g pixels long", (double)pixels);
}

static void check_move(const hard_move *move, int width, int height, float scale) {
    look l = {move, make_hard_move(move), {.index = -1}, width, height, scale};
    sandbox *s = (sandbox *)l.s;
    open_inside(s, width, height, scale);
    view_draw(&v, s, 1);
    camera before = v.camera, near = {0};
    for (int last = -2; last != l.m.index;) {
        last = l.m.index;
        assert_true(moments_step(s, 1, false) && moments_now(s, &l.m));
        assert_true(view_draw(&v, s, 1));
        save(&l);
        check_controls(&l);
        check_boxes(&l);
        check_scroll(&l);
        check_scene(&l);
        check_length(&l);
        if (l.m.index > 0)
            assert_seen(&l, memcmp(&near, &v.camera, sizeof near) == 0, "the view jumps");
        near = v.camera;
    }
    moments_leave(s);
    view_draw(&v, s, 1);
    assert_seen(&l, memcmp(&before, &v.camera, sizeof before) == 0, "the view is not back");
    view_close(&v);
}

IN_VIEW(inside_hard_moves_no_text_is_cut_or_covered_and_what_a_step_is_about_is_seen) {
    static const struct {
        int width, height;
        float scale;
    } sizes[] = {{800, 600, 1}, {800, 600, 2}, {1280, 720, 1}, {1280, 720, 2}};
    const char *only = getenv("ONLY");
    for (int i = 0; i < HARD_MOVES; i++) {
        for (int k = 0; k < 4 && (only == NULL || atoi(only) == i); k++)
            check_move(&hard_moves[i], sizes[k].width, sizes[k].height, sizes[k].scale);
    }
}
