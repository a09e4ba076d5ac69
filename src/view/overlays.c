#include "overlays.h"

#include <float.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "../sandbox/shape_edit.h"

static const sm_trace *last_trace(const frame *f) {
    return &moments_record(f->sandbox)->trace;
}

static void draw_grid(const frame *f) {
    f->backend->grid(f);
}

/* ---- Trail and vertices ------------------------------------------------------------------ */

static void draw_trail(const frame *f) {
    const record *r = &f->sandbox->record;
    sm3_vec from = f->is_inside ? f->sandbox->player.position : f->position;
    for (int age = 0; age < r->trail_count; age++) {
        sm3_vec to = record_trail(r, age);
        if (camera_pixels(&f->camera, to, sm3_length(sm3_between(from, to))) < 2.5f * f->scale &&
            age < r->trail_count - 1)
            continue;
        float strength = 0.7f * (1 - (float)age / RECORD_TRAIL_TICKS);
        frame_line(f, from, to, 1.5f, f->backend->faint(f, f->theme->trail, strength));
        from = to;
    }
}

static void draw_vertices(const frame *f) {
    const obstacles *o = f->sandbox->obstacles;
    static const int most = 5000; /* more dots would cover the picture */
    for (int i = 0; i < f->visible_count && f->visible_count <= most; i++) {
        sm3_triangle t = o->dimension->shape(o, frame_visible(f, i));
        frame_vertex(f, t.a, f->theme->vertex);
        if (!sm3_same(t.a, t.b))
            frame_vertex(f, t.b, f->theme->vertex);
        if (!sm3_same(t.b, t.c))
            frame_vertex(f, t.c, f->theme->vertex);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------- */

/* Whether the eye sees a triangle's front, where its corners run counter-clockwise. */
static bool faces_eye(const frame *f, const sm3_triangle *t) {
    sm3_vec front = sm3_cross(sm3_between(t->a, t->b), sm3_between(t->a, t->c));
    return sm3_same(t->b, t->c) || sm3_dot(front, sm3_between(t->a, camera3_eye(&f->camera))) > 0;
}

/* Draws the number of each obstacle in its middle, if the obstacle is longer than its number. */
static void draw_numbers(const frame *f) {
    static const int most = 2000;
    const obstacles *o = f->sandbox->obstacles;
    for (int i = 0; i < f->visible_count && f->visible_count <= most && f->text != NULL; i++) {
        int obstacle = frame_visible(f, i);
        sm3_triangle t = o->dimension->between(o, obstacle, f->between);
        sm3_vec middle = sm3_offset(t.a, sm3_between(t.a, t.b), 0.5f);
        if (!sm3_same(t.b, t.c))
            middle = sm3_offset(middle, sm3_between(middle, t.c), 1.0f / 3);
        float longest = fmaxf(sm3_length(sm3_between(t.a, t.b)), sm3_length(sm3_between(t.a, t.c)));
        char number[16];
        snprintf(number, sizeof number, "%d", obstacle);
        float room = camera_pixels(&f->camera, middle, longest + 2 * t.radius);
        if (faces_eye(f, &t) && room > text_width(f->text, TEXT_SMALL, number) + 8 * f->scale)
            frame_label_at(f, middle, FRAME_UP, 0, f->theme->ink_dim, "%s", number);
    }
}

/* ---- Index ------------------------------------------------------------------------------- */

/* The iterations of a move look at nearly the same place, so most of them read the same boxes of
 * the index. Each box is drawn once. */
typedef struct index_drawing {
    const frame *frame;
    sm3_vec drawn[256][2]; /* corners */
    int count;
} index_drawing;

/* Draws a box of the index, and at a corner how many obstacles it holds. A box that holds only
 * boxes is faint. */
static void draw_box(const frame *f, sm3_vec low, sm3_vec high, int entries) {
    bool is_flat = low.z == high.z;
    color ink = color_fade(f->theme->index, entries > 0 || is_flat ? 1 : 0.35f);
    char words[16];
    sm_vec2 at;
    for (int i = 0; i < (is_flat ? 4 : 8); i++) {
        sm3_vec from = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
        const sm3_vec ends[3] = {
            {high.x, from.y, from.z}, {from.x, high.y, from.z}, {from.x, from.y, high.z}};
        for (int axis = 0; axis < (is_flat ? 2 : 3); axis++)
            if ((i >> axis & 1) == 0)
                frame_line(f, from, ends[axis], 1.25f, ink);
    }
    snprintf(words, sizeof words, "%d", entries);
    float size = camera_pixels(&f->camera, high, sm3_length(sm3_between(low, high)));
    if (f->text == NULL || size < 4 * text_width(f->text, TEXT_SMALL, words))
        return;
    if (!is_flat && entries > 0)
        frame_label_at(f, high, FRAME_UP, 0, f->theme->index, "%s", words);
    else if (is_flat && camera_see(&f->camera, (sm3_vec){low.x, high.y, 0}, &at))
        frame_label_bare(f, at.x + 3 * f->scale, at.y + f->scale, ink, words);
}

static void draw_cell(void *context, sm3_vec least, sm3_vec most, int entries) {
    index_drawing *d = context;
    for (int i = 0; i < d->count; i++) {
        if (sm3_same(d->drawn[i][0], least) && sm3_same(d->drawn[i][1], most))
            return;
    }
    if (d->count < (int)(sizeof d->drawn / sizeof *d->drawn)) {
        d->drawn[d->count][0] = least;
        d->drawn[d->count++][1] = most;
    }
    draw_box(d->frame, least, most, entries);
}

/* Draws the boxes that each iteration of the explained move read. */
static void draw_index(const frame *f) {
    const sandbox *s = f->sandbox;
    const sm_trace *t = f->is_inside ? last_trace(f) : &record_shown(&s->record)->trace;
    index_drawing d = {.frame = f};
    for (int i = 0; i < t->iteration_count; i++) {
        if (!f->is_inside || i == f->moment.iteration)
            s->obstacles->dimension->cells(s->obstacles, &s->player, t->iterations[i].before,
                                           draw_cell, &d);
    }
}

/* ---- Collisions -------------------------------------------------------------------------- *
 *
 * Outside of a move these are the collisions of its last iteration, and every push; inside a move
 * they are the collisions of the moment. */

static const sm_iteration *last_look(const sm_trace *t) {
    return t->iteration_count > 0 ? &t->iterations[t->iteration_count - 1] : NULL;
}

/* Returns the collision that an iteration was pushed out of, NULL when there was none. */
static const sm3_collision *chosen(const sm_trace *t, int iteration) {
    int index = t->iterations[iteration].chosen;
    return index >= 0 ? &t->candidates[index] : NULL;
}

/* Returns the iteration of the moment, NULL when it has none. */
static const sm_iteration *iteration_of(const frame *f) {
    bool has_one = f->moment.kind != MOMENT_ADVANCE && f->moment.iteration >= 0;
    return has_one ? &last_trace(f)->iterations[f->moment.iteration] : NULL;
}

/* A recorded collision, and where the mover was then. */
struct seen_collision {
    moment_row row;
    sm3_vec from;
    float opacity; /* near misses fade with their distance */
};

static void for_each_contact(const frame *f,
                             void (*draw)(const frame *f, const seen_collision *c)) {
    static moment_row rows[RECORD_CANDIDATES]; /* static, because some stacks are small */
    const sm_trace *t = last_trace(f);
    const sm_iteration *look = f->is_inside ? iteration_of(f) : last_look(t);
    int count = f->is_inside ? moment_list_rows(f->sandbox, &f->moment, rows) : 0;
    for (int i = count - 1; i >= 0; i--) { /* the chosen one last, over the others */
        sm3_vec from = look->step == SM_STEP_TRAVEL ? look->after : look->before;
        draw(f, &(seen_collision){rows[i], from, rows[i].counts ? 1 : 0.3f});
    }
    for (int i = 0; !f->is_inside && look != NULL && i < look->candidate_count; i++) {
        const sm3_collision *c = &t->candidates[look->first_candidate + i];
        float opacity = clamp(1 + c->depth / f->sandbox->player.radius, 0.15f, 1);
        seen_collision seen = {{.at = c, .time = 1}, f->sandbox->player.position, opacity};
        if (!t->let_through[look->first_candidate + i] &&
            c->obstacle < f->sandbox->obstacles->count)
            draw(f, &seen);
    }
}

/* Draws the feature of the triangle that has the closest point: a corner, an edge, or for the face
 * the whole outline. */
static void draw_feature(const frame *f, const moment_row *row, color ink) {
    const obstacles *o = f->sandbox->obstacles;
    moment_measure q = moment_measure_of(f->sandbox, row);
    sm3_triangle t = o->dimension->between(o, row->at->obstacle, row->time);
    const sm3_vec corners[3] = {t.a, t.b, t.c};
    if (q.is_face) {
        for (int i = 0; i < 3; i++)
            frame_line(f, corners[i], corners[(i + 1) % 3], 1.5f, color_fade(ink, 0.8f));
    } else if (q.t > 0 && q.t < 1) {
        frame_line(f, vec3_round(q.p0), vec3_round(q.p1), 3.5f, ink);
    } else {
        frame_dot(f, vec3_round(q.r), 6, color_fade(ink, 0.6f));
    }
}

static void draw_closest_point(const frame *f, const seen_collision *c) {
    color ink = color_fade(f->theme->closest, c->opacity);
    sm3_vec at = c->row.at->point;
    if (f->backend->marks_features)
        draw_feature(f, &c->row, ink);
    frame_dashes(f, at, c->from, 1, 4, 4, color_fade(ink, 0.6f));
    frame_dot(f, at, 3.5f, ink);
}

/* The marked one's is drawn with its letter. */
static void draw_normal(const frame *f, const seen_collision *c) {
    sm3_vec at = c->row.at->point;
    if (c->row.at == f->marked)
        return;
    float length = clamp(camera_pixels(&f->camera, at, 0.5f * f->sandbox->player.radius),
                         14 * f->scale, 60 * f->scale);
    frame_arrow(f, at, frame_beyond(f, at, c->row.at->normal, length), 2, 8,
                color_fade(f->theme->normal, c->opacity));
}

/* Draws the penetration of a collision from the obstacle's surface against the normal, labelled
 * with its depth and the number of the push that it caused. `push` 0: it caused none. */
static void draw_depth(const frame *f, const sm3_collision *c, float opacity, int push) {
    static const float spacings = 4; /* of floats there: a smaller depth is a rounding error */
    color ink = color_fade(f->theme->depth, opacity);
    sm3_vec at = c->point;
    if (!(c->depth > spacings * FLT_EPSILON * fmaxf(fmaxf(fabsf(at.x), fabsf(at.y)), fabsf(at.z))))
        return;
    frame_line(f, at, frame_beyond(f, at, c->normal, -camera_pixels(&f->camera, at, c->depth)), 3,
               ink);
    if (push > 0)
        frame_label_at(f, at, c->normal, -22, ink, "%d: %.3g u", push, (double)c->depth);
    else
        frame_label_at(f, at, c->normal, -22, ink, "%.3g u", (double)c->depth);
}

static void draw_moments_depth(const frame *f, const seen_collision *c) {
    const sm_trace *t = last_trace(f);
    if (!t->let_through[c->row.at - t->candidates] && c->row.at != f->marked)
        draw_depth(f, c->row.at, c->opacity, 0);
}

static void draw_depths(const frame *f) {
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    if (f->is_inside) {
        for_each_contact(f, draw_moments_depth);
        return;
    }
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) != NULL)
            draw_depth(f, chosen(t, i), record_echo(&f->sandbox->record), i + 1);
    }
    const move_record *last = record_last(&f->sandbox->record);
    const sm_iteration *look = last_look(&last->trace);
    for (int i = 0; look != NULL && last->result.depth > 0 && i < look->candidate_count; i++) {
        const sm3_collision *left = &last->trace.candidates[look->first_candidate + i];
        if (!last->trace.let_through[look->first_candidate + i])
            draw_depth(f, left, 1, 0);
    }
}

