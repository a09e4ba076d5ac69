/* The picture of the whole, drawn without a window. */
#include <stdlib.h>
#include <string.h>

#include "../../src/view/overlays.h"
#include "../level_text.h"
#include "one_view.h"

enum { WIDTH = 400, HEIGHT = 300 };

static const char in_plane[] = "slidemove 1\nplayer 0 0\nsegment -3 -2 5 -1 oneway\n"
                               "loop 6 6 -6 6 -6 -6 6 -6\ncapsule 2 1 3 4 0.5\nbox -3 3 1 2\n";
static const char in_space[] = "slidemove3 1\nplayer 0 2 0\nbox 0 0 0 8 1 8\nsphere 2 2 2 1\n"
                               "triangle -3 3 -3 -1 3 -3 -3 4 1\n";

static void open_picture(view *to, const sandbox *s, int width, int height) {
    char error[256];
    assert_true(view_open(to, width, height, 1, NULL, NULL, error, sizeof error));
    view_begin(to, s);
}

TEST(a_view_that_goes_to_another_sandbox_keeps_nothing_of_the_first) {
    static const char *const words[] = {in_plane,
                                        "slidemove 1\nplayer 0 0\nloop 8 8 -8 8 -8 -8 8 -8\n",
                                        in_space, "slidemove3 1\nplayer 0 2 0\nsphere 2 0 2 1\n"};
    view kept;
    for (int i = 0; i < 4; i++) {
        view fresh;
        sandbox *s = open_text(words[i]);
        if (i == 0)
            open_picture(&kept, s, WIDTH, HEIGHT);
        open_picture(&fresh, s, WIDTH, HEIGHT);
        view_begin(&kept, s);
        view_draw(&kept, s, 1);
        view_draw(&fresh, s, 1);
        assert_memory_equal(kept.canvas->pixels, fresh.canvas->pixels, WIDTH * HEIGHT * 4);
        view_close(&fresh);
    }
    view_close(&kept);
}

static int difference(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int by = abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        most = by > most ? by : most;
    }
    return most;
}

static bool is_within(canvas_rect r, int x, int y) {
    return x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height;
}

/* An inset shows what a picture of its size does that looks there; around it nothing changes. */
static void check_inset(const char *words, canvas_rect part, float span) {
    sandbox *s = open_text(words);
    view whole, small;
    open_picture(&whole, s, WIDTH, HEIGHT);
    open_picture(&small, s, part.width, part.height);
    frame f = view_frame(&small, s, 1);
    f.camera.distance = whole.camera.distance; /* a lens leaves the eye where it is */
    camera_magnify(&f.camera, s->player.position, span);
    f.inset = true;
    assert_true(view_draw_scene(&small, &f));

    view_draw(&whole, s, 1);
    static uint32_t before[WIDTH * HEIGHT];
    memcpy(before, whole.canvas->pixels, sizeof before);
    canvas_clip(whole.canvas, part);
    f = view_frame(&whole, s, 1);
    f = view_frame_inset(&f, part, (sm3_vec){1, -1.5f, 0}, span / 8);
    assert_true(view_draw_scene(&whole, &f)); /* less of it: what is looked at there is forgotten */
    f = view_frame_inset(&f, part, s->player.position, span);
    assert_true(view_draw_scene(&whole, &f));
    int changed = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t now = canvas_row(whole.canvas, y)[x], was = before[y * WIDTH + x];
            if (!is_within(part, x, y))
                assert_int_equal(now, was);
            else
                assert_in_range(difference(now, canvas_row(small.canvas, y - part.y)[x - part.x]),
                                0, 2);
            changed += now != was;
        }
    }
    assert_true(changed > part.width * part.height / 8);
    view_close(&whole);
    view_close(&small);
}

TEST(an_inset_of_the_plane_is_a_picture_of_its_own) {
    check_inset(in_plane, (canvas_rect){231, 17, 120, 91}, 3);
}

