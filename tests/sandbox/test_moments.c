/* Walking inside one move: for moves chosen to be hard, every number that the moments show is
 * computed once more, from the shapes, the positions and the collisions that were recorded. */
#include "../test.h"

#include "../../src/sandbox/moments.h"
#include "../../src/sandbox/session_state.h"
#include "../hard_moves.h"
#include "../level_text.h"

/* ---- Once more --------------------------------------------------------------------------- */

static const double error = 2e-5; /* world units: floats, and the skin of `sweep` */

#define assert_close(found, expected)                                                              \
    do {                                                                                           \
        if (!(fabs((double)(found) - (double)(expected)) <= error))                                \
            fail_msg("%s: %s is %.9g, not %.9g", move->name, #found, (double)(found),              \
                     (double)(expected));                                                          \
    } while (false)

static float depth_of_point(const sandbox *s, sm3_vec at, vec3 point) {
    sm3_vec p = vec3_round(point), none = {0, 0, 0};
    if (sandbox_has(s, HAS_DEPTH))
        return sm3_collide(sm3_mover_at(player_upright(&s->player), at), sm3_face(p, p, p), none)
            .depth;
    return sm_collide_hull(player_hull(&s->player), sm3_to2(at), sm_circle(sm3_to2(p), 0),
                           sm3_to2(none))
        .depth;
}

/* Point R is on the obstacle, and C on the mover, without its radius. */
static void check_row(const hard_move *move, const sandbox *s, const moment_row *row, sm3_vec at) {
    sm3_triangle t = s->obstacles->dimension->between(s->obstacles, row->at->obstacle, row->time);
    moment_measure q = moment_measure_of(s, row);
    sm3_vec at_r = vec3_round(q.r);
    vec3 r = q.r, nearest = q.c, on_it = vec3_of(sm3_closest_on_triangle(at_r, t.a, t.b, t.c));
    assert_close(q.depth, row->at->depth);
    assert_close(q.distance, q.radii - q.depth);
    assert_close(vec3_length(q.normal), 1);
    assert_close(vec3_length(vec3_sub(on_it, r)), 0);
    if (!q.crosses)
        assert_close(depth_of_point(s, at, q.c), q.mover_radius);
    vec3 p0 = q.p0, way = vec3_sub(q.p1, p0);
    assert_close(vec3_length(way), q.length);
    if (q.is_face) {
        assert_close(vec3_dot(vec3_sub(nearest, p0), q.normal), q.distance);
    } else {
        vec3 on_edge = vec3_scale(way, q.t);
        assert_close(vec3_length(vec3_sub(vec3_sub(r, p0), on_edge)), 0);
        assert_true(q.t >= 0 && q.t <= 1);
        if (q.length > 0)
            assert_close(q.along, vec3_dot(vec3_sub(nearest, p0), vec3_scale(way, 1 / q.length)));
    }
}

/* ---- The choice -------------------------------------------------------------------------- */

/* Which one that is, by the resolver's rule, the moves' words say: "deepest: 0.3 > 0.2". */
static void check_choice(const hard_move *move, const sm3_collision *chosen, const moment_row *rows,
                         int count) {
    for (int i = 0; i < count; i++) {
        bool is_it = rows[i].at == chosen;
        if (rows[i].chosen != is_it || (strcmp(rows[i].verdict, "chosen") == 0) != is_it)
            fail_msg("%s: the wrong one was chosen", move->name);
    }
    assert_true(count > 0 && rows[0].chosen);
}

/* ---- What holds -------------------------------------------------------------------------- */

/* The way that is left leads into none of what holds. */
static void check_held(const sandbox *s, const moment *m) {
    const sm_trace *t = &record_last(&s->record)->trace;
    const sm_iteration *it = &t->iterations[m->iteration];
    sm3_collision held[SM_HELD_MAX];
    for (int i = 0; i < it->held_count; i++) {
        const sm3_collision *c = &t->candidates[it->first_candidate],
                            *behind = c + it->candidate_count;
        while (c < behind && c->obstacle != it->held[i])
            c++;
        assert_true(c < behind && fabsf(c->depth) < 1e-3f);
        held[i] = *c;
    }
    sm3_vec way = sm3_clip_velocity(sm3_scaled(t->delta, it->left), held, it->held_count);
    assert_true(sm3_length(sm3_between(way, it->allowed)) <= 1e-3f * sm3_length(t->delta));
}