/* ---- The move ---------------------------------------------------------------------------- */

/* Draws a push as an arrow, long enough that its number can be read beside it. */
static void draw_push(const frame *f, const sm_trace *t, int iteration, float opacity) {
    color ink = color_fade(f->theme->push, opacity);
    const sm3_collision *c = chosen(t, iteration);
    sm3_vec at = c->point;
    float length = fmaxf(camera_pixels(&f->camera, at, c->depth), 26 * f->scale);
    float apart = ((float)iteration - 0.5f) * f->backend->push_apart * f->scale;
    sm3_vec foot = frame_beyond(f, at, (sm3_vec){c->normal.y, -c->normal.x, 0}, apart);
    sm3_vec tip = frame_beyond(f, foot, c->normal, length);
    frame_arrow(f, foot, tip, 2.5f, 9, ink);
    frame_label_at(f, tip, c->normal, 11, ink, "%d", iteration + 1);
}

/* Draws a displacement as an arrow that is long enough to show its direction. */
static void draw_displacement(const frame *f, sm3_vec from, sm3_vec delta, color ink) {
    float length = sm3_length(delta);
    if (!(length > 0))
        return;
    float pixels = fmaxf(camera_pixels(&f->camera, from, length), 30 * f->scale);
    frame_arrow(f, from, frame_beyond(f, from, sm3_scaled(delta, 1 / length), pixels), 2.5f, 9,
                ink);
}

