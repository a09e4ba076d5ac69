/* The rasterizer of the 3D view, against rays that are followed one by one. */
#include "../test.h"

#include "../../src/slidemove/vec.h"
#include "../../src/view/raster.h"
#include "../../src/view/raster_buffer.h"
#include "../course.h"
#include "../space.h"
#include "picture.h"

enum { WIDTH = 61, HEIGHT = 47, SCENES = 1500, CAPSULES = 400, GARBAGE = 3000 };

static const color sky = 0xff102030;

/* ---- A picture --------------------------------------------------------------------------- */

typedef struct stage {
    canvas *canvas;
    raster *raster;
    camera camera;
    raster_look look;
    raster_paint paint;
} stage;

static void close_raster(void *r) {
    raster_destroy(r);
}

/* What it holds is freed when the tests have run. No light and no edges, so that a colour says
 * which obstacle it is. */
static stage stage_open(int samples) {
    stage s = {.canvas = black_canvas(WIDTH, HEIGHT),
               .raster = raster_create(),
               .camera = camera3_make(WIDTH, HEIGHT),
               .look = {.sky_top = sky, .sky_bottom = sky, .ambient = 1, .samples = samples},
               .paint = {.face = 0xffffffff, .back = 0xffffffff}};
    test_at_end(close_raster, s.raster);
    return s;
}

static void stage_begin(stage *s, const sm3_triangle *triangles, const color *colors, int count) {
    assert_true(raster_begin(s->raster, s->canvas, &s->camera, &s->look));
    raster_obstacles(s->raster, triangles, NULL, colors, count, &s->paint);
}

static void stage_draw(stage *s, const sm3_triangle *triangles, const color *colors, int count) {
    stage_begin(s, triangles, colors, count);
    raster_end(s->raster);
}

static color pixel(const stage *s, int x, int y) {
    return s->canvas->pixels[y * WIDTH + x];
}

static float depth(const stage *s, int x, int y) {
    const raster *r = s->raster; /* the sample just right of and below the pixel's middle */
    size_t column = (size_t)(((float)x + 0.5f) * (float)r->samples);
    size_t row = (size_t)(((float)y + 0.5f) * (float)r->samples);
    float inv_depth = r->inv_depth[row * (size_t)r->stride + column];
    return inv_depth > 0 ? 1 / inv_depth : INFINITY;
}

static color color_of(int obstacle) {
    return 0xff400000u + (color)obstacle * 0x0907u;
}

/* ---- Rays -------------------------------------------------------------------------------- */

/* The direction through a pixel, so long that a step is a step in depth. */
static vec3 ray_through(const camera_eye *e, int x, int y) {
    vec3 ray = eye_ray(e, x + 0.5, y + 0.5);
    return vec3_add(vec3_add(vec3_scale(e->right, ray.x), vec3_scale(e->up, ray.y)), e->forward);
}

typedef enum answer { MISSED, HIT, UNCLEAR } answer;

/* Moeller and Trumbore 1997. Unclear is what passes within a hair of an edge. */
static answer meet(vec3 origin, vec3 ray, const sm3_triangle *t, double *at) {
    static const double hair = 1e-4;
    vec3 a = vec3_of(t->a), ab = vec3_sub(vec3_of(t->b), a), ac = vec3_sub(vec3_of(t->c), a);
    vec3 p = vec3_cross(ray, ac), from_a = vec3_sub(origin, a), q = vec3_cross(from_a, ab);
    double volume = vec3_dot(ab, p);
    if (fabs(volume) < 1e-9)
        return UNCLEAR;
    double u = vec3_dot(from_a, p) / volume, v = vec3_dot(ray, q) / volume;
    *at = vec3_dot(ac, q) / volume;
    double least = fmin(fmin(u, v), 1 - u - v);
    return least > hair ? HIT : least < -hair ? MISSED : UNCLEAR;
}

