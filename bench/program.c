/* What the program costs: building worlds, reading and writing levels, frames. Each figure stands
 * beside something simpler that was measured in the same run. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/app/app.h"
#include "../src/level/gltf.h"
#include "../src/level/text.h"
#include "../src/level/tiled.h"
#include "../src/sandbox/sandbox.h"
#include "../src/sandbox/shape_edit.h"
#include "../src/view/overlays.h"
#include "../src/view/view.h"
#include "../tests/random.h"
#include "bench.h"
#include "generate.h"
#include "library.h"
#include "measure.h"

enum { MANY = 1000000 };

static void print_figure(const char *what, double figure, const char *unit, const char *beside,
                         double other) {
    printf("| %-52s | %9.3g | %-9s |", what, figure, unit);
    if (other > 0)
        printf(" %-26s | %9.3g | %6.2f |\n", beside, other, figure / other);
    else
        printf(" %-26s | %9s | %6s |\n", "-", "-", "-");
}

/* ---- Worlds ------------------------------------------------------------------------------ */

typedef struct builder {
    const library *library;
    const scene *scene;
    void *world;
} builder;

static void build(void *context) {
    builder *b = context;
    b->world = b->library->create(b->scene);
}

/* Builds so many times. Returns the least seconds, 0 without memory, and what it allocates. */
static double build_time(const library *l, const scene *s, int times, double *bytes) {
    double seconds = INFINITY;
    builder b = {l, s, NULL};
    for (int i = 0; i < times && l->create != NULL; i++) {
        double before = measure_memory();
        seconds = fmin(seconds, measure_once(build, &b));
        *bytes = (measure_memory() - before) / s->count;
        if (b.world == NULL)
            return 0;
        l->destroy(b.world);
    }
    return isinf(seconds) ? 0 : seconds;
}

static bool print_world(const char *kind, const library *l, const library *rival) {
    static scene s;
    char what[64];
    double bytes = 0, other_bytes = 0;
    if (!scene_make(&s, scene_kind_of(kind), MANY))
        return false;
    double seconds = build_time(l, &s, 3, &bytes), other = build_time(rival, &s, 1, &other_bytes);
    snprintf(what, sizeof what, "a world of %d (%s): building", s.count, kind);
    print_figure(what, seconds * 1e3, "ms", rival->name, other * 1e3);
    snprintf(what, sizeof what, "the same: memory of one obstacle");
    print_figure(what, bytes, "bytes", rival->name, other > 0 ? other_bytes : 0);
    scene_free(&s);
    return seconds > 0;
}

typedef struct mesh_builder {
    sm3_mesh mesh;
    sm3_world *world;
    bool good;
} mesh_builder;

static void build_mesh(void *context) {
    mesh_builder *b = context;
    b->world = sm3_world_create(NULL, 0, NULL);
    b->good = b->good && b->world != NULL && sm3_world_add_mesh(b->world, &b->mesh) == SM_CHANGED;
}

/* A mesh, beside the same triangles one by one. */
static bool print_mesh(bool borrowed) {
    static scene s;
    char what[64];
    mesh_builder b = {.good = true};
    bool good = scene_make(&s, scene_kind_of("terrain"), MANY);
    b.good = good && scene_mesh(&s, &b.mesh);
    b.mesh.borrowed = borrowed;
    double seconds = INFINITY, bytes = 0, alone = 0;
    for (int i = 0; b.good && i < 3; i++) {
        double before = measure_memory();
        seconds = fmin(seconds, measure_once(build_mesh, &b));
        bytes = (measure_memory() - before) / s.count;
        sm3_world_destroy(b.world);
    }
    double other = b.good ? build_time(&ours3, &s, 3, &alone) : 0;
    snprintf(what, sizeof what, "a mesh of %d, %s: building", s.count,
             borrowed ? "in place" : "copied");
    print_figure(what, seconds * 1e3, "ms", "one by one", other * 1e3);
    print_figure("the same: memory of one triangle", bytes, "bytes", "one by one", alone);
    if (good) {
        scene_free_mesh(&b.mesh);
        scene_free(&s);
    }
    return b.good;
}

/* ---- Levels as text ---------------------------------------------------------------------- */

typedef struct text_subject {
    char *bytes;
    size_t length;
    level *level;
    volatile float sink; /* keeps the compiler from dropping what is measured */
    bool failed;
} text_subject;