/* ---- Every moment ------------------------------------------------------------------------ */

static void check_place(const hard_move *move, const sandbox *s, const moment *m) {
    const move_record *made = record_last(&s->record);
    const sm_trace *t = &made->trace;
    const sm_iteration *it = m->iteration >= 0 ? &t->iterations[m->iteration] : NULL;
    sm3_vec at = m->position;
    if (m->kind == MOMENT_WANTED && isfinite(t->delta.x) && !move->walks) {
        float share = move->resolver == SM_SWEEP ? 0 : 1;
        assert_close(
            vec3_length(vec3_sub(vec3_of(at), vec3_of(sm3_offset(t->start, t->delta, share)))), 0);
    } else if (m->kind == MOMENT_PUSH && move->resolver != SM_SWEEP) {
        const sm3_collision *c = &t->candidates[it->chosen];
        assert_close(vec3_length(vec3_sub(vec3_of(at),
                                          vec3_of(sm3_offset(it->before, c->normal, c->depth)))),
                     0);
    } else if (m->kind == MOMENT_END) {
        assert_memory_equal(&at, &s->player.position, sizeof at);
    }
}

/* Of the first way without a bend the part of delta that is used up is the part of its length. */
static void check_travel(const hard_move *move, const sandbox *s, const moment *m) {
    const sm_trace *t = &record_last(&s->record)->trace;
    const sm_iteration *it = &t->iterations[m->iteration];
    sm3_vec went = sm3_between(it->before, it->after);
    if (m->iteration == 0)
        assert_close(sm3_length(went), sm3_length(t->delta) * (1 - it->left));
    assert_true(it->left >= -1e-6f && it->left <= 1);
    if (m->iteration > 0 && t->iterations[m->iteration - 1].step == SM_STEP_TRAVEL)
        assert_true(it->left <= t->iterations[m->iteration - 1].left + 1e-6f);
}

static void check_moment(const hard_move *move, const sandbox *s, const moment *m) {
    static moment_row rows[RECORD_CANDIDATES];
    const sm_trace *t = &record_last(&s->record)->trace;
    const sm_iteration *it = m->iteration >= 0 ? &t->iterations[m->iteration] : NULL;
    int count = moment_list_rows(s, m, rows);
    check_place(move, s, m);
    for (int i = 0; i < count; i++) {
        char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
        check_row(move, s, &rows[i], it->step == SM_STEP_TRAVEL ? it->after : it->before);
        assert_in_range(moment_write_formula(s, m, &rows[i], lines), 2, MOMENT_FORMULA_LINES);
        if (m->kind == MOMENT_HELD && rows[i].chosen && it->held_count > 0 && !move->walks)
            assert_non_null(strstr(lines[0], "d = what is left"));
        else
            assert_non_null(strstr(lines[1], "; C = ") ? lines[1] : strstr(lines[0], "; C = "));
    }
    if (m->kind == MOMENT_CHOICE)
        check_choice(move, &t->candidates[it->chosen], rows, count);
    if (m->kind == MOMENT_TRAVEL && !move->walks)
        check_travel(move, s, m);
    if (m->kind == MOMENT_HELD && !move->walks)
        check_held(s, m);
}

static int held_at_most(const sandbox *s) {
    const sm_trace *t = &record_last(&s->record)->trace;
    int most = 0;
    for (int i = 0; i < t->iteration_count; i++)
        most = t->iterations[i].held_count > most ? t->iterations[i].held_count : most;
    return most;
}

