/* A link to a moment, made by one run of the program and opened by a fresh one: the same picture,
 * the same numbers, and the same ticks after it. See script.h. */
#include "../test.h"

#include <unistd.h>

#include "../../src/app/app.h"
#include "../../src/sandbox/session_state.h"
#include "../files.h"
#include "../script.h"

enum { TICKS_AFTER = 60 };

/* What a run shows at the moment, and the hashes of what then happens. */
typedef struct seen {
    uint32_t *pixels; /* owned */
    int width, height;
    uint64_t hashes[TICKS_AFTER + 1];
    unsigned long ticks_before; /* that one can go back by */
} seen;

static seen made, opened;

static uint64_t hash_now(const app *a) {
    session_state is = {0};
    session_take_state(a->sandbox, &is);
    return session_hash(&is);
}

/* The frame rate, and messages that go by themselves, are left out. */
static void look(app *a, seen *at) {
    view *v = &a->view;
    v->message_seconds = 0;
    v->figures = (figures){0};
    sandbox_look_ahead(a->sandbox, (v->overlays >> OVERLAY_ADVANCE & 1) != 0);
    assert_true(view_draw(v, a->sandbox, 1));
    at->width = v->canvas->width;
    at->height = v->canvas->height;
    size_t size = sizeof *at->pixels * (size_t)at->width * (size_t)at->height;
    at->pixels = test_malloc(size);
    memcpy(at->pixels, v->canvas->pixels, size);
    at->ticks_before = session_now(a->session).now - session_now(a->session).first;
    at->hashes[0] = hash_now(a);
}

static void tick_on(app *a, seen *at) {
    for (int i = 1; i <= TICKS_AFTER; i++) {
        ticks_make_one(a);
        at->hashes[i] = hash_now(a);
    }
}

static bool do_more(app *a, const char *word) {
    if (strcmp(word, "link") == 0) {
        pointer_leave(a);
        char *words = link_write(a);
        write_file("moment.recording", words);
        free(words);
        look(a, &made);
        tick_on(a, &made);
    } else if (strcmp(word, "opened") == 0) {
        look(a, &opened);
        tick_on(a, &opened);
    } else {
        return false;
    }
    return true;
}

static int begin(void **state) {
    script_more = do_more;
    return enter_folder(state);
}

TEST_GROUP(begin, leave_folder)

static void run(const char *line, const char *script) {
    script_begin(script, NULL);
    int status = run_program(line);
    const char *wrong = script_end();
    if (wrong != NULL || status != 0)
        fail_msg("%s: %s, status %d: %s", line, script, status, wrong);
}

/* Returns how many pixels differ by more than the smoothing of a letter's edge does. */
static int count_different(void) {
    int count = 0;
    for (int i = 0; i < made.width * made.height; i++) {
        bool differs = false;
        for (int shift = 0; shift < 24; shift += 8)
            differs |= abs((int)(made.pixels[i] >> shift & 255) -
                           (int)(opened.pixels[i] >> shift & 255)) > 24;
        count += differs;
    }
    return count;
}

static const struct {
    const char *level, *script;
} moments[] = {
    {"playground.level", "+d tick90 -d +s tick40 -s"},
    {"playground.level", "+d tick90 , , , , , wait30"},
    {"lab/01-flat-wall.level", "ctrl+a ctrl+d +s tick60 -s r"},
    {"lab/01-flat-wall.level", "j Delete . ctrl+z . j"},
    {"lab/02-wall-of-100.level", "ctrl+1 ctrl+5 tick200 0"},
    {"lab/03-wall-of-1000.level", "tick700 9 #Nearer wait30"},
    {"lab/06-wedges.level", "tick60 F2 wait9"},
    {"lab/06-wedges.level", "tick300 shift+/ wait60 shift+. wait60"},
    {"lab/10-circles.level", "z +d tick80 -d [ [ #Nearer F4 wait9"},
    {"lab/13-boxes.level", "tick100 shift+/ wait60 Tab wait60"},
    {"lab/20-capsule-player.level", "tick100 +q tick20 -q"},
    {"lab/21-moving-walls.level", "tick250 V wait60"},
    {"lab/24-oneway-platforms.level", "tick150"},
    {"lab/26-lifts.level", "tick200 +d tick20 -d"},
    {"lab/28-crusher.level", "tick120 shift+/ wait60"},
    {"lab/30-momentum.level", "tick90 F3"},
    {"lab/31-look-ahead.level", "p shift+. shift+. wait60"},
    {"lab/33-steps.level", "tick200 0"},
    {"lab/35-carried.level", "tick120 F7 . . ."},
    {"lab/36-drawing.svg", "tick60"},
    {"lab3/02-mesh.level", "tick120"},
    {"lab3/06-capsule-capsule.level", "tick90 +Right wait9 -Right 0"},
    {"lab3/13-stairs.level", "tick100 +e tick10 -e"},
    {"lab3/16-corner.level", "tick150 shift+/ wait90"},
    {"lab3/21-slopes.level", "tick60 j wait9"},
    {"lab3/23-platforms.level", "tick200 , , , wait9"},
};