static void read_level(void *context) {
    text_subject *s = context;
    level_errors errors;
    level_free(s->level);
    s->level = level_read(s->bytes, s->length, &errors);
    s->failed = s->failed || s->level == NULL;
}

/* What a reader must at least do: the C library's conversion of each number, nothing checked. */
static void read_numbers_alone(void *context) {
    text_subject *s = context;
    float sum = 0;
    for (char *at = s->bytes, *end; (at = strpbrk(at, " \n")) != NULL; at = end) {
        sum += strtof(at, &end);
        if (end == at)
            end = at + 1;
    }
    s->sink = sum;
}

/* As if every statement had been changed: that is the slow case, the others are copied. */
static void write_level(void *context) {
    text_subject *s = context;
    for (int i = 0; i < s->level->statement_count; i++)
        s->level->statements[i].changed = true;
    size_t length;
    char *written = level_write(s->level, &length);
    s->failed = s->failed || written == NULL;
    free(written);
}

static void print_numbers_alone(void *context) {
    text_subject *s = context;
    char word[32];
    int sum = 0;
    for (int i = 0; i < s->level->number_count; i++)
        sum += snprintf(word, sizeof word, "%.9g", (double)s->level->numbers[i]);
    s->sink = (float)sum;
}

static bool print_text(generate_kind kind) {
    text_subject s = {0};
    char what[64];
    s.bytes = generate_level(kind, MANY, 1, &s.length);
    double reading = s.bytes != NULL ? measure_seconds(read_level, &s) : 0;
    s.failed = s.failed || s.bytes == NULL;
    if (!s.failed) {
        snprintf(what, sizeof what, "reading %s, %d segments, %.0f MB", generate_names[kind], MANY,
                 (double)s.length * 1e-6);
        print_figure(what, reading * 1e3, "ms", "strtof of its numbers",
                     measure_seconds(read_numbers_alone, &s) * 1e3);
        snprintf(what, sizeof what, "writing %s", generate_names[kind]);
        print_figure(what, measure_seconds(write_level, &s) * 1e3, "ms", "printf of its numbers",
                     measure_seconds(print_numbers_alone, &s) * 1e3);
    }
    level_free(s.level);
    free(s.bytes);
    return !s.failed;
}

/* ---- Files of other programs ------------------------------------------------------------- */

typedef bool read_fn(const char *bytes, size_t length, level_mesh *mesh, level_errors *errors);

typedef struct file_subject {
    read_fn *read;
    text_buffer bytes;
    int faces;
    bool failed;
} file_subject;

static bool read_obj(const char *bytes, size_t length, level_mesh *mesh, level_errors *errors) {
    return obj_read(bytes, length, &(level_watcher){0}, mesh, errors);
}

static bool read_gltf(const char *bytes, size_t length, level_mesh *mesh, level_errors *errors) {
    level_errors left_out;
    return gltf_read(bytes, length, NULL, &(level_watcher){0}, mesh, &left_out, errors);
}

static bool read_map(const char *bytes, size_t length, level_mesh *mesh, level_errors *errors) {
    level_errors left_out;
    return tiled_read(bytes, length, NULL, false, &(level_watcher){0}, mesh, &left_out, errors);
}

static bool read_map_with_seams(const char *bytes, size_t length, level_mesh *mesh,
                                level_errors *errors) {
    level_errors left_out;
    return tiled_read(bytes, length, NULL, true, &(level_watcher){0}, mesh, &left_out, errors);
}

static void read_file(void *context) {
    file_subject *s = context;
    level_mesh mesh = {0};
    level_errors errors;
    s->failed |= !s->read(s->bytes.text, s->bytes.length, &mesh, &errors);
    s->faces = mesh.face_count;
    level_empty_mesh(&mesh);
}

static void put(text_buffer *b, const void *bytes, size_t length) {
    text_append(b, bytes, length);
}

