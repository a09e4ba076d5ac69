#include "bench.h"

#include <math.h>
#include <stdio.h>

#include <SDL.h>

#include "../src/sandbox/sandbox.h"
#include "../src/view/overlays.h"
#include "../src/view/view.h"
#include "bench_level.h"
#include "bench_motion.h"
#include "bench_three.h"
#include "field.h"
#include "measure.h"

/* ---- Moves ------------------------------------------------------------------------------- */

/* A disk that wanders in the field. */
typedef struct walk {
    field field;
    sm_vec2 position;
    float heading;
    sm_resolver resolver;
    volatile float sink; /* keeps the compiler from dropping what is measured */
} walk;

static void one_move(void *context) {
    walk *w = context;
    w->heading += field_random(&w->field, -0.1f, 0.1f);
    sm_vec2 delta = {FIELD_STEP * cosf(w->heading), FIELD_STEP * sinf(w->heading)};
    sm_options options = {.resolver = w->resolver};
    sm_capsule disk = sm_circle((sm_vec2){0, 0}, FIELD_DISK_RADIUS);
    w->position =
        sm_slide_move_capsules(w->position, delta, disk, w->field.walls, w->field.count, &options)
            .position;
}

/* What any method that looks at every wall must at least do: read it. */
static void read_walls(void *context) {
    walk *w = context;
    const field *f = &w->field;
    float sum = 0;
    for (int i = 0; i < f->count; i++)
        sum += f->walls[i].a.x + f->walls[i].a.y + f->walls[i].b.x + f->walls[i].b.y;
    w->sink = sum;
}

static bool bench_moves(void) {
    static const int counts[] = {100, 1000, 10000};
    puts("Moves, plain loop over all segments");
    puts("  segments   resolver      ns a move   x reading them once");
    for (int i = 0; i < 3; i++) {
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            walk w = {.resolver = (sm_resolver)r};
            if (!field_make(&w.field, counts[i])) {
                fputs("slidemove: no memory for the field of segments\n", stderr);
                return false;
            }
            double base = measure_seconds(read_walls, &w);
            double move = measure_seconds(one_move, &w);
            printf("  %8d   %-10s  %11.0f   %19.1f\n", counts[i], sm_resolver_name(w.resolver),
                   move * 1e9, move / base);
            field_free(&w.field);
        }
    }
    return true;
}

/* ---- Frames ------------------------------------------------------------------------------ */

typedef struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    view view;
    sandbox *sandbox;
} screen;

static void show_canvas(screen *s) {
    SDL_UpdateTexture(s->texture, NULL, s->view.canvas->pixels, s->view.canvas->width * 4);
    SDL_RenderCopy(s->renderer, s->texture, NULL, NULL);
    SDL_RenderPresent(s->renderer);
}

static void whole_frame(void *context) {
    screen *s = context;
    view_draw(&s->view, s->sandbox, 1);
    show_canvas(s);
}

static void empty_frame(void *context) {
    screen *s = context;
    canvas_clear(s->view.canvas, themes[0].colors->floor);
    show_canvas(s);
}

static bool open_screen(screen *s, int width, int height) {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* a window in memory: no display is needed */
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return false;
    s->window = SDL_CreateWindow("", 0, 0, width, height, SDL_WINDOW_HIDDEN);
    s->renderer = s->window != NULL ? SDL_CreateRenderer(s->window, -1, 0) : NULL;
    if (s->renderer == NULL)
        return false;
    s->texture = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING,
                                   width, height);
    return s->texture != NULL;
}

/* A player that is held by two walls, so that every overlay has something to draw. */
static sandbox *busy_sandbox(void) {
    level_errors errors;
    level *l = level_load("levels/playground.level", &errors);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    for (int tick = 0; s != NULL && tick < SANDBOX_TRAIL_TICKS; tick++)
        sandbox_tick(s, &(sandbox_input){.walk = {tick < 300 ? 1 : 0.7f, -0.7f}});
    return s;
}

static bool bench_frames(void) {
    static const int width = 1280, height = 720;
    screen s = {0};
    char error[512] = "levels/playground.level is not here; run this where the Makefile is";
    s.sandbox = busy_sandbox();
    bool good =
        s.sandbox != NULL && view_open(&s.view, width, height, 1, NULL, error, sizeof error);
    if (good && !open_screen(&s, width, height)) {
        snprintf(error, sizeof error, "no software renderer: %s", SDL_GetError());
        good = false;
    }
    if (good) {
        s.view.overlays = OVERLAYS_ALL;
        view_fit(&s.view, s.sandbox);
        double empty = measure_seconds(empty_frame, &s);
        double playground = measure_seconds(whole_frame, &s);
        s.view.help = true;
        double help = measure_seconds(whole_frame, &s);
        printf("\nFrames, %d x %d, software renderer, CPU time\n", width, height);
        puts("  picture                                   ms a frame   x an empty frame");
        printf("  empty                                     %10.2f   %16.1f\n", empty * 1e3, 1.0);
        printf("  playground, every overlay                 %10.2f   %16.1f\n", playground * 1e3,
               playground / empty);
        printf("  the same with the help panel              %10.2f   %16.1f\n", help * 1e3,
               help / empty);
    } else {
        fprintf(stderr, "slidemove: %s\n", error);
    }
    SDL_DestroyTexture(s.texture);
    if (s.renderer != NULL)
        SDL_DestroyRenderer(s.renderer);
    if (s.window != NULL)
        SDL_DestroyWindow(s.window);
    SDL_Quit();
    view_close(&s.view);
    sandbox_destroy(s.sandbox);
    return good;
}

bool bench_run(const bench_rival *rival) {
    setvbuf(stdout, NULL, _IOLBF,
            0); /* it takes a minute or two: each line as soon as it is known */
    printf("Machine: %s. Medians; expect some noise.\n\n", measure_machine());
    bool moved = bench_moves() && bench_worlds(rival);
    bool read = bench_levels();
    bool drawn = bench_frames();
    return bench_motion() && bench_three() && moved && read && drawn;
}