/* Which triangle is seen: -1 none, -2 unclear. */
static int seen_by_ray(vec3 origin, vec3 ray, double near, const sm3_triangle *triangles, int count,
                       double *at) {
    static const double apart = 1e-4; /* of the depth */
    int first = -1;
    double nearest = INFINITY, next = INFINITY;
    for (int i = 0; i < count; i++) {
        double depth_here = 0;
        answer a = meet(origin, ray, &triangles[i], &depth_here);
        if (a == MISSED || depth_here < near * (1 - apart))
            continue;
        if (a == UNCLEAR || depth_here < near * (1 + apart))
            return -2;
        if (depth_here < nearest) {
            next = nearest;
            nearest = depth_here;
            first = i;
        } else {
            next = fmin(next, depth_here);
        }
    }
    *at = nearest;
    return next < nearest * (1 + apart) ? -2 : first;
}

/* ---- Faces ------------------------------------------------------------------------------- */

static void turn_camera(camera *c, uint64_t *random, float distance) {
    c->target = random_vec(random, 1);
    c->yaw = random_float(random, -3, 3);
    c->pitch = random_float(random, -1.5f, 1.5f);
    c->distance = random_float(random, 0.1f, distance);
}

/* Returns how many pixels were clear. */
static int compare_with_rays(const stage *s, const sm3_triangle *triangles, int count) {
    camera_eye e = eye_of_camera(&s->camera);
    double near = s->raster->eye.near;
    int clear = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            double at = 0;
            int seen = seen_by_ray(e.position, ray_through(&e, x, y), near, triangles, count, &at);
            if (seen == -2)
                continue;
            clear++;
            assert_int_equal(pixel(s, x, y), seen >= 0 ? color_of(seen) : sky);
            if (seen >= 0)
                assert_true(fabs((double)depth(s, x, y) - at) < 1e-4 * at);
            else
                assert_true(isinf(depth(s, x, y)));
        }
    }
    return clear;
}

/* The eye is among the triangles in most scenes, so many cross its near plane. */
TEST(every_pixel_shows_the_face_its_ray_meets_first) {
    uint64_t random = random_seed(test_seed(7));
    stage s = stage_open(1);
    sm3_triangle triangles[12];
    color colors[12];
    int64_t clear = 0;
    for (int i = 0; i < SCENES; i++) {
        int count = 1 + random_int(&random, 12);
        float size = i % 3 == 0 ? 40 : 3;
        for (int k = 0; k < count; k++) {
            triangles[k] = sm3_face(random_vec(&random, size), random_vec(&random, size),
                                    random_vec(&random, size));
            colors[k] = color_of(k);
        }
        turn_camera(&s.camera, &random, 6);
        stage_draw(&s, triangles, colors, count);
        clear += compare_with_rays(&s, triangles, count);
    }
    assert_true(clear > (int64_t)SCENES * WIDTH * HEIGHT * 9 / 10);
}

TEST(a_mesh_has_no_gaps_between_its_faces) {
    enum { SIDE = 20 };
    uint64_t random = random_seed(test_seed(8));
    for (int samples = 1; samples <= 2; samples++) {
        stage s = stage_open(samples);
        for (int i = 0; i < 60; i++) {
            sm3_vec corner[SIDE + 1][SIDE + 1];
            sm3_triangle t[2 * SIDE * SIDE];
            for (int k = 0; k < (SIDE + 1) * (SIDE + 1); k++) {
                sm3_vec off = random_vec(&random, 0.3f);
                corner[k / (SIDE + 1)][k % (SIDE + 1)] =
                    v((float)(k / (SIDE + 1)) - SIDE / 2 + off.x, off.y,
                      (float)(k % (SIDE + 1)) - SIDE / 2 + off.z);
            }
            for (int k = 0; k < SIDE * SIDE; k++) {
                int x = k / SIDE, z = k % SIDE;
                t[2 * k] = sm3_face(corner[x][z], corner[x][z + 1], corner[x + 1][z]);
                t[2 * k + 1] = sm3_face(corner[x + 1][z], corner[x][z + 1], corner[x + 1][z + 1]);
            }
            s.camera.target = v(0, 0, 0);
            s.camera.yaw = random_float(&random, -3, 3);
            s.camera.pitch = random_float(&random, -1.5f, -1.2f);
            s.camera.distance = random_float(&random, 1, 6);
            stage_draw(&s, t, NULL, 2 * SIDE * SIDE);
            for (int k = 0; k < WIDTH * HEIGHT; k++)
                assert_int_equal(s.canvas->pixels[k], 0xffffffff);
        }
    }
}

