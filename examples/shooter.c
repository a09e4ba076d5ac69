/* A shooter seen from above: W A S D walks, the mouse aims and shoots. Whoever moves does so with
 * SM_SWEEP; shots, light and what enemies see are rays.
 * `shooter FRAMES PICTURE.png` plays by itself and saves what it shows at the end. */
#include "slidemove.h"
#include <SDL.h>
#include <SDL_image.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 1920, HEIGHT = 1080, UNIT = 60 }; /* pixels, a world unit last; shown at half size */

static const sm_capsule walls[] = {
    {{0, 0}, {32, 0}, 0.3f},    {{32, 0}, {32, 18}, 0.3f}, {{32, 18}, {0, 18}, 0.3f},
    {{0, 18}, {0, 0}, 0.3f},    {{6, 4}, {6, 9}, 0.2f},    {{6, 14}, {13, 14}, 0.2f},
    {{17, 0}, {17, 5}, 0.2f},   {{21, 4}, {27, 5}, 0.2f},  {{27, 9}, {27, 14}, 0.2f},
    {{19, 14}, {27, 14}, 0.2f}, {{22, 9}, {22, 9}, 0.9f},  {{11, 9}, {12, 10}, 0.6f}};
static const sm_vec2 doors[] = {{2, 2}, {30, 16}, {2, 16}, {30, 2}}, middle = {16, 9}, zero;
enum { WALLS = SDL_arraysize(walls), ENEMIES = SDL_arraysize(doors), WALL = 1, ENEMY = 2 };

static sm_world *world; /* the walls, then the enemies */
static sm_vec2 player = {16, 9}, aim, shot, enemies[ENEMIES];
static float shot_age; /* seconds */

static sm_vec2 along(sm_vec2 from, sm_vec2 direction, float by) {
    return (sm_vec2){from.x + direction.x * by, from.y + direction.y * by};
}

static sm_vec2 toward(sm_vec2 from, sm_vec2 to, float length) {
    sm_vec2 way = along(to, from, -1);
    return along(zero, way, length / fmaxf(hypotf(way.x, way.y), 1e-6f));
}

static sm_touch cast_ray(sm_vec2 from, sm_vec2 delta, unsigned mask) {
    return sm_raycast(from, delta, sm_obstacles_of_world(world), &(sm_filter){.mask = mask});
}

static sm_vec2 slide(sm_vec2 from, sm_vec2 delta, float radius) {
    sm_options sweep = {.resolver = SM_SWEEP};
    sm_hull disk = sm_hull_of_capsule(sm_circle(zero, radius));
    return sm_slide_move(from, delta, disk, sm_obstacles_of_world(world), &sweep).position;
}

static void place_enemy(int i, sm_vec2 at) {
    enemies[i] = at;
    sm_world_set(world, WALLS + i, &(sm_obstacle){.shape = sm_circle(at, 0.5f), .mask = ENEMY});
}

static void move_enemy(int i, float seconds) {
    sm_touch seen = cast_ray(enemies[i], along(player, enemies[i], -1), WALL); /* hit: it is not */
    sm_vec2 way = toward(enemies[i], seen.hit ? middle : player, 2 * seconds);
    sm_world_remove(world, WALLS + i); /* it is not in its own way */
    place_enemy(i, slide(enemies[i], way, 0.5f));
    if (sm_collide_circles(player, 0.45f, enemies[i], 0.5f).depth >= 0)
        player = doors[rand() % ENEMIES]; /* caught: comes in again */
}

static void shoot(void) {
    sm_touch touch = cast_ray(player, toward(player, aim, 40), WALL | ENEMY);
    shot = along(player, toward(player, aim, 40), (float)touch.fraction);
    shot_age = 0;
    if (touch.obstacle >= WALLS) /* the next comes in at another door */
        place_enemy(touch.obstacle - WALLS, doors[rand() % ENEMIES]);
}

static void draw_fan(SDL_Renderer *to, const sm_vec2 *points, int count, SDL_Color color) {
    SDL_Vertex corners[3 * 1024];
    for (int i = 0; i < 3 * count; i++) { /* triangles around the first point */
        sm_vec2 p = points[i % 3 == 0 ? 0 : (i / 3 + i % 3 - 1) % (count - 1) + 1];
        corners[i] = (SDL_Vertex){{p.x * UNIT, HEIGHT - p.y * UNIT}, color, {0, 0}};
    }
    SDL_RenderGeometry(to, NULL, corners, 3 * count, NULL, 0);
}