TEST(what_the_moments_show_of_hard_moves_is_what_the_shapes_give) {
    for (const hard_move *move = hard_moves; move < hard_moves + HARD_MOVES; move++) {
        sandbox *s = make_hard_move(move);
        char words[MOMENT_WORDS], all[8192] = "";
        moment m;
        assert_true(moments_step(s, 1, false));
        for (int last = -1; moments_now(s, &m) && m.index != last; moments_step(s, 1, false)) {
            last = m.index;
            moment_say(s, &m, words);
            size_t length = strlen(all);
            snprintf(all + length, sizeof all - length, "%s: %s\n", moment_name(&m), words);
            check_moment(move, s, &m);
        }
        assert_int_equal(m.kind, MOMENT_END);
        if (getenv("MOMENTS") != NULL)
            printf("== %s\n%s", move->name, all);
        if (strstr(all, move->says) == NULL)
            fail_msg("%s does not say \"%s\":\n%s", move->name, move->says, all);
        if (held_at_most(s) < move->held)
            fail_msg("%s: is held by %d at once\n%s", move->name, held_at_most(s), all);
    }
}

/* ---- Going through them ------------------------------------------------------------------ */

static const char room[] = "slidemove 1\nplayer 5 5 radius=1\nloop 0 0 10 0 10 10 0 10\n";

static sandbox *in_a_corner(void) {
    sandbox *s = open_text(room);
    s->player.position = (sm3_vec){9, 1, 0};
    sandbox_tick_delta(s, (sm3_vec){0.3f, -0.2f, 0});
    return s;
}

static moment_kind kind_now(const sandbox *s) {
    moment m;
    assert_true(moments_now(s, &m));
    return m.kind;
}

TEST(one_goes_into_a_move_on_back_and_out) {
    static const moment_kind kinds[] = {MOMENT_WANTED, MOMENT_LOOK,   MOMENT_CHOICE, MOMENT_PUSH,
                                        MOMENT_LOOK,   MOMENT_CHOICE, MOMENT_PUSH,   MOMENT_END};
    enum { COUNT = sizeof kinds / sizeof *kinds };
    sandbox *s = in_a_corner();
    moment m;
    assert_false(moments_now(s, &m));
    for (int i = 0; i < COUNT; i++) {
        assert_true(moments_step(s, 1, false));
        assert_int_equal(kind_now(s), kinds[i]);
    }
    assert_true(s->paused);
    assert_true(moments_step(s, 1, false));
    assert_int_equal(kind_now(s), MOMENT_END);
    for (int i = COUNT - 2; i >= 0; i--) {
        assert_true(moments_step(s, -1, false));
        assert_int_equal(kind_now(s), kinds[i]);
    }
    moments_leave(s);
    assert_false(moments_now(s, &m));
    assert_true(moments_step(s, -1, false)); /* from outside, back begins at the end */
    assert_int_equal(kind_now(s), MOMENT_END);
}

TEST(before_the_first_move_there_is_nothing_to_go_into_and_one_through_walls_says_so) {
    sandbox *s = open_text(room);
    char words[MOMENT_WORDS];
    moment m;
    assert_false(moments_step(s, 1, false));
    assert_false(s->paused);
    sandbox_tick(s, &(player_input){.walk = {1, 0}, .noclip = true});
    assert_true(moments_step(s, 1, false) && moments_now(s, &m));
    moment_say(s, &m, words);
    assert_non_null(strstr(words, "collisions are ignored: "));
}

TEST(what_changes_time_or_shapes_leaves_the_move) {
    moment m;
    for (int what = 0; what < 5; what++) {
        sandbox *s = in_a_corner();
        assert_true(moments_step(s, 1, false));
        if (what == 0)
            sandbox_tick(s, &(player_input){0});
        else if (what == 1)
            sandbox_set_paused(s, false);
        else if (what == 2)
            sandbox_reset_player(s);
        else if (what == 3)
            sandbox_set(s, SETTING_RADIUS, 0.5f);
        else
            assert_true(edit_remove(s->edit, 2));
        assert_false(moments_now(s, &m));
        assert_int_equal(moments_step(s, 1, false), what < 2); /* the others forget the move */
    }
}