TEST(a_floor_as_large_as_a_level_may_be_ends_at_the_horizon) {
    stage s = stage_open(1);
    sm3_triangle ground[2] = {
        sm3_face((sm3_vec){-1e6f, 0, -1e6f}, (sm3_vec){-1e6f, 0, 1e6f}, (sm3_vec){1e6f, 0, 1e6f}),
        sm3_face((sm3_vec){-1e6f, 0, -1e6f}, (sm3_vec){1e6f, 0, 1e6f}, (sm3_vec){1e6f, 0, -1e6f})};
    s.camera.target = (sm3_vec){0, 1, 0};
    s.camera.pitch = 0;
    s.camera.distance = 5;
    stage_draw(&s, ground, NULL, 2);
    camera_eye e = eye_of_camera(&s.camera);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            double fall = -ray_through(&e, x, y).y;
            if (fabs(fall) < 1e-3)
                continue; /* the horizon's own row */
            assert_int_equal(pixel(&s, x, y), fall > 0 ? 0xffffffff : sky);
            if (fall > 0)
                assert_true(fabs((double)depth(&s, x, y) * fall - 1) < 1e-4);
        }
    }
}

TEST(the_back_of_a_one_sided_face_is_drawn_in_its_own_colour) {
    stage s = stage_open(1);
    s.paint.face = 0xff00ff00;
    s.paint.back = 0xffff0000;
    sm3_triangle up = sm3_face(v(-9, 0, -9), v(0, 0, 9), v(9, 0, -9));
    up.one_sided = true;
    s.camera.pitch = -1;
    stage_draw(&s, &up, NULL, 1);
    assert_int_equal(pixel(&s, WIDTH / 2, HEIGHT / 2), 0xff00ff00);
    s.camera.pitch = 1;
    stage_draw(&s, &up, NULL, 1);
    assert_int_equal(pixel(&s, WIDTH / 2, HEIGHT / 2) & 0x0000ffff, 0);
    assert_true(pixel(&s, WIDTH / 2, HEIGHT / 2) > 0xff400000);
}

TEST(what_is_drawn_again_shows_its_last_colour) {
    uint64_t random = random_seed(test_seed(9));
    stage s = stage_open(2);
    for (int i = 0; i < 100; i++) {
        sm3_triangle t =
            sm3_face(random_vec(&random, 3), random_vec(&random, 3), random_vec(&random, 3));
        t.radius = i % 2 == 0 ? 0 : 0.5f;
        turn_camera(&s.camera, &random, 9);
        sm3_triangle twice[2] = {t, t};
        color colors[2] = {0xff00ff00, 0xffff0000};
        stage_draw(&s, twice, colors, 2);
        for (int k = 0; k < WIDTH * HEIGHT; k++) /* no green but what mixes with the sky's */
            assert_true((s.canvas->pixels[k] >> 8 & 0xff) <= 0x20);
    }
}

/* ---- Capsules ---------------------------------------------------------------------------- */

static vec3 along(vec3 from, vec3 ray, double by) {
    return vec3_add(from, vec3_scale(ray, by));
}

static double distance_to(sm3_mover c, vec3 p) {
    sm3_vec at = vec3_round(p);
    vec3 d = vec3_sub(p, vec3_of(sm3_closest_on_segment(at, c.a, c.b)));
    return vec3_length(d);
}

/* Whether a ray passes within the radius is known from its distance to the axis alone. */
static void compare_capsule_with_rays(const stage *s, sm3_mover c) {
    static const double far = 100, hair = 1e-3;
    camera_eye e = eye_of_camera(&s->camera);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            vec3 ray = ray_through(&e, x, y);
            double passed =
                (double)sm3_closest_of_segments(vec3_round(e.position),
                                                vec3_round(along(e.position, ray, far)), c.a, c.b)
                    .distance;
            if (fabs(passed - (double)c.radius) < hair)
                continue;
            bool hit = passed < (double)c.radius;
            assert_int_equal(pixel(s, x, y), hit ? 0xffffffff : sky);
            if (!hit)
                continue;
            double at = (double)depth(s, x, y);
            vec3 before = along(e.position, ray, at - 0.01);
            assert_true(fabs(distance_to(c, along(e.position, ray, at)) - (double)c.radius) < hair);
            assert_true(distance_to(c, before) > (double)c.radius - hair); /* its front */
        }
    }
}

