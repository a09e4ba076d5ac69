/* Sweeps in 3D: what the motion table has no rows for. */
#include "../../src/slidemove/vec.h" /* first: the others have names of its words */

#include "../course.h"
#include "../space.h"
#include "../test.h"

static const sm3_mover ball = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 0.5f};

static double distance(sm3_vec a, sm3_vec b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static course scene; /* large: not on the stack */

/* sm3_slide_move with SM_SWEEP; the other options are `options`, or the usual ones. */
static sm3_result sweep(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                        const sm_options *options) {
    sm_options swept = options != NULL ? *options : (sm_options){0};
    swept.resolver = SM_SWEEP;
    return sm3_slide_move(position, delta, mover, obstacles, &swept);
}

/* ---- Legs, turns and rests ---------------------------------------------------------------- */

TEST(a_trace_tells_faces_that_are_met_from_behind) {
    sm3_triangle face = {v(-5, 0, -5), v(5, 0, -5), v(0, 0, 5), 0, true, false};
    sm3_triangle_array list = {&face, 1};
    sm3_collision candidates[8];
    bool let_through[8] = {false};
    int seen = 0;
    for (int side = -1; side <= 2; side += 1 + (side < 0)) {
        face.oneway = side == 2;
        for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
            sm_trace trace = {
                .candidates = candidates, .capacity = 8, .reach = 0.1f, .let_through = let_through};
            sm_options options = {.resolver = (sm_resolver)i, .trace = &trace};
            float y = side == 1 ? 0.45f : -0.45f;
            sm3_result r = sm3_slide_move(v(0, y, 0), v(0.001f, 0, 0), ball,
                                          sm3_obstacles_of_array(&list), &options);
            assert_true(trace.candidate_count > 0);
            bool met = r.position.y != y;
            assert_true(let_through[0] != met);
            seen += met;
        }
    }
    assert_int_equal(seen,
                     SM_RESOLVER_COUNT + SM_SWEEP); /* what is in a one-way face is let through,
                                                       but for what a push-out leaves */
}

typedef struct long_move {
    float ends[6], start[3], delta[3]; /* of a capsule of radius 0.5 */
    int count;
    float faces[27];
} long_move;

static sm3_vec at(const float *xyz) {
    return v(xyz[0], xyz[1], xyz[2]);
}

/* Round a first edge; past an edge's end to where no arc leads, as a capsule and as a ball; and
 * along two things at once. In each the sweep went elsewhere when a piece of it was wrong. */
static const long_move long_moves[] = {
    {{0.0444033146f, 0.159207523f, 0.239045382f, 0.665607989f, 0.548844159f, -0.280165523f},
     {-0.534247398f, -1.31639147f, -0.420778275f},
     {-0.562202632f, 0.387883902f, 0.575139642f},
     1,
     {-1.45761061f, 0.451213121f, 0.400575876f, 1.01301312f, -0.779210329f, -0.842131376f,
      0.843916178f, 0.993268728f, 0.0136830807f}},
    {{-0.0670986772f, 0.457446158f, 0.122243047f, 0.431090295f, -0.34172076f, -0.229299724f},
     {-2.17234159f, 0.405932665f, -0.0153448582f},
     {-0.315445185f, -0.415096968f, -0.530485511f},
     1,
     {-1.8473773f, -0.704865932f, -0.647406101f, 0.372703075f, -0.0419669151f, -1.59819698f,
      -0.870253325f, -0.449637651f, -1.91551924f}},
    {{0, 0, 0, 0, 0, 0},
     {-2.18792105f, -1.55960739f, 1.23698688f},
     {0.392401278f, -0.150443614f, 0.590240836f},
     1,
     {-0.874165058f, 0.773175478f, 1.93876076f, -1.0944376f, 1.29897261f, -0.953302383f,
      -1.73138666f, -1.70475769f, 1.22906303f}},
    {{-0.659625292f, -0.129886389f, -0.143051565f, 0.293322623f, -0.134156585f, 0.55526942f},
     {-0.485604763f, -0.728932381f, -1.84798598f},
     {-0.0777562261f, 0.386234879f, -0.493914872f},
     3,
     {0.037576437f,  -0.597914934f, -1.6867938f,   0.0293045044f, 0.774674416f,  0.389620781f,
      -0.462213516f, 1.40156746f,   -0.480898142f, 1.32014012f,   1.12365484f,   -1.79826927f,
      -1.85299945f,  -0.250776291f, 0.812265635f,  1.51392746f,   1.13461709f,   1.45461226f,
      1.36768293f,   1.37285924f,   -0.614746809f, -1.60993314f,  -0.272503614f, -1.34781384f,
      0.395822763f,  -0.257104397f, -1.71948934f}},
};

