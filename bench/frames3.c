#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/view/frame.h"
#include "../src/view/raster.h"
#include "../tests/random.h"
#include "measure.h"

enum { WIDTH = 1280, HEIGHT = 720 };

/* A level, and what it is drawn with. */
typedef struct stage {
    sm3_triangle *obstacles;
    unsigned char *edges;
    int count;
    canvas *canvas;
    raster *raster;
    camera camera;
    raster_look look;
    raster_paint paint;
} stage;

/* ---- Levels ------------------------------------------------------------------------------ */

static float height_at(float x, float z) {
    return 4 * sinf(x * 0.06f) * cosf(z * 0.05f) + sinf(x * 0.37f + z * 0.31f);
}

static sm3_vec plane_at(int x, int z) {
    return (sm3_vec){(float)x, height_at((float)x, (float)z), (float)z};
}

/* Hills, two triangles to each cell of side 1. */
static void fill_terrain(stage *s, int side) {
    for (int i = 0; i < s->count / 2; i++) {
        int x = i % side, z = i / side;
        sm3_vec a = plane_at(x, z), b = plane_at(x, z + 1), c = plane_at(x + 1, z + 1),
                d = plane_at(x + 1, z);
        s->obstacles[2 * i] = sm3_face(a, b, d);
        s->obstacles[2 * i + 1] = sm3_face(d, b, c);
    }
}

/* Spheres, capsules and rounded triangles in turn, one to each cell of side 2. */
static void fill_rounded(stage *s, int side) {
    uint64_t random = random_seed(1);
    for (int i = 0; i < s->count; i++) {
        sm3_vec p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (sm3_vec){2 * (float)(i % side) + random_float(&random, -0.7f, 0.7f),
                             random_float(&random, 0, 1),
                             2 * (float)(i / side) + random_float(&random, -0.7f, 0.7f)};
        sm3_triangle t = {p[0], i % 3 > 0 ? p[1] : p[0], i % 3 > 1 ? p[2] : p[0], 0.2f, false,
                          false};
        s->obstacles[i] = t;
    }
}

/* ---- Frames ------------------------------------------------------------------------------ */

static bool stage_open(stage *s, int count) {
    const theme *t = themes[0].colors;
    *s = (stage){
        .obstacles = malloc((size_t)count * sizeof *s->obstacles),
        .edges = malloc((size_t)count),
        .count = count,
        .canvas = canvas_create(WIDTH, HEIGHT),
        .raster = raster_create(),
        .camera = camera3_make(WIDTH, HEIGHT),
        .look = {t->sky_top, t->sky_bottom, {-0.45f, 1, 0.55f}, 0.4f, 1},
        .paint = {.face = t->face, .back = t->face_back, .edge = t->face_edge, .edge_width = 1}};
    return s->obstacles != NULL && s->edges != NULL && s->canvas != NULL && s->raster != NULL;
}

static void stage_close(stage *s) {
    free(s->obstacles);
    free(s->edges);
    canvas_destroy(s->canvas);
    raster_destroy(s->raster);
}

static void draw(void *context) {
    stage *s = context;
    if (!raster_begin(s->raster, s->canvas, &s->camera, &s->look))
        return;
    raster_obstacles(s->raster, s->obstacles, s->edges, NULL, s->count, &s->paint);
    raster_end(s->raster);
}

static void clear(void *context) {
    stage *s = context;
    canvas_clear(s->canvas, s->look.sky_top);
}

static void find_edges(void *context) {
    stage *s = context;
    raster_find_edges(s->obstacles, s->count, s->edges);
}

static void print_frame(stage *s, const char *name, double edges) {
    double empty = measure_wall_seconds(clear, s), whole = measure_wall_seconds(draw, s);
    printf("  %-12s %9d   %d x %d   %10.2f   %16.1f   %8.1f\n", name, s->count, s->look.samples,
           s->look.samples, whole * 1e3, whole / empty, edges * 1e3);
}

typedef void fill_fn(stage *s, int side);

/* As a whole, and from within. */
static bool bench_stage(const char *name, fill_fn *fill, int count, int side, float width) {
    stage s;
    bool good = stage_open(&s, count);
    if (good) {
        fill(&s, side);
        double edges = measure_seconds(find_edges, &s);
        camera3_fit_box(&s.camera, (sm3_vec){0, -5, 0}, (sm3_vec){width, 5, width}, 10);
        s.look.samples = raster_samples(count);
        print_frame(&s, name, edges);
        s.camera.target = (sm3_vec){width / 2, 0, width / 2};
        s.camera.distance = 20;
        print_frame(&s, "  from near", edges);
    }
    stage_close(&s);
    return good;
}

bool bench_frames3(void) {
    printf("\nFrames in 3D, %d x %d, software, on all processors, by the wall's clock\n", WIDTH,
           HEIGHT);
    puts("  level        obstacles   samples   ms a frame   x clearing it       edges ms");
    bool good = bench_stage("terrain", fill_terrain, 2 * 50 * 50, 50, 50) &&
                bench_stage("terrain", fill_terrain, 2 * 224 * 224, 224, 224) &&
                bench_stage("terrain", fill_terrain, 2 * 708 * 708, 708, 708) &&
                bench_stage("rounded", fill_rounded, 30 * 30, 30, 60);
    if (!good)
        fputs("bench: no memory for the frames in 3D\n", stderr);
    return good;
}