TEST(spheres_and_capsules_are_what_rays_meet) {
    uint64_t random = random_seed(test_seed(10));
    stage s = stage_open(1);
    for (int i = 0; i < CAPSULES;) {
        sm3_mover c = {.a = random_vec(&random, 4),
                       .b = random_vec(&random, 4),
                       .radius = random_float(&random, 0.3f, 2)};
        if (i % 2 == 0)
            c.b = c.a;
        turn_camera(&s.camera, &random, 10);
        if (distance_to(c, vec3_of(camera3_eye(&s.camera))) < (double)c.radius + 0.1)
            continue; /* inside it nothing is seen of it */
        sm3_triangle t = sm3_solid_capsule(c);
        stage_draw(&s, &t, NULL, 1);
        compare_capsule_with_rays(&s, c);
        i++;
    }
}

static double distance_to_triangle(const sm3_triangle *t, vec3 p) {
    vec3 d = vec3_sub(p, vec3_of(sm3_closest_on_triangle(vec3_round(p), t->a, t->b, t->c)));
    return vec3_length(d);
}

TEST(every_point_drawn_of_a_rounded_triangle_is_its_radius_away) {
    uint64_t random = random_seed(test_seed(11));
    stage s = stage_open(1);
    int drawn = 0;
    for (int i = 0; i < CAPSULES; i++) {
        sm3_triangle t =
            sm3_face(random_vec(&random, 3), random_vec(&random, 3), random_vec(&random, 3));
        t.radius = random_float(&random, 0.7f, 1.6f); /* thinner ones are drawn wider */
        turn_camera(&s.camera, &random, 12);
        camera_eye e = eye_of_camera(&s.camera);
        if (distance_to_triangle(&t, e.position) < (double)t.radius + 0.1)
            continue;
        stage_draw(&s, &t, NULL, 1);
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            int x = k % WIDTH, y = k / WIDTH;
            if (isinf(depth(&s, x, y)))
                continue;
            vec3 at = along(e.position, ray_through(&e, x, y), (double)depth(&s, x, y));
            assert_true(fabs(distance_to_triangle(&t, at) - (double)t.radius) < 2e-3);
            drawn++;
        }
    }
    assert_true(drawn > 10000);
}

/* ---- In bands ---------------------------------------------------------------------------- */

/* Some as large as the picture, most of a pixel or less, here or far from the origin. */
static void fill_with_faces(sm3_triangle *t, int count, sm3_vec middle, uint64_t *random) {
    for (int i = 0; i < count; i++) {
        float size = i % 50 == 0 ? 8 : random_float(random, 0.002f, 0.3f);
        sm3_vec at = sm3_offset(middle, random_vec(random, 6), 1);
        t[i] = sm3_face(sm3_offset(at, random_vec(random, 1), size),
                        sm3_offset(at, random_vec(random, 1), size),
                        sm3_offset(at, random_vec(random, 1), size));
    }
}

/* Face after face over all rows, by one thread that leaves none out. */
static void draw_in_order(stage *s, const sm3_triangle *t, const color *colors, int count) {
    assert_true(raster_begin(s->raster, s->canvas, &s->camera, &s->look));
    const camera_eye *e = &s->raster->eye;
    for (int i = 0; i < count; i++) {
        raster_face face = {.corner = {eye_see(e, t[i].a), eye_see(e, t[i].b), eye_see(e, t[i].c)},
                            .edges = RASTER_EDGES_ALL,
                            .fill = colors[i],
                            .paint = &s->paint};
        raster_fill_face(s->raster, &face);
    }
    raster_end(s->raster);
}