static void write_gltf(text_buffer *b, const sm3_mesh *m) {
    char json[700];
    size_t vertices = (size_t)m->vertex_count * sizeof *m->vertices;
    size_t indices = (size_t)m->triangle_count * 3 * sizeof *m->indices;
    int length = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5125,\"count\":%d,\"type\":\"SCALAR\"}],\"meshes\":[{"
        "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"nodes\":[{\"mesh\":0}"
        "]}",
        vertices + indices, vertices, vertices, indices, m->vertex_count, 3 * m->triangle_count);
    while (length % 4 != 0)
        json[length++] = ' ';
    const uint32_t head[] = {0x46546C67, 2, (uint32_t)(28 + (size_t)length + vertices + indices),
                             (uint32_t)length, 0x4E4F534A};
    const uint32_t chunk[] = {(uint32_t)(vertices + indices), 0x004E4942};
    put(b, head, sizeof head);
    put(b, json, (size_t)length);
    put(b, chunk, sizeof chunk);
    put(b, m->vertices, vertices);
    put(b, m->indices, indices);
}

static void write_obj(text_buffer *b, const sm3_mesh *m) {
    for (int i = 0; i < m->vertex_count; i++)
        text_print(b, "v %.9g %.9g %.9g\n", (double)m->vertices[i].x, (double)m->vertices[i].y,
                   (double)m->vertices[i].z);
    for (int i = 0; i < m->triangle_count; i++)
        text_print(b, "f %u %u %u\n", m->indices[3 * i] + 1, m->indices[3 * i + 1] + 1,
                   m->indices[3 * i + 2] + 1);
}

/* Tiles at random, half of them solid: the most edges that are left. */
static void write_map(text_buffer *b, int side) {
    uint64_t random = random_seed(1);
    text_print(
        b,
        "<map orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\"><tileset "
        "firstgid=\"1\" tilewidth=\"16\" tileheight=\"16\"/><layer width=\"%d\" height=\"%d\">"
        "<properties><property name=\"collision\" value=\"true\"/></properties><data "
        "encoding=\"csv\">",
        side, side);
    for (int i = 0; i < side * side; i++)
        text_print(b, "%s%d", i == 0 ? "" : ",", random_int(&random, 2));
    text_append_string(b, "</data></layer></map>");
}

/* Prints the time of a reader beside that of another one, for files of the same content. */
static bool print_readers(const char *what, file_subject *s, const char *beside, file_subject *t) {
    double seconds = measure_seconds(read_file, s), other = measure_seconds(read_file, t);
    print_figure(what, seconds * 1e3, "ms", beside, other * 1e3);
    return !s->failed && !t->failed;
}

static bool print_mesh_readers(void) {
    static scene s;
    char what[64];
    sm3_mesh mesh;
    file_subject gltf = {.read = read_gltf}, obj = {.read = read_obj};
    bool good = scene_make(&s, scene_kind_of("terrain"), MANY) && scene_mesh(&s, &mesh);
    if (!good)
        return false;
    text_start(&gltf.bytes, 1 << 20);
    text_start(&obj.bytes, 1 << 20);
    write_gltf(&gltf.bytes, &mesh);
    write_obj(&obj.bytes, &mesh);
    snprintf(what, sizeof what, "reading glTF, %d triangles", mesh.triangle_count);
    good = print_readers(what, &gltf, "the same as Wavefront OBJ", &obj);
    free(gltf.bytes.text);
    free(obj.bytes.text);
    scene_free_mesh(&mesh);
    scene_free(&s);
    return good;
}

static bool print_map_reader(void) {
    enum { SIDE = 1000 };
    file_subject joined = {.read = read_map}, seams = {.read = read_map_with_seams};
    text_start(&joined.bytes, 1 << 20);
    write_map(&joined.bytes, SIDE);
    seams.bytes = joined.bytes;
    bool good = print_readers("reading a map of Tiled, 1000 x 1000 tiles", &joined,
                              "with its seams kept", &seams);
    free(joined.bytes.text);
    return good;
}

/* ---- Frames ------------------------------------------------------------------------------ */

enum { WIDTH = 1280, HEIGHT = 720 };

/* A window in memory, drawn to by SDL's software renderer. */
typedef struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    view view;
    sandbox *sandbox;
    pointer_tool pointer_tool;
    sm_vec2 grabbed; /* where a vertex was */
    long calls;
} screen;

static void show(screen *s) {
    SDL_UpdateTexture(s->texture, NULL, s->view.canvas->pixels, s->view.canvas->width * 4);
    SDL_RenderCopy(s->renderer, s->texture, NULL, NULL);
    SDL_RenderPresent(s->renderer);
}

static void draw_frame(void *context) {
    screen *s = context;
    view_draw(&s->view, s->sandbox, 1);
    show(s);
}

