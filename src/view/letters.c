/* letters: draws the letters of the formula inside a move at their places in the scene: P0, P1, R,
 * C, N, d and p. */
#include "overlays.h"

static const float label_points = 13; /* from the named place to the middle of its letter */
static const float min_points = 26;   /* a shorter line has no letter */

/* The ends of a line on the screen, pixels. */
typedef struct seen_line {
    sm_vec2 a, b;
    float length;
} seen_line;

/* Finds a line on the screen. Returns false when it is behind the eye. */
static bool see_line(const frame *f, vec3 a, vec3 b, seen_line *line) {
    if (!camera_see(&f->camera, vec3_round(a), &line->a) ||
        !camera_see(&f->camera, vec3_round(b), &line->b))
        return false;
    line->length = sm_distance(line->a, line->b);
    return true;
}

/* Writes words beside a line, at that fraction of it, on the given side. */
static void name_line(const frame *f, seen_line line, float fraction, float side, color ink,
                      const char *words) {
    sm_vec2 along = sm_between(line.a, line.b), at = sm_offset(line.a, along, fraction);
    float half = text_width(f->text, TEXT_SMALL, words) / 2, x = along.x / line.length,
          y = along.y / line.length;
    float by = side * (label_points * f->scale + half * fabsf(y));
    frame_letter(f, at, (sm_vec2){at.x - y * by, at.y + x * by}, ink, words);
}

/* Writes a letter so many points from a place on the screen, in a direction of the world. */
static void name_place(const frame *f, vec3 at, vec3 direction, float points, color ink,
                       const char *words) {
    seen_line line;
    sm3_vec to = frame_beyond(f, vec3_round(at), vec3_round(direction), 20 * f->scale);
    if (!see_line(f, at, vec3_of(to), &line))
        return;
    sm_vec2 along = sm_between(line.a, line.b);
    float by = line.length > 1 ? points * f->scale / line.length : 0;
    frame_letter(f, line.a, sm_offset(line.a, along, by), ink, words);
}

/* Names an end of the obstacle's edge. If the end is out of view, the name is where the edge leaves
 * the view. */
static void name_end(const frame *f, const moment_measure *q, vec3 end, const char *words) {
    vec3 beyond = vec3_unit(vec3_sub(end, q->r), q->normal), back = vec3_scale(q->normal, -1);
    color ink = f->theme->vertex;
    if (frame_sees(f, vec3_round(end))) {
        frame_dot(f, vec3_round(end), 3.5f, ink);
        name_place(f, end, vec3_unit(vec3_add(beyond, back), back), 1.2f * label_points, ink,
                   words);
        return;
    }
    double seen = 0, unseen = 1;
    for (int i = 0; i < 24; i++) {
        double middle = (seen + unseen) / 2;
        vec3 at = vec3_add(q->r, vec3_scale(vec3_sub(end, q->r), middle));
        *(frame_sees(f, vec3_round(at)) ? &seen : &unseen) = middle;
    }
    char to[16];
    snprintf(to, sizeof to, "to %s", words);
    name_place(f, vec3_add(q->r, vec3_scale(vec3_sub(end, q->r), seen)), back, label_points, ink,
               to);
}

/* Draws the depth or gap as a line, and its letter with the number. */
static void name_depth(const frame *f, const moment_measure *q, const sm3_collision *c) {
    static const double touching = 1e-4; /* world units */
    vec3 at = vec3_of(c->point), deep = vec3_sub(at, vec3_scale(q->normal, q->depth));
    seen_line line;
    char words[32];
    if (!(q->depth > touching) || !see_line(f, at, deep, &line))
        return;
    f->backend->mark(f, c->point, vec3_round(deep), 3.5f * f->scale, 0, f->theme->depth);
    snprintf(words, sizeof words, "p = %.3g", q->depth);
    if (line.length >= 2)
        name_line(f, line, 0.5f, -1, f->theme->depth, words);
}

