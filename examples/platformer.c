/* A platformer: A and D or the arrows walk, space jumps, down drops through planks. Get the coins.
 * The hero is an sm_character: slopes, steps, planks and the lift need no code of the game's own.
 * `platformer FRAMES PICTURE.png` plays by itself and saves what it shows at the end. */
#include "slidemove_character.h"
#include <SDL.h>
#include <SDL_image.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 1920, HEIGHT = 1080, UNIT = 96 }; /* pixels, a world unit last; shown at half size */

/* What is below this line is solid. World units, y points up. */
static const sm_vec2 ground[] = {
    {-30, 13},   {-7, 13},    {-2, 1.5f},  {2, 1.5f},      {6, 3.7f},     {8, 3.7f},
    {10, 2},     {12, 2},     {12, 2.25f}, {12.5f, 2.25f}, {12.5f, 2.5f}, {13, 2.5f},
    {13, 2.75f}, {15, 2.75f}, {15, -9},    {22, -9},       {22, 6},       {25, 6},
    {29, 3.5f},  {34, 3.5f},  {36, 13},    {60, 13}};
static const sm_capsule planks[] = {
    {{7, 5.3f}, {9.5f, 5.3f}, 0}, {{10.5f, 6.6f}, {13, 6.6f}, 0}, {{29, 5.5f}, {32, 5.5f}, 0}};
static sm_vec2 coins[] = {{4, 3.4f},     {8.2f, 6.1f},  {11.7f, 7.4f}, {14, 3.5f},
                          {18.5f, 6.5f}, {23.5f, 6.8f}, {30.5f, 6.3f}};
enum { GROUND = SDL_arraysize(ground) - 1, LIFT = GROUND + SDL_arraysize(planks) };
enum { COINS = SDL_arraysize(coins), SOLID = 1, WOOD = 2 }; /* the last two: bits of masks */

static sm_obstacle obstacles[LIFT + 1];
static const sm_capsule body = {{0, 0.3f}, {0, 0.75f}, 0.3f}; /* its feet at 0, 0 */
static sm_character hero = {.position = {0.5f, 1.5f, 0}};
static float facing = 1;

/* What moves tells where it is and where it was before; the library carries who stands on it. */
static void move_lift(float time) {
    float way = 0.5f - 0.5f * cosf(time - 2.6f), x = 15.2f + 4.2f * way, y = 2.75f + 3.25f * way;
    sm_capsule now = {{x, y}, {x + 2.5f, y}, 0}, before = obstacles[LIFT].shape;
    obstacles[LIFT] = (sm_obstacle){now, before, .moves = true, .oneway = true, .mask = WOOD};
}

static void move_hero(float walk, bool jump, bool drop, float seconds) {
    sm_filter filter = {.mask = drop ? SOLID : SOLID | WOOD};
    sm_options options = {.resolver = SM_SWEEP, .filter = &filter};
    sm_character_settings settings = {.jump_speed = 10.5f, .gravity = 25, .options = &options};
    sm_obstacle_array level = {obstacles, SDL_arraysize(obstacles)};
    static float speed, pressed; /* the second is for how long the key to jump has been */
    float faster = (hero.on_floor ? 50.f : 25.f) * seconds; /* it takes a moment to run and stop */
    speed = fminf(fmaxf(6 * walk, speed - faster), speed + faster);
    pressed = jump ? pressed + seconds : 0;
    facing = walk != 0 ? walk : facing;
    sm_character_move(&hero, &settings, sm_hull_of_capsule(body), sm_obstacles_of_list(&level),
                      (sm_vec2){speed, 0}, pressed > 0 && pressed < 0.1f, seconds);
    if (!jump && hero.momentum.y > 4) /* let go early: a low jump */
        hero.momentum.y = 4;
    for (int i = 0; i < COINS; i++) {
        if (hypotf(coins[i].x - hero.position.x, coins[i].y - hero.position.y - 0.5f) < 0.7f)
            coins[i].y = -99;
    }
    if (hero.position.y < -2 || hero.crushed)
        hero = (sm_character){.position = {0.5f, 1.5f, 0}}; /* from the start again */
}

static void draw_polygon(SDL_Renderer *to, const sm_vec2 *points, int count, SDL_Color color) {
    SDL_Vertex corners[96];
    for (int i = 0; i < 3 * (count - 2); i++) { /* a fan of triangles */
        sm_vec2 p = points[i % 3 == 0 ? 0 : i / 3 + i % 3];
        float x = WIDTH / 2 + (p.x - hero.position.x) * UNIT, y = HEIGHT - p.y * UNIT;
        corners[i] = (SDL_Vertex){{x, y}, color, {0, 0}};
    }
    SDL_RenderGeometry(to, NULL, corners, 3 * (count - 2), NULL, 0);
}