/* Draws the plane of a contact that holds the mover. */
static void draw_held_plane(const frame *f, const seen_collision *c) {
    const sm_iteration *it = iteration_of(f);
    bool holds = false;
    for (int i = 0; i < it->held_count; i++)
        holds = holds || it->held[i] == c->row.at->obstacle;
    if (!holds)
        return;
    f->backend->held(f, c->row.at->point, c->row.at->normal, f->theme->push);
}

/* Draws where the mover comes from in this moment, or where it goes on to. */
static void draw_moment(const frame *f) {
    const sm_trace *t = last_trace(f);
    const sm_iteration *it = iteration_of(f);
    color ink = f->theme->push, faint = color_fade(ink, 0.5f);
    sm3_vec rest;
    switch (f->moment.kind) {
    case MOMENT_WANTED:
        f->backend->player(f, t->start, f->turn, 1, faint);
        draw_displacement(f, t->start, t->delta, f->theme->wanted);
        break;
    case MOMENT_PUSH:
    case MOMENT_CARRY:
    case MOMENT_TRAVEL:
        f->backend->player(f, it->before, f->turn, 1, faint);
        draw_displacement(f, it->before, sm3_between(it->before, it->after), ink);
        break;
    case MOMENT_HELD:
        for_each_contact(f, draw_held_plane);
        if (!moment_find_rest(f->sandbox, &f->moment, &rest)) /* that is drawn with its letters */
            draw_displacement(f, it->after, it->allowed, ink);
        break;
    default:
        break;
    }
}

