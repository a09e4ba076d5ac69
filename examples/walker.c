/* A walk on an island in 3D: W A S D walks, the mouse looks round, space jumps. The hero is an
 * sm_character on triangles: steep hills, and a winding stair of columns.
 * `walker FRAMES PICTURE.png` plays by itself and saves what it shows at the end. */
#include "slidemove_character.h"
#include <SDL.h>
#include <SDL_image.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 960, HEIGHT = 540, ZOOM = 650 }; /* pixels */
enum { CELLS = 36, COLUMNS = 14, SIDES = 12, ROWS = 6, HERO = 14 * SIDES };
enum { FACES = 2 * CELLS * CELLS + 2 * (ROWS + 1) * SIDES * COLUMNS };
static const SDL_Color grass = {115, 180, 92, 255}, sand = {230, 205, 153, 255},
                       stone = {204, 189, 178, 255}, red = {255, 115, 77, 255};
static const sm3_mover body = {
    .a = {0, 0.35f, 0}, .b = {0, 1.05f, 0}, .radius = 0.35f}; /* its feet at 0 */
static sm3_triangle faces[FACES + HERO];                      /* the hero's are last */
static SDL_Color colors[FACES + HERO];
static int face_count;
static sm_character hero = {.position = {-1, 4, 6}};
static float turn = -0.7f, tilt = 0.35f; /* radians, of the camera */

/* Two triangles, counter-clockwise as seen from outside, as bright as the sun makes them. */
static void add_quad(sm3_vec a, sm3_vec b, sm3_vec c, sm3_vec d, SDL_Color color) {
    sm3_vec u = {c.x - a.x, c.y - a.y, c.z - a.z}, v = {d.x - b.x, d.y - b.y, d.z - b.z};
    sm3_vec n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    float sun = 0.6f * n.x + 0.7f * n.y + 0.4f * n.z;
    sun = 0.63f + 0.37f * sun / sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    SDL_Color lit = {(Uint8)(color.r * sun), (Uint8)(color.g * sun), (Uint8)(color.b * sun), 255};
    colors[face_count] = colors[face_count + 1] = lit;
    faces[face_count++] = sm3_face(a, b, c);
    faces[face_count++] = sm3_face(a, c, d);
}

static sm3_vec ground(int i, int j) {
    float x = (float)(i - CELLS / 2), z = (float)(j - CELLS / 2);
    float hills = sinf(x * 0.4f) * cosf(z * 0.35f) + 0.4f * sinf(x * 0.9f + z * 0.7f);
    return (sm3_vec){x, 1.2f * hills + 2 - 0.011f * (x * x + z * z), z};
}

static sm3_vec on_circle(sm3_vec centre, float radius, float y, int i) {
    float angle = 6.2832f * (float)i / SIDES;
    return (sm3_vec){centre.x + radius * cosf(angle), y, centre.z - radius * sinf(angle)};
}

/* Quads between two circles around an upright axis, the first of which is lower. */
static void add_ring(sm3_vec c, float radius1, float y1, float radius2, float y2, SDL_Color color) {
    for (int i = 0; i < SIDES; i++)
        add_quad(on_circle(c, radius1, y1, i), on_circle(c, radius1, y1, i + 1),
                 on_circle(c, radius2, y2, i + 1), on_circle(c, radius2, y2, i), color);
}

/* Where the camera behind the hero sees it: pixels, and how far ahead. */
static sm3_vec seen(sm3_vec p) {
    float x = p.x - hero.position.x, y = p.y - hero.position.y - 1, z = p.z - hero.position.z;
    float right = x * cosf(turn) - z * sinf(turn), ahead = -x * sinf(turn) - z * cosf(turn);
    float up = y * cosf(tilt) + ahead * sinf(tilt), far = 7 + ahead * cosf(tilt) - y * sinf(tilt);
    return (sm3_vec){WIDTH / 2 + ZOOM * right / far, HEIGHT / 2 - ZOOM * up / far, far};
}

typedef struct drawn {
    float distance;
    SDL_Vertex corners[3];
} drawn;

static int farther_first(const void *a, const void *b) {
    float difference = ((const drawn *)b)->distance - ((const drawn *)a)->distance;
    return (difference > 0) - (difference < 0);
}