/* Writes the obstacle's number beside its edge, away from the other letters. */
static void name_obstacle(const frame *f, const moment_measure *q, int obstacle) {
    static const float apart = 44; /* points from R */
    vec3 back = vec3_scale(q->normal, -1), to_end = vec3_sub(q->p1, q->r);
    if (vec3_length(to_end) < vec3_length(vec3_sub(q->p0, q->r)))
        to_end = vec3_sub(q->p0, q->r);
    sm3_vec beside = frame_beyond(f, vec3_round(q->r), vec3_round(vec3_unit(to_end, back)),
                                  (q->length > 0 ? apart : label_points) * f->scale);
    char words[16];
    snprintf(words, sizeof words, "%d", obstacle);
    name_place(f, vec3_of(beside), back, label_points, f->theme->ink, words);
}

/* Draws a displacement from the mover with its letter. */
static void draw_named(const frame *f, sm3_vec displacement, float factor, color ink,
                       const char *words) {
    sm3_vec from = f->moment.position, tip = sm3_offset(from, displacement, factor);
    seen_line line;
    if (!see_line(f, vec3_of(from), vec3_of(tip), &line) || line.length < 1)
        return;
    f->backend->mark(f, from, tip, 2.5f * f->scale, 9 * f->scale, ink);
    name_line(f, line, 1, 1, ink, words);
}

/* Draws the displacement that is left and what the contacts leave of it, by the same factor, so
 * that they are seen. */
static void draw_slide(const frame *f, sm3_vec rest) {
    static const float least_points = 60, most_points = 130;
    const sm_trace *t = &moments_record(f->sandbox)->trace;
    float pixels = camera_pixels(&f->camera, f->moment.position, sm3_length(rest));
    float wanted = clamp(pixels, least_points * f->scale, most_points * f->scale);
    float factor = pixels > 0 ? wanted / pixels : 0;
    draw_named(f, rest, factor, f->theme->wanted, "d");
    draw_named(f, t->iterations[f->moment.iteration].allowed, factor, f->theme->push,
               "d - (d\xc2\xb7N) N");
}

void letters_draw(const frame *f) {
    const sm3_collision *c = f->marked;
    if (!f->is_inside || c == NULL || f->text == NULL)
        return;
    const theme *t = f->theme;
    moment_measure q =
        moment_measure_of(f->sandbox, &(moment_row){.at = c, .time = f->moment.time});
    sm3_vec point = c->point;
    float arrow = clamp(camera_pixels(&f->camera, point, 0.5f * f->sandbox->player.radius),
                        20 * f->scale, 60 * f->scale);
    sm3_vec tip = frame_beyond(f, point, c->normal, arrow);
    seen_line line;
    bool has_edge = !q.is_face && q.length > 0, is_point = !q.is_face && q.length == 0;
    if (has_edge)
        frame_line(f, vec3_round(q.p0), vec3_round(q.p1), 3, color_fade(t->vertex, 0.7f));
    sm3_vec rest;
    bool slides = moment_find_rest(f->sandbox, &f->moment, &rest);
    if (slides) {
        draw_slide(f, rest);
    } else if (!q.crosses && see_line(f, q.c, vec3_of(tip), &line) &&
               line.length >= min_points * f->scale) {
        f->backend->mark(f, vec3_round(q.c), tip, 1.5f * f->scale, 0, t->closest);
        name_line(f, line, 0.5f, 1, t->closest, "d");
    }
    f->backend->mark(f, point, tip, 2 * f->scale, 8 * f->scale, t->normal);
    name_depth(f, &q, c);
    f->backend->dot(f, vec3_round(q.c), 3.5f * f->scale, 0, t->ink, t->ink);
    f->backend->dot(f, vec3_round(q.r), 3.5f * f->scale, 0, t->closest, t->closest);
    name_place(f, vec3_of(tip), q.normal, label_points, t->normal, "N");
    if (see_line(f, q.r, vec3_sub(q.r, q.normal), &line) && line.length > 0)
        name_line(f, line, 0, -1, t->closest, is_point ? "R = P0" : "R");
    name_place(f, q.c, q.normal, label_points, t->ink, "C");
    if (!is_point)
        name_end(f, &q, q.p0, "P0");
    if (has_edge)
        name_end(f, &q, q.p1, "P1");
    name_obstacle(f, &q, c->obstacle);
}