static void draw_nothing(void *context) {
    screen *s = context;
    canvas_clear(s->view.canvas, themes[0].colors->floor);
    show(s);
}

/* Opens the level, which it owns from then on, and a view of all of it. Returns false when that is
 * not possible; it is to be closed all the same. */
static bool open_screen(screen *s, level *l) {
    char error[512];
    *s = (screen){.sandbox = l != NULL ? sandbox_create(l) : NULL};
    pointer_tool_init(&s->pointer_tool);
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* a window in memory: no display is needed */
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    if (s->sandbox == NULL || SDL_Init(SDL_INIT_VIDEO) != 0 ||
        !view_open(&s->view, WIDTH, HEIGHT, 1, &app_commands, NULL, error, sizeof error))
        return false;
    s->window = SDL_CreateWindow("", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_HIDDEN);
    s->renderer = s->window != NULL ? SDL_CreateRenderer(s->window, -1, 0) : NULL;
    if (s->renderer == NULL)
        return false;
    s->texture = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING,
                                   WIDTH, HEIGHT);
    view_open_scene(&s->view, s->sandbox, 0);
    return s->texture != NULL;
}

static void close_screen(screen *s) {
    pointer_tool_free(&s->pointer_tool);
    SDL_DestroyTexture(s->texture);
    if (s->renderer != NULL)
        SDL_DestroyRenderer(s->renderer);
    if (s->window != NULL)
        SDL_DestroyWindow(s->window);
    SDL_Quit();
    view_close(&s->view);
    sandbox_destroy(s->sandbox);
}

static void print_frame(const char *what, double seconds, double empty) {
    print_figure(what, seconds * 1e3, "ms", "an empty frame", empty * 1e3);
}

/* The playground, with a player that is held by two walls, so that each overlay draws something. */
static bool print_playground(void) {
    screen s;
    level_errors errors;
    bool good = open_screen(&s, level_load("levels/playground.level", &errors));
    for (int tick = 0; good && tick < RECORD_TRAIL_TICKS; tick++)
        sandbox_tick(s.sandbox, &(player_input){.walk = {tick < 300 ? 1 : 0.7f, -0.7f}});
    if (good) {
        double empty = measure_seconds(draw_nothing, &s);
        s.view.overlays = OVERLAYS_ALL;
        print_frame("a frame of the playground, all overlays", measure_seconds(draw_frame, &s),
                    empty);
        s.view.help = true;
        print_frame("the same with the help", measure_seconds(draw_frame, &s), empty);
    } else {
        fputs("bench: levels/playground.level is not here; run this where the Makefile is\n",
              stderr);
    }
    close_screen(&s);
    return good;
}

/* ---- A million segments ------------------------------------------------------------------- */

/* There and back, so that it can go on for any time. */
static void draw_panned(void *context) {
    const int there = 64;
    screen *s = context;
    float sign = s->calls++ / there % 2 == 0 ? 1 : -1;
    camera_pan(&s->view.camera, (sm_vec2){sign * 7, sign * 3});
    draw_frame(s);
}

/* Returns the slowest frame at all zooms. */
static double worst_panning(screen *s) {
    enum { ZOOMS = 11 };
    camera *c = &s->view.camera;
    sm3_vec middle = c->target;
    double worst = 0;
    for (int i = 0; i < ZOOMS; i++) {
        s->calls = 0;
        c->target = middle;
        worst = fmax(worst, measure_seconds(draw_panned, s));
        c->zoom *= 2;
    }
    return worst;
}

static void point_at(screen *s, sm_vec2 world, float slack_pixels, bool snap) {
    const camera *c = &s->view.camera;
    sm3_vec down = {0, 0, -1};
    pointer_ray ray = {.at = camera_to_screen(c, world),
                       .eye = {world.x, world.y, 1},
                       .direction = down,
                       .view = down,
                       .pixel = 1 / c->zoom,
                       .depth = 1,
                       .slack = slack_pixels};
    pointer_tool_point(&s->pointer_tool, s->sandbox, &ray, (pointer_keys){.snap = snap});
}

