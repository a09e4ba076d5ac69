#include "overlays.h"

#include <stddef.h>
#include <stdio.h>

/* ---- Grid -------------------------------------------------------------------------------- */

/* The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
static float round_step(float least) {
    float power = powf(10, floorf(log10f(least)));
    static const float multiples[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++) {
        if (multiples[i] * power >= least * 0.999f)
            return multiples[i] * power;
    }
    return 10 * power;
}

static void draw_grid_line(const frame *f, bool vertical, float at, color ink) {
    int width = f->scale < 2 ? 1 : (int)f->scale;
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    if (vertical)
        canvas_fill_rect(f->canvas, (canvas_rect){(int)p.x, 0, width, f->canvas->height}, ink);
    else
        canvas_fill_rect(f->canvas, (canvas_rect){0, (int)p.y, f->canvas->width, width}, ink);
}

static void draw_grid_number(const frame *f, bool vertical, float at) {
    char number[32];
    snprintf(number, sizeof number, "%g", (double)at);
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    float gap = 3 * f->scale, height = text_line_height(f->text, TEXT_SMALL);
    float right =
        (float)(f->camera.x + f->camera.width) - gap - text_width(f->text, TEXT_SMALL, number);
    float bottom = (float)(f->camera.y + f->camera.height);
    float x = vertical ? p.x + gap : right;
    float y = vertical ? bottom - height - gap : p.y - height;
    if (y < bottom)
        labels_add_bare(f->labels, f->text, x, y, f->theme->ink_dim, number);
}

static void draw_grid_family(const frame *f, bool vertical, float low, float high, float step) {
    float first = ceilf(low / step), last = floorf(high / step);
    for (float i = first; i <= last && i < first + 1000; i++) {
        bool strong = fmodf(i, 5) == 0;
        draw_grid_line(f, vertical, i * step, strong ? f->theme->grid_strong : f->theme->grid);
        if (strong)
            draw_grid_number(f, vertical, i * step);
    }
}

/* At height 0, around what the camera looks at; it fades outward. */
static void draw_level_grid(const frame *f) {
    enum { LINES = 12 };
    float step = round_step(f->eye.distance / LINES);
    float x = roundf(f->eye.target.x / step) * step, z = roundf(f->eye.target.z / step) * step;
    for (int i = -LINES; i <= LINES; i++) {
        for (int k = -LINES; k < LINES; k++) {
            float rim = fmaxf(fabsf((float)i), fabsf((float)k + 0.5f)) / LINES;
            color ink = color_fade(f->theme->ink, 0.22f * (1 - rim));
            float across = (float)i * step, from = (float)k * step, to = from + step;
            raster_line(f->raster, (sm3_vec){x + across, 0, z + from},
                        (sm3_vec){x + across, 0, z + to}, f->scale, ink, 0);
            raster_line(f->raster, (sm3_vec){x + from, 0, z + across},
                        (sm3_vec){x + to, 0, z + across}, f->scale, ink, 0);
        }
    }
}

static void draw_grid(const frame *f) {
    if (f->raster != NULL) {
        draw_level_grid(f);
        return;
    }
    level_box view = frame_view(f);
    float step = round_step(22 * f->scale / f->camera.zoom);
    draw_grid_family(f, true, view.min.x, view.max.x, step);
    draw_grid_family(f, false, view.min.y, view.max.y, step);
}

/* ---- Trail and vertices ------------------------------------------------------------------ */

static void draw_trail(const frame *f) {
    const record *r = &f->sandbox->record;
    spot from = frame_spot(f, f->position);
    for (int age = 0; age < r->trail_count; age++) {
        spot to = frame_spot(f, record_trail(r, age));
        if (frame_apart(f, from, to) < f->look->trail_step * f->scale && age < r->trail_count - 1)
            continue;
        float strength = 0.7f * (1 - (float)age / RECORD_TRAIL_TICKS);
        frame_line(f, from, to, 1.5f, frame_faint(f, f->theme->trail, strength));
        from = to;
    }
}

