#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static sm_vec2 flat(sm3_vec v) {
    return (sm_vec2){v.x, v.y};
}

static sm3_vec lifted(sm_vec2 v) {
    return (sm3_vec){v.x, v.y, 0};
}

sm_capsule capsule_of(const sm3_triangle *t) {
    return (sm_capsule){flat(t->a), flat(t->b), t->radius};
}

static sm3_triangle triangle_of(const sm_capsule *c, bool oneway) {
    sm3_vec b = lifted(c->b);
    return (sm3_triangle){lifted(c->a), b, b, c->radius, oneway, oneway};
}

static sm_obstacle obstacle_of(const sm3_obstacle *o) {
    return (sm_obstacle){.shape = capsule_of(&o->shape),
                         .before = capsule_of(&o->before),
                         .moves = o->moves,
                         .oneway = o->shape.oneway,
                         .mask = o->mask,
                         .user = o->user,
                         .number = o->number};
}

sm_hull hull_of(const sm3_mover *m) {
    const sm_vec2 a = flat(m->a), b = flat(m->b), s = flat(m->side);
    const sm_vec2 corners[] = {{a.x - s.x, a.y - s.y},
                               {a.x + s.x, a.y + s.y},
                               {b.x + s.x, b.y + s.y},
                               {b.x - s.x, b.y - s.y}};
    sm_hull hull = sm_hull_of_capsule((sm_capsule){a, b, m->radius});
    if (s.x != 0 || s.y != 0)
        sm_hull_of_points(corners, 4, m->radius, &hull);
    return hull;
}

/* ---- Lists ------------------------------------------------------------------------------- */

static void *take(size_t bytes) {
    void *taken = malloc(bytes + 1);
    if (taken == NULL)
        abort();
    return taken;
}

void list_begin(any_list *l, bool in_space, int most) {
    size_t n = (size_t)most;
    *l = (any_list){.in_space = in_space,
                    .space = take(n * sizeof *l->space),
                    .flat = take(n * sizeof *l->flat),
                    .triangles = take(n * sizeof *l->triangles),
                    .capsules = take(n * sizeof *l->capsules)};
    l->space_list.obstacles = l->space;
    l->flat_list.obstacles = l->flat;
    l->triangle_array.triangles = l->triangles;
    l->capsule_array.obstacles = l->capsules;
}

void list_end(any_list *l) {
    free(l->space);
    free(l->flat);
    free(l->triangles);
    free(l->capsules);
}

int list_count(const any_list *l) {
    return l->space_list.count;
}

void list_put(any_list *l, int number, const sm3_obstacle *o) {
    if (number == list_count(l)) {
        l->space_list.count = l->flat_list.count = number + 1;
        l->triangle_array.count = l->capsule_array.count = number + 1;
    }
    l->space[number] = *o;
    l->triangles[number] = o->shape;
    l->flat[number] = obstacle_of(o);
    l->capsules[number] = l->flat[number].shape;
}

met list_shapes(const any_list *l) {
    return (met){.in_space = l->in_space,
                 .flat = sm_obstacles_of_array(&l->capsule_array),
                 .space = sm3_obstacles_of_array(&l->triangle_array)};
}

met list_obstacles(const any_list *l) {
    return (met){.in_space = l->in_space,
                 .flat = sm_obstacles_of_list(&l->flat_list),
                 .space = sm3_obstacles_of_list(&l->space_list)};
}

static void gather_backwards(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                             void *visit_context) {
    const any_list *l = context;
    (void)min;
    (void)max;
    for (int i = list_count(l) - 1; i >= 0; i--) {
        sm_obstacle passing = l->flat[i];
        passing.number = i;
        visit(visit_context, &passing);
    }
}

static void visit_backwards(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const any_list *l = context;
    (void)region;
    for (int i = list_count(l) - 1; i >= 0; i--) {
        sm3_obstacle passing = l->space[i];
        passing.number = i;
        sm3_visit(visitor, &passing);
    }
}

met list_backwards(const any_list *l) {
    return (met){.in_space = l->in_space,
                 .flat = {.context = l, .gather = gather_backwards},
                 .space = {.context = l, .visit = visit_backwards}};
}

/* ---- Worlds ------------------------------------------------------------------------------ */

