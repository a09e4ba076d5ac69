#include "crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../level/level.h"
#include "../../level/random.h"

static const float full_turn = 6.2831853f;
static const float turn_a_tick = 0.15f;  /* radians, at most, to either side */
static const float blocked_share = 0.5f; /* who gets less far than this turns round */
static const float spacing_radii = 2.5f; /* between two new members */
static const float player_radii = 0.5f;  /* of the player's: a member's radius */
static const float radii_a_second = 6;   /* a member's speed */

void crowd_free(crowd *c) {
    sm_world_destroy(c->disks);
    free(c->members);
    *c = (crowd){0};
}

/* ---- Where to stand ---------------------------------------------------------------------- */

/* The places lie on a lattice around the player, LATTICE a side; from each that a disk has got to,
 * it tries the four beside it. A place that the player or a member takes leads on, but nobody new
 * stands there. */
enum { LATTICE = 1024 };

typedef struct lattice {
    const plane *plane;
    crowd *crowd;
    sm_capsule player;
    sm_vec2 middle;
    bool *is_tried; /* of each place, row by row */
    int *queue;     /* the places that can be reached, in the order in which they were */
    int count;
    int wanted; /* members: one comes to each place where it can stand */
} lattice;

static sm_vec2 place_of(const lattice *t, int index) {
    int column = index % LATTICE - LATTICE / 2, row = index / LATTICE - LATTICE / 2;
    float spacing = spacing_radii * t->crowd->radius;
    return (sm_vec2){t->middle.x + (float)column * spacing, t->middle.y + (float)row * spacing};
}

static const sm_vec2 nowhere = {0, 0};

static float depth_in(const sm_world *world, sm_capsule disk) {
    return sm_find_deepest(nowhere, nowhere, sm_hull_of_capsule(disk), sm_obstacles_of_world(world),
                           NULL)
        .depth;
}

static bool is_taken(const lattice *t, sm_capsule disk) {
    return sm_collide(disk, t->player, nowhere).depth > 0 ||
           (t->crowd->disks != NULL && depth_in(t->crowd->disks, disk) > 0);
}

static void add_place(lattice *t, int index) {
    crowd *c = t->crowd;
    sm_vec2 place = place_of(t, index);
    t->queue[t->count++] = index;
    if (!is_taken(t, sm_circle(place, c->radius)))
        c->members[c->count++] = (crowd_member){place, random_float(&c->random, 0, full_turn)};
}

static void try_place(lattice *t, int from, int by) {
    int index = from + by;
    if (t->crowd->count == t->wanted || t->is_tried[index])
        return;
    t->is_tried[index] = true;
    sm_vec2 a = place_of(t, from), b = place_of(t, index);
    sm_capsule disk = sm_circle(nowhere, t->crowd->radius), there = sm_capsule_at(disk, b);
    if (!sm_shapecast(a, sm_between(a, b), sm_hull_of_capsule(disk), plane_obstacles(t->plane),
                      NULL)
             .hit &&
        !(depth_in(t->plane->world, there) > 0))
        add_place(t, index);
}

static void search(lattice *t) {
    int middle = (LATTICE + 1) * LATTICE / 2;
    for (int i = 0; i < LATTICE; i++) { /* nobody leaves it */
        t->is_tried[i] = t->is_tried[LATTICE * (LATTICE - 1) + i] = true;
        t->is_tried[LATTICE * i] = t->is_tried[LATTICE * i + LATTICE - 1] = true;
    }
    t->is_tried[middle] = true;
    add_place(t, middle); /* the player's: taken */
    for (int i = 0; i < t->count; i++) {
        try_place(t, t->queue[i], 1);
        try_place(t, t->queue[i], -1);
        try_place(t, t->queue[i], LATTICE);
        try_place(t, t->queue[i], -LATTICE);
    }
}

/* ---- Size -------------------------------------------------------------------------------- */

static bool make_disks(crowd *c) {
    sm_capsule *shapes = malloc((size_t)(c->count + 1) * sizeof *shapes);
    if (shapes == NULL)
        return false;
    for (int i = 0; i < c->count; i++)
        shapes[i] = sm_circle(c->members[i].position, c->radius);
    sm_world_destroy(c->disks);
    c->disks = sm_world_create(shapes, c->count, NULL);
    free(shapes);
    return c->disks != NULL;
}

bool crowd_set(crowd *c, int count, float radius, uint64_t random, const crowd_member *members) {
    crowd_free(c);
    if (count == 0)
        return true;
    size_t size = (size_t)count * sizeof *members;
    c->members = malloc(size);
    if (c->members == NULL)
        return false;
    memcpy(c->members, members, size);
    c->count = count;
    c->radius = radius;
    c->random = random;
    bool good = make_disks(c);
    if (!good)
        crowd_free(c);
    return good;
}

