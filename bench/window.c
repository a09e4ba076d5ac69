/* What a frame of the window costs where there is no GPU, in the playground and in levels of a
 * million segments: opening them, panning at every zoom, dragging a vertex. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../src/app/app.h"
#include "../src/sandbox/sandbox.h"
#include "../src/sandbox/shape_edit.h"
#include "../src/view/overlays.h"
#include "../src/view/view.h"
#include "bench.h"
#include "generate.h"
#include "measure.h"

/* ---- The screen -------------------------------------------------------------------------- */

/* A window in memory, drawn to by SDL's software renderer. */
typedef struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    view view;
    sandbox *sandbox; /* not owned */
} screen;

enum { SCREEN_WIDTH = 1280, SCREEN_HEIGHT = 720 };

static void show_canvas(screen *s) {
    SDL_UpdateTexture(s->texture, NULL, s->view.canvas->pixels, s->view.canvas->width * 4);
    SDL_RenderCopy(s->renderer, s->texture, NULL, NULL);
    SDL_RenderPresent(s->renderer);
}

static void screen_whole_frame(void *context) {
    screen *s = context;
    view_draw(&s->view, s->sandbox, 1);
    show_canvas(s);
}

static void screen_empty_frame(void *context) {
    screen *s = context;
    canvas_clear(s->view.canvas, themes[0].colors->floor);
    show_canvas(s);
}

static bool open_renderer(screen *s) {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* a window in memory: no display is needed */
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return false;
    s->window = SDL_CreateWindow("", 0, 0, SCREEN_WIDTH, SCREEN_HEIGHT, SDL_WINDOW_HIDDEN);
    s->renderer = s->window != NULL ? SDL_CreateRenderer(s->window, -1, 0) : NULL;
    if (s->renderer == NULL)
        return false;
    s->texture = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING,
                                   SCREEN_WIDTH, SCREEN_HEIGHT);
    return s->texture != NULL;
}

/* Opens it, and a view of the whole level. Returns false, with `error` filled, when that is not
 * possible; it is to be closed all the same. */
static bool open_screen(screen *s, sandbox *shown, char *error, size_t error_size) {
    *s = (screen){.sandbox = shown};
    if (!view_open(&s->view, SCREEN_WIDTH, SCREEN_HEIGHT, 1, &app_commands, NULL, error,
                   error_size))
        return false;
    if (!open_renderer(s)) {
        snprintf(error, error_size, "no software renderer: %s", SDL_GetError());
        return false;
    }
    view_fit(&s->view, shown);
    return true;
}

static void close_screen(screen *s) {
    SDL_DestroyTexture(s->texture);
    if (s->renderer != NULL)
        SDL_DestroyRenderer(s->renderer);
    if (s->window != NULL)
        SDL_DestroyWindow(s->window);
    SDL_Quit();
    view_close(&s->view);
}

/* ---- Frames ------------------------------------------------------------------------------ */

/* A player that is held by two walls, so that every overlay has something to draw. */
static sandbox *busy_sandbox(void) {
    level_errors errors;
    level *l = level_load("levels/playground.level", &errors);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    for (int tick = 0; s != NULL && tick < RECORD_TRAIL_TICKS; tick++)
        sandbox_tick(s, &(player_input){.walk = {tick < 300 ? 1 : 0.7f, -0.7f}});
    return s;
}

static void print_frames(screen *s) {
    s->view.overlays = OVERLAYS_ALL;
    double empty = measure_seconds(screen_empty_frame, s);
    double playground = measure_seconds(screen_whole_frame, s);
    s->view.help = true;
    double help = measure_seconds(screen_whole_frame, s);
    printf("\nFrames, %d x %d, software renderer, CPU time\n", SCREEN_WIDTH, SCREEN_HEIGHT);
    puts("  picture                                   ms a frame   x an empty frame");
    printf("  empty                                     %10.2f   %16.1f\n", empty * 1e3, 1.0);
    printf("  playground, every overlay                 %10.2f   %16.1f\n", playground * 1e3,
           playground / empty);
    printf("  the same with the help panel              %10.2f   %16.1f\n", help * 1e3,
           help / empty);
}

bool bench_frames(void) {
    screen s = {0};
    char error[512] = "levels/playground.level is not here; run this where the Makefile is";
    sandbox *busy = busy_sandbox();
    bool good = busy != NULL && open_screen(&s, busy, error, sizeof error);
    if (good)
        print_frames(&s);
    else
        fprintf(stderr, "bench: %s\n", error);
    close_screen(&s);
    sandbox_destroy(busy);
    return good;
}

/* ---- A million segments ------------------------------------------------------------------- */

enum { SEGMENTS = 1000000, ZOOMS = 11 };

typedef struct subject {
    char path[32]; /* of the level's file */
    screen screen;
    pointer_tool pointer_tool;
    sandbox *sandbox;
    long calls;
    sm_vec2 grabbed; /* where a vertex was */
} subject;

/* ---- Opening ----------------------------------------------------------------------------- */

static bool write_level(subject *s, generate_kind kind) {
    size_t length;
    char *bytes = generate_level(kind, SEGMENTS, 1, &length);
    snprintf(s->path, sizeof s->path, "/tmp/slidemove-bench-XXXXXX");
    int file = mkstemp(s->path);
    FILE *out = file >= 0 ? fdopen(file, "wb") : NULL;
    bool good = out != NULL && fwrite(bytes, 1, length, out) == length;
    if (out != NULL)
        good = fclose(out) == 0 && good;
    free(bytes);
    return good;
}