any_world world_create(const any_list *l, int count, const sm_world_def *def) {
    if (l->in_space)
        return (any_world){.space = sm3_world_create(l->triangles, count, def)};
    return (any_world){.flat = sm_world_create(l->capsules, count, def)};
}

void world_destroy(any_world w) {
    sm_world_destroy(w.flat);
    sm3_world_destroy(w.space);
}

bool world_exists(any_world w) {
    return w.flat != NULL || w.space != NULL;
}

met world_met(any_world w) {
    if (w.space != NULL)
        return (met){.in_space = true, .space = sm3_obstacles_of_world(w.space)};
    return (met){.flat = sm_obstacles_of_world(w.flat)};
}

int world_count(any_world w) {
    return w.space != NULL ? sm3_world_count(w.space) : sm_world_count(w.flat);
}

sm3_obstacle world_obstacle(any_world w, int number) {
    if (w.space != NULL)
        return sm3_world_get(w.space, number);
    sm_obstacle o = sm_world_get(w.flat, number);
    return (sm3_obstacle){.shape = triangle_of(&o.shape, o.oneway),
                          .before = triangle_of(&o.before, o.oneway),
                          .moves = o.moves,
                          .mask = o.mask,
                          .user = o.user,
                          .number = o.number};
}

sm_change world_set(any_world w, int number, const sm3_triangle *shape) {
    sm3_obstacle o = world_obstacle(w, number);
    bool oneway = w.space != NULL ? shape->oneway : o.shape.oneway;
    o.shape = *shape;
    o.shape.oneway = oneway;
    o.moves = false;
    return world_put(w, number, &o);
}

sm_change world_move(any_world w, int number, const sm3_triangle *shape) {
    return w.space != NULL ? sm3_world_move(w.space, number, *shape)
                           : sm_world_move(w.flat, number, capsule_of(shape));
}

sm_change world_put(any_world w, int number, const sm3_obstacle *o) {
    if (w.space != NULL)
        return sm3_world_set(w.space, number, o);
    sm_obstacle put = obstacle_of(o);
    return sm_world_set(w.flat, number, &put);
}

sm_change world_remove(any_world w, int number) {
    return w.space != NULL ? sm3_world_remove(w.space, number) : sm_world_remove(w.flat, number);
}

void world_rest(any_world w) {
    if (w.space != NULL)
        sm3_world_rest(w.space);
    else
        sm_world_rest(w.flat);
}

int world_add(any_world w, const sm3_triangle *shape) {
    return w.space != NULL ? sm3_world_add(w.space, &(sm3_obstacle){.shape = *shape})
                           : sm_world_add(w.flat, &(sm_obstacle){.shape = capsule_of(shape)});
}

sm3_result met_move(const met *m, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                    const sm_options *options) {
    if (m->in_space)
        return sm3_slide_move(position, delta, *mover, m->space, options);
    sm_result r = sm_slide_move(flat(position), flat(delta), hull_of(mover), m->flat, options);
    return (sm3_result){lifted(r.position), lifted(r.normal), r.depth, r.pushes, r.status};
}

/* ---- Answers ----------------------------------------------------------------------------- */

const char *const asking_names[ASKINGS] = {"move", "deepest", "nearest",  "overlaps", "in a box",
                                           "cast", "ray",     "contacts", "character"};

/* FNV-1a (Fowler, Noll and Vo), over the numbers and not the padding between them, by words where
 * it can be: which of the NaNs a word is depends on the processor, so all are one. */
void bits_add(uint64_t *hash, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    size_t size = count % 4 == 0 ? 4 : 1;
    for (size_t i = 0; i < count; i += size) {
        uint32_t word = byte[i];
        if (size == 4)
            memcpy(&word, byte + i, size);
        if ((word & 0x7fffffff) > 0x7f800000)
            word = 0x7fc00000;
        *hash = (*hash ^ word) * UINT64_C(0x100000001b3);
    }
}

#define ADD(hash, value) bits_add(hash, &(value), sizeof(value)) /* of what has no padding */