TEST(the_look_ahead_is_gone_through_in_the_same_way) {
    sandbox *s = open_text(room);
    assert_true(moments_step(s, 1, true));
    char words[MOMENT_WORDS];
    moment m;
    for (int i = 0; moments_now(s, &m) && m.index + 1 < m.count; i++) {
        const sm_advance_step *step = &s->ahead.steps[i];
        assert_int_equal(m.kind, MOMENT_ADVANCE);
        double x = 5 + (double)s->ahead.motion.delta.x * step->fraction;
        assert_float_equal(m.position.x, x, 1e-5);
        assert_true(fabs(s->ahead.steps[i + 1].fraction - step->fraction - step->step) < 1e-9);
        moment_say(s, &m, words);
        assert_non_null(strstr(words, "of the way is safe"));
        moments_step(s, 1, true);
    }
    moment_say(s, &m, words);
    assert_non_null(strstr(words, "that is touching"));
    assert_false(moments_step(s, 1, false)); /* there is no move yet */
}

/* ---- By other resolvers ------------------------------------------------------------------- */

static void assert_same_end(const hard_move *move, sm3_result a, sm3_result b) {
    if (memcmp(&a.position, &b.position, sizeof a.position) != 0 || a.pushes != b.pushes ||
        a.status != b.status || memcmp(&a.depth, &b.depth, sizeof a.depth) != 0)
        fail_msg("%s: %.9g, %.9g is not %.9g, %.9g", move->name, (double)a.position.x,
                 (double)a.position.y, (double)b.position.x, (double)b.position.y);
}

TEST(a_move_made_again_by_its_own_resolver_is_the_same_and_by_another_that_ones) {
    for (const hard_move *move = hard_moves; move < hard_moves + HARD_MOVES; move++) {
        sandbox *s = make_hard_move(move);
        sm3_result own = record_last(&s->record)->result;
        assert_true(moments_step(s, 1, false));
        assert_same_end(move, moments_result(s, move->resolver), own);
        for (int i = 1; i <= SM_RESOLVER_COUNT; i++) {
            sm_resolver shown = (sm_resolver)(((int)move->resolver + i) % SM_RESOLVER_COUNT);
            moment m;
            char words[MOMENT_WORDS];
            assert_true(moments_redo(s, 1));
            assert_int_equal(moments_record(s)->trace.resolver, shown);
            assert_same_end(move, moments_record(s)->result, moments_result(s, shown));
            for (int last = -1; moments_now(s, &m) && m.index != last; moments_step(s, 1, false)) {
                last = m.index;
                moment_say(s, &m, words);
            }
            assert_int_equal(m.kind, MOMENT_END);
        }
        assert_ptr_equal(moments_record(s), record_last(&s->record));
    }
}

TEST(a_move_made_again_by_others_leaves_no_trace) {
    for (const hard_move *move = hard_moves; move < hard_moves + HARD_MOVES; move++) {
        sandbox *s = make_hard_move(move), *other = make_hard_move(move);
        static session_state before, after;
        static move_record recorded;
        session_take_state(s, &before);
        memcpy(&recorded, record_last(&s->record), sizeof recorded);
        assert_true(moments_step(s, 1, false));
        for (int i = 0; i < 3; i++)
            assert_true(moments_redo(s, i == 0 ? -1 : 1) && moments_step(s, 1, false));
        moments_leave(s);
        assert_false(moments_redo(s, 1));
        session_take_state(s, &after);
        assert_memory_equal(&before, &after, sizeof before);
        assert_memory_equal(&recorded, record_last(&s->record), sizeof recorded);
        player_input input = {.walk = {1, 0}};
        sandbox_tick(s, &input);
        sandbox_tick(other, &input);
        assert_memory_equal(&s->player.position, &other->player.position, sizeof(sm3_vec));
        assert_true(session_hash(&before) == session_hash(&after));
    }
}

TEST(what_a_move_kept_is_the_part_along_what_was_wanted) {
    sandbox *s = in_a_corner();
    assert_true(moments_step(s, 1, false));
    sm3_vec from = moments_record(s)->trace.start;
    assert_float_equal(moments_kept(s, (sm3_result){.position = from}), 0, 0);
    sm3_vec all = sm3_offset(from, moments_record(s)->trace.delta, 1);
    assert_float_equal(moments_kept(s, (sm3_result){.position = all}), 1, 1e-6);
}

/* ---- Walked ticks ------------------------------------------------------------------------ */