TEST(one_long_move_ends_where_many_short_ones_do) {
    enum { PARTS = 64, CASES = sizeof long_moves / sizeof *long_moves };
    for (int i = 0; i < CASES; i++) {
        const long_move *m = &long_moves[i];
        const sm3_mover mover = {.a = at(m->ends), .b = at(m->ends + 3), .radius = 0.5f};
        const sm3_vec delta = at(m->delta);
        sm3_triangle faces[3];
        for (int k = 0; k < m->count; k++)
            faces[k] =
                sm3_face(at(m->faces + 9 * k), at(m->faces + 9 * k + 3), at(m->faces + 9 * k + 6));
        sm3_triangle_array array = {faces, m->count};
        sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
        sm3_vec often = at(m->start), once = sweep(often, delta, mover, obstacles, NULL).position;
        static const float share = 1 / (float)PARTS;
        for (int k = 0; k < PARTS; k++)
            often = sweep(often, sm3_scaled(delta, share), mover, obstacles, NULL).position;
        assert_true(distance(once, often) < 1e-4);
    }
}

enum { CELLS = 6, GROUND_FACES = 2 * CELLS * CELLS };

/* A ground of cells with corners at random heights. */
static void make_ground(uint64_t *random, sm3_triangle faces[GROUND_FACES]) {
    float heights[CELLS + 1][CELLS + 1];
    for (int i = 0; i <= CELLS; i++)
        for (int k = 0; k <= CELLS; k++)
            heights[i][k] = random_float(random, -0.25f, 0.25f);
    for (int n = 0; n < CELLS * CELLS; n++) {
        int i = n / CELLS, k = n % CELLS;
        float x = (float)i, z = (float)k;
        sm3_vec a = v(x, heights[i][k], z), b = v(x + 1, heights[i + 1][k], z);
        sm3_vec c = v(x, heights[i][k + 1], z + 1), d = v(x + 1, heights[i + 1][k + 1], z + 1);
        faces[2 * n] = sm3_face(a, b, c);
        faces[2 * n + 1] = sm3_face(b, c, d);
    }
}

/* Over edges and corners of faces, where a leg of the move may end too early or lead aside. */
TEST(on_uneven_ground_a_move_gets_as_far_as_in_parts) {
    enum { PARTS = 16, MOVES = 12 };
    static const float part = 1 / (float)PARTS, middle = CELLS / 2.0f;
    uint64_t random = test_seed(31);
    sm3_triangle faces[GROUND_FACES];
    const sm3_obstacles ground = sm3_obstacles_of_array(&(sm3_triangle_array){faces, GROUND_FACES});
    for (int i = 0; i < test_trials(2000); i++) {
        float size = random_float(&random, 0.2f, 0.6f);
        sm3_mover mover = {.radius = size}; /* a ball, a capsule, or a box */
        mover.b.y = i % 3 == 0 ? 0 : random_float(&random, 0.1f, 1);
        if (i % 3 == 2)
            mover = sm3_box(mover.a, v(size, 0, 0), mover.b, v(0, 0, size), 0);
        make_ground(&random, faces);
        sm3_vec above = v(random_float(&random, middle - 1, middle + 1), 2,
                          random_float(&random, middle - 1, middle + 1));
        sm3_vec from = sweep(above, v(0, -3, 0), mover, ground, NULL).position;
        float heading = random_float(&random, 0, 7), length = random_float(&random, 0.02f, 0.12f);
        sm3_vec delta = v(length * cosf(heading), length * -0.6f, length * sinf(heading));
        for (int k = 0; k < MOVES; k++) {
            sm3_vec once = sweep(from, delta, mover, ground, NULL).position, often = from;
            for (int n = 0; n < PARTS; n++)
                often = sweep(often, sm3_scaled(delta, part), mover, ground, NULL).position;
            assert_true(distance(from, once) > distance(from, often) - 0.08 * (double)length);
            from = once;
        }
    }
}