static bool is_same(sm3_vec a, sm3_vec b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void draw_vertices(const frame *f) {
    const obstacles *o = f->sandbox->obstacles;
    for (int i = 0; i < f->visible_count && f->visible_count <= f->look->most_vertices; i++) {
        sm3_triangle t = o->dimension->shape(o, frame_visible(f, i));
        frame_vertex(f, frame_spot(f, t.a), f->theme->vertex);
        if (!is_same(t.a, t.b))
            frame_vertex(f, frame_spot(f, t.b), f->theme->vertex);
        if (!is_same(t.b, t.c))
            frame_vertex(f, frame_spot(f, t.c), f->theme->vertex);
    }
}

/* ---- Index ------------------------------------------------------------------------------- */

static void draw_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    const frame *f = context;
    sm_vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (int i = 0; i < 4; i++)
        canvas_line(f->canvas, frame_at(f, corners[i]), frame_at(f, corners[(i + 1) % 4]),
                    1.25f * f->scale, f->theme->index);
    sm_vec2 a = frame_at(f, low), b = frame_at(f, high);
    char words[16];
    snprintf(words, sizeof words, "%d", entries);
    if (b.x - a.x > text_width(f->text, TEXT_SMALL, words) + 6 * f->scale)
        text_draw(f->text, f->canvas, TEXT_SMALL, a.x + 3 * f->scale, b.y + f->scale,
                  f->theme->index, words);
}

/* What the index looked into for the explained move: once for each look at the obstacles. */
static void draw_index(const frame *f) {
    const sandbox *s = f->sandbox;
    const sm_trace *t = &record_shown(&s->record)->trace;
    for (int i = 0; i < t->iteration_count; i++)
        s->obstacles->dimension->cells(s->obstacles, &s->player, t->iterations[i].before, draw_cell,
                                       (void *)f); /* it is only read */
}

/* ---- Collisions -------------------------------------------------------------------------- */

static const sm_iteration *last_look(const sm_trace *t) {
    return t->iteration_count > 0 ? &t->iterations[t->iteration_count - 1] : NULL;
}

/* The collision that an iteration pushed by, NULL when it did not. */
static const sm3_collision *chosen(const sm_trace *t, int iteration) {
    int index = t->iterations[iteration].chosen;
    return index >= 0 ? &t->candidates[index] : NULL;
}

typedef void draw_collision_fn(const frame *f, const sm3_collision *c, float opacity);

/* The contacts are what the last look saw; near misses fade with their distance. */
static void for_each_contact(const frame *f, draw_collision_fn *draw) {
    const sm_trace *t = &record_last(&f->sandbox->record)->trace;
    const sm_iteration *look = last_look(t);
    for (int i = 0; look != NULL && i < look->candidate_count; i++) {
        const sm3_collision *c = &t->candidates[look->first_candidate + i];
        if (t->let_through[look->first_candidate + i])
            continue;
        draw(f, c, clamp(1 + c->depth / f->sandbox->player.radius, 0.15f, 1));
    }
}

static bool lies_on(sm3_vec p, sm3_vec a, sm3_vec b, float slack) {
    return sm3_length(sm3_between(sm3_closest_on_segment(p, a, b), p)) <= slack;
}