static void draw_iterations(const frame *f) {
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    float opacity = record_echo(&f->sandbox->record);
    if (f->is_inside) {
        draw_moment(f);
        return;
    }
    for (int i = 0; i < t->iteration_count; i++) {
        if (chosen(t, i) == NULL)
            continue;
        f->backend->player(f, t->iterations[i].before, f->turn, 1,
                           color_fade(f->theme->push, 0.5f * opacity));
        draw_push(f, t, i, opacity);
    }
}

/* Draws the velocity of a mover with momentum, broad and faint, since other arrows lie over it. */
static void draw_velocity(const frame *f) {
    static const float seconds = 0.5f, max_radii = 5; /* the arrow ends where the mover would be */
    sm3_vec v = f->sandbox->player.velocity;
    float speed = sm3_length(v);
    if (!(speed > 0))
        return;
    float ahead = fminf(seconds, max_radii * f->sandbox->player.radius / speed);
    sm3_vec to = sm3_offset(f->position, v, ahead);
    frame_arrow(f, f->position, to, 7, 18, color_fade(f->theme->velocity, 0.55f));
    frame_label_at(f, to, FRAME_UP, 18, f->theme->velocity, "velocity %.3g u/s", (double)speed);
}

/* Draws the wanted and the actual displacement of the tick. They are a few pixels long, so both are
 * magnified by the same factor, the longer one to at most two radii. */
static void draw_deltas(const frame *f) {
    static const float magnification = 12;
    const theme *t = f->theme;
    const move_record *m = moments_record(f->sandbox);
    sm3_vec wanted = m->trace.delta, actual = sm3_between(m->trace.start, m->result.position);
    float longer = fmaxf(sm3_length(wanted), sm3_length(actual));
    if (f->is_inside && f->moment.kind != MOMENT_END)
        return;
    draw_velocity(f);
    if (!(longer > 0))
        return;
    float factor = fminf(magnification, 2 * f->sandbox->player.radius / longer);
    sm3_vec to_wanted = sm3_offset(f->position, wanted, factor);
    sm3_vec to_actual = sm3_offset(f->position, actual, factor);
    frame_arrow(f, f->position, to_actual, 2.5f, 10, t->actual);
    if (!(sm3_length(wanted) > 0)) /* a moving obstacle has carried it */
        return;
    frame_dashes(f, f->position, to_wanted, 2, 7, 5, t->wanted);
    frame_dot(f, to_wanted, 3, t->wanted);
    frame_label_at(f, to_wanted, FRAME_UP, 14, t->ink, "wanted \xc3\x97%.3g", (double)factor);
}

/* ---- Ray --------------------------------------------------------------------------------- */

static void draw_ray(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    const sm3_touch *hit = &a->ray;
    sm3_vec from = a->from, to = hit->position;
    frame_line(f, from, to, 2, f->theme->ray);
    if (!hit->hit) {
        float up = camera_pixels(&f->camera, from, f->sandbox->player.radius) / f->scale + 14;
        frame_label_at(f, from, FRAME_UP, up, f->theme->ray, "nothing within %.0f u",
                       (double)LOOKAHEAD_RAY);
        return;
    }
    sm3_vec tip = frame_beyond(f, to, hit->normal, 34 * f->scale);
    frame_arrow(f, to, tip, 2, 9, f->theme->normal);
    frame_ring(f, to, 4.5f, 2, f->theme->ray);
    frame_label_at(f, tip, hit->normal, 16, f->theme->ray, "%.3f u", (double)a->distance);
}

/* ---- Look ahead -------------------------------------------------------------------------- *
 *
 * Conservative advancement moves and turns both the mover and the obstacle. Each step goes as far
 * as the two certainly do not touch. */

/* Later steps are too short for a number. */
enum { NUMBERED_STEPS = 5 };