TEST(threads_that_share_a_picture_draw_what_one_draws) {
    enum { FACES = 3000, PICTURES = 40 };
    static sm3_triangle t[FACES];
    static color colors[FACES], expected[WIDTH * HEIGHT];
    uint64_t random = random_seed(test_seed(14));
    int others = 0;
    for (int i = 0; i < PICTURES; i++) {
        stage s = stage_open(1 + i % 2);
        s.paint.edge = 0x80ff0000;
        s.paint.edge_width = (float)(i % 3);
        turn_camera(&s.camera, &random, i % 4 == 0 ? 3 : 12);
        s.camera.target = i % 5 == 0 ? v(1e5f, -3e4f, 7) : v(0, 0, 0);
        fill_with_faces(t, FACES, s.camera.target, &random);
        for (int k = 0; k < FACES; k++)
            colors[k] = color_of(k);
        draw_in_order(&s, t, colors, FACES);
        memcpy(expected, s.canvas->pixels, sizeof expected);
        stage_draw(&s, t, colors, FACES);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            others += s.canvas->pixels[k] != expected[k];
        memcpy(expected, s.canvas->pixels, sizeof expected);
        int many = s.raster->workers.other_count;
        s.raster->workers.other_count = 0;
        stage_draw(&s, t, colors, FACES);
        assert_memory_equal(s.canvas->pixels, expected, sizeof expected);
        s.raster->workers.other_count = many;
    }
    /* Specks are drawn in floats: a sample at an edge may show what is on its other side. */
    assert_true(others < PICTURES * WIDTH * HEIGHT / 1000);
}

/* ---- Odd input --------------------------------------------------------------------------- */

static float odd_number(uint64_t *random) {
    static const float odd[] = {0, 1, -1, 1e-30f, 1e6f, -1e6f, 1e30f, 3e38f, -3e38f};
    int which = random_int(random, 24);
    if (which < 9)
        return odd[which];
    return which == 9 ? NAN : which == 10 ? INFINITY : random_float(random, -5, 5);
}

static sm3_vec odd_vec(uint64_t *random) {
    return v(odd_number(random), odd_number(random), odd_number(random));
}

static void draw_oddly(stage *s, uint64_t *random) {
    enum { COUNT = 6 };
    sm3_triangle t[COUNT];
    unsigned char mask[COUNT];
    for (int i = 0; i < COUNT; i++)
        t[i] = (sm3_triangle){odd_vec(random),
                              odd_vec(random),
                              odd_vec(random),
                              random_int(random, 2) ? odd_number(random) : 0,
                              random_int(random, 2) == 0,
                              false};
    t[1].b = t[1].a;
    t[2].c = t[2].b = t[2].a;
    assert_true(raster_find_edges(t, COUNT, mask));
    s->look.samples = 1 + random_int(random, 2);
    s->look.light = odd_vec(random);
    s->paint.edge = 0x80000000;
    s->paint.edge_width = odd_number(random);
    if (!raster_begin(s->raster, s->canvas, &s->camera, &s->look))
        return;
    raster_obstacles(s->raster, t, mask, NULL, COUNT, &s->paint);
    raster_obstacles(s->raster, t, NULL, NULL, COUNT, &s->paint);
    raster_end(s->raster);
    raster_line(s->raster, t[0].a, t[0].b, odd_number(random), 0, sky, sky);
    raster_line(s->raster, t[3].a, t[3].a, odd_number(random), 0, sky, sky);
    raster_loop(s->raster, &t[3].a, 3, odd_number(random), sky, sky);
    raster_line(s->raster, t[4].a, t[4].b, odd_number(random), odd_number(random), sky, sky);
}

/* The sanitizers say whether it wrote elsewhere; here it is the clip that must hold. */
TEST(odd_numbers_are_drawn_within_the_clip) {
    uint64_t random = random_seed(test_seed(12));
    stage s = stage_open(1);
    const color untouched = 0xff123456;
    canvas_clip(s.canvas, (canvas_rect){5, 6, 40, 30});
    for (int i = 0; i < GARBAGE; i++) {
        canvas_clear(s.canvas, untouched);
        turn_camera(&s.camera, &random, 10);
        if (i % 4 == 0)
            s.camera.target = odd_vec(&random);
        s.camera.width = WIDTH + random_int(&random, 9) - 4;
        s.camera.height = HEIGHT + random_int(&random, 9) - 4;
        draw_oddly(&s, &random);
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            int x = k % WIDTH, y = k / WIDTH;
            if (x < 5 || x >= 45 || y < 6 || y >= 36)
                assert_int_equal(s.canvas->pixels[k], untouched);
        }
    }
}