/* Takes hold of the vertex nearest to the middle of the view, as the pointer does. */
static bool grab_vertex(screen *s) {
    view *v = &s->view;
    const plane *g = plane_seen(s->sandbox->obstacles);
    sm_vec2 middle = sm3_to2(v->camera.target);
    sm_collision near = sm_find_nearest(middle, INFINITY, plane_obstacles(g), NULL);
    if (near.obstacle == SM_NO_OBSTACLE)
        return false;
    s->grabbed = plane_get(g, near.obstacle).a;
    v->camera.target = sm_to3(s->grabbed);
    point_at(s, s->grabbed, 1e-3f * v->camera.zoom, false);
    pointer_tool_press(&s->pointer_tool, s->sandbox, (pointer_keys){0});
    return s->pointer_tool.drag.what.part == PICK_VERTEX;
}

/* Round and round, and snapping. */
static void draw_dragged(void *context) {
    screen *s = context;
    float x = (float)(s->calls % 9), y = (float)(s->calls++ % 7), step = 8;
    float units = step / s->view.camera.zoom;
    point_at(s, (sm_vec2){s->grabbed.x + x * units, s->grabbed.y + y * units}, step, true);
    draw_frame(s);
}

static bool print_dragging(screen *s, const char *name, double empty) {
    const float span = 60; /* world units across */
    char what[64];
    view *v = &s->view;
    view_focus(v, s->sandbox, 1, span);
    if (!grab_vertex(s)) {
        fputs("bench: no vertex to drag\n", stderr);
        return false;
    }
    v->pointer_tool = &s->pointer_tool;
    view_open_panel(v, s->sandbox, true);
    snprintf(what, sizeof what, "%s: dragging a vertex", name);
    print_frame(what, measure_seconds(draw_dragged, s), empty);
    pointer_tool_release(&s->pointer_tool, s->sandbox, (pointer_keys){0});
    v->pointer_tool = NULL;
    return true;
}

typedef struct opening {
    const char *text;
    size_t length;
    screen *screen;
    bool good;
} opening;

static void open_text(void *context) {
    opening *o = context;
    level_errors errors;
    o->good = open_screen(o->screen, level_read(o->text, o->length, &errors));
}

static bool print_big(generate_kind kind) {
    screen s = {0};
    opening o = {.screen = &s};
    char what[64], *bytes = generate_level(kind, MANY, 1, &o.length);
    o.text = bytes;
    double seconds = bytes != NULL ? measure_once(open_text, &o) : 0;
    if (o.good) {
        const char *name = generate_names[kind];
        double empty = measure_seconds(draw_nothing, &s);
        snprintf(what, sizeof what, "%s, %d segments: opening", name, MANY);
        print_frame(what, seconds, empty);
        snprintf(what, sizeof what, "%s: panning, at the worst zoom", name);
        print_frame(what, worst_panning(&s), empty);
        o.good = print_dragging(&s, name, empty);
    } else {
        fputs("bench: no memory for a level of a million segments\n", stderr);
    }
    free(bytes);
    close_screen(&s);
    return o.good;
}

/* ---- Frames in space --------------------------------------------------------------------- */

static bool print_terrain(int triangles) {
    screen s = {0};
    size_t length;
    char what[64], *bytes = generate_level(GENERATE_HILLS, triangles, 1, &length);
    level_errors errors;
    bool good = bytes != NULL && open_screen(&s, level_read(bytes, length, &errors));
    if (good) {
        snprintf(what, sizeof what, "a frame of hills of %d triangles, by the clock", triangles);
        print_frame(what, measure_wall_seconds(draw_frame, &s),
                    measure_wall_seconds(draw_nothing, &s));
    }
    free(bytes);
    close_screen(&s);
    return good;
}

/* ---- All --------------------------------------------------------------------------------- */

bool bench_program(void) {
    printf("\n## What does the program cost?\n\n"
           "Frames are %d x %d, drawn without a GPU.\n\n",
           WIDTH, HEIGHT);
    printf("| %-52s | %9s | %-9s | %-26s | %9s | %6s |\n", "what", "figure", "unit", "beside",
           "figure", "times");
    puts("|---|---:|---|---|---:|---:|");
    return print_world("field", &ours2, &rival_chipmunk) &&
           print_world("terrain", &ours3, &rival_bullet) && print_mesh(false) && print_mesh(true) &&
           print_text(GENERATE_MAZE) && print_text(GENERATE_TERRAIN) && print_mesh_readers() &&
           print_map_reader() && print_playground() && print_big(GENERATE_RANDOM) &&
           print_big(GENERATE_TERRAIN) && print_terrain(5000) && print_terrain(100000);
}