static void load(void *context) {
    subject *s = context;
    level_errors errors;
    level *l = level_load(s->path, &errors);
    s->sandbox = l != NULL ? sandbox_create(l) : NULL;
}

/* Loading makes the ground, too. Returns false when something failed. */
static bool open_and_print(subject *s, const char *name) {
    char error[512] = "no memory for a level of a million segments";
    double loading = measure_once(load, s);
    if (s->sandbox == NULL || !open_screen(&s->screen, s->sandbox, error, sizeof error)) {
        fprintf(stderr, "slidemove: %s\n", error);
        return false;
    }
    double first = measure_once(screen_whole_frame, &s->screen);
    printf("\n%s, %d segments, %d x %d, software renderer, CPU time\n", name, SEGMENTS,
           SCREEN_WIDTH, SCREEN_HEIGHT);
    printf("  opening: file, level and index %.0f ms, first frame %.0f ms\n", loading * 1e3,
           first * 1e3);
    return true;
}

/* ---- Panning ----------------------------------------------------------------------------- */

/* There and back, so that it can go on for any time. */
static void panned_frame(void *context) {
    const int there = 64;
    const sm_vec2 pixels = {7, 3};
    subject *s = context;
    float sign = s->calls++ / there % 2 == 0 ? 1 : -1;
    camera_pan(&s->screen.view.camera, (sm_vec2){sign * pixels.x, sign * pixels.y});
    screen_whole_frame(&s->screen);
}

static int count_seen(subject *s) {
    view *v = &s->screen.view;
    obstacle_list found = {0};
    frame f = view_frame(v, s->sandbox, 1);
    plane_find(s->sandbox->obstacles, frame_view(&f), &found);
    int count = found.count;
    obstacle_list_free(&found);
    return count;
}

static void bench_panning(subject *s) {
    camera *c = &s->screen.view.camera;
    sm3_vec middle = c->target;
    double empty = measure_seconds(screen_empty_frame, &s->screen), worst = 0;
    printf("  the empty frame %34.2f ms\n", empty * 1e3);
    puts("  panning, zoomed in by   segments in view   ms a frame   x an empty frame");
    for (int i = 0; i < ZOOMS; i++) {
        s->calls = 0;
        c->target = middle;
        double panned = measure_seconds(panned_frame, s);
        printf("  %21d   %16d   %10.2f   %16.1f\n", 1 << i, count_seen(s), panned * 1e3,
               panned / empty);
        worst = fmax(worst, panned);
        c->zoom *= 2;
    }
    printf("  the worst %40.2f ms\n", worst * 1e3);
}

/* ---- Dragging ---------------------------------------------------------------------------- */

static void point_at(subject *s, sm_vec2 world, float slack_pixels, bool snap) {
    const camera *c = &s->screen.view.camera;
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

/* The vertex of the level that is nearest to the middle of the view, as the pointer tool finds it.
 */
static bool grab_vertex(subject *s) {
    view *v = &s->screen.view;
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
static void drag_vertex(void *context) {
    subject *s = context;
    float x = (float)(s->calls % 9), y = (float)(s->calls++ % 7), step = 8;
    float units = step / s->screen.view.camera.zoom;
    point_at(s, (sm_vec2){s->grabbed.x + x * units, s->grabbed.y + y * units}, step, true);
}

static void dragged_frame(void *context) {
    subject *s = context;
    drag_vertex(s);
    screen_whole_frame(&s->screen);
}

static bool bench_dragging(subject *s) {
    const float span = 60; /* world units across */
    view *v = &s->screen.view;
    pointer_tool_init(&s->pointer_tool);
    view_focus(v, s->sandbox, 1, span);
    if (!grab_vertex(s)) {
        fputs("bench: no vertex to drag\n", stderr);
        return false;
    }
    v->pointer_tool = &s->pointer_tool;
    view_open_panel(v, s->sandbox, true);
    double index = measure_seconds(drag_vertex, s);
    double near = measure_seconds(dragged_frame, s);
    view_fit(v, s->sandbox);
    double everything = measure_seconds(dragged_frame, s);
    pointer_tool_release(&s->pointer_tool, s->sandbox, (pointer_keys){0});
    v->pointer_tool = NULL;
    printf("  dragging a vertex: level and index %.4f ms, with the whole frame %.2f ms,\n"
           "  with everything in view %.2f ms\n",
           index * 1e3, near * 1e3, everything * 1e3);
    return true;
}

/* ---- All ----------------------------------------------------------------------------------- */

static bool bench_kind(generate_kind kind) {
    subject s = {0};
    bool good = write_level(&s, kind) && open_and_print(&s, generate_names[kind]);
    unlink(s.path);
    if (good) {
        bench_panning(&s);
        good = bench_dragging(&s);
    }
    pointer_tool_free(&s.pointer_tool);
    close_screen(&s.screen);
    sandbox_destroy(s.sandbox);
    return good;
}

bool bench_big_levels(void) {
    return bench_kind(GENERATE_RANDOM) && bench_kind(GENERATE_TERRAIN);
}