/* The same, looking at a wall across the view. */
static stage stage_with_wall(int samples, sm3_triangle *wall) {
    stage s = stage_open(samples);
    s.camera.yaw = s.camera.pitch = 0;
    *wall = sm3_face(v(0, -50, -50), v(0, 50, 0), v(0, -50, 50));
    return s;
}

TEST(a_capsule_shows_through_what_hides_it_by_its_share) {
    sm3_triangle wall;
    stage s = stage_with_wall(2, &wall);
    raster_paint paint = s.paint;
    paint.face = 0xff000000;
    sm3_triangle ball = {v(9, 0, 0), v(9, 1, 0), v(9, 1, 0), .radius = 3};
    sm3_triangle sides[2] = {wall, wall}; /* of two sides, the nearer one is seen */
    for (int i = 0; i < 2; i++)
        sides[i].a.x = sides[i].b.x = sides[i].c.x = 9 + (float)i;
    for (int k = 0; k < 6; k++) {
        float through = (float)(k / 2) / 2;
        stage_begin(&s, &wall, NULL, 1);
        if (k % 2 == 0)
            raster_body(s.raster, &ball, 1, v(9, 0.5f, 0), 4, &paint, through);
        else
            raster_body(s.raster, sides, 2, v(9, 0, 0), 90, &paint, through);
        raster_end(s.raster);
        assert_int_equal(pixel(&s, WIDTH / 2, HEIGHT / 2),
                         color_mix(0xffffffff, 0xff000000, through));
    }
}

TEST(a_shadow_falls_on_what_lies_straight_below_alone) {
    stage s = stage_open(1);
    s.camera.yaw = 0;
    s.camera.pitch = -1;
    s.camera.target = v(0, 0, 0);
    sm3_triangle ground = sm3_face(v(-90, 0, -90), v(0, 0, 90), v(90, 0, -90));
    int shaded = 0;
    stage_begin(&s, &ground, NULL, 1);
    raster_shadow(s.raster, &(sm3_mover){.a = v(0, 5, 0), .radius = 2}, -0.1f, 0.5f);
    raster_shadow(s.raster, &(sm3_mover){.a = v(0, 5, 0), .radius = 90}, 0.1f,
                  0.5f); /* ends above the ground */
    raster_end(s.raster);
    camera_eye eye = eye_of_camera(&s.camera);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            vec3 ray = vec3_scale(ray_through(&eye, x, y), (double)depth(&s, x, y));
            vec3 at = vec3_add(eye.position, ray);
            double across = sqrt(at.x * at.x + at.z * at.z);
            if (pixel(&s, x, y) != 0xffffffff && pixel(&s, x, y) != sky) {
                assert_true(across < 2.01);
                shaded++;
            } else {
                assert_true(across > 1.95 || pixel(&s, x, y) == sky);
            }
        }
    assert_true(shaded > 20);
}

TEST(an_upright_wall_takes_no_shadow_from_above) {
    sm3_triangle wall;
    stage s = stage_with_wall(2, &wall);
    stage_begin(&s, &wall, NULL, 1);
    raster_shadow(s.raster, &(sm3_mover){.a = v(0, 5, 0), .radius = 4}, -5, 1);
    raster_end(s.raster);
    assert_int_equal(pixel(&s, WIDTH / 2, HEIGHT / 2), 0xffffffff);
}

static color ink_right(const void *context, sm3_vec place) {
    (void)context;
    return place.z > 0 ? 0xff0000ff : 0;
}

TEST(a_tint_colours_the_ground_where_it_has_an_ink_and_no_upright_wall) {
    sm3_triangle wall;
    stage s = stage_with_wall(2, &wall);
    stage_begin(&s, &wall, NULL, 1);
    raster_tint(s.raster, ink_right, NULL);
    raster_end(s.raster);
    assert_int_equal(pixel(&s, WIDTH / 2 + 3, HEIGHT / 2), 0xffffffff);
    s = stage_open(2);
    s.camera.yaw = 0;
    s.camera.pitch = -1;
    s.camera.target = v(0, 0, 0);
    sm3_triangle ground = sm3_face(v(-90, 0, -90), v(0, 0, 190), v(190, 0, -90));
    stage_begin(&s, &ground, NULL, 1);
    raster_tint(s.raster, ink_right, NULL);
    raster_end(s.raster);
    assert_int_equal(pixel(&s, WIDTH / 2 + 3, HEIGHT / 2), 0xff0000ff);
    assert_int_equal(pixel(&s, WIDTH / 2 - 3, HEIGHT / 2), 0xffffffff);
}

