/* Obstacles of a game's own: ground that is a row, or a grid, of heights, with no copy of it as
 * segments or triangles; they are made of the few heights that a move comes near to. The program
 * walks on both, and again on all their segments and triangles: each step must have the same bits.
 */
#include "slidemove3.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 64 }; /* heights along each side, 1 world unit apart, from 0 */

/* The cell that a coordinate is in; the nearest one where there is none. */
static int cell_at(float coordinate) {
    return (int)fminf(fmaxf(floorf(coordinate), 0), SIZE - 2);
}

/* ---- A row of heights, in 2D --------------------------------------------------------------- */

static sm_capsule segment_of(const float *heights, int i) {
    return sm_segment((sm_vec2){(float)i, heights[i]}, (sm_vec2){(float)i + 1, heights[i + 1]});
}

static void gather(const void *heights, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit, void *to) {
    for (int i = cell_at(min.x); i <= cell_at(max.x); i++) {
        sm_obstacle obstacle = {.shape = segment_of(heights, i), .number = i};
        if (!visit(to, &obstacle))
            return;
    }
}

/* ---- A grid of heights, in 3D -------------------------------------------------------------- */

static sm3_vec point_of(const float *heights, int x, int z) {
    return (sm3_vec){(float)x, heights[z * SIZE + x], (float)z};
}

/* The two triangles of the cell are numbers 2 i and 2 i + 1; i is that of its lowest corner. */
static sm3_triangle triangle_of(const float *heights, int number) {
    int x = number / 2 % SIZE, z = number / 2 / SIZE;
    sm3_vec a = point_of(heights, x, z), c = point_of(heights, x + 1, z + 1);
    return number % 2 == 0 ? sm3_face(a, point_of(heights, x, z + 1), c)
                           : sm3_face(a, c, point_of(heights, x + 1, z));
}

static void visit_grid(const void *heights, const sm3_region *region, sm3_visitor *visitor) {
    int x1 = cell_at(region->low.x + fminf(region->delta.x, 0));
    int x2 = cell_at(region->high.x + fmaxf(region->delta.x, 0));
    int z1 = cell_at(region->low.z + fminf(region->delta.z, 0));
    int z2 = cell_at(region->high.z + fmaxf(region->delta.z, 0));
    for (int z = z1; z <= z2; z++) {
        for (int i = 2 * (z * SIZE + x1); i <= 2 * (z * SIZE + x2) + 1; i++) {
            sm3_obstacle o = {.shape = triangle_of(heights, i), .number = i};
            sm3_visit(visitor, &o);
        }
    }
}

/* ---- The same surface twice ---------------------------------------------------------------- */

int main(void) {
    static float heights[SIZE * SIZE];
    static sm_obstacle segments[SIZE - 1];
    static sm3_triangle triangles[2 * SIZE * (SIZE - 1)];
    for (int i = 0; i < SIZE * SIZE; i++)
        heights[i] = 2 * sinf((float)(i % SIZE) * 0.7f) * cosf((float)(i / SIZE) * 0.5f);
    for (int i = 0; i < SIZE - 1; i++)
        segments[i].shape = segment_of(heights, i);
    for (int i = 0; i < 2 * SIZE * (SIZE - 1); i++) /* a row's last two have no next column */
        triangles[i] = i / 2 % SIZE < SIZE - 1
                           ? triangle_of(heights, i)
                           : sm3_face((sm3_vec){NAN, 0, 0}, (sm3_vec){0, 0, 0}, (sm3_vec){0, 0, 0});

    sm_obstacle_array list = {segments, SIZE - 1};
    sm3_triangle_array array = {triangles, 2 * SIZE * (SIZE - 1)};
    sm_obstacles row = {.gather = gather, .context = heights};
    sm3_obstacles grid = {.visit = visit_grid, .context = heights};
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.4f));
    sm3_mover ball = sm3_sphere((sm3_vec){0, 0, 0}, 0.4f);
    int differences = 0;
    for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
        sm_options options = {.resolver = r};
        sm_vec2 at = {2, 4};
        sm3_vec at3 = {2, 4, 2};
        for (int tick = 0; tick < 500; tick++) {
            sm_vec2 delta = {0.15f * cosf((float)tick * 0.02f), -0.1f};
            sm3_vec delta3 = {delta.x, -0.1f, 0.1f * sinf((float)tick * 0.05f)};
            sm_result a = sm_slide_move(at, delta, disk, row, &options);
            sm_result b = sm_slide_move(at, delta, disk, sm_obstacles_of_list(&list), &options);
            sm3_result a3 = sm3_slide_move(at3, delta3, ball, grid, &options);
            sm3_result b3 =
                sm3_slide_move(at3, delta3, ball, sm3_obstacles_of_array(&array), &options);
            differences += memcmp(&a, &b, sizeof a) != 0;
            differences += memcmp(&a3, &b3, sizeof a3) != 0;
            at = a.position;
            at3 = a3.position;
        }
        printf("%-10s at %.2f %.2f and %.2f %.2f %.2f\n", sm_resolver_name(r), (double)at.x,
               (double)at.y, (double)at3.x, (double)at3.y, (double)at3.z);
    }
    printf("%d of %d moves differ from those on segments and triangles\n", differences,
           1000 * SM_RESOLVER_COUNT);
    return differences == 0 ? 0 : 1;
}