/* It reports how deep it is in the worst, and moves on as if it were smaller. */
/* Fails unless a record of reach -INFINITY names only what the move chose, and changes nothing. */
static void check_chosen_alone(sm3_vec delta, sm3_obstacles obstacles) {
    sm3_collision candidates[SM_ITERATIONS_MAX];
    sm_trace trace = {.candidates = candidates, .capacity = SM_ITERATIONS_MAX, .reach = -INFINITY};
    sm_options options = {.trace = &trace};
    sm3_result plain = sweep(v(0, 0, 0), delta, ball, obstacles, NULL);
    sm3_result noted = sweep(v(0, 0, 0), delta, ball, obstacles, &options);
    assert_memory_equal(&noted, &plain, sizeof noted);
    assert_true(trace.iteration_count > 0 && trace.candidates_lost == 0);
    for (int i = 0; i < trace.iteration_count; i++) {
        const sm_iteration *it = &trace.iterations[i];
        assert_int_equal(it->candidate_count, it->chosen >= 0);
    }
    assert_int_equal(trace.iterations[trace.iteration_count - 1].chosen, -1);
}

TEST(where_there_is_no_room_the_sweep_tells_how_deep_it_is) {
    for (int i = 1; i <= 5; i++) {
        double half = 0.5 - 0.02 * i; /* of the ball's radius of 0.5 */
        course_begin(&scene, true, pose3_plain());
        for (int side = -1; side <= 1; side += 2)
            course_add_quad(&scene, (vec3){-9, side * half, -9}, (vec3){9, side * half, -9},
                            (vec3){9, side * half, 9}, (vec3){-9, side * half, 9});
        sm3_result r =
            sweep(v(0, 0, 0), v(0.25f, -0.3f, 0.5f), ball, course_obstacles(&scene), NULL);
        assert_int_equal(r.status, SM_CRUSHED);
        assert_float_equal(r.depth, (0.02 * i), 1e-4);
        assert_float_equal(r.depth, course_deepest(&scene, ball, r.position).depth, 1e-6);
        assert_float_equal(r.position.x, 0.25f, 1e-4);
        assert_float_equal(r.position.z, 0.5f, 1e-4);
        check_chosen_alone(v(0.25f, -0.3f, 0.5f), course_obstacles(&scene));
        const sm3_obstacles offered = {.offer = offer_faces, .context = &scene.array};
        r = sweep(v(0, 0, 0), v(0.25f, -0.3f, 0.5f), ball, offered, NULL);
        assert_int_equal(r.status, SM_CRUSHED);
        assert_float_equal(r.depth, (0.02 * i), 1e-4);
    }
}

/* Two faces of a square across an axis, that far out on it. */
static void make_square(sm3_triangle faces[2], int axis, float at, float half) {
    float p[4][3];
    for (int i = 0; i < 4; i++) {
        p[i][axis] = at;
        p[i][(axis + 1) % 3] = i & 1 ? half : -half;
        p[i][(axis + 2) % 3] = i & 2 ? half : -half;
    }
    for (int i = 0; i < 2; i++)
        faces[i] = sm3_face(v(p[3 * i][0], p[3 * i][1], p[3 * i][2]), v(p[1][0], p[1][1], p[1][2]),
                            v(p[2][0], p[2][1], p[2][2]));
}