/* The corner, the edge or the whole outline of the triangle on which the point lies. */
static void draw_feature(const frame *f, const sm3_collision *c, color ink) {
    const obstacles *o = f->sandbox->obstacles;
    if (c->obstacle < 0 || c->obstacle >= o->count)
        return;
    sm3_triangle t = o->dimension->shape(o, c->obstacle);
    const sm3_vec corners[3] = {t.a, t.b, t.c};
    sm3_vec inner = sm3_offset(c->point, c->normal, -t.radius);
    float slack = 1e-4f * (1 + sm3_length(inner));
    for (int i = 0; i < 3; i++) {
        if (sm3_length(sm3_between(corners[i], inner)) <= slack) {
            frame_dot(f, corners[i], 6, color_fade(ink, 0.6f));
            return;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (lies_on(inner, corners[i], corners[(i + 1) % 3], slack)) {
            frame_line(f, corners[i], corners[(i + 1) % 3], 3.5f, ink);
            return;
        }
    }
    for (int i = 0; i < 3; i++)
        frame_line(f, corners[i], corners[(i + 1) % 3], 1.5f, color_fade(ink, 0.8f));
}

static void draw_closest_point(const frame *f, const sm3_collision *c, float opacity) {
    color ink = color_fade(f->theme->closest, opacity);
    spot at = frame_spot(f, c->point), centre = frame_spot(f, f->sandbox->player.position);
    if (f->raster != NULL)
        draw_feature(f, c, ink);
    frame_dashes(f, at, centre, 1, 4, 4, color_fade(ink, 0.6f));
    frame_dot(f, at, f->look->closest_dot, ink);
}

static void draw_closest_points(const frame *f) {
    for_each_contact(f, draw_closest_point);
}

static void draw_normal(const frame *f, const sm3_collision *c, float opacity) {
    spot at = frame_spot(f, c->point);
    float length =
        clamp(frame_pixels(f, at, 0.5f * f->sandbox->player.radius), 14 * f->scale, 60 * f->scale);
    frame_arrow(f, at, frame_beyond(f, at, c->normal, length), 2, 8,
                color_fade(f->theme->normal, opacity));
}

static void draw_normals(const frame *f) {
    for_each_contact(f, draw_normal);
}

/* The penetration of a collision, from the obstacle's surface against the normal, with its size. */
static void draw_depth(const frame *f, const sm3_collision *c, float opacity, int place) {
    color ink = color_fade(f->theme->depth, opacity);
    spot at = frame_spot(f, c->point);
    char size[48];
    if (c->depth < f->look->least_depth)
        return;
    frame_line(f, at, frame_ahead(f, at, c->normal, -c->depth), 3, ink);
    snprintf(size, sizeof size, "%.3g u", (double)c->depth);
    frame_say_along(f, at, c->normal, -(22 + 20 * (float)place), ink, size);
}

static void draw_depths(const frame *f) {
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) != NULL)
            draw_depth(f, chosen(t, i), record_echo(&f->sandbox->record), i);
    }
    const move_record *last = record_last(&f->sandbox->record);
    const sm_iteration *look = last_look(&last->trace);
    for (int i = 0; look != NULL && last->result.depth > 0 && i < look->candidate_count; i++) {
        const sm3_collision *left = &last->trace.candidates[look->first_candidate + i];
        if (left->depth > 0 && !last->trace.let_through[look->first_candidate + i])
            draw_depth(f, left, 1, t->iteration_count);
    }
}

/* ---- The move ---------------------------------------------------------------------------- */

/* Where its number stands must be readable however small the push is. */
static void draw_push(const frame *f, const sm_trace *t, int iteration, float opacity) {
    color ink = color_fade(f->theme->push, opacity);
    const sm3_collision *c = chosen(t, iteration);
    spot at = frame_spot(f, c->point);
    float length = fmaxf(frame_pixels(f, at, c->depth), 26 * f->scale);
    float apart = ((float)iteration - 0.5f) * f->look->push_apart * f->scale;
    spot foot = frame_aside(f, at, c->normal, apart);
    spot tip = frame_beyond(f, foot, c->normal, length);
    char number[16];
    frame_arrow(f, foot, tip, 2.5f, 9, ink);
    snprintf(number, sizeof number, "%d", iteration + 1);
    frame_say_along(f, tip, c->normal, 11 + f->look->push_pile * (float)iteration, ink, number);
}

static void draw_iterations(const frame *f) {
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    float opacity = record_echo(&f->sandbox->record);
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) == NULL)
            continue;
        frame_player(f, t->iterations[i].before, 1, color_fade(f->theme->push, 0.5f * opacity));
        draw_push(f, t, i, opacity);
    }
}

/* With momentum; broad and faint, since the displacements lie over it. */
static void draw_velocity(const frame *f) {
    static const float seconds = 0.5f, most_radii = 5; /* the arrow ends where it would be then */
    sm_vec2 v = sm3_flat(f->sandbox->player.velocity);
    float speed = sqrtf(v.x * v.x + v.y * v.y);
    if (!(speed > 0))
        return;
    float ahead = fminf(seconds, most_radii * f->sandbox->player.radius / speed);
    sm_vec2 position = sm3_flat(f->position), to = frame_at(f, sm_offset(position, v, ahead));
    canvas_arrow(f->canvas, frame_at(f, position), to, 7 * f->scale, 18 * f->scale,
                 color_fade(f->theme->velocity, 0.55f));
    char label[48];
    snprintf(label, sizeof label, "velocity %.3g u/s", (double)speed);
    sm_vec2 out = {v.x / speed, -v.y / speed};
    float beyond = fabsf(out.x) * text_width(f->text, TEXT_SMALL, label) / 2 + 14 * f->scale;
    sm_vec2 at = sm_offset(to, out, beyond);
    frame_label(f, at.x, at.y, f->theme->velocity, label);
}