/* Returns whether there was memory. */
static bool add_members(crowd *c, int wanted, const obstacles *o, const player *p) {
    sm_capsule shape = sm_capsule_at(player_capsule(p), (sm_vec2){p->position.x, p->position.y});
    crowd_member *members = realloc(c->members, (size_t)wanted * sizeof *members);
    c->members = members != NULL ? members : c->members;
    lattice places = {.plane = plane_seen(o),
                      .crowd = c,
                      .player = shape,
                      .middle = {(shape.a.x + shape.b.x) / 2, (shape.a.y + shape.b.y) / 2},
                      .is_tried = calloc((size_t)LATTICE * LATTICE, sizeof *places.is_tried),
                      .queue = malloc((size_t)LATTICE * LATTICE * sizeof *places.queue),
                      .wanted = wanted};
    bool good = members != NULL && places.is_tried != NULL && places.queue != NULL;
    if (good)
        search(&places);
    free(places.is_tried);
    free(places.queue);
    return good;
}

int crowd_resize(crowd *c, int count, const obstacles *o, const player *p) {
    bool good = true;
    count = count < 0 ? 0 : count > CROWD_MAX ? CROWD_MAX : count;
    if (c->count == 0) {
        c->random = random_seed(1);
        c->radius = player_radii * p->radius;
    }
    if (count > c->count)
        good = add_members(c, count, o, p);
    else
        c->count = count;
    bool has_disks = c->count > 0 && make_disks(c);
    good = good && (has_disks || c->count == 0);
    if (!has_disks)
        crowd_free(c);
    c->lacks_memory = !good;
    return c->count;
}

/* ---- Moving ------------------------------------------------------------------------------ */

/* What one member meets. */
typedef struct surroundings {
    const crowd *crowd;
    int self;
    sm_hull player; /* around its place */
    sm_vec2 player_at;
    const sm_world *walls; /* the level */
    sm_choice *choice;
    sm_capsule mover; /* where it is now, */
    sm_vec2 delta;    /* and where it wants to go */
} surroundings;

static bool offer_member(void *context, const sm_obstacle *o) {
    surroundings *s = context;
    int member = o->number;
    if (member == s->self)
        return true;
    sm_collision hit = sm_collide(
        s->mover, sm_circle(s->crowd->members[member].position, s->crowd->radius), s->delta);
    hit.obstacle = sm_world_count(s->walls) + 1 + member;
    sm_choice_offer(s->choice, hit);
    return true;
}

/* Only the player need not be a capsule, so the collision is its, seen from the other side. */
static void offer_player(const surroundings *s) {
    sm_vec2 towards = {-s->delta.x, -s->delta.y};
    sm_collision hit = sm_collide_hull(s->player, s->player_at, s->mover, towards);
    hit.normal = (sm_vec2){-hit.normal.x, -hit.normal.y};
    hit.obstacle = sm_world_count(s->walls);
    sm_choice_offer(s->choice, hit);
}

static void offer(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                  sm_choice *choice) {
    surroundings s = *(const surroundings *)context;
    s.choice = choice;
    s.mover = sm_circle(position, mover->radius);
    s.delta = delta;
    sm_obstacles walls = sm_obstacles_of_world(s.walls);
    walls.offer(walls.context, position, delta, mover, choice);
    sm_find_overlaps(position, *mover, sm_obstacles_of_world(s.crowd->disks), NULL, offer_member,
                     &s);
    offer_player(&s);
}

/* Whoever is squeezed between others and a wall may be pushed through it. Without a push, a step
 * shorter than the radius leads through nothing. */
static bool is_through_a_wall(const surroundings *s, sm_vec2 before, sm_result moved) {
    sm_vec2 way = {moved.position.x - before.x, moved.position.y - before.y};
    return moved.pushes > 0 && sm_raycast(before, way, sm_obstacles_of_world(s->walls), NULL).hit;
}

static void move_member(crowd *c, int index, const surroundings *around, float step) {
    crowd_member *m = &c->members[index];
    m->heading += random_float(&c->random, -turn_a_tick, turn_a_tick);
    vec ahead = level_find_axis(m->heading * (360 / full_turn));
    sm_vec2 delta = {step * (float)ahead.x, step * (float)ahead.y};
    sm_vec2 before = m->position;
    sm_hull disk = sm_hull_of_capsule(sm_circle(nowhere, c->radius));
    sm_result moved =
        sm_slide_move(before, delta, disk, (sm_obstacles){.offer = offer, .context = around}, NULL);
    if (!is_through_a_wall(around, before, moved))
        m->position = moved.position;
    sm_world_set(c->disks, index, sm_circle(m->position, c->radius));
    float gained = (m->position.x - before.x) * delta.x + (m->position.y - before.y) * delta.y;
    if (gained < blocked_share * step * step)
        m->heading = random_float(&c->random, 0, full_turn);
}

void crowd_tick(crowd *c, const obstacles *o, const player *p) {
    float step = radii_a_second / TICKS_PER_SECOND * c->radius; /* less than the radius */
    surroundings around = {.crowd = c,
                           .player = player_hull(p),
                           .player_at = {p->position.x, p->position.y},
                           .walls = plane_seen(o)->world};
    for (int i = 0; i < c->count; i++) {
        around.self = i;
        move_member(c, i, &around, step);
    }
}
