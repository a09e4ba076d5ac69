/* Recordings as text: what is refused and how that is said, and what the random sessions of
 * test_session.c do not meet. */
#include "../test.h"

#include "../../src/sandbox/recording.h"
#include "../../src/sandbox/session_state.h"
#include "../level_text.h"

#define HEAD  "slidemove-recording 2\n"
#define LEVEL HEAD "level\nslidemove 1\nplayer 0 0\ncircle 3 0 1\nend\n" /* 6 lines */

static const sm_progress unwatched = {NULL, NULL};
static recording read_good(const char *text) {
    recording r;
    level_errors errors;
    if (!recording_read(text, strlen(text), unwatched, NULL, &r, &errors))
        fail_msg("%d:%d: %s", errors.list[0].line, errors.list[0].column, errors.list[0].message);
    return r;
}

static char *write_all(session *t) {
    size_t length;
    char *text = recording_write(t, 0, session_now(t).end, NULL, &length);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    return text;
}

/* ---- Errors ------------------------------------------------------------------------------ */

TEST(a_broken_recording_is_refused_with_the_place_what_was_expected_and_what_was_found) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "1:1: expected `slidemove-recording 2`, found the end of the file"},
        {"# nothing\n", "1:1: expected `slidemove-recording 2`, found the end of the file"},
        {"slidemove 1\n",
         "1:1: expected `slidemove-recording 2` as the first statement, found 'slidemove'"},
        {"slidemove-recording 1\nblah",
         "1:21: expected version 2, which this program reads, found '1'"},
        {"slidemove-recording",
         "1:20: expected version 2, which this program reads, found nothing"},
        {HEAD "\n", "2:1: expected `end`, found the end of the file"},
        {HEAD "ticks 5\n", "2:1: expected `level` before `ticks`"},
        {HEAD "state a\x01z\n", "2:8: expected text, found the control character U+0001"},
        {HEAD "level\nslidemove 1\nplayer 0 0\n",
         "4:1: expected `end` for what begins on line 2, found the end of the file"},
        {HEAD "level\nslidemove 1\nplayer 0 x\nend\n",
         "4:10: expected a number for Y in `player X Y`, found 'x'"},
        {HEAD "level 12 a.level\nend\n",
         "2:7: expected 16 hexadecimal digits, the hash of the file, found '12'"},
        {HEAD "level\nslidemove3 1\nplayer 0 0 0\nmesh a.obj\nend\nend\n",
         "2:1: expected `mesh a.obj` before the level that names it, found none"},
        {HEAD "mesh a.obj\nv 0 0\nend\nlevel\nslidemove3 1\nplayer 0 0 0\nmesh a.obj\nend\nend\n",
         "3:1: expected a number for Z, found nothing"},
        {LEVEL, "6:1: expected `end`, found the end of the file"},
        {LEVEL "end\nticks 1\n", "8:1: expected nothing behind `end`, found 'ticks'"},
        {LEVEL "tick 5\nend\n", "7:1: expected a statement, found 'tick'; did you mean `ticks`?"},
        {LEVEL "ticks 1000000000\n",
         "7:7: expected how many ticks, a whole number from 1 to 215940, found '1000000000'"},
        {LEVEL "ticks 99999999999999999999999\n",
         "7:7: expected how many ticks, a whole number from 1 to 215940, found "
         "'99999999999999999999999'"},
        {LEVEL "ticks 215940\nticks 1\n",
         "8:7: expected how many ticks, a whole number from 1 to 0, found '1'"},
        {LEVEL "ticks 0\n",
         "7:7: expected how many ticks, a whole number from 1 to 215940, found '0'"},
        {LEVEL "ticks 5 wlk=1,0\n", "7:9: expected NAME=VALUE of a known name, found 'wlk=1,0'"},
        {LEVEL "ticks 5 walk=1\n", "7:15: expected a number for `walk`, found nothing"},
        {LEVEL "ticks 5 walk=1,\n", "7:16: expected a number for `walk`, found nothing"},
        {LEVEL "ticks 5 walk=1,0,2\n", "7:18: expected at most 2 of them for `walk`, found '2'"},
        {LEVEL "ticks 5 slow=yes\n", "7:14: expected one of off, on for `slow`, found 'yes'"},
        {LEVEL "state player.position=0,nan,0\n",
         "7:25: expected a number for `player.position`, found 'nan'"},
        {LEVEL "state player.position=0,1e39,0\n",
         "7:25: expected a number for `player.position`, found '1e39'"},
        {LEVEL "state player.radius=-1\n",
         "7:21: expected a number from 0 to 1e+06 for `player.radius`, found '-1'"},
        {LEVEL "state player.max_pushes=99\n",
         "7:25: expected a whole number from 1 to 20 for `player.max_pushes`, found '99'"},
        {LEVEL "state player.resolver=swep\n",
         "7:23: expected one of deepest, last, first, shallowest, sweep for `player.resolver`, "
         "found 'swep'"},
        {LEVEL "step\n",
         "7:1: expected `end` for what begins on line 7, found the end of the file"},
        {LEVEL "show 2\n",
         "7:6: expected the number of a level, a whole number from 1 to 1, found '2'"},
        {LEVEL "ticks 1\nlevel\nslidemove 1\nplayer 0 0\nend\nticks 1\nshow 1\nend it\n",
         "14:5: expected the end of the line, found 'it'"},
        {LEVEL "undo\n", "7:1: expected an edit before `undo`, found none"},
        {LEVEL "step\nset 4 circle 0 0 1\nend\n",
         "8:5: expected the number of a statement, a whole number from 2 to 3, found '4'"},
        {LEVEL "step\nset 3 circle 0 0 a\nend\n",
         "8:18: expected a number for R in `circle X Y R`, found 'a'"},
        {LEVEL "step\nset 3 player 0 0\nend\n",
         "8:7: expected a statement that the level can have there, found 'player'"},
        {LEVEL "step\nremove 2\nend\n",
         "8:1: expected a statement that can be removed, found another one"},
        {LEVEL "step\nmove 2\nend\n",
         "8:1: expected `set`, `insert`, `remove` or `end`, found 'move'"},
        {HEAD "mesh\n", "2:5: expected `mesh FILE.obj`, found no name of a file"},
        {LEVEL "forget it\n", "7:8: expected the end of the line, found 'it'"},
        {LEVEL "show 1 it\n", "7:8: expected the end of the line, found 'it'"},
        {LEVEL "undo it\n", "7:6: expected the end of the line, found 'it'"},
        {LEVEL "step it\n", "7:6: expected the end of the line, found 'it'"},
        {LEVEL "step\nremove 3 it\nend\n", "8:10: expected the end of the line, found 'it'"},
        {LEVEL "ticks 1\nbookmark it\n", "8:10: expected the end of the line, found 'it'"},
        {LEVEL "bookmark\n", "7:1: expected a tick before `bookmark`, found none"},
        {LEVEL "ticks 2\ndigests 1234\n",
         "8:13: expected 4 hexadecimal digits for each of 2 ticks, found nothing"},
        {LEVEL "check 1234\n", "7:7: expected 16 hexadecimal digits, found '1234'"},
        {LEVEL "forget it\n", "7:8: expected the end of the line, found 'it'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recording r;
        level_errors errors;
        char said[64 + LEVEL_MESSAGE_LENGTH] = "nothing";
        if (!recording_read(cases[i].text, strlen(cases[i].text), unwatched, NULL, &r, &errors))
            snprintf(said, sizeof said, "%d:%d: %s", errors.list[0].line, errors.list[0].column,
                     errors.list[0].message);
        else
            recording_free(&r);
        assert_string_equal(said, cases[i].says);
    }
}