TEST(a_picture_without_a_pixel_is_not_begun) {
    stage s = stage_open(1);
    s.camera.width = 0;
    assert_false(raster_begin(s.raster, s.canvas, &s.camera, &s.look));
}

TEST(an_inset_takes_no_memory_of_its_own_and_a_smaller_window_gives_some_back) {
    stage s = stage_open(2);
    assert_true(raster_begin(s.raster, s.canvas, &s.camera, &s.look));
    const float *inv_depth = s.raster->inv_depth;
    size_t whole = s.raster->capacity;
    s.camera.width = s.camera.height = 9; /* as the lens */
    assert_true(raster_begin(s.raster, s.canvas, &s.camera, &s.look));
    assert_ptr_equal(s.raster->inv_depth, inv_depth);
    assert_int_equal(s.raster->capacity, whole);
    assert_true(canvas_resize(s.canvas, 20, 20));
    assert_true(raster_begin(s.raster, s.canvas, &s.camera, &s.look));
    assert_true(s.raster->capacity < whole / 2);
}

/* ---- Overlays ---------------------------------------------------------------------------- */

static const color visible = 0xff00ff00, hidden = 0xffff0000;

/* A line from `depth_a` to `depth_b`, seen across the picture's middle. */
static color middle_of_line(float before_wall) {
    sm3_triangle wall;
    stage s = stage_with_wall(1, &wall);
    s.camera.distance = 10;
    stage_draw(&s, &wall, NULL, 1);
    raster_line(s.raster, v(-before_wall, 0, -40), v(-before_wall, 0, 40), 3, 0, visible, hidden);
    color found = 0;
    for (int x = 0; x < WIDTH; x++) /* a hidden line is dashed */
        found = found == 0 || found == 0xffffffff ? pixel(&s, x, HEIGHT / 2) : found;
    return found;
}

TEST(a_line_shows_its_hidden_colour_behind_a_face) {
    assert_int_equal(middle_of_line(1), visible);
    assert_int_equal(middle_of_line(-1), hidden);
}

TEST(a_hidden_loop_is_not_dashed) {
    sm3_triangle wall;
    stage s = stage_with_wall(1, &wall);
    stage_draw(&s, &wall, NULL, 1);
    const sm3_vec high[4] = {v(1, 0, -90), v(1, 0, 90), v(1, 90, 90), v(1, 90, -90)};
    raster_loop(s.raster, high, 4, 3, visible, hidden);
    for (int x = 0; x < WIDTH; x++)
        assert_int_equal(pixel(&s, x, HEIGHT / 2), hidden);
}

TEST(what_lies_on_a_face_is_not_hidden_by_it) {
    assert_int_equal(middle_of_line(0), visible);
    uint64_t random = random_seed(test_seed(13));
    stage s = stage_open(1);
    sm3_triangle ground = sm3_face(v(-90, 0, -90), v(0, 0, 90), v(90, 0, -90));
    for (int i = 0; i < 500; i++) {
        s.camera.pitch = random_float(&random, -1.5f, -0.1f);
        s.camera.yaw = random_float(&random, -3, 3);
        stage_draw(&s, &ground, NULL, 1);
        sm3_vec at = {random_float(&random, -5, 5), 0, random_float(&random, -5, 5)};
        raster_line(s.raster, at, at, 6, 0, visible, hidden);
        sm3_vec square[4] = {{at.x, 0, at.z - 2}, {at.x + 2, 0, at.z}, {at.x, 0, at.z + 2}, at};
        raster_loop(s.raster, square, 4, 2, visible, hidden);
        for (int k = 0; k < WIDTH * HEIGHT; k++) /* white or green or between: no red alone */
            assert_true((s.canvas->pixels[k] >> 8 & 0xff) >= (s.canvas->pixels[k] >> 16 & 0xff));
    }
}