TEST(in_a_slot_that_it_fits_exactly_it_goes_to_the_end) {
    const sm3_mover cube = {{0, -0.5f, 0}, {0, 0.5f, 0}, 0, {0.5f, 0, 0}, {0, 0, 0.5f}};
    sm3_triangle faces[6];
    make_square(&faces[0], 1, -0.5f, 9);
    make_square(&faces[2], 1, 0.5f, 9);
    make_square(&faces[4], 0, 3, 9);
    const sm3_triangle_array array = {faces, 6};
    for (int i = 0; i < 2; i++) {
        sm_trace trace = {.reach = 0};
        sm_options options = {.trace = &trace};
        sm3_result r = sweep(v(0, 0, 0), v(5, 0, 0), i ? cube : ball,
                             sm3_obstacles_of_array(&array), &options);
        assert_vec(r.position, 2.5f, 0, 0);
        assert_true(r.status == SM_MOVED && r.depth == 0);
        assert_int_equal(trace.iterations[0].step, SM_STEP_TRAVEL);
    }
    check_chosen_alone(v(5, 0, 0), sm3_obstacles_of_array(&array));
}

/* In its bends the floor bears it with one piece where it begins, and with the other where it ends.
 */
TEST(round_an_edge_on_a_floor_in_pieces_it_goes_as_on_one_piece) {
    uint64_t random = test_seed(7);
    for (int i = 0; i < 100; i++) {
        sm3_triangle faces[] = {sm3_face(v(0, 0, 0), v(0, 3, 0), v(2, 3, 0)),
                                sm3_face(v(0, 0, 0), v(2, 3, 0), v(2, 0, 0)),
                                sm3_face(v(-90, 0, -90), v(0, 0, 90), v(90, 0, -90)),
                                {.radius = 0}};
        sm3_vec start = v(-0.3f, 0.5f + SM3_SKIN, -0.6f);
        sm3_vec delta = v(0.5f, -0.1f, random_float(&random, 0.5f, 2));
        float off = random_float(&random, -0.6f, 0.6f);
        sm3_result whole = sweep(start, delta, ball,
                                 sm3_obstacles_of_array(&(sm3_triangle_array){faces, 3}), NULL);
        faces[2] = sm3_face(v(-9, 0, -9 + off), v(9, 0, -9 + off), v(9, 0, 9 + off));
        faces[3] = sm3_face(v(-9, 0, -9 + off), v(9, 0, 9 + off), v(-9, 0, 9 + off));
        sm3_result pieces = sweep(start, delta, ball,
                                  sm3_obstacles_of_array(&(sm3_triangle_array){faces, 4}), NULL);
        assert_true(distance(whole.position, pieces.position) < 0.01);
        assert_float_equal(pieces.position.y, start.y, SM3_SKIN / 2);
        for (int piece = 0; piece < 2; piece++) { /* of which it comes down then */
            sm3_result half = sweep(start, delta, ball,
                                    sm3_obstacles_of_array(&(sm3_triangle_array){faces, 3}), NULL);
            assert_true(half.status == SM_MOVED && half.position.y <= start.y + SM3_SKIN / 2);
            faces[2] = faces[3];
        }
    }
}

/* So far that rounding decides whether the face is left. */
TEST(on_a_face_without_end_it_moves_no_farther_than_asked) {
    uint64_t random = test_seed(7);
    for (int i = 0; i < 300; i++) {
        sm3_vec a = random_vec(&random, 1), b = random_vec(&random, 1), up = sm3_cross(a, b);
        float size = powf(10, random_float(&random, 10, 13));
        sm3_vec along = sm3_offset(sm3_scaled(a, random_float(&random, -1, 1)), b,
                                   random_float(&random, -1, 1));
        up = sm3_scaled(up, 1 / sm3_length(up));
        sm3_triangle face = sm3_face(sm3_scaled(a, size), sm3_scaled(b, size),
                                     sm3_scaled(sm3_offset(a, b, 1), -size));
        sm3_vec start = sm3_scaled(up, 0.5001f);
        sm3_vec delta = sm3_scaled(sm3_offset(sm3_scaled(along, 3), up, -1), 0.1f * size);
        sm3_result r = sweep(start, delta, ball,
                             sm3_obstacles_of_array(&(sm3_triangle_array){&face, 1}), NULL);
        assert_true(r.status == SM_MOVED && r.depth == 0);
        assert_true(distance(start, r.position) <= distance(v(0, 0, 0), delta) * (1 + 1e-6));
    }
}