IN_VIEW(the_lens_is_close_to_a_contact_and_has_all_of_a_player_who_touches_nothing) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=1\nloop -9 -9 9 -9 9 9 -9 9\n");
    open_picture(&v, s, WIDTH, HEIGHT);
    sandbox_tick_delta(s, (sm3_vec){0, 0, 0});
    frame f = view_frame(&v, s, 1);
    assert_true(lens_span(&v.lens, &f) > 4);
    sandbox_tick_delta(s, (sm3_vec){8.1f, 0, 0});
    f = view_frame(&v, s, 1);
    assert_true(lens_span(&v.lens, &f) < 2);
    assert_float_equal(lens_middle(&f).x, 9, 0.01);
}

IN_VIEW(words_are_never_faint_and_an_inset_has_none_for_what_is_beyond_its_edge) {
    sandbox *s = open_text(in_plane);
    open_picture(&v, s, WIDTH, HEIGHT);
    frame f = view_frame(&v, s, 1);
    int before = f.labels->count;
    frame_label(&f, WIDTH + 50, 100, 0x40ffffffu, "beyond");
    assert_int_equal(f.labels->count, before + 1);
    assert_int_equal(f.labels->list[before].ink, 0xffffffffu);
    f = view_frame_inset(&f, (canvas_rect){200, 100, 100, 100}, s->player.position, 2);
    frame_label(&f, 150, 150, 0xffffffffu, "beyond");
    assert_int_equal(f.labels->count, before + 1);
    frame_label(&f, 250, 150, 0xffffffffu, "within");
    assert_int_equal(f.labels->count, before + 2);
}

TEST(an_inset_of_space_is_a_picture_of_its_own) {
    check_inset(in_space, (canvas_rect){33, 141, 110, 120}, 4);
}

/* ---- Opening ----------------------------------------------------------------------------- */

static void open_scene(const sandbox *s, unsigned given) {
    char error[256];
    assert_true(view_open(&v, WIDTH, HEIGHT, 1, NULL, NULL, error, sizeof error));
    view_open_scene(&v, s, given);
}

IN_VIEW(a_level_says_what_is_seen_and_goes_on_to_when_the_size_changes) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nview 3 -2 20\noverlays ray depth\n");
    open_scene(s, 0);
    assert_int_equal(v.overlays, 1 << OVERLAY_RAY | 1 << OVERLAY_DEPTH);
    assert_float_equal(v.camera.target.x, 3, 0);
    assert_float_equal(v.camera.target.y, -2, 0);
    assert_float_equal(v.camera.zoom, WIDTH / 20.0f, 1e-5f);
    assert_true(view_resize(&v, 2 * WIDTH, HEIGHT, 1));
    view_refit(&v, s);
    assert_float_equal(v.camera.zoom, 2 * WIDTH / 20.0f, 1e-5f);
    view_fit(&v, s);
    view_refit(&v, s);
    assert_float_equal(v.camera.target.x, 0, 1e-5f);
}

IN_VIEW(a_level_in_3d_says_where_the_eye_is) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 2 0\nbox 0 0 0 8 1 8\nview 8 6 7 0.5 1 0\n");
    open_scene(s, 0);
    sm3_vec eye = camera3_eye(&v.camera), target = v.camera.target;
    assert_float_equal(eye.x, 8, 1e-4f);
    assert_float_equal(eye.y, 6, 1e-4f);
    assert_float_equal(eye.z, 7, 1e-4f);
    assert_float_equal(target.x, 0.5, 0);
    camera3_look(&v.camera, target, target);
    assert_float_equal(camera3_eye(&v.camera).x, 8, 1e-4f);
    camera3_look(&v.camera, (sm3_vec){0.5f, 9, 0}, target);
    assert_float_equal(camera3_eye(&v.camera).y, 9, 0.01f);
}

IN_VIEW(the_command_line_says_better_what_is_seen) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nview 3 -2 20\noverlays ray\n");
    open_scene(s, LEVEL_SETS_OVERLAYS | LEVEL_SETS_VIEW);
    assert_int_equal(v.overlays, overlays_at_start());
    assert_float_equal(v.camera.target.x, 0, 1e-5f);
}