TEST(a_recording_that_is_cut_off_anywhere_is_refused) {
    recording r = read_good(LEVEL "state player.radius=0.5\nticks 70 walk=1,0\nstep\n"
                                  "insert 3 segment 0 -2 4 -2\nend\nticks 3\nend\n");
    char *text = write_all(r.session);
    recording_free(&r);
    size_t whole = strlen(text) - 1; /* without the last line's end */
    for (size_t length = 0; length < whole; length++) {
        level_errors errors;
        assert_false(recording_read(text, length, unwatched, NULL, &r, &errors));
        assert_int_equal(errors.total > 0, true);
    }
    free(text);
}

static bool refuse(void *context, size_t done, size_t total) {
    return done > total;
}

TEST(reading_can_be_given_up) {
    recording r;
    level_errors errors;
    static const char text[] = LEVEL "ticks 200000\nend\n";
    assert_false(
        recording_read(text, sizeof text - 1, (sm_progress){refuse, NULL}, NULL, &r, &errors));
    assert_int_equal(errors.total, 0);
}

/* ---- What comes back --------------------------------------------------------------------- */

TEST(each_bit_of_a_number_comes_back) {
    static const float odd[] = {-0.0f, 1e-45f, 3.4028235e38f, 0.1f, 8388609};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        recording r = read_good(LEVEL "ticks 1\nend\n"), again;
        sandbox_will_change(r.sandbox);
        r.sandbox->player.velocity.x = odd[i];
        session_tick(r.session, &(player_input){.drag_to = {odd[i], 0, 0}});
        char *text = write_all(r.session);
        again = read_good(text);
        assert_false(again.parted);
        assert_true(session_seek(r.session, 1) && session_seek(again.session, 1));
        assert_memory_equal(&r.sandbox->player.velocity, &again.sandbox->player.velocity,
                            sizeof(sm3_vec));
        free(text);
        recording_free(&r);
        recording_free(&again);
    }
}