/* The record goes from where it was to where it came to, part by part, without a gap. */
static void check_walked(const sandbox *s, unsigned *parts) {
    static const float rounding = 1e-5f;
    const sm_trace *t = &record_last(&s->record)->trace;
    sm3_vec at = t->start;
    for (int i = 0; i < t->iteration_count; i++) {
        const sm_iteration *it = &t->iterations[i];
        assert_true(sm3_length(sm3_between(at, it->before)) < rounding);
        assert_true(it->chosen < it->first_candidate + it->candidate_count);
        at = it->after;
        *parts |= 1u << it->part;
    }
    assert_true(sm3_length(sm3_between(at, s->player.position)) < rounding);
}

TEST(a_walked_ticks_record_has_all_its_moves) {
    static const unsigned every = (2u << SM_PART_END) - 2;
    sandbox *s =
        open_text("slidemove 1\nplayer -8 0.5 radius=0.5\n"
                  "loop -9 0 -6 0 -6 0.2 -3 0.2 -3 0 -1 0 1 1 3 0 5 2 5 0 9 0 9 2.6 -9 2.6\n");
    unsigned parts = 0;
    bool is_said = false, rises = false;
    sandbox_change(s)->resolver = SM_SWEEP;
    sandbox_set(s, SETTING_GRAVITY, true);
    for (int i = 0; i < 300; i++) {
        sandbox_tick(s, &(player_input){.walk = {1, 0}, .rise = (float)(i > 200)});
        check_walked(s, &parts);
        moment m;
        char words[MOMENT_WORDS];
        for (int step = 0; step < 9 && moments_step(s, 1, false) && moments_now(s, &m); step++) {
            moment_say(s, &m, words);
            is_said = is_said || strcmp(moment_part(&m), "step, over, ") == 0;
            rises = rises || strncmp(words, "up, as far as a step is high", 28) == 0;
        }
    }
    assert_true(is_said && rises);
    assert_int_equal(parts & every, every);
}

/* Walks to the right until nothing moves any more, and says how the last tick ended. */
static void say_end_of_walk(const char *ground, char words[MOMENT_WORDS]) {
    char text[512];
    snprintf(text, sizeof text, "slidemove 1\nplayer -2 0.5 radius=0.5\n%s", ground);
    sandbox *s = open_text(text);
    moment m;
    sandbox_change(s)->resolver = SM_SWEEP;
    sandbox_set(s, SETTING_GRAVITY, true);
    tick_times(s, 60, (player_input){.walk = {1, 0}});
    assert_true(moments_step(s, -1, false) && moments_now(s, &m));
    moment_say(s, &m, words);
}

TEST(a_walk_that_ends_says_what_is_in_the_way_and_why_it_does_not_get_past) {
    static const struct {
        const char *ground, *words;
    } rows[] = {
        {"chain -4 0 0 0 0 0.5 4 0.5\n", "it moved 0 of 0.1 u: 1 is higher than a step up of 0.3"},
        {"chain -4 0 0 0 0 0.2 4 0.2\nchain 0 4 0 1.1 4 1.1\n",
         "a step up of 0.3 on 1: no room under roof 3"},
    };
    char words[MOMENT_WORDS];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        say_end_of_walk(rows[i].ground, words);
        if (strstr(words, "it moved 0 of 0.1 u") == NULL || strstr(words, rows[i].words) == NULL)
            fail_msg("on %sit says: %s", rows[i].ground, words);
    }
}

/* A ball that walks in 3D along +x and +z, into whatever stands at x = 0 or more. */
TEST(a_walk_beside_a_wall_says_why_it_was_not_climbed_and_how_far_it_slid) {
    sandbox *s = open_text("slidemove3 1\nplayer -1 0.5 0 radius=0.5\nbox 0 -1 0 40 2 40\n"
                           "triangle 0 0 40 9 9 0 0 0 -40\n");
    char words[MOMENT_WORDS];
    moment m;
    sandbox_change(s)->resolver = SM_SWEEP;
    sandbox_set(s, SETTING_GRAVITY, true);
    sandbox_set(s, SETTING_SLOPE, 40 * 3.14159265 / 180);
    tick_times(s, 40, (player_input){.walk = {0.6f, 0.8f}});
    assert_true(moments_step(s, -1, false) && moments_now(s, &m));
    moment_say(s, &m, words);
    if (strstr(words, "wall 12 is 45\xc2\xb0 steep: not climbed; slid 0.0") == NULL ||
        strstr(words, " beside 12") == NULL)
        fail_msg("it says: %s", words);
}

