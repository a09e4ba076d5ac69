#include "overlays3.h"

#include <stdio.h>

/* ---- Reading a trace --------------------------------------------------------------------- */

static const sm3_collision *chosen(const sm3_trace *t, int iteration) {
    int index = t->iterations[iteration].chosen;
    return index >= 0 ? &t->candidates[index] : NULL;
}

typedef void draw_collision_fn(const frame3 *f, const sm3_collision *c, float opacity);

/* The contacts are what the last look saw; near misses fade with their distance. */
static void for_each_contact(const frame3 *f, draw_collision_fn *draw) {
    const sm3_trace *t = &record_last(&f->flat->sandbox->record)->trace;
    if (t->iteration_count == 0)
        return;
    const sm3_iteration *look = &t->iterations[t->iteration_count - 1];
    for (int i = 0; i < look->candidate_count; i++) {
        const sm3_collision *c = &t->candidates[look->first_candidate + i];
        draw(f, c, clamp(1 + c->depth / f->flat->sandbox->player.radius, 0.15f, 1));
    }
}

/* ---- Closest points and features --------------------------------------------------------- */

static bool lies_on(sm3_vec p, sm3_vec a, sm3_vec b, float slack) {
    return length3(between3(sm3_closest_on_segment(p, a, b), p)) <= slack;
}

/* The corner, the edge or the whole outline of the triangle on which the point lies. */
static void draw_feature(const frame3 *f, const sm3_collision *c, color ink) {
    if (c->obstacle < 0 || c->obstacle >= f->space->solids.count)
        return;
    const sm3_triangle *t = &f->space->solids.triangles[c->obstacle];
    const sm3_vec corners[3] = {t->a, t->b, t->c};
    sm3_vec inner = offset3(c->point, c->normal, -t->radius);
    float slack = 1e-4f * (1 + length3(inner));
    for (int i = 0; i < 3; i++) {
        if (length3(between3(corners[i], inner)) <= slack) {
            frame3_dot(f, corners[i], 6, color_fade(ink, 0.6f));
            return;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (lies_on(inner, corners[i], corners[(i + 1) % 3], slack)) {
            frame3_line(f, corners[i], corners[(i + 1) % 3], 3.5f, ink);
            return;
        }
    }
    for (int i = 0; i < 3; i++)
        frame3_line(f, corners[i], corners[(i + 1) % 3], 1.5f, color_fade(ink, 0.8f));
}

static void draw_closest(const frame3 *f, const sm3_collision *c, float opacity) {
    color ink = color_fade(f->flat->theme->closest, opacity);
    draw_feature(f, c, ink);
    frame3_line(f, c->point, f->flat->sandbox->player.position, 1, color_fade(ink, 0.6f));
    frame3_dot(f, c->point, 4, ink);
}

void overlays3_closest(const frame3 *f) {
    for_each_contact(f, draw_closest);
}

static void draw_normal(const frame3 *f, const sm3_collision *c, float opacity) {
    float length = clamp(0.5f * f->flat->sandbox->player.radius, frame3_units(f, c->point, 14),
                         frame3_units(f, c->point, 60));
    frame3_arrow(f, c->point, offset3(c->point, c->normal, length), 2, 8,
                 color_fade(f->flat->theme->normal, opacity));
}

void overlays3_normals(const frame3 *f) {
    for_each_contact(f, draw_normal);
}

/* ---- Depth ------------------------------------------------------------------------------- */

static const float least_shown = 1e-6f; /* world units; smaller ones are rounding */

static void draw_depth(const frame3 *f, const sm3_collision *c, float opacity, int place) {
    if (c->depth < least_shown)
        return;
    color ink = color_fade(f->flat->theme->depth, opacity);
    frame3_line(f, c->point, offset3(c->point, c->normal, -c->depth), 3, ink);
    char size[48];
    snprintf(size, sizeof size, "%.3g u", (double)c->depth);
    frame3_label(f, c->point, -22 - 20 * (float)place, ink, size);
}

void overlays3_depths(const frame3 *f) {
    const sm3_trace *t = &record_shown(&f->flat->sandbox->record)->trace;
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) != NULL)
            draw_depth(f, chosen(t, i), record_echo(&f->flat->sandbox->record), i);
    }
    const move_record *last = record_last(&f->flat->sandbox->record);
    if (!(last->result.depth > 0) || last->trace.iteration_count == 0)
        return;
    const sm3_iteration *look = &last->trace.iterations[last->trace.iteration_count - 1];
    for (int i = 0; i < look->candidate_count; i++) {
        const sm3_collision *left = &last->trace.candidates[look->first_candidate + i];
        if (left->depth > 0)
            draw_depth(f, left, 1, t->iteration_count);
    }
}

/* ---- The move ---------------------------------------------------------------------------- */

/* Where its number stands must be readable however small the push is. */
static void draw_push(const frame3 *f, const sm3_trace *t, int iteration, float opacity) {
    color ink = color_fade(f->flat->theme->push, opacity);
    const sm3_collision *c = chosen(t, iteration);
    float length = fmaxf(c->depth, frame3_units(f, c->point, 26));
    sm3_vec tip = offset3(c->point, c->normal, length);
    frame3_arrow(f, c->point, tip, 2.5f, 9, ink);
    char number[16];
    snprintf(number, sizeof number, "%d", iteration + 1);
    frame3_label(f, tip, 11 + 16 * (float)iteration, ink, number);
}