/* A tick's displacement is a few pixels, so both arrows are magnified alike: the longer of them to
 * two radii at the most. */
static void draw_deltas(const frame *f) {
    static const float magnification = 12;
    const theme *t = f->theme;
    const move_record *m = record_last(&f->sandbox->record);
    sm3_vec wanted = m->trace.delta, actual = sm3_between(m->trace.start, m->result.position);
    float longer = fmaxf(sm3_length(wanted), sm3_length(actual));
    draw_velocity(f);
    if (!(longer > 0))
        return;
    float factor = fminf(magnification, 2 * f->sandbox->player.radius / longer);
    spot from = frame_spot(f, f->position);
    spot to_wanted = frame_spot(f, sm3_offset(f->position, wanted, factor));
    spot to_actual = frame_spot(f, sm3_offset(f->position, actual, factor));
    char label[48];
    frame_dashes(f, from, to_wanted, 2, 7, 5, t->wanted);
    frame_dot(f, to_wanted, 3, t->wanted);
    frame_arrow(f, from, to_actual, 2.5f, 10, t->actual);
    snprintf(label, sizeof label, "wanted \xc3\x97%.3g", (double)factor);
    frame_say(f, to_wanted, 14, t->ink, label);
}

/* ---- Ray --------------------------------------------------------------------------------- */

static void draw_ray(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    const sm3_touch *hit = &a->ray;
    spot from = frame_spot(f, a->from), to = frame_spot(f, hit->position);
    char label[48];
    frame_line(f, from, to, f->look->ray_line, f->theme->ray);
    if (!hit->hit) {
        snprintf(label, sizeof label, "nothing within %.0f u", (double)LOOKAHEAD_RAY);
        float up = frame_pixels(f, from, f->sandbox->player.radius) / f->scale + 14;
        frame_say(f, from, up, f->theme->ray, label);
        return;
    }
    float aside = f->look->ray_label_aside * f->scale;
    spot beside = frame_aside(f, to, hit->normal, hit->normal.x < 0 ? aside : -aside);
    spot tip = frame_beyond(f, to, hit->normal, f->look->ray_normal * f->scale);
    frame_arrow(f, to, tip, 2, f->look->ray_head, f->theme->normal);
    frame_ring(f, to, f->look->ray_dot, 2, f->theme->ray);
    snprintf(label, sizeof label, "%.3f u", (double)a->distance);
    frame_say_along(f, beside, hit->normal, f->look->ray_label, f->theme->ray, label);
}

/* ---- Advance ----------------------------------------------------------------------------- *
 *
 * How the mover is brought forward along the ray, turning, by conservative advancement: each step
 * as far as nothing can be in the way. */

/* More numbers than these nobody reads; the steps after them are ever shorter. */
enum { NUMBERED_STEPS = 5 };

static const float least_numbered_points = 22; /* a shorter line is not longer than its number */
static const float faintest = 0.18f;           /* of the outlines of late steps */

typedef struct place {
    sm_vec2 position;
    float angle;
} place;

static place place_at(const lookahead *a, double fraction) {
    float share = (float)fraction;
    return (place){sm_offset(a->motion.position, a->motion.delta, share), a->motion.turn * share};
}

static void draw_place(const frame *f, double fraction, float points, color ink) {
    const lookahead *a = &f->sandbox->ahead;
    place at = place_at(a, fraction);
    frame_hull(f, &a->mover, at.position, at.angle, points, ink);
    float heading = f->sandbox->player.heading + at.angle;
    spot centre = frame_spot(f, sm3_lifted(at.position));
    sm3_vec axis = {cosf(heading), sinf(heading), 0};
    spot nose = frame_ahead(f, centre, axis, 0.5f * f->sandbox->player.radius);
    frame_line(f, centre, nose, points, ink);
}

/* The shortest line between the two shapes, with the step's number beside it. */
static void draw_distance(const frame *f, int step, color ink) {
    const sm_advance_step *s = &f->sandbox->ahead.steps[step];
    spot foot = frame_spot(f, sm3_lifted(s->point));
    spot tip = frame_ahead(f, foot, sm3_lifted(s->normal), (float)s->distance);
    frame_line(f, foot, tip, 1.5f, ink);
    frame_dot(f, foot, 2.5f, ink);
    frame_dot(f, tip, 2.5f, ink);
    if (frame_length(f, (float)s->distance) < least_numbered_points * f->scale)
        return;
    char number[16];
    snprintf(number, sizeof number, "%d", step + 1);
    frame_label(f, (foot.x + tip.x) / 2, (foot.y + tip.y) / 2, f->theme->advance, number);
}