/* Made up: a walked tick of one part, and one blocker. */
static void say_made_up(sm_part part, sm_obstruction why, char words[MOMENT_WORDS]) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0.5 radius=0.5\nsegment -9 0 9 0\n");
    moment m;
    sandbox_change(s)->resolver = SM_SWEEP;
    sandbox_set(s, SETTING_GRAVITY, true);
    tick_times(s, 9, (player_input){.walk = {1, 0}});
    sm_trace *t = &s->record.moves[s->record.last].trace;
    for (int i = 0; i < t->iteration_count; i++)
        t->iterations[i].part = part;
    s->player.body.blocker_count = 1;
    s->player.body.blockers[0] = (sm_character_blocker){.obstacle = 0, .why = why};
    assert_true(moments_step(s, -1, false) && moments_now(s, &m));
    moment_say(s, &m, words);
}

TEST(every_part_of_a_walked_tick_and_every_obstruction_has_its_sentence) {
    static const char *const parts[] = {"moved 0.1;",
                                        "walked 0.1 on floor 0;",
                                        "went on 0.1 on floor 0;",
                                        "a step up: rose 0.1",
                                        "went over it by 0.1",
                                        "came down 0.1",
                                        "followed the floor",
                                        "fell 0",
                                        "on past what it met: fell 0",
                                        "moved 0.1"};
    static const char *const reasons[] = {"0 was passed", "wall 0 is 0\xc2\xb0 steep: not climbed",
                                          "0 is higher than a step up of 0.3",
                                          "a step up of 0.3 on 0: no room above it",
                                          "a step up of 0.3 over 0: no floor beyond it"};
    char words[MOMENT_WORDS];
    for (int part = SM_PART_MOVE; part <= SM_PART_END; part++) {
        say_made_up((sm_part)part, SM_NOT_BLOCKED, words);
        if (strstr(words, parts[part]) == NULL)
            fail_msg("part %d: %s", part, words);
    }
    for (int why = SM_NOT_BLOCKED; why <= SM_NO_FLOOR_BEYOND; why++) {
        say_made_up(SM_PART_WALK, (sm_obstruction)why, words);
        if (strstr(words, reasons[why]) == NULL)
            fail_msg("reason %d: %s", why, words);
    }
}

/* ---- Words ------------------------------------------------------------------------------- */

static moment_row rows[RECORD_CANDIDATES];

/* Goes so many moments into the last move. Returns how many rows its table has there. */
static int rows_within(sandbox *s, int steps, moment *m) {
    while (steps-- > 0)
        assert_true(moments_step(s, 1, false));
    assert_true(moments_now(s, m));
    return moment_list_rows(s, m, rows);
}

TEST(from_the_choice_on_a_row_says_why_it_was_not_chosen) {
    sandbox *s = in_a_corner();
    moment m;
    assert_int_equal(rows_within(s, 2, &m), 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(rows[i].verdict, "penetrated");
        assert_true(rows[i].counts && !rows[i].chosen);
    }
    assert_int_equal(rows_within(s, 1, &m), 2);
    assert_string_equal(rows[0].verdict, "chosen");
    assert_int_equal(rows[0].at->obstacle, 1);
    assert_string_equal(rows[1].verdict, "less deep");
}

TEST(a_row_says_where_its_edge_stands_in_the_text) {
    static const char flat[] = "slidemove 1\nplayer 5 5\nloop 0 0 10 0 10 10 0 10\n"
                               "segment 1 2 3 4 oneway\n";
    static const char deep[] = "slidemove3 1\nplayer 0 9 0\nbox 0 0 0 4 4 4\nsphere 9 0 0 1\n";
    static const struct {
        const char *level;
        int obstacle;
        const char *words;
    } cases[] = {
        {flat, 1, "line 3, edge 2: 10 0 to 10 10"},  {flat, 3, "line 3, edge 4: 0 10 to 0 0"},
        {flat, 4, "line 4: segment 1 2 3 4 oneway"}, {deep, 2, "line 3, face 3: box 0 0 0 4 4 4"},
        {deep, 12, "line 4: sphere 9 0 0 1"},
    };
    char words[MOMENT_WORDS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        moment_say_source(open_text(cases[i].level), cases[i].obstacle, words);
        assert_string_equal(words, cases[i].words);
    }
}