static const float min_numbered_points = 22; /* a shorter line is not longer than its number */
static const float faintest = 0.18f;         /* of the outlines of late steps */

static sm3_vec place_at(const lookahead *a, double fraction) {
    return sm3_offset(a->motion.position, a->motion.delta, (float)fraction);
}

/* Draws all obstacles of a moving statement at that fraction. An obstacle at rest is visible
 * already. */
static void draw_wall_ahead(const frame *f, double fraction, float points, color ink) {
    const obstacles *o = f->sandbox->obstacles;
    const lookahead *a = &f->sandbox->ahead;
    if (a->wall.turn == 0 && vec3_equal(a->wall.shift, (vec3){0, 0, 0}))
        return;
    level_pose pose = lookahead_pose(&a->wall, fraction);
    obstacle_span span = obstacles_span(o, o->statements[a->obstacle]);
    for (int i = span.first; i < span.first + span.count; i++) {
        sm3_triangle there = level_posed_triangle(pose, obstacles_rest(o, i));
        f->backend->shape(f, &there, f->edges != NULL ? f->edges[i] : RASTER_EDGES_ALL, points,
                          ink);
    }
}

/* Draws player and obstacle at that fraction, with a line along the player's heading. */
static void draw_places(const frame *f, double fraction, float points, color ink) {
    const lookahead *a = &f->sandbox->ahead;
    sm3_vec at = place_at(a, fraction), turn = sm3_scaled(a->motion.turn, (float)fraction);
    sm3_vec heading = f->sandbox->obstacles->dimension->direction(f->sandbox->player.heading);
    sm3_vec nose = sm3_scaled(heading, 0.5f * f->sandbox->player.radius);
    nose = frame_posed((sm3_triangle){.a = nose}, turn, at).a;
    f->backend->player(f, at, turn, points, ink);
    frame_line(f, at, nose, points, ink);
    draw_wall_ahead(f, fraction, points, ink);
}

/* Draws the shortest line between the two shapes, with the step's number beside it. */
static void draw_distance(const frame *f, int step, color ink) {
    const sm_advance_step *s = &f->sandbox->ahead.steps[step];
    sm3_vec end = sm3_offset(s->point, s->normal, (float)s->distance);
    frame_line(f, s->point, end, 1.5f, ink);
    frame_dot(f, s->point, 2.5f, ink);
    frame_dot(f, end, 2.5f, ink);
    if (camera_pixels(&f->camera, s->point, (float)s->distance) >= min_numbered_points * f->scale)
        frame_label_at(f, sm3_offset(s->point, s->normal, (float)s->distance / 2), FRAME_UP, 0,
                       f->theme->advance, "%d", step + 1);
}

static int count_numbered(const lookahead *a) {
    return a->step_count < NUMBERED_STEPS ? a->step_count : NUMBERED_STEPS;
}

static void draw_steps_ahead(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->advance;
    if (f->is_inside) {
        for (int i = f->moment.kind == MOMENT_ADVANCE ? f->moment.index : 0; i > 0; i--)
            draw_places(f, a->steps[i].fraction, 1, f->backend->faint(f, ink, 0.5f));
        if (f->moment.kind == MOMENT_ADVANCE)
            draw_distance(f, f->moment.index, ink);
        return;
    }
    for (int i = a->step_count - 1; i > 0; i--) { /* the first step is at the player's position */
        float strength = fmaxf(1 - (float)i / NUMBERED_STEPS, faintest);
        draw_places(f, a->steps[i].fraction, 1, f->backend->faint(f, ink, strength));
    }
    if (a->step_count > 0)
        draw_places(f, a->steps[a->step_count - 1].fraction, 2, ink);
    for (int i = count_numbered(a) - 1; i >= 0; i--)
        draw_distance(f, i, f->backend->faint(f, ink, 1 - 0.6f * (float)i / NUMBERED_STEPS));
}

/* Writes how the look ahead ends. */
static void say_end(const lookahead *a, char words[80]) {
    if (a->touch.end == SM_ADVANCE_CLEAR)
        snprintf(words, 80, "nothing is in the way for %.3g u",
                 (double)sm3_length(a->motion.delta));
    else
        snprintf(words, 80, "%s at %.2f %%, %.2f s; %d steps, %.2g u apart",
                 a->touch.end == SM_ADVANCE_TOUCHING ? "touches" : "undecided",
                 100 * a->touch.fraction, (double)a->seconds * a->touch.fraction,
                 a->step_count + a->steps_lost, a->touch.distance);
}

const ui_column steps_columns[STEPS_COLUMNS] = {
    {.head = "step", .widest = "88"},
    {.head = "distance", .widest = "-88.8888"},
    {.head = "can come nearer by", .widest = "-88.8888", .rank = 1},
    {.head = "safe to go", .widest = "888.888 %"},
    {.head = "is at", .widest = "888.888 %"},
};