TEST(a_point_is_round) {
    stage s = stage_open(1);
    stage_draw(&s, NULL, NULL, 0);
    raster_line(s.raster, s.camera.target, s.camera.target, 16, 0, visible, hidden);
    int inked = 0;
    for (int k = 0; k < WIDTH * HEIGHT; k++)
        inked += s.canvas->pixels[k] == visible;
    assert_in_range(inked, 150, 210); /* pi 8^2 is 201; its border is mixed */
}

/* ---- Edges ------------------------------------------------------------------------------- */

static int count_edges(const unsigned char *mask, int count) {
    int edges = 0;
    for (int i = 0; i < count; i++)
        edges += (mask[i] & 1) + (mask[i] >> 1 & 1) + (mask[i] >> 2 & 1);
    return edges;
}

TEST(a_box_has_no_diagonals) {
    uint64_t random = random_seed(test_seed(14));
    for (int i = 0; i < 100; i++) {
        course s;
        course_begin(&s, true, pose3_random(&random));
        course_add_box(&s, (vec3){1, 2, 3}, (vec3){1, 4, 0.5}, i % 2 == 0);
        unsigned char mask[12];
        assert_true(raster_find_edges(s.triangles, s.count, mask));
        for (int k = 0; k < 12; k++) /* a quad's second triangle begins with the diagonal */
            assert_int_equal(mask[k], k % 2 == 0 ? RASTER_EDGE_AB | RASTER_EDGE_BC
                                                 : RASTER_EDGE_BC | RASTER_EDGE_CA);
    }
}

TEST(a_flat_floor_has_only_its_border) {
    enum { SIDE = 30 };
    course s;
    course_begin(&s, true, pose3_plain());
    for (int k = 0; k < SIDE * SIDE; k++) {
        double x = k / SIDE, z = k % SIDE;
        course_add_quad(&s, (vec3){x, 0, z}, (vec3){x, 0, z + 1}, (vec3){x + 1, 0, z + 1},
                        (vec3){x + 1, 0, z});
    }
    unsigned char mask[2 * SIDE * SIDE];
    assert_true(raster_find_edges(s.triangles, s.count, mask));
    assert_int_equal(count_edges(mask, s.count), 4 * SIDE);
    for (int i = 0; i < s.count; i += 2) { /* two-sided ones may run either way */
        sm3_vec b = s.triangles[i].b;
        s.triangles[i].b = s.triangles[i].c;
        s.triangles[i].c = b;
    }
    assert_true(raster_find_edges(s.triangles, s.count, mask));
    assert_int_equal(count_edges(mask, s.count), 4 * SIDE);
}

TEST(a_face_folded_back_keeps_its_edge) {
    sm3_vec a = {0, 0, 0}, b = {1, 0, 0};
    sm3_triangle folded[2] = {sm3_face(a, b, v(0, 0, 1)), sm3_face(b, a, v(1, 0, 2))};
    unsigned char mask[2];
    assert_true(raster_find_edges(folded, 2, mask));
    assert_int_equal(count_edges(mask, 2), 6);
}

TEST(edges_are_drawn_but_not_the_diagonal) {
    stage s = stage_open(1);
    s.paint.edge = 0xff000000;
    s.paint.edge_width = 2;
    course flat;
    course_begin(&flat, true, pose3_plain());
    course_add_quad(&flat, (vec3){-4, 0, -4}, (vec3){-4, 0, 4}, (vec3){4, 0, 4}, (vec3){4, 0, -4});
    unsigned char mask[2];
    assert_true(raster_find_edges(flat.triangles, 2, mask));
    s.camera.pitch = -1.5f;
    s.camera.distance = 12;
    assert_true(raster_begin(s.raster, s.canvas, &s.camera, &s.look));
    raster_obstacles(s.raster, flat.triangles, mask, NULL, 2, &s.paint);
    raster_end(s.raster);
    sm_vec2 border;
    assert_true(camera_see(&s.camera, v(-4, 0, 0), &border));
    assert_int_equal(pixel(&s, WIDTH / 2, HEIGHT / 2), 0xffffffff);
    bool dark = false; /* somewhere around the border */
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++)
            dark = dark || pixel(&s, (int)border.x + x, (int)border.y + y) == 0xff000000;
    }
    assert_true(dark);
}
