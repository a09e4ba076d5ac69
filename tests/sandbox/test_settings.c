/* The table of settings: ranges, sliders, keys and words of each row. */
#include "../test.h"

#include "../../src/sandbox/obstacles.h"
#include "../../src/sandbox/settings.h"

static player fresh(void) {
    player p = {0};
    settings_reset(&p);
    return p;
}

TEST(each_setting_takes_the_nearest_value_that_is_allowed_and_nan_is_the_smallest) {
    for (int i = 0; i < SETTING_COUNT; i++) {
        const setting *q = &player_settings[i];
        const double values[] = {-1e9, NAN, 1e9};
        for (int k = 0; k < 3; k++) {
            player p = fresh();
            setting_set(q, &p, values[k]);
            float least = q->has_none ? 0 : q->low;
            assert_float_equal(setting_get(q, &p), k < 2 ? least : q->high, 1e-5f);
        }
    }
}

TEST(a_slider_reaches_both_ends_and_stands_where_its_value_is) {
    for (int i = 0; i < SETTING_COUNT; i++) {
        const setting *q = &player_settings[i];
        if (setting_is_switch(q))
            continue;
        float least = q->has_none ? 0 : q->low;
        assert_float_equal(setting_at(q, 0), least, 1e-5f);
        assert_float_equal(setting_at(q, 1), q->high, 1e-4f);
        for (float at = 0.05f; at < 1; at += 0.05f)
            assert_float_equal(setting_fraction(q, setting_at(q, at)), at, 0.03f);
        assert_float_equal(setting_fraction(q, -1e9f), 0, 0);
        assert_float_equal(setting_fraction(q, 1e9f), 1, 0);
    }
}

TEST(a_key_goes_up_and_down_again) {
    static const setting_id with_keys[] = {SETTING_RADIUS, SETTING_SPEED, SETTING_PUSHES};
    for (int i = 0; i < 3; i++) {
        player p = fresh();
        const setting *q = &player_settings[with_keys[i]];
        setting_set(q, &p, 2);
        setting_step(q, &p, 1);
        assert_true(setting_get(q, &p) > 2);
        setting_step(q, &p, -1);
        assert_float_equal(setting_get(q, &p), 2, 1e-5f);
        setting_step(q, &p, 1000);
        assert_float_equal(setting_get(q, &p), q->high, 0);
    }
}

TEST(what_a_setting_needs_and_says_is_in_its_row) {
    player p = fresh();
    char words[SETTING_WORDS_LENGTH];
    assert_null(setting_find("none"));
    for (int i = 0; i < SETTING_COUNT; i++) {
        const setting *q = &player_settings[i];
        assert_ptr_equal(setting_find(q->name), q);
        if (setting_is_switch(q))
            assert_true(q->on != NULL && q->off != NULL);
        else
            setting_write(q, &p, words);
    }
    assert_false(setting_has_effect(setting_find("jump"), &p, 0));
    p.gravity = true;
    assert_true(setting_has_effect(setting_find("jump"), &p, 0));
    assert_false(setting_has_effect(setting_find("momentum"), &p, 0));
    assert_true(setting_has_effect(setting_find("momentum"), &p, HAS_MOMENTUM));
    setting_write(setting_find("slope"), &p, words);
    assert_string_equal(words, "50\xc2\xb0");
    const setting *gravity = setting_find("gravity");
    assert_ptr_equal(setting_explain(gravity, &p, 3), gravity->on);
    p.gravity = false;
    assert_ptr_equal(setting_explain(gravity, &p, 3), gravity->off_in_3d);
    assert_ptr_equal(setting_explain(setting_find("momentum"), &p, 3),
                     setting_find("momentum")->off);
}