static void draw_steps(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->advance, floor = f->theme->floor;
    for (int i = a->step_count - 1; i > 0; i--) { /* the first is where the player is */
        float strength = fmaxf(1 - (float)i / NUMBERED_STEPS, faintest);
        draw_place(f, a->steps[i].fraction, 1, color_mix(floor, ink, strength));
    }
    if (a->step_count > 0)
        draw_place(f, a->steps[a->step_count - 1].fraction, 2, ink);
    int numbered = a->step_count < NUMBERED_STEPS ? a->step_count : NUMBERED_STEPS;
    for (int i = numbered - 1; i >= 0; i--)
        draw_distance(f, i, color_mix(floor, ink, 1 - 0.6f * (float)i / NUMBERED_STEPS));
}

enum { TABLE_LINES = NUMBERED_STEPS + 3, TABLE_COLUMNS = 5 };

typedef struct table {
    char cells[TABLE_LINES][TABLE_COLUMNS][40];
    int lines;
    char end[80]; /* below them */
} table;

static void fill_table(table *t, const lookahead *a) {
    static const char *const heads[TABLE_COLUMNS] = {"#", "distance", "approach", "step", "at"};
    t->lines = 1;
    for (int c = 0; c < TABLE_COLUMNS; c++)
        snprintf(t->cells[0][c], sizeof t->cells[0][c], "%s", heads[c]);
    for (int i = 0; i < a->step_count && i < NUMBERED_STEPS; i++) {
        const sm_advance_step *s = &a->steps[i];
        char(*row)[40] = t->cells[t->lines++];
        snprintf(row[0], sizeof *row, "%d", i + 1);
        snprintf(row[1], sizeof *row, "%.4f u", s->distance);
        snprintf(row[2], sizeof *row, "%.3f u", s->approach);
        snprintf(row[3], sizeof *row, "%.2f %%", 100 * s->step);
        snprintf(row[4], sizeof *row, "%.2f %%", 100 * s->fraction);
    }
    if (!a->touch.hit)
        snprintf(t->end, sizeof t->end, "nothing is in the way for %.3g u",
                 (double)fminf(a->distance, LOOKAHEAD_ADVANCE));
    else
        snprintf(t->end, sizeof t->end, "touches after %d steps, at %.3f %%",
                 a->step_count + a->steps_lost, 100 * a->touch.fraction);
}

/* The upper corner that is farther from what the table is about. */
static layout_corner table_corner(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    float x = frame_at(f, place_at(a, a->touch.fraction / 2).position).x;
    return x < (float)f->camera.width / 2 ? LAYOUT_TOP_RIGHT : LAYOUT_TOP_LEFT;
}

static void draw_table(const frame *f) {
    static const float points[TABLE_COLUMNS] = {16, 84, 166, 236, 304}; /* right edges */
    static const float width_points = 324, pad_points = 10;
    table t;
    fill_table(&t, &f->sandbox->ahead);
    float line = text_line_height(f->text, TEXT_SMALL), pad = pad_points * f->scale;
    float width = width_points * f->scale, height = (float)(t.lines + 1) * line + 2 * pad;
    layout_box box;
    if (!frame_box(f, table_corner(f), width, height, &box))
        return;
    float left = box.x, top = box.y;
    for (int i = 0; i < t.lines; i++) {
        for (int c = 0; c < TABLE_COLUMNS; c++) {
            float x = left + points[c] * f->scale - text_width(f->text, TEXT_SMALL, t.cells[i][c]);
            text_draw(f->text, f->canvas, TEXT_SMALL, x + pad, top + pad + (float)i * line,
                      i == 0 ? f->theme->ink_dim : f->theme->ink, t.cells[i][c]);
        }
    }
    text_draw(f->text, f->canvas, TEXT_SMALL, left + pad, top + pad + (float)t.lines * line,
              f->theme->advance, t.end);
}

static void draw_advance(const frame *f) {
    draw_steps(f);
    if (!f->inset)
        draw_table(f);
}

/* ---- Figures ----------------------------------------------------------------------------- */