/* What carries it takes it along the rod that it starts around, which bends nothing. */
TEST(round_a_rod_through_its_middle_nothing_bends) {
    sm3_obstacle obstacles[] = {
        {.shape = sm3_face(v(0, 0, -5), v(0, 0, 5), v(0, 0, 5))},
        {.before = sm3_face(v(-5, -0.5f, -5), v(0, -0.5f, 5), v(5, -0.5f, -5)),
         .shape = sm3_face(v(-4.9f, -0.5f, -4.9f), v(0.1f, -0.5f, 5.1f), v(5.1f, -0.5f, -4.9f)),
         .moves = true}};
    sm3_obstacle_array list = {obstacles, 2};
    sm3_result r = sweep(v(0, 0, 0), v(0, -0.01f, 0), ball, sm3_obstacles_of_list(&list), NULL);
    assert_float_equal(r.position.z, 0.1, 1e-5);
    assert_float_equal(sqrtf(r.position.x * r.position.x + r.position.y * r.position.y), 0.5, 1e-4);
}

/* ---- One-sided faces --------------------------------------------------------------------- */

TEST(from_behind_a_one_sided_face_is_no_obstacle) {
    course_begin(&scene, true, pose3_plain());
    course_add_floor(&scene, 1, 5);
    for (int i = 0; i < scene.count; i++)
        scene.triangles[i].one_sided = true;
    sm_options both = {.both_sides = true};
    sm3_obstacles obstacles = course_obstacles(&scene);
    assert_float_equal(sweep(v(1, -2, 0), v(0, 5, 0), ball, obstacles, NULL).position.y, 3, 1e-6);
    assert_float_equal(sweep(v(1, -2, 0), v(0, 5, 0), ball, obstacles, &both).position.y, -0.5,
                       1e-4);
    assert_float_equal(sweep(v(1, 2, 0), v(0, -5, 0), ball, obstacles, NULL).position.y, 0.5, 1e-4);
    sm3_result lifted = sm3_slide_move(v(1, -0.4f, 0), v(0, 0.1f, 0), ball, obstacles, NULL);
    assert_int_equal(lifted.pushes, 0);
    sm_trace trace = {.reach = 0};
    sm3_result half_through = sweep(v(1, -2, 0), v(0, 2.25f, 0), ball, obstacles, NULL);
    sm3_result recorded =
        sweep(v(1, -2, 0), v(0, 2.25f, 0), ball, obstacles, &(sm_options){.trace = &trace});
    assert_memory_equal(&recorded, &half_through, sizeof recorded);
    assert_true(recorded.status == SM_MOVED && recorded.depth == 0);
}

/* ---- One-way faces ----------------------------------------------------------------------- */

/* A floor at y = 0 whose front is up, and that was at `before` if it moves. */
static sm3_obstacle oneway_floor(float y, float before) {
    sm3_obstacle o = {.shape = sm3_face(v(-9, y, -9), v(0, y, 18), v(9, y, -9))};
    o.before = o.shape;
    o.before.a.y = o.before.b.y = o.before.c.y = before;
    o.moves = y != before;
    o.shape.oneway = true;
    return o;
}

static bool count_one(void *context, const sm3_obstacle *o) {
    *(int *)context += o->shape.oneway;
    return true;
}