TEST(a_recording_written_by_hand_is_a_session_with_bookmarks_edits_and_undo) {
    recording r = read_good(LEVEL "ticks 20 walk=1,0\nbookmark\nstep\nset 3 circle 9 0 1\nend\n"
                                  "ticks 20 walk=1,0 # without the circle\nundo\nticks 5\nend\n");
    assert_int_equal(session_now(r.session).end, 45);
    assert_int_equal(session_now(r.session).now, 45);
    assert_true(r.sandbox->paused && r.sandbox->player.position.x > 3.9f);
    assert_level_holds(r.sandbox->level, "circle 3 0 1");
    assert_int_equal(session_find(r.session, 45, SESSION_BOOKMARK, false), 20);
    assert_true(session_seek(r.session, 30));
    assert_level_holds(r.sandbox->level, "circle 9 0 1");
    assert_true(edit_undo(r.sandbox->edit) && edit_redo(r.sandbox->edit));
    recording_free(&r);
    r = read_good(LEVEL "ticks 1\r\nbookmark\nlevel\nslidemove 1\nplayer 5 0\nend\nticks 1\n"
                        "show 1\nticks 1\ndigests 0000 0000 0000\nend\n");
    assert_true(r.parted);
    assert_string_equal(r.parted_words, "no check tells what differs");
    char *text = write_all(r.session);
    assert_non_null(strstr(text, "\nbookmark\nlevel\n"));
    assert_non_null(strstr(text, "\nshow 1\n"));
    free(text);
    recording_free(&r);
}

/* What is not named would be lost: only what no tick reads, and the gaps that compilers leave. */
TEST(each_field_of_the_state_has_a_name) {
    static char is_named[sizeof(session_state)];
    static session_state is;
    static const size_t sizes[] = {4, 1, 4, sizeof(unsigned long), 8};
    for (int i = 0; i < session_field_count; i++)
        memset(is_named + session_fields[i].place, 1,
               (size_t)session_fields[i].count * sizes[session_fields[i].kind]);
    const sm_character_contact *body[] = {&is.player.body.floor, &is.player.body.wall,
                                          &is.player.body.ceiling};
    for (int i = 0; i < 3 + SM_CHARACTER_CONTACTS; i++) {
        const sm_character_contact *c = i < 3 ? body[i] : &is.player.body.contacts[i - 3];
        memset(is_named + ((const char *)&c->obstacle - (const char *)&is), 1, sizeof c->obstacle);
    }
    memset(is_named + offsetof(session_state, trail_count), 1, 2 * sizeof(int));
    int gap = 0;
    for (size_t i = 0; i < sizeof is_named; i++) {
        gap = is_named[i] ? 0 : gap + 1;
        if (gap > 7 || (gap == 4 && (i + 1) % 8 != 0))
            fail_msg("byte %zu of session_state is in no field", i);
    }
}