IN_VIEW(overlays_that_a_level_set_go_with_it_unless_others_were_chosen) {
    sandbox *plain = open_text(in_plane), *s = open_text("slidemove 1\nplayer 0 0\noverlays ray\n");
    open_scene(s, 0);
    view_open_scene(&v, plain, 0);
    assert_int_equal(v.overlays, overlays_at_start());
    view_open_scene(&v, s, 0);
    v.overlays = 1 << OVERLAY_GRID;
    view_open_scene(&v, plain, 0);
    assert_int_equal(v.overlays, 1 << OVERLAY_GRID);
}

IN_VIEW(what_is_seen_can_be_said) {
    const char *texts[] = {in_plane, in_space};
    for (int i = 0; i < 2; i++) {
        sandbox *s = open_text(texts[i]);
        open_scene(s, 0);
        assert_int_equal(view_get_scene(&v, s).present, 0);
        view_focus(&v, s, 1, 7);
        v.overlays = 0;
        level_scene seen = view_get_scene(&v, s);
        assert_int_equal(seen.present, LEVEL_SETS_OVERLAYS | LEVEL_SETS_VIEW);
        if (i == 0)
            assert_float_equal(seen.view[2], 7, 0.01f);
        else
            assert_float_equal(seen.view[4], 2, 0.01f);
        view_close(&v);
    }
}

IN_VIEW(a_scene_beside_panels_leaves_no_pixel_as_it_was) {
    static const color before = 0xffff00ff;
    sandbox *s = open_text(in_space);
    open_picture(&v, s, WIDTH, HEIGHT);
    canvas_clear(v.canvas, before);
    frame f = view_frame(&v, s, 1);
    f.camera.width -= 70;
    f.camera.height -= 50;
    assert_true(view_draw_scene(&v, &f));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        assert_true(v.canvas->pixels[i] != before);
}

/* How many pixels the colour has that is asked for. */
static int count_ink(const sandbox *s, color ink) {
    int count = 0;
    view_draw(&v, s, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += ((v.canvas->pixels[i] ^ ink) & 0xffffff) == 0;
    return count;
}

/* A push, of which the echo fades; the player is near enough to all that it meets. */
IN_VIEW(each_overlay_that_explains_a_move_draws_in_its_own_colour) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=1\nloop -3 -3 3 -3 3 3 -3 3\n");
    open_picture(&v, s, WIDTH, HEIGHT);
    for (int i = 0; i < 40; i++)
        sandbox_tick_delta(s, (sm3_vec){0.2f, 0.2f, 0});
    sandbox_look_ahead(s, true);
    static const level_overlay shown[] = {OVERLAY_CLOSEST,    OVERLAY_NORMALS,  OVERLAY_DEPTH,
                                          OVERLAY_ITERATIONS, OVERLAY_VERTICES, OVERLAY_RAY,
                                          OVERLAY_ADVANCE,    OVERLAY_NUMBERS};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        color ink = overlay_ink(themes[v.theme].colors, (int)shown[i]);
        v.overlays = 0;
        assert_int_equal(count_ink(s, ink), 0);
        v.overlays = 1u << shown[i];
        assert_true(count_ink(s, ink) > 0);
    }
    v.overlays = 1u << OVERLAY_DEPTH;
    for (int i = 0; i < 2 * TICKS_PER_SECOND; i++)
        sandbox_tick_delta(s, (sm3_vec){0, 0, 0});
    assert_int_equal(count_ink(s, overlay_ink(themes[v.theme].colors, OVERLAY_DEPTH)), 0);
}

IN_VIEW(a_ghost_that_parts_is_drawn_where_it_stays_until_it_is_back) {
    sandbox *s = open_text("slidemove 1\nplayer 0 1 radius=1\n"
                           "chain -1 0 -0.5 0 0 0 0.5 0 1 0 1.5 0 2 0 2.5 0 3 0\n");
    open_picture(&v, s, WIDTH, HEIGHT);
    color ink = themes[v.theme].colors->ghost[SM_LAST];
    sandbox_set_ghosts(s, 1u << SM_LAST);
    int before = count_ink(s, ink); /* of the legend: the player is drawn over it */
    for (int i = 0; i < 150; i++)
        sandbox_tick_delta(s, (sm3_vec){0.0087f, -0.0996f, 0});
    assert_true(before > 3 && count_ink(s, ink) > before + 100);
    ghosts_return(&s->ghosts, sandbox_change(s));
    assert_int_equal(count_ink(s, ink), before);
}