static void draw_figures(const frame *f) {
    if (f->inset)
        return;
    const sandbox *s = f->sandbox;
    sm3_result r = record_last(&s->record)->result;
    char lines[7][96];
    int n = 0;
    if (f->figures.frames_per_second > 0) { /* a single picture has no rate */
        snprintf(lines[n++], sizeof *lines, "%.0f fps, %.2f ms a frame",
                 (double)f->figures.frames_per_second, (double)f->figures.frame_milliseconds);
        snprintf(lines[n++], sizeof *lines, "%.1f \xc2\xb5s a tick",
                 (double)f->figures.tick_microseconds);
    }
    snprintf(lines[n++], sizeof *lines, "tick %lu", s->tick);
    char position[FRAME_POSITION_LENGTH];
    snprintf(lines[n++], sizeof *lines, "at %s", frame_write_position(f, r.position, position));
    snprintf(lines[n++], sizeof *lines, "%d of %d pushes, %d candidates", r.pushes,
             s->player.max_pushes, record_candidates(&s->record));
    snprintf(lines[n++], sizeof *lines, "depth left %.3g u", (double)r.depth);
    snprintf(lines[n++], sizeof *lines, "%d obstacles", s->obstacles->count);

    float height = text_line_height(f->text, TEXT_SMALL), pad = 10 * f->scale, width = 0;
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_SMALL, lines[i]));
    layout_box box;
    if (!frame_box(f, LAYOUT_BOTTOM_LEFT, width + 2 * pad, (float)n * height + 2 * pad, &box))
        return;
    for (int i = 0; i < n; i++)
        text_draw(f->text, f->canvas, TEXT_SMALL, box.x + pad, box.y + pad + (float)i * height,
                  f->theme->ink, lines[i]);
}

/* ---- The table --------------------------------------------------------------------------- */

#define INK(role) offsetof(theme, role)

const overlay_info overlays[OVERLAY_COUNT] = {
    [OVERLAY_CLOSEST] = {"1", "closest points on the obstacles in reach", draw_closest_points,
                         INK(closest), .at_start = true},
    [OVERLAY_NORMALS] = {"2", "normals, from the obstacle to the mover", draw_normals, INK(normal),
                         .at_start = true},
    [OVERLAY_DEPTH] = {"3", "penetration depth, in world units (u)", draw_depths, INK(depth)},
    [OVERLAY_VERTICES] = {"4", "ends of the segments, corners of the triangles", draw_vertices,
                          INK(vertex), .needs = 0},
    [OVERLAY_ITERATIONS] = {"5", "each push of the last move, numbered", draw_iterations, INK(push),
                            .at_start = true},
    [OVERLAY_DELTAS] = {"6", "wanted (dashed) against actual displacement, magnified; velocity",
                        draw_deltas, INK(actual)},
    [OVERLAY_TRAIL] = {"7", "where the player has been", draw_trail, INK(trail),
                       .under_walls = true},
    [OVERLAY_GRID] = {"8", "grid with its scale", draw_grid, INK(ink_dim), .under_walls = true,
                      .at_start = true},
    [OVERLAY_INDEX] = {"M",
                       "cells that the index looked into, and how many obstacles each holds (2D)",
                       draw_index, INK(index), .under_walls = true, .needs = HAS_INDEX},
    [OVERLAY_RAY] = {";", "ray along the heading: where it hits, the normal, how far", draw_ray,
                     INK(ray), .needs = 0},
    [OVERLAY_ADVANCE] = {"/", "conservative advancement along the ray, turning, step by step (2D)",
                         draw_advance, INK(advance), .needs = HAS_ADVANCE},
    [OVERLAY_FIGURES] = {"9", "frame rate, cost of a tick, pushes, candidates", draw_figures,
                         INK(ink_dim), .needs = 0},
};

unsigned overlays_at_start(void) {
    unsigned set = 0;
    for (int i = 0; i < OVERLAY_COUNT; i++)
        set |= (unsigned)overlays[i].at_start << i;
    return set;
}

void overlays_draw(const frame *f, unsigned set, unsigned layers) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        const overlay_info *o = &overlays[i];
        unsigned layer = o->under_walls ? OVERLAYS_UNDER_WALLS : OVERLAYS_OVER_WALLS;
        if ((set & 1u << i) != 0 && (layers & layer) != 0 && sandbox_has(f->sandbox, o->needs))
            o->draw(f);
    }
}