void bits_add_trace(uint64_t *hash, const sm_trace *t) {
    int counts[] = {t->iteration_count, t->candidate_count, t->candidates_lost};
    ADD(hash, counts);
    bits_add(hash, t->iterations, (size_t)t->iteration_count * sizeof *t->iterations);
    bits_add(hash, t->candidates, (size_t)t->candidate_count * sizeof *t->candidates);
    if (t->let_through != NULL)
        bits_add(hash, t->let_through, (size_t)t->candidate_count);
}

/* NULL stands for the usual ones. */
static const sm_options *options_if_any(const sm_options *o) {
    bool is_usual = o->resolver == SM_DEEPEST && o->max_pushes == 0 && o->trace == NULL &&
                    !o->both_sides && o->filter == NULL;
    return is_usual ? NULL : o;
}

static sm3_vec add_move(uint64_t *hash, const question *q, const met *m) {
    sm3_collision candidates[ASK_MOST];
    bool let_through[ASK_MOST];
    sm_trace trace = {.candidates = candidates,
                      .capacity = q->capacity,
                      .reach = q->reach,
                      .let_through = q->tells_let_through ? let_through : NULL};
    sm_options options = q->options;
    options.trace = q->is_traced ? &trace : NULL;
    const sm_options *given = options_if_any(&options);
    sm3_vec end;
    if (m->in_space) {
        sm3_result r = sm3_slide_move(q->position, q->delta, q->space, m->space, given);
        ADD(hash, r);
        end = r.position;
    } else {
        sm_result r = sm_slide_move(flat(q->position), flat(q->delta), q->flat, m->flat, given);
        ADD(hash, r);
        end = lifted(r.position);
    }
    if (q->is_traced)
        bits_add_trace(hash, &trace);
    return end;
}

void bits_add_touch(uint64_t *hash, const sm_touch *t) {
    ADD(hash, t->fraction);
    ADD(hash, t->normal);
    ADD(hash, t->point);
    ADD(hash, t->obstacle);
}

static void add_cast(uint64_t *hash, bool is_ray, const question *q, const met *m) {
    const sm_filter *filter = q->options.filter;
    if (m->in_space) {
        sm3_touch t = is_ray ? sm3_raycast(q->position, q->delta, m->space, filter)
                             : sm3_shapecast(q->position, q->delta, q->space, m->space, filter);
        ADD(hash, t.fraction);
        ADD(hash, t.position);
        ADD(hash, t.normal);
        ADD(hash, t.point);
        ADD(hash, t.obstacle);
    } else {
        sm_vec2 from = flat(q->position), delta = flat(q->delta);
        sm_touch t = is_ray ? sm_raycast(from, delta, m->flat, filter)
                            : sm_shapecast(from, delta, q->flat, m->flat, filter);
        bits_add_touch(hash, &t);
    }
}

static void add_collision(uint64_t *hash, asking what, const question *q, const met *m) {
    const sm_filter *filter = q->options.filter;
    if (m->in_space) {
        sm3_collision c = what == ASK_DEEPEST
                              ? sm3_find_deepest(q->position, q->delta, q->space, m->space, filter)
                              : sm3_find_nearest(q->position, q->farthest, m->space, filter);
        ADD(hash, c);
    } else {
        sm_vec2 at = flat(q->position);
        sm_collision c = what == ASK_DEEPEST
                             ? sm_find_deepest(at, flat(q->delta), q->flat, m->flat, filter)
                             : sm_find_nearest(at, q->farthest, m->flat, filter);
        ADD(hash, c);
    }
}

/* The order does not count; how often each is told does. */
static bool add_number(uint64_t *total, int number) {
    uint64_t hash = 0;
    ADD(&hash, number);
    *total += hash * hash + 1;
    return true;
}

static bool add_found(void *total, const sm_obstacle *o) {
    return add_number(total, o->number);
}

static bool add_found3(void *total, const sm3_obstacle *o) {
    return add_number(total, o->number);
}

static void add_all_found(uint64_t *hash, asking what, const question *q, const met *m) {
    const sm_filter *filter = q->options.filter;
    uint64_t total = 0;
    if (m->in_space && what == ASK_OVERLAPS)
        sm3_find_overlaps(q->position, q->space, m->space, filter, add_found3, &total);
    else if (m->in_space)
        sm3_find_in_box(q->position, q->corner, m->space, filter, add_found3, &total);
    else if (what == ASK_OVERLAPS)
        sm_find_overlaps(flat(q->position), q->flat, m->flat, filter, add_found, &total);
    else
        sm_find_in_box(flat(q->position), flat(q->corner), m->flat, filter, add_found, &total);
    ADD(hash, total);
}