static void draw(SDL_Renderer *to) {
    static const float radii[] = {0, 0.18f, 0.3f, 0.35f, 0.35f, 0.3f, 0.18f, 0}; /* the hero's */
    static const float heights[] = {0, 0.05f, 0.17f, 0.35f, 1.05f, 1.23f, 1.35f, 1.4f};
    static drawn list[FACES + HERO];
    int count = 0;
    face_count = FACES;
    for (int i = 0; i < 7; i++)
        add_ring(hero.position, radii[i], hero.position.y + heights[i], radii[i + 1],
                 hero.position.y + heights[i + 1], red);
    for (int i = 0; i < face_count; i++) {
        sm3_vec p[] = {seen(faces[i].a), seen(faces[i].b), seen(faces[i].c)};
        float side = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
        list[count].distance = p[0].z + p[1].z + p[2].z;
        for (int k = 0; k < 3; k++)
            list[count].corners[k] = (SDL_Vertex){{p[k].x, p[k].y}, colors[i], {0, 0}};
        count += side < 0 && fminf(p[0].z, fminf(p[1].z, p[2].z)) > 0.2f; /* it faces the camera */
    }
    qsort(list, (size_t)count, sizeof list[0], farther_first); /* the nearer hides the farther */
    SDL_SetRenderDrawColor(to, 176, 222, 240, 255);
    SDL_RenderClear(to);
    SDL_SetRenderDrawColor(to, 70, 150, 190, 255); /* the sea */
    SDL_RenderFillRectF(to, &(SDL_FRect){0, HEIGHT / 2 - ZOOM * tanf(tilt), WIDTH, HEIGHT});
    for (int i = 0; i < count; i++)
        SDL_RenderGeometry(to, NULL, list[i].corners, 3, NULL, 0);
}

int main(int argc, char **argv) {
    int x, y, frames = argc > 2 ? atoi(argv[1]) : 0, failed = 0; /* 0: until the window is closed */
    float seconds = 1.f / 60;
    SDL_Window *window;
    SDL_Renderer *to;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &to))
        return SDL_Log("%s", SDL_GetError()), 1;
    SDL_RenderSetVSync(to, frames == 0);
    SDL_SetRelativeMouseMode(frames == 0);
    for (int i = 0; i < CELLS * CELLS; i++) {
        int u = i % CELLS, v = i / CELLS;
        sm3_vec a = ground(u, v), b = ground(u, v + 1), c = ground(u + 1, v + 1);
        add_quad(a, b, c, ground(u + 1, v), a.y < 0.7f ? sand : grass);
    }
    for (int i = 0; i < COLUMNS; i++) {
        float angle = 0.3f * (float)i, top = 3.1f + 0.25f * (float)i;
        sm3_vec centre = {6 - 3.5f * cosf(angle), 0, -3 + 3.5f * sinf(angle)};
        for (float row = 0; row < ROWS; row++) /* low ones, for the sake of their order */
            add_ring(centre, 0.8f, row / ROWS * top, 0.8f, (row + 1) / ROWS * top, stone);
        add_ring(centre, 0.8f, top, 0, top, stone);
    }
    sm3_world *world = sm3_world_create(faces, FACES, NULL);
    sm3_obstacles obstacles = sm3_obstacles_of_world(world);
    for (int frame = 1; !SDL_QuitRequested(); frame++) {
        Uint64 began = SDL_GetTicks64();
        const Uint8 *key = SDL_GetKeyboardState(NULL);
        SDL_GetRelativeMouseState(&x, &y);
        turn -= (float)x * 0.003f;
        tilt = fminf(fmaxf(tilt + (float)y * 0.003f, 0.1f), 1);
        float right = 5.f * (float)(key[SDL_SCANCODE_D] - key[SDL_SCANCODE_A]);
        float ahead = 5.f * (float)(key[SDL_SCANCODE_W] - key[SDL_SCANCODE_S] + (frames > 0));
        float c = cosf(turn), s = sinf(turn);
        sm3_vec walk = {right * c - ahead * s, 0, -right * s - ahead * c};
        sm3_character_move(&hero, NULL, body, obstacles, walk, key[SDL_SCANCODE_SPACE], seconds);
        if (hero.position.y < -1) /* in the sea */
            hero = (sm_character){.position = {-1, 4, 6}};
        SDL_FlushEvents(SDL_DISPLAYEVENT, SDL_LASTEVENT); /* asked for states instead */
        if (frame < frames)
            continue;
        draw(to);
        if (frame == frames) {
            SDL_Surface *saved = SDL_CreateRGBSurface(0, WIDTH, HEIGHT, 32, 0, 0, 0, 0);
            SDL_RenderReadPixels(to, NULL, saved->format->format, saved->pixels, saved->pitch);
            failed = IMG_SavePNG(saved, argv[2]);
            SDL_FreeSurface(saved);
            break;
        }
        SDL_RenderPresent(to);
        seconds = fminf((float)(SDL_GetTicks64() - began) / 1000, 0.05f); /* a hitch is no leap */
    }
    sm3_world_destroy(world);
    SDL_DestroyRenderer(to), SDL_Quit();
    return failed;
}