static void draw_capsule(SDL_Renderer *to, sm_capsule c, SDL_Color color) {
    sm_vec2 points[33] = {c.a};
    for (int i = 0; i < 32; i++) {
        sm_vec2 d = {cosf((float)i * 0.19635f), sinf((float)i * 0.19635f)}; /* all round */
        bool at_b = d.x * (c.b.x - c.a.x) + d.y * (c.b.y - c.a.y) > 0;
        points[i + 1] = along(at_b ? c.b : c.a, d, c.radius);
    }
    draw_fan(to, points, 33, color);
}

static void draw(SDL_Renderer *to) {
    static const SDL_Color light = {72, 80, 102, 255}, grey = {132, 146, 174, 255},
                           red = {235, 80, 70, 255}, blue = {80, 200, 245, 255};
    SDL_SetRenderDrawColor(to, 24, 28, 40, 255);
    SDL_RenderClear(to);
    sm_vec2 lit[1001] = {player};
    for (int i = 0; i < 1000; i++) {
        sm_vec2 ray = {40 * cosf((float)i * 0.0062832f), 40 * sinf((float)i * 0.0062832f)};
        lit[i + 1] = along(player, ray, (float)cast_ray(player, ray, WALL).fraction);
    }
    draw_fan(to, lit, 1001, light);
    for (int i = 0; i < WALLS + ENEMIES; i++)
        draw_capsule(to, sm_world_get(world, i).shape, i < WALLS ? grey : red);
    if (shot_age < 0.1f)
        draw_capsule(to, (sm_capsule){player, shot, 0.06f}, blue);
    draw_capsule(to, (sm_capsule){player, along(player, toward(player, aim, 0.7f), 1), 0.1f}, grey);
    draw_capsule(to, sm_circle(player, 0.4f), blue);
}

int main(int argc, char **argv) {
    int frames = argc > 2 ? atoi(argv[1]) : 0, failed = 0; /* 0: until the window is closed */
    float seconds = 1.f / 60;
    SDL_Window *window;
    SDL_Renderer *to;
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear"); /* for smooth edges */
    if (SDL_Init(SDL_INIT_VIDEO) ||
        SDL_CreateWindowAndRenderer(WIDTH / 2, HEIGHT / 2, 0, &window, &to))
        return SDL_Log("%s", SDL_GetError()), 1;
    SDL_RenderSetVSync(to, frames == 0);
    SDL_Texture *picture = SDL_CreateTexture(to, 0, SDL_TEXTUREACCESS_TARGET, WIDTH, HEIGHT);
    world = sm_world_create(walls, WALLS, NULL);
    for (int i = 0; i < ENEMIES; i++)
        place_enemy(sm_world_add(world, &(sm_obstacle){0}) - WALLS, doors[i]);
    for (int frame = 1; !SDL_QuitRequested(); frame++) {
        Uint64 began = SDL_GetTicks64();
        const Uint8 *key = SDL_GetKeyboardState(NULL);
        int x, y, right = key[SDL_SCANCODE_D] - key[SDL_SCANCODE_A] + (frames > 0 && frame < 60);
        int up = key[SDL_SCANCODE_W] - key[SDL_SCANCODE_S];
        bool shoots = SDL_GetMouseState(&x, &y) != 0 || frames > 0;
        aim = (sm_vec2){2.f * (float)x / UNIT, (HEIGHT - 2.f * (float)y) / UNIT};
        SDL_FlushEvents(SDL_DISPLAYEVENT, SDL_LASTEVENT); /* asked for states instead */
        if (frames > 0)                                   /* plays itself */
            aim = enemies[frame / 30 % ENEMIES];
        player = slide(player, toward(zero, (sm_vec2){(float)right, (float)up}, 6 * seconds), 0.4f);
        if ((shot_age += seconds) > 0.3f && shoots)
            shoot();
        for (int i = 0; i < ENEMIES; i++)
            move_enemy(i, seconds);
        if (frame < frames)
            continue;
        SDL_SetRenderTarget(to, picture);
        draw(to);
        SDL_SetRenderTarget(to, NULL);
        SDL_RenderCopy(to, picture, NULL, NULL);
        if (frame == frames) {
            SDL_Surface *saved = SDL_CreateRGBSurface(0, WIDTH / 2, HEIGHT / 2, 32, 0, 0, 0, 0);
            SDL_RenderReadPixels(to, NULL, saved->format->format, saved->pixels, saved->pitch);
            failed = IMG_SavePNG(saved, argv[2]);
            SDL_FreeSurface(saved);
            break;
        }
        SDL_RenderPresent(to);
        seconds = fminf((float)(SDL_GetTicks64() - began) / 1000, 0.05f); /* a hitch is no leap */
    }
    sm_world_destroy(world);
    SDL_DestroyRenderer(to), SDL_Quit();
    return failed;
}