ui_row steps_row(ui *u, const lookahead *a, int step) {
    const sm_advance_step *s = &a->steps[step];
    return (ui_row){.cells = {ui_print(u, "%d", step + 1), ui_print_number(u, s->distance),
                              ui_print_number(u, s->approach),
                              ui_print(u, "%.3f %%", 100 * s->step),
                              ui_print(u, "%.3f %%", 100 * s->fraction)}};
}

/* Adds a table of the first steps, with a last line that says how the look ahead ends. */
static void lay_out_steps_table(ui *u, const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    ui_row rows[NUMBERED_STEPS + 1];
    char words[80];
    int count = count_numbered(a);
    if (f->is_inside)
        return;
    for (int i = 0; i < count; i++)
        rows[i] = steps_row(u, a, i);
    say_end(a, words);
    rows[count++] =
        (ui_row){.cells = {ui_print(u, "%s", words)}, .ink = f->theme->advance, .spans = true};
    sm_vec2 at; /* the middle of the path; the table stands in the upper corner farther from it */
    bool is_left = camera_see(&f->camera, place_at(a, a->touch.fraction / 2), &at) &&
                   at.x < (float)f->camera.width / 2;
    ui_add_table_box(u, is_left ? LAYOUT_TOP_RIGHT : LAYOUT_TOP_LEFT, 0,
                     (ui_table){.columns = steps_columns,
                                .column_count = STEPS_COLUMNS,
                                .rows = rows,
                                .row_count = count,
                                .has_heads = true});
}

/* ---- Figures ----------------------------------------------------------------------------- */

const ui_column figure_columns[2] = {{.to_left = true, .is_dim = true}, {.takes_rest = true}};

static ui_row figure(const char *label, const char *value) {
    return (ui_row){.cells = {label, value}};
}

int figures_list(ui *u, const frame *f, ui_row rows[FIGURES_MAX]) {
    const sandbox *s = f->sandbox;
    const figures *g = &f->figures;
    const player *p = &s->player;
    sm3_result r = record_last(&s->record)->result;
    int looks = last_trace(f)->iteration_count, count = 0;
    char place[FRAME_POSITION_LENGTH];
    frame_write_position(f, r.position, "%.3f", place);
    rows[count++] = figure("position", ui_print(u, "%s", place));
    if (p->momentum && sandbox_has(s, HAS_MOMENTUM))
        rows[count++] = figure("velocity", ui_print(u, "%.3f, %.3f u/s", (double)p->velocity.x,
                                                    (double)p->velocity.y));
    rows[count++] = figure("pushes", ui_print(u, "%d of %d", r.pushes, p->max_pushes));
    rows[count++] = figure("depth left", ui_print(u, "%.3g u", (double)r.depth));
    rows[count++] =
        figure("candidates", ui_print(u, looks == 1 ? "%d in %d look" : "%d in %d looks",
                                      record_candidates(&s->record), looks));
    rows[count++] = figure("obstacles", ui_print(u, "%d", s->obstacles->count));
    if (g->frames_per_second == 0) { /* a single picture has no rate */
        rows[count++] = figure("tick", ui_print(u, "%lu", s->tick));
        return count;
    }
    rows[count++] =
        figure("tick", ui_print(u, "%lu, %.1f \xc2\xb5s", s->tick, (double)g->tick_microseconds));
    rows[count++] = figure("frames", ui_print(u, "%.0f fps, %.2f ms", (double)g->frames_per_second,
                                              (double)g->frame_milliseconds));
    return count;
}

static void lay_out_figures(ui *u, const frame *f) {
    ui_row rows[FIGURES_MAX];
    int count = figures_list(u, f, rows);
    ui_add_table_box(
        u, LAYOUT_BOTTOM_LEFT, 210,
        (ui_table){.columns = figure_columns, .column_count = 2, .rows = rows, .row_count = count});
}

/* ---- Ghosts ------------------------------------------------------------------------------ */

static const float ghost_points = 2;  /* width of an outline */
static const float arm_points = 6;    /* of a cross */
static const float label_points = 15; /* from a cross up to its number */

static void draw_parting(const frame *f, sm_resolver resolver) {
    const ghost_mover *g = &f->sandbox->ghosts.list[resolver];
    color ink = f->theme->ghost[resolver];
    sm3_vec at = g->parted_at;
    sm_vec2 p;
    frame_line(f, at, g->player_at, 1, ink);
    if (!camera_see(&f->camera, at, &p))
        return;
    frame_cross(f, p, arm_points, ink);
    if (frame_sees(f, at)) /* a number needs its cross */
        frame_label_at(f, at, FRAME_UP, label_points, ink, "tick %lu", g->parted_tick);
}