/* ---- What is floor ----------------------------------------------------------------------- */

/* The colour of the picture at a point of the world. */
static color seen_at(const char *words, float x, float y) {
    sandbox *s = open_text(words);
    open_picture(&v, s, 640, 480);
    v.overlays = 0;
    view_fit(&v, s);
    view_draw(&v, s, 1);
    sm_vec2 p = camera_to_screen(&v.camera, (sm_vec2){x, y});
    color found = v.canvas->pixels[(int)p.y * v.canvas->width + (int)p.x];
    view_close(&v);
    return found | 0xff000000u;
}

TEST(a_loop_around_the_player_is_a_room_in_another_too_and_without_one_all_but_blocks_is_floor) {
    static const char rooms[] = "slidemove 1\nplayer 0 0\n"
                                "loop -4 -4 4 -4 4 4 -4 4\n"
                                "loop -20 -8 20 -8 20 8 -20 8\n"
                                "loop 10 -2 14 -2 14 2 10 2\n";
    static const char none[] = "slidemove 1\nplayer 0 0\n"
                               "loop 10 -2 14 -2 14 2 10 2\n"
                               "segment -14 -6 -10 6\n";
    static const struct {
        const char *words;
        float x, y;
        bool is_solid;
    } rows[] = {
        {rooms, 0, 2, false}, {rooms, -8, 0, false}, {rooms, 12, 0, true}, /* a block */
        {rooms, 0, 9, true},  {none, 5, 0, false},   {none, 12, 0, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        color wanted = rows[i].is_solid ? themes[0].colors->solid : themes[0].colors->floor;
        assert_int_equal(seen_at(rows[i].words, rows[i].x, rows[i].y), wanted | 0xff000000u);
    }
}

/* ---- Inside a move ----------------------------------------------------------------------- */

static void check_table(const char *words, int width, int height) {
    sandbox *s = open_text(words);
    pointer_tool tool;
    open_picture(&v, s, width, height);
    pointer_tool_init(&tool);
    v.pointer_tool = &tool;
    view_draw(&v, s, 1);
    camera before = v.camera;
    sandbox_tick_delta(s, (sm3_vec){0.3f, -1.2f, 0});
    int steps = 0;
    for (moment m = {.index = -1}, now; m.index + 1 < m.count || m.index < 0; m = now) {
        assert_true(moments_step(s, 1, false));
        assert_true(moments_now(s, &now));
        view_draw(&v, s, 1);
        const layout_box *b = &v.inspector.box;
        assert_true(b->width > 200 && b->height > 100);
        assert_true(b->x >= (float)v.camera.width && b->x + b->width <= (float)width);
        assert_true(b->y >= 0 && b->y + b->height <= (float)height);
        frame f = view_frame(&v, s, 1);
        sm_vec2 mover;
        assert_true(view_draw_scene(&v, &f) && camera_see(&f.camera, f.position, &mover));
        assert_true(mover.x < b->x && mover.x > 0 && mover.y > 0 && mover.y < (float)height);
        assert_memory_equal(&f.position, &now.position, sizeof f.position);
        steps++;
    }
    assert_true(steps >= 5);
    moments_leave(s);
    view_draw(&v, s, 1);
    assert_true(v.inspector.box.height == 0);
    assert_memory_equal(&v.camera, &before, sizeof before);
    pointer_tool_free(&tool);
    view_close(&v);
}

TEST(inside_a_move_the_table_stands_beside_the_scene_at_every_size) {
    static const int sizes[][2] = {{640, 400}, {1280, 720}, {2560, 1440}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_table(in_plane, sizes[i][0], sizes[i][1]);
        check_table(in_space, sizes[i][0], sizes[i][1]);
    }
}