void overlays3_iterations(const frame3 *f) {
    const sm3_trace *t = &record_shown(&f->flat->sandbox->record)->trace;
    sm3_capsule mover = player_upright(&f->flat->sandbox->player);
    float opacity = record_echo(&f->flat->sandbox->record);
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) == NULL)
            continue;
        color ink = color_fade(f->flat->theme->push, 0.5f * opacity);
        frame3_outline(f, sm3_capsule_at(mover, t->iterations[i].before), 1, ink,
                       frame3_hidden(ink));
        draw_push(f, t, i, opacity);
    }
}

/* A tick's displacement is a few pixels, so both arrows are magnified alike: the longer of them to
 * two radii at the most. */
void overlays3_deltas(const frame3 *f) {
    static const float magnification = 12;
    const theme *ink = f->flat->theme;
    const move_record *m = record_last(&f->flat->sandbox->record);
    sm3_vec wanted = m->trace.delta, actual = between3(m->trace.start, m->result.position);
    float longer = fmaxf(length3(wanted), length3(actual));
    if (!(longer > 0))
        return;
    float factor = fminf(magnification, 2 * f->flat->sandbox->player.radius / longer);
    sm3_vec end = offset3(f->position, wanted, factor);
    char label[48];
    snprintf(label, sizeof label, "wanted \xc3\x97%.3g", (double)factor);
    frame3_line(f, f->position, end, 2, ink->wanted);
    frame3_dot(f, end, 3, ink->wanted);
    frame3_arrow(f, f->position, offset3(f->position, actual, factor), 2.5f, 10, ink->actual);
    frame3_label(f, end, 14, ink->ink, label);
}

/* ---- Around the player ------------------------------------------------------------------- */

static const float trail_stroke_points = 4; /* shorter ways are joined into one stroke */

void overlays3_trail(const frame3 *f) {
    const record *r = &f->flat->sandbox->record;
    sm3_vec from = f->position;
    for (int age = 0; age < r->trail_count; age++) {
        sm3_vec to = record_trail(r, age);
        if (length3(between3(from, to)) < frame3_units(f, to, trail_stroke_points) &&
            age < r->trail_count - 1)
            continue;
        float strength = 0.7f * (1 - (float)age / RECORD_TRAIL_TICKS);
        frame3_line(f, from, to, 1.5f, color_fade(f->flat->theme->trail, strength));
        from = to;
    }
}

static const int most_vertices = 3000; /* of more, their dots would be all one sees */

void overlays3_vertices(const frame3 *f) {
    const level_solids *solids = &f->space->solids;
    for (int i = 0; i < solids->count && solids->count <= most_vertices; i++) {
        const sm3_triangle *t = &solids->triangles[i];
        const sm3_vec corners[3] = {t->a, t->b, t->c};
        for (int k = 0; k < 3; k++)
            raster_point(f->raster, corners[k], 2.75f * f->flat->scale, f->flat->theme->vertex, 0);
    }
}

/* ---- Grid -------------------------------------------------------------------------------- */

/* The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
static float round_step(float least) {
    float power = powf(10, floorf(log10f(least)));
    float multiple = least / power;
    return power * (multiple <= 1 ? 1 : multiple <= 2 ? 2 : multiple <= 5 ? 5 : 10);
}

/* At height 0, around what the camera looks at; it fades outward. */
void overlays3_grid(const frame3 *f) {
    enum { LINES = 12 };
    float step = round_step(f->camera.distance / LINES);
    float x = roundf(f->camera.target.x / step) * step,
          z = roundf(f->camera.target.z / step) * step;
    for (int i = -LINES; i <= LINES; i++) {
        for (int k = -LINES; k < LINES; k++) {
            float rim = fmaxf(fabsf((float)i), fabsf((float)k + 0.5f)) / LINES;
            color ink = color_fade(f->flat->theme->ink, 0.22f * (1 - rim));
            float across = (float)i * step, from = (float)k * step, to = from + step;
            raster_line(f->raster, (sm3_vec){x + across, 0, z + from},
                        (sm3_vec){x + across, 0, z + to}, f->flat->scale, ink, 0);
            raster_line(f->raster, (sm3_vec){x + from, 0, z + across},
                        (sm3_vec){x + to, 0, z + across}, f->flat->scale, ink, 0);
        }
    }
}

/* ---- Ray --------------------------------------------------------------------------------- */

void overlays3_ray(const frame3 *f) {
    const theme *t = f->flat->theme;
    const sm3_touch *hit = &f->flat->sandbox->ahead.ray;
    sm3_vec from = f->flat->sandbox->player.position;
    frame3_line(f, from, hit->position, 1.5f, t->ray);
    if (!hit->hit)
        return;
    char words[48];
    snprintf(words, sizeof words, "%.3g u", (double)length3(between3(from, hit->position)));
    frame3_dot(f, hit->position, 4, t->ray);
    frame3_arrow(f, hit->position,
                 offset3(hit->position, hit->normal, frame3_units(f, hit->position, 30)), 2, 8,
                 t->normal);
    frame3_label(f, hit->position, 18, t->ray, words);
}