static void draw_capsule(SDL_Renderer *to, sm_capsule c, SDL_Color color) {
    sm_vec2 points[32];
    for (int i = 0; i < 32; i++) {
        float x = cosf((float)i * 0.19635f), y = sinf((float)i * 0.19635f); /* all round */
        sm_vec2 end = x * (c.b.x - c.a.x) + y * (c.b.y - c.a.y) > 0 ? c.b : c.a;
        points[i] = (sm_vec2){end.x + x * c.radius, end.y + y * c.radius};
    }
    draw_polygon(to, points, 32, color);
}

static void draw(SDL_Renderer *to) {
    static const SDL_Color earth = {104, 76, 58, 255}, grass = {98, 168, 72, 255},
                           wood = {150, 100, 52, 255}, iron = {74, 88, 128, 255},
                           gold = {255, 205, 70, 255}, red = {240, 92, 60, 255},
                           white = {255, 255, 255, 255}, hill = {150, 205, 190, 255};
    SDL_SetRenderDrawColor(to, 176, 222, 240, 255);
    SDL_RenderClear(to);
    for (float x = -20; x < 50; x += 8) /* hills far away, so they go by more slowly */
        draw_capsule(to, sm_circle((sm_vec2){x + hero.position.x / 2, -1}, 6), hill);
    for (const sm_vec2 *g = ground; g < ground + GROUND; g++)
        draw_polygon(to, (sm_vec2[]){{g[0].x, -9}, g[0], g[1], {g[1].x, -9}}, 4, earth);
    for (int i = 0; i <= LIFT; i++) {
        sm_capsule bar = sm_capsule_at(obstacles[i].shape, (sm_vec2){0, -0.12f});
        bar.radius = 0.12f;
        draw_capsule(to, bar, i < GROUND ? grass : i < LIFT ? wood : iron);
    }
    for (int i = 0; i < COINS; i++)
        draw_capsule(to, sm_circle(coins[i], 0.22f), gold);
    sm_vec2 at = {hero.position.x, hero.position.y}, eye = {at.x + 0.13f * facing, at.y + 0.8f};
    draw_capsule(to, sm_capsule_at(body, at), red);
    draw_capsule(to, sm_circle(eye, 0.11f), white);
}

int main(int argc, char **argv) {
    int frames = argc > 2 ? atoi(argv[1]) : 0, failed = 0; /* 0: until the window is closed */
    float time = 0, seconds = 1.f / 60;
    SDL_Window *window;
    SDL_Renderer *to;
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear"); /* for smooth edges */
    if (SDL_Init(SDL_INIT_VIDEO) ||
        SDL_CreateWindowAndRenderer(WIDTH / 2, HEIGHT / 2, 0, &window, &to))
        return SDL_Log("%s", SDL_GetError()), 1;
    SDL_RenderSetVSync(to, frames == 0);
    SDL_Texture *picture = SDL_CreateTexture(to, 0, SDL_TEXTUREACCESS_TARGET, WIDTH, HEIGHT);
    for (int i = 0; i < GROUND; i++)
        obstacles[i] = (sm_obstacle){.shape = sm_segment(ground[i], ground[i + 1]), .mask = SOLID};
    for (int i = GROUND; i < LIFT; i++)
        obstacles[i] = (sm_obstacle){.shape = planks[i - GROUND], .oneway = true, .mask = WOOD};
    move_lift(0);
    for (int frame = 1; !SDL_QuitRequested(); frame++) {
        SDL_FlushEvents(SDL_DISPLAYEVENT, SDL_LASTEVENT); /* asked for states instead */
        Uint64 began = SDL_GetTicks64();
        const Uint8 *keys = SDL_GetKeyboardState(NULL);
        float walk = (float)(keys[SDL_SCANCODE_RIGHT] || keys[SDL_SCANCODE_D]) -
                     (float)(keys[SDL_SCANCODE_LEFT] || keys[SDL_SCANCODE_A]);
        bool drop = keys[SDL_SCANCODE_DOWN] || keys[SDL_SCANCODE_S];
        if (frames > 0) /* plays itself: to the right, but stays on the lift until that is up */
            walk = hero.floor.obstacle != LIFT || hero.position.y > 5.9f ? 1 : 0;
        move_lift(time += seconds);
        move_hero(walk, keys[SDL_SCANCODE_SPACE], drop, seconds);
        if (frame < frames)
            continue;
        SDL_SetRenderTarget(to, picture);
        draw(to);
        SDL_SetRenderTarget(to, NULL);
        SDL_RenderCopy(to, picture, NULL, NULL);
        if (frame == frames) {
            SDL_Surface *shot = SDL_CreateRGBSurface(0, WIDTH / 2, HEIGHT / 2, 32, 0, 0, 0, 0);
            SDL_RenderReadPixels(to, NULL, shot->format->format, shot->pixels, shot->pitch);
            failed = IMG_SavePNG(shot, argv[2]);
            SDL_FreeSurface(shot);
            break;
        }
        SDL_RenderPresent(to);
        seconds = fminf((float)(SDL_GetTicks64() - began) / 1000, 0.05f); /* a hitch is no leap */
    }
    SDL_DestroyRenderer(to), SDL_Quit();
    return failed;
}