/* Inside a move only this move is shown. */
void ghosts_draw(const frame *f) {
    const ghosts *g = &f->sandbox->ghosts;
    if (f->is_inside)
        return;
    for (int r = 0; r < resolver_count(); r++) {
        sm3_vec from = g->list[r].previous_position;
        sm3_vec at = sm3_offset(from, sm3_between(from, g->list[r].position), f->between);
        if (ghosts_has(g, (sm_resolver)r))
            f->backend->player(f, at, (sm3_vec){0, 0, 0}, ghost_points, f->theme->ghost[r]);
    }
    for (int r = 0; r < resolver_count(); r++) {
        if (ghosts_has(g, (sm_resolver)r) && g->list[r].parted)
            draw_parting(f, (sm_resolver)r);
    }
}

/* ---- What the others do ------------------------------------------------------------------ */

/* Whether two ends of a move cannot be told apart. */
static bool is_same_end(const frame *f, sm3_result a, sm3_result b) {
    return sm3_length(sm3_between(a.position, b.position)) <=
           GHOST_PARTED * f->sandbox->player.radius;
}

/* Writes the names of the resolvers that end there, from that one on; "" where one before it does,
 * or where the move that is shown ends. */
static void name_end(const frame *f, int resolver, char words[LABEL_LENGTH]) {
    const sandbox *s = f->sandbox;
    sm3_result end = moments_result(s, (sm_resolver)resolver);
    int length = 0;
    bool is_known = is_same_end(f, end, moments_record(s)->result);
    for (int r = 0; r < resolver; r++)
        is_known = is_known || is_same_end(f, end, moments_result(s, (sm_resolver)r));
    words[0] = '\0';
    for (int r = resolver; r < resolver_count() && !is_known; r++) {
        if (is_same_end(f, end, moments_result(s, (sm_resolver)r)))
            length += snprintf(words + length, LABEL_LENGTH - (size_t)length, "%s%s",
                               length > 0 ? ", " : "", resolver_name((sm_resolver)r));
    }
}

void others_draw(const frame *f) {
    bool is_asked = f->sandbox->redone.is_shown || f->moment.kind == MOMENT_END;
    if (!f->is_inside || !is_asked || f->moment.kind == MOMENT_ADVANCE)
        return;
    for (int r = 0; r < resolver_count(); r++) {
        char words[LABEL_LENGTH];
        sm3_vec at = moments_result(f->sandbox, (sm_resolver)r).position;
        color ink = f->theme->ghost[r];
        name_end(f, r, words);
        if (words[0] == '\0')
            continue;
        f->backend->player(f, at, (sm3_vec){0, 0, 0}, ghost_points, ink);
        sm3_vec top = sm3_offset(at, FRAME_UP, player_reach(&f->sandbox->player));
        if (frame_sees(f, at) && !f->inset)
            frame_label_at(f, top, FRAME_UP, 10, ink, "%s", words);
    }
}

void others_add(ui *u, const frame *f, float x, float *y, float width) {
    static const ui_column columns[] = {{.to_left = true},
                                        {.head = "ends at", .rank = 1},
                                        {.head = "pushes", .rank = 2},
                                        {.head = "depth"},
                                        {.head = "kept"}};
    static const double most = 10; /* more is the way out of what it started in */
    bool is_small = f->sandbox->player.radius < 0.1f;
    float step = is_small ? 1e-4f : 0.01f;
    const sandbox *s = f->sandbox;
    ui_row rows[RESOLVERS_MAX];
    for (int r = 0; r < resolver_count(); r++) {
        sm3_result made = moments_result(s, (sm_resolver)r);
        double kept = moments_kept(s, made);
        char place[FRAME_POSITION_LENGTH];
        sm3_vec at = made.position;
        at = (sm3_vec){decimal_round(at.x, step), decimal_round(at.y, step),
                       decimal_round(at.z, step)};
        frame_write_position(f, at, is_small ? "%.4f" : "%.2f", place);
        rows[r] = (ui_row){.cells = {resolver_name((sm_resolver)r), ui_print(u, "%s", place),
                                     ui_print(u, "%d", made.pushes),
                                     ui_print(u, "%.3g", moment_round((double)made.depth, 1)),
                                     fabs(kept) < most
                                         ? ui_print(u, "%.0f %%", 100 * moment_round(kept, 1))
                                         : "-"},
                           .swatch = f->theme->ghost[r],
                           .is_marked = r == (int)moments_record(s)->trace.resolver};
    }
    *y += ui_add_table(u, (layout_box){x, *y, width, 0},
                       (ui_table){.columns = columns,
                                  .column_count = 5,
                                  .rows = rows,
                                  .row_count = resolver_count(),
                                  .has_heads = true})
              ->box.height;
}