TEST(a_row_as_deep_as_the_chosen_one_is_not_called_less_deep) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment -9 -3 9 3\nsegment -6 6 6 -6\n");
    moment m;
    sandbox_tick_delta(s, (sm3_vec){0, 0, 0});
    assert_int_equal(rows_within(s, 3, &m), 2);
    assert_string_equal(rows[0].verdict, "chosen");
    assert_string_equal(rows[1].verdict, "as deep, later");
    assert_true(rows[0].at->obstacle < rows[1].at->obstacle);
}

TEST(what_holds_a_sweep_has_the_formula_of_its_slide) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
    sandbox *s = open_text(room);
    moment m;
    sandbox_change(s)->resolver = SM_SWEEP;
    s->player.position = (sm3_vec){8, 2, 0};
    sandbox_tick_delta(s, (sm3_vec){3, -2, 0});
    rows_within(s, 3, &m);
    assert_int_equal(m.kind, MOMENT_HELD);
    assert_int_equal(moment_write_formula(s, &m, &rows[0], lines), 3);
    assert_string_equal(lines[0], "d = what is left of the displacement = (2, -1.333)");
    assert_string_equal(lines[1], "N = (-1, 0) of number 1, d\xc2\xb7N = -2");
    assert_string_equal(lines[2], "d - (d\xc2\xb7N) N = (0, -1.333): along it, and not into it");
    rows_within(s, 4, &m);
    assert_int_equal(m.kind, MOMENT_HELD);
    assert_int_equal(moment_write_formula(s, &m, &rows[0], lines), 4);
    assert_string_equal(lines[2], "so nothing of d is left");
}

TEST(the_ends_of_an_edge_are_in_the_order_of_the_level) {
    static const char *const edges[] = {"segment 9 -1 -9 -1\n", "segment -9 -1 9 -1\n"};
    for (int i = 0; i < 2; i++) {
        char words[256];
        moment m;
        snprintf(words, sizeof words, "slidemove 1\nplayer 0 0 radius=1\n%s", edges[i]);
        sandbox *s = open_text(words);
        sandbox_tick_delta(s, (sm3_vec){0.3f, -0.2f, 0});
        assert_int_equal(rows_within(s, 2, &m), 1);
        moment_measure q = moment_measure_of(s, &rows[0]);
        assert_true(q.p0.x == (i == 0 ? 9 : -9) && q.p1.x == -q.p0.x);
    }
}

TEST(what_sweep_keeps_away_from_obstacles_is_shown_as_0) {
    assert_true(moment_round(1e-5, 3) == 0 && moment_round(-1e-5, 1) == 0);
    assert_true(moment_round(1e-5, 1e-3) > 0 && moment_round(3e-5, 1) > 0);
}

TEST(the_formula_has_this_steps_numbers) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
    sandbox *s = in_a_corner();
    moment m;
    rows_within(s, 2, &m);
    const moment_row *floor = &rows[rows[0].at->obstacle == 0 ? 0 : 1];
    assert_int_equal(moment_write_formula(s, &m, floor, lines), 3);
    assert_string_equal(lines[0], "number 0: P0 = (0, 0), P1 = (10, 0), m = |P1 - P0| = 10, "
                                  "D = (P1 - P0)/m = (1, 0)");
    assert_string_equal(lines[1], "b = (C - P0)\xc2\xb7"
                                  "D = 9.3, within 0..m; R = P0 + b D = (9.3, 0); "
                                  "C = (9.3, 0.8), the mover's centre");
    assert_string_equal(lines[2], "d = |C - R| = 0.8, r = 1, p = r - d = 0.2, "
                                  "N = (C - R)/d = (0, 1)");
}