static void add_contacts(uint64_t *hash, const question *q, const met *m) {
    const sm_filter *filter = q->options.filter;
    int count;
    if (m->in_space) {
        sm3_collision found[ASK_MOST];
        count = sm3_find_contacts(q->position, q->space, m->space, filter, found, q->capacity);
        int written = count < q->capacity ? count : q->capacity;
        sm3_vec clipped = sm3_clip_velocity(q->delta, found, written);
        bits_add(hash, found, (size_t)written * sizeof *found);
        ADD(hash, clipped);
    } else {
        sm_collision found[ASK_MOST];
        count = sm_find_contacts(flat(q->position), q->flat, m->flat, filter, found, q->capacity);
        int written = count < q->capacity ? count : q->capacity;
        sm_vec2 clipped = sm_clip_velocity(flat(q->delta), found, written);
        bits_add(hash, found, (size_t)written * sizeof *found);
        ADD(hash, clipped);
    }
    ADD(hash, count);
}

/* Returns settings that each differ from the usual ones with some variants. */
static sm_character_settings settings_of(const question *q, const sm_options *options) {
    int n = q->variant;
    float unit = q->unit;
    return (sm_character_settings){.up = {0.2f * (float)(n % 3), n % 7 == 6 ? 0 : 2, 0},
                                   .max_slope = 0.3f * (float)(n % 5),
                                   .step_height = n % 4 == 3 ? -1 : 0.2f * unit * (float)(n % 4),
                                   .snap = n % 5 == 4 ? -1 : 0.3f * unit * (float)(n % 5),
                                   .gravity = n % 8 == 7 ? -1 : 10 * unit * (float)(n % 8),
                                   .jump_speed = n % 9 == 8 ? -1 : 4 * unit * (float)(n % 3),
                                   .fastest_fall = n % 3 == 2 ? -1 : 5 * unit * (float)(n % 2),
                                   .slips = n % 2 == 1,
                                   .level_speed = n % 4 < 2,
                                   .leaving = (sm_leaving)(n % 3),
                                   .options = options};
}

static sm3_vec add_character(uint64_t *hash, const question *q, const met *m) {
    enum { TICKS = 6 };
    static const float seconds = 1.f / 30;
    sm3_collision candidates[ASK_MOST];
    sm_trace trace = {.candidates = candidates, .capacity = q->capacity};
    sm_options options = q->options;
    options.trace = q->is_traced ? &trace : NULL;
    sm_character_settings settings = settings_of(q, &options);
    const sm_character_settings *used = q->variant % 4 == 0 ? NULL : &settings;
    sm_character c = {.position = q->position};
    sm3_vec walk = {q->delta.x / seconds, q->delta.y / seconds, q->delta.z / seconds};
    bool fits;
    for (int i = 0; i < TICKS; i++) {
        bool jumps = i == TICKS - 2;
        if (m->in_space)
            sm3_character_move(&c, used, q->space, m->space, walk, jumps, seconds);
        else
            sm_character_move(&c, used, q->flat, m->flat, flat(walk), jumps, seconds);
        ADD(hash, c);
        if (used != NULL && q->is_traced)
            bits_add_trace(hash, &trace);
    }
    fits = m->in_space ? sm3_character_fits(&c, used, q->space, m->space)
                       : sm_character_fits(&c, used, q->flat, m->flat);
    ADD(hash, fits);
    return c.position;
}

sm3_vec ask(uint64_t *hash, asking what, const question *q, const met *m) {
    switch (what) {
    case ASK_MOVE:
        return add_move(hash, q, m);
    case ASK_DEEPEST:
    case ASK_NEAREST:
        add_collision(hash, what, q, m);
        break;
    case ASK_OVERLAPS:
    case ASK_IN_BOX:
        add_all_found(hash, what, q, m);
        break;
    case ASK_CAST:
    case ASK_RAY:
        add_cast(hash, what == ASK_RAY, q, m);
        break;
    case ASK_CHARACTER:
        return add_character(hash, q, m);
    default:
        add_contacts(hash, q, m);
    }
    return q->position;
}