static ui_row legend_row(ui *u, const frame *f, sm_resolver resolver) {
    const sandbox *s = f->sandbox;
    const ghost_mover *g = &s->ghosts.list[resolver];
    const char *footing = !record_last(&s->record)->walks ? ""
                          : g->on_floor                   ? ", plain: floor"
                                                          : ", plain: air";
    float distance = ghosts_distance(&s->ghosts, &s->player, resolver);
    return (ui_row){
        .cells = {ui_print(u, "%s%s", resolver_name(resolver), footing),
                  ui_print(u, "%.3f u", (double)distance),
                  g->parted ? ui_print(u, "parted at tick %lu", g->parted_tick) : "together"},
        .swatch = f->theme->ghost[resolver]};
}

/* Lays out the legend; its last column is left out if there is no room. */
void ghosts_lay_out_legend(ui *u, const frame *f) {
    static const ui_column columns[] = {
        {.to_left = true}, {.is_dim = true}, {.to_left = true, .is_dim = true, .rank = 1}};
    ui_row rows[RESOLVERS_MAX];
    int count = 0;
    for (int r = 0; r < resolver_count() && !f->is_inside; r++) {
        if (ghosts_has(&f->sandbox->ghosts, (sm_resolver)r))
            rows[count++] = legend_row(u, f, (sm_resolver)r);
    }
    if (count > 0)
        ui_add_table_box(
            u, LAYOUT_TOP_RIGHT, 0,
            (ui_table){.columns = columns, .column_count = 3, .rows = rows, .row_count = count});
}

/* ---- The table --------------------------------------------------------------------------- */

#define INK(role) .ink = offsetof(theme, role)

const overlay_info overlays[OVERLAY_COUNT] = {
    [OVERLAY_CLOSEST] = {"1", "closest points on the obstacles in reach", INK(closest),
                         .contact = draw_closest_point, .at_start = true},
    [OVERLAY_NORMALS] = {"2", "normals, from the obstacle to the mover", INK(normal),
                         .contact = draw_normal, .at_start = true},
    [OVERLAY_DEPTH] = {"3", "penetration depth, in world units (u)", .draw = draw_depths,
                       INK(depth), .at_start = true},
    [OVERLAY_VERTICES] = {"4", "ends of the segments, corners of the triangles",
                          .draw = draw_vertices, INK(vertex)},
    [OVERLAY_ITERATIONS] = {"5", "each push of the last move, numbered", .draw = draw_iterations,
                            INK(push), .at_start = true},
    [OVERLAY_DELTAS] = {"6", "wanted (dashed) against actual displacement, magnified; velocity",
                        .draw = draw_deltas, INK(actual)},
    [OVERLAY_TRAIL] = {"7", "where the player has been", .draw = draw_trail, INK(trail),
                       .under_walls = true},
    [OVERLAY_GRID] = {"8", "grid with its scale", .draw = draw_grid, INK(ink_dim),
                      .under_walls = true, .at_start = true},
    [OVERLAY_INDEX] = {"M", "cells that the index looked into, and how many obstacles each holds",
                       .draw = draw_index, INK(index), .under_walls = true},
    [OVERLAY_RAY] = {";", "ray along the heading: where it hits, the normal, how far",
                     .draw = draw_ray, INK(ray)},
    [OVERLAY_ADVANCE] = {"/", "conservative advancement along the ray, turning, step by step",
                         .draw = draw_steps_ahead, .lay_out = lay_out_steps_table, INK(advance)},
    [OVERLAY_FIGURES] = {"9", "frame rate, cost of a tick, pushes, candidates",
                         .lay_out = lay_out_figures, INK(ink_dim)},
    [OVERLAY_NUMBERS] = {"'", "numbers of the obstacles, their order in the list",
                         .draw = draw_numbers, INK(ink_dim)},
};

unsigned overlays_at_start(void) {
    unsigned set = 0;
    for (int i = 0; i < OVERLAY_COUNT; i++)
        set |= (unsigned)overlays[i].at_start << i;
    return set;
}

void overlays_draw(const frame *f, unsigned layers) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        const overlay_info *o = &overlays[i];
        unsigned layer = o->under_walls ? OVERLAYS_UNDER_WALLS : OVERLAYS_OVER_WALLS;
        if (!overlays_have(f->overlays, i) || (layers & layer) == 0)
            continue;
        if (o->draw != NULL)
            o->draw(f);
        else if (o->contact != NULL)
            for_each_contact(f, o->contact);
    }
}

void overlays_lay_out(ui *u, const frame *f) {
    for (int i = 0; i < OVERLAY_COUNT; i++)
        if (overlays_have(f->overlays, i) && overlays[i].lay_out != NULL)
            overlays[i].lay_out(u, f);
}
