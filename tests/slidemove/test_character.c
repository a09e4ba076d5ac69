/* A character, in 2D and 3D. */
#include "../../src/slidemove/slidemove_character.h"
#include "../test.h"

/* ---- Plain data ---------------------------------------------------------------------------- */

TEST(the_state_is_plain_data_without_gaps) {
    sm_character c;
    size_t vectors = 4 * sizeof(sm3_vec), contact = sizeof(sm_character_contact);
    assert_int_equal(contact, 2 * sizeof(sm3_vec) + 3 * sizeof(float) + sizeof(sm_surface) + 8);
    assert_int_equal(sizeof c, vectors + sizeof c.turned + 4 * sizeof(bool) +
                                   (3 + SM_CHARACTER_CONTACTS) * contact + 2 * sizeof(int));
}

/* ---- On its feet --------------------------------------------------------------------------- */

TEST(it_falls_lands_walks_and_jumps_as_high_as_it_should) {
    sm_obstacle ground = {.shape = {{-50, 0}, {50, 0}, 0}, .user = 7};
    sm_obstacle_array list = {&ground, 1};
    sm_obstacles obstacles = sm_obstacles_of_list(&list);
    sm_hull shape = sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f});
    sm_character c = {.position = {0, 1, 0}};
    for (int tick = 0; tick < 60; tick++)
        sm_character_move(&c, NULL, shape, obstacles, (sm_vec2){4, 0}, false, 1.f / 60);
    assert_true(c.on_floor && c.floor.obstacle == 0 && c.floor.user == 7);
    assert_float_equal(c.position.x, 4, 1e-5f);
    float highest = 0;
    for (int tick = 0; tick < 60; tick++) {
        sm_character_move(&c, NULL, shape, obstacles, (sm_vec2){4, 0}, tick == 0, 1.f / 60);
        assert_true(tick >= 50 || !c.on_floor);
        highest = fmaxf(highest, c.position.y);
    }
    assert_true(c.on_floor);
    assert_float_equal(c.position.x, 8, 1e-5f);
    assert_float_equal(highest, 9 * 9 / (2 * 20.f), 1e-4f);
}