/* Writes both pictures, where they can be looked at. */
static void keep_pictures(void) {
    canvas c = {.pixels = made.pixels, .width = made.width, .height = made.height};
    canvas_save_png(&c, "/tmp/link-made.png");
    c.pixels = opened.pixels;
    canvas_save_png(&c, "/tmp/link-opened.png");
}

static bool is_opened_as_made(void) {
    unsigned long expected = made.ticks_before < 600 ? made.ticks_before : 600;
    int different = count_different();
    if (different > 0)
        keep_pictures();
    for (int i = 0; i <= TICKS_AFTER; i++) {
        if (made.hashes[i] != opened.hashes[i])
            print_error("tick %d differs\n", i);
    }
    if (different > 0)
        print_error("%d pixels differ: see /tmp/link-made.png, /tmp/link-opened.png\n", different);
    return different == 0 && memcmp(made.hashes, opened.hashes, sizeof made.hashes) == 0 &&
           opened.ticks_before == expected;
}

static void forget(void) {
    test_free(made.pixels);
    test_free(opened.pixels);
}

TEST(a_link_opens_as_what_was_seen_and_goes_on_to_the_same_bits) {
    int bad = 0;
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        char line[500], script[200];
        snprintf(line, sizeof line, "project/levels/%s --size 1280x720", moments[i].level);
        snprintf(script, sizeof script, "%s wait9 link", moments[i].script);
        run(line, script);
        run("replay moment.recording --size 1280x720", "wait9 opened");
        if (!is_opened_as_made()) {
            print_error("%s, %s\n", moments[i].level, moments[i].script);
            bad++;
        }
        forget();
    }
    assert_int_equal(bad, 0);
}

TEST(a_link_opens_in_a_window_of_another_size_with_as_much_of_the_width) {
    run("project/levels/lab/10-circles.level --size 1280x720",
        "+d tick80 -d #Nearer wait9 ?0.00,_0.00,_37.38_wide link");
    run("replay moment.recording --size 390x844", "wait9 ?0.00,_0.00,_37.38_wide opened");
    assert_memory_equal(made.hashes, opened.hashes, sizeof made.hashes);
    forget();
}

/* The view of a link that was written by hand: what is wrong is said, and whatever is right is
 * drawn. */
TEST(no_view_of_a_link_is_too_strange_to_be_drawn) {
    static const struct {
        const char *view, *says;
    } cases[] = {
        {"view camera.zoom=0",
         "expected a number from 1e-06 to 1e+06 for `camera.zoom`, found '0'"},
        {"view lens=3", "expected a whole number from 0 to 2 for `lens`, found '3'"},
        {"view what=1", "expected NAME=VALUE of a known name, found 'what=1'"},
        {"select 99", "expected the number of a statement, a whole number from 1 to"},
        {"view", NULL},
        {"view near=on near.inside=on", NULL},
        {"view step=190 step.ahead=on lens=1 lesson.step=999 panel.slider=10 play=2147483647",
         NULL},
        {"view at=5000000 camera.zoom=1e6 camera.target=1e7,-1e7,0 camera.follows=on", NULL},
        {"view window.width=7 camera.width=9 camera.fitted=on camera.placed=on below=1e5", NULL},
        {"view step=3 near=on near.left=on help=on help.scroll=1e6\nselect 1 2 3", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char all[500];
        snprintf(all, sizeof all,
                 "slidemove-recording 2\nlevel\nslidemove 1\nplayer 0 0\ncircle 1 0 1\nend\n"
                 "ticks 9 walk=1,0\n%s\nend\n",
                 cases[i].view);
        write_file("moment.recording", all);
        char *words = NULL;
        size_t length;
        FILE *real_err = stderr;
        stderr = open_memstream(&words, &length);
        script_begin("wait9 . shift+. wait9 Escape", NULL);
        int status = run_program("replay moment.recording --size 640x480");
        const char *wrong = script_end();
        fclose(stderr);
        stderr = real_err;
        if (cases[i].says != NULL && strstr(words, cases[i].says) == NULL)
            fail_msg("%s: expected %s, found %s", cases[i].view, cases[i].says, words);
        if (status != 0 && cases[i].says == NULL)
            fail_msg("%s: %s", cases[i].view, words);
        assert_int_equal(status != 0, cases[i].says != NULL);
        assert_null(cases[i].says == NULL ? wrong : NULL);
        free(words);
    }
}