TEST(queries_know_oneway_faces) {
    sm3_obstacle floor = oneway_floor(0, 0);
    sm3_obstacle_array list = {&floor, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_list(&list);
    const sm3_vec down = v(0, -1, 0);
    static const struct {
        float y;
        bool in, touched, hit; /* it; it is touched; a cast down hits it */
    } places[] = {{1, false, false, true},     {0.5f, true, true, true},
                  {0.45f, true, false, false}, {0.01f, true, false, false},
                  {-0.4f, true, false, false}, {-2, false, false, false}};
    for (int i = 0; i < 6; i++) {
        sm3_vec at = v(0, places[i].y, 0);
        int overlapped = 0;
        sm3_collision contact;
        sm3_find_overlaps(at, ball, obstacles, NULL, count_one, &overlapped);
        assert_int_equal(overlapped, places[i].in);
        assert_int_equal(sm3_find_contacts(at, ball, obstacles, NULL, &contact, 1),
                         places[i].touched);
        assert_int_equal(sm3_shapecast(at, down, ball, obstacles, NULL).hit, places[i].hit);
        assert_int_equal(sm3_raycast(at, v(0, -3, 0), obstacles, NULL).hit, places[i].y > 0);
        assert_int_equal(sm3_find_deepest(at, v(0, 0.1f, 0), ball, obstacles, NULL).obstacle,
                         SM_NO_OBSTACLE);
        assert_int_equal(sm3_find_deepest(at, v(0, -0.1f, 0), ball, obstacles, NULL).obstacle,
                         i == 2 ? 0 : SM_NO_OBSTACLE);
        assert_int_equal(sm3_find_nearest(at, 9, obstacles, NULL).obstacle, 0);
    }
    /* The edge of one counts where others, of which only the box is there, let it through. */
    sm3_triangle three[] = {sm3_face(v(0, 0, -4), v(-4, 0, 0), v(0, 0, 4)),
                            sm3_face(v(-3, -3.15f, -4), v(3, 2.85f, -4), v(0, -0.15f, 6)),
                            sm3_face(v(0, 0, -4), v(NAN, 0, 0), v(0, 0, 4))};
    sm3_collision contact;
    for (int count = 1; count <= 3; count++) {
        three[count - 1].oneway = true;
        sm3_obstacles met = sm3_obstacles_of_array(&(sm3_triangle_array){three, count});
        assert_int_equal(sm3_find_contacts(v(0.3f, 0.4f, 0), ball, met, NULL, &contact, 1), 1);
        assert_int_equal(contact.obstacle, 0);
    }
    sm3_vec beside = v(-10, 0.2f, -8), across = v(5, 0, 0); /* level with it: it is no wall */
    sm3_mover pole = {.a = {0, -0.5f, 0}, .b = {0, 0.5f, 0}, .radius = 0.3f};
    assert_false(sm3_shapecast(beside, across, pole, obstacles, NULL).hit);
    assert_float_equal(sweep(beside, across, pole, obstacles, NULL).position.x, -5, 1e-6);
}

/* ---- Bad arguments ----------------------------------------------------------------------- */

TEST(max_pushes_do_not_limit_the_sweep) {
    course_begin(&scene, true, pose3_plain());
    course_add_box(&scene, (vec3){0, 0, 0}, (vec3){2, 2, 2}, true);
    sm_options few = {.max_pushes = 1};
    sm3_result r = sweep(v(0, 0, 0), v(5, -9, 3), ball, course_obstacles(&scene), &few);
    assert_int_equal(r.pushes, 3);
    sm3_result usual = sweep(v(0, 0, 0), v(5, -9, 3), ball, course_obstacles(&scene), NULL);
    assert_memory_equal(&r, &usual, sizeof r);
}

TEST(the_sweep_moves_no_farther_than_asked) {
    uint64_t random = test_seed(29);
    for (int i = 0; i < test_trials(20000); i++) {
        course_begin(&scene, true, pose3_plain());
        for (int k = 0; k < 6; k++) {
            vec3 p[3];
            for (int c = 0; c < 3; c++)
                p[c] = (vec3){(double)random_float(&random, -3, 3),
                              (double)random_float(&random, -3, 3),
                              (double)random_float(&random, -3, 3)};
            course_add_face(&scene, p[0], p[1], p[2]);
        }
        sm3_vec start = v(0, 0, 0);
        if (course_deepest(&scene, ball, start).depth > -1e-4)
            continue;
        sm3_vec delta = v(random_float(&random, -3, 3), random_float(&random, -3, 3),
                          random_float(&random, -3, 3));
        sm3_result r = sweep(start, delta, ball, course_obstacles(&scene), NULL);
        assert_true(course_deepest(&scene, ball, r.position).depth <= 0);
        assert_true(distance(start, r.position) <= distance(v(0, 0, 0), delta) + 1e-5);
    }
}

/* ---- Obstacles that offer collisions of their own ------------------------------------------ */

enum { HILLS = 24 };

/* An endless wavy floor in pieces that are convex, and a ball in its way. */
static sm3_triangle_array hills(sm3_triangle faces[2 * HILLS + 1]) {
    for (int i = 0; i < HILLS; i++) {
        float x = (float)i - HILLS / 2, low = sinf(x), high = sinf(x + 1);
        sm3_vec a = v(x, low, -9), b = v(x, low, 9), c = v(x + 1, high, 9), d = v(x + 1, high, -9);
        faces[2 * i] = sm3_face(a, b, c);
        faces[2 * i + 1] = sm3_face(a, c, d);
    }
    faces[2 * HILLS] = sm3_solid_capsule(sm3_sphere(v(3, 2, 0), 0.7f));
    return (sm3_triangle_array){faces, 2 * HILLS + 1};
}

static void offer_to_who_stays(const void *context, sm3_vec position, sm3_vec delta,
                               const sm3_mover *mover, sm_choice *choice) {
    assert_true(delta.x == 0 && delta.y == 0 && delta.z == 0);
    offer_faces(context, position, delta, mover, choice);
}

TEST(who_asks_what_is_touched_goes_nowhere) {
    sm3_triangle floor = sm3_face(v(-9, 0, -9), v(9, 0, -9), v(0, 0, 9));
    const sm3_triangle_array array = {&floor, 1};
    const sm3_obstacles offered = {.offer = offer_to_who_stays, .context = &array};
    sm3_collision touched;
    assert_int_equal(sm3_find_contacts(v(0, ball.radius, 0), ball, offered, NULL, &touched, 1), 1);
}

TEST(what_offers_collisions_of_its_own_is_moved_among_as_triangles_are) {
    sm3_triangle faces[2 * HILLS + 1];
    const sm3_triangle_array array = hills(faces);
    const sm3_obstacles seen = sm3_obstacles_of_array(&array);
    const sm3_obstacles offered = {.offer = offer_faces, .context = &array};
    uint64_t random = test_seed(31);
    double farthest = 0;
    for (int i = 0; i < test_trials(3000); i++) {
        sm_options options = {.resolver = i % 3 == 0 ? SM_DEEPEST : SM_SWEEP};
        sm3_vec start = v(random_float(&random, -8, 8), random_float(&random, 1.6f, 4),
                          random_float(&random, -5, 5));
        sm3_vec delta = random_vec(&random, i % 5 == 0 ? 6 : 0.5f);
        sm3_result one = sm3_slide_move(start, delta, ball, seen, &options);
        sm3_result other = sm3_slide_move(start, delta, ball, offered, &options);
        if (options.resolver == SM_DEEPEST) {
            assert_memory_equal(&one, &other, sizeof one);
            continue;
        }
        assert_true(other.depth == 0 && other.status == SM_MOVED);
        /* From deep inside there are several ways out. */
        bool starts_deep = sm3_find_deepest(start, v(0, 0, 0), ball, seen, NULL).depth > 0;
        if (i % 5 > 0 && !starts_deep)
            farthest = fmax(farthest, distance(one.position, other.position));
        sm3_result again = sm3_slide_move(other.position, v(0, 0, 0), ball, offered, &options);
        assert_memory_equal(&again.position, &other.position, sizeof again.position);
        sm3_collision touched[8];
        int count = sm3_find_contacts(other.position, ball, offered, NULL, touched, 8);
        touched[0].obstacle = -7; /* without room for any, none is written */
        assert_int_equal(sm3_find_contacts(other.position, ball, offered, NULL, touched, 0), count);
        assert_int_equal(touched[0].obstacle, -7);
        assert_int_equal(sm3_find_nearest(start, 9, offered, NULL).obstacle, SM_NO_OBSTACLE);
        assert_true(count > 0 || other.pushes == 0 || starts_deep ||
                    distance(one.position, other.position) < 1);
    }
    printf("farthest apart %g\n", farthest);
    assert_true(farthest < 0.05);
}
