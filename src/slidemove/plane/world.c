/* world: creates, changes and destroys a 2D world. */
#include "world_search.h"

#include <assert.h>
#include <string.h>

/* ---- Life -------------------------------------------------------------------------------- */

sm_world *sm_world_create(const sm_capsule *obstacles, int count, const sm_world_def *def) {
    assert(count <= 0 || obstacles != NULL);
    if (count < 0 || obstacles == NULL)
        count = 0;
    sm_memory memory = sm_memory_of(def);
    sm_world *world = sm_memory_allocate(&memory, sizeof *world);
    if (world == NULL)
        return NULL;
    *world = (sm_world){.memory = memory};
    const int first_capacity = 16;
    bool good =
        sm_memory_grow(&world->memory, &world->capsules, 0, &world->capacity,
                       count < first_capacity ? first_capacity : count, sizeof *world->capsules);
    world->count = good ? count : 0;
    if (world->count > 0)
        memcpy(world->capsules, obstacles, (size_t)count * sizeof *obstacles);
    if (!good || !sm_index_build(world)) {
        sm_world_destroy(world);
        return NULL;
    }
    world->memory.def.progress.tell = NULL; /* changes are not reported */
    return world;
}

void sm_world_destroy(sm_world *world) {
    if (world == NULL)
        return;
    sm_index_destroy(world);
    sm_memory memory = world->memory;
    sm_memory_release(&memory, world->capsules);
    sm_memory_release(&memory, world->extras.places);
    sm_memory_release(&memory, world->extras.list);
    sm_memory_release(&memory, world);
    assert(memory.bytes == 0);
}

int sm_world_count(const sm_world *world) {
    return world->count;
}

const sm_capsule *sm_world_capsules(const sm_world *world) {
    return world->capsules;
}

static bool is_number(const sm_world *world, int obstacle) {
    return obstacle >= 0 && obstacle < world->count;
}

static const sm_capsule hole = {{NAN, NAN}, {NAN, NAN}, NAN};

/* ---- Flags of obstacles ---------------------------------------------------------------------- */

sm_obstacle sm_world_get(const sm_world *world, int obstacle) {
    if (!is_number(world, obstacle))
        return (sm_obstacle){.shape = hole, .number = obstacle};
    sm_obstacle o = {.shape = world->capsules[obstacle], .number = obstacle};
    const obstacle_extra *s = extra_of(world, obstacle);
    if (s != NULL) {
        o.before = s->before;
        o.moves = s->moves;
        o.oneway = s->oneway;
        o.mask = s->mask;
        o.user = s->user;
    }
    return o;
}

static bool has_flags(const obstacle_extra *s) {
    return s->moves || s->oneway || s->mask != 0 || s->user != 0;
}

/* Makes room for the flags of one more obstacle. */
static bool reserve_extra(sm_world *world) {
    extras *s = &world->extras;
    int known = s->place_capacity;
    if (!sm_memory_grow(&world->memory, &s->places, known, &s->place_capacity, world->capacity,
                        sizeof *s->places))
        return false;
    for (int i = known; i < s->place_capacity; i++)
        s->places[i] = -1;
    return sm_memory_grow(&world->memory, &s->list, s->count, &s->capacity, s->count + 1,
                          sizeof *s->list);
}

static void swap_extras(extras *s, int i, int j) {
    obstacle_extra kept = s->list[i];
    s->list[i] = s->list[j];
    s->list[j] = kept;
    s->places[s->list[i].number] = i;
    s->places[s->list[j].number] = j;
}

/* Returns the obstacle's shape for the index. For one that moves that is a capsule around the box
 * of its motion: a segment along the middle of the box, as thick as the box. */
static sm_capsule indexed_shape_of(const sm_obstacle *o) {
    const double rounding = 2e-7;
    if (!obstacle_moves(o))
        return o->shape;
    rect box = motion_bounds(o);
    vec a = {box.x0, (box.y0 + box.y1) / 2}, b = {box.x1, a.y};
    double radius = (box.y1 - box.y0) / 2;
    if (box.y1 - box.y0 > box.x1 - box.x0) {
        a = (vec){(box.x0 + box.x1) / 2, box.y0};
        b = (vec){a.x, box.y1};
        radius = (box.x1 - box.x0) / 2;
    }
    double largest = sm_max(sm_max(fabs(box.x0), fabs(box.x1)), sm_max(fabs(box.y0), fabs(box.y1)));
    radius = sm_min(radius + rounding * (radius + largest), (double)FLT_MAX);
    return (sm_capsule){vec_round_finite(a), vec_round_finite(b), (float)radius};
}

/* ---- Changes ----------------------------------------------------------------------------- */

/* Sets the obstacle's shape and flags. If it has flags, there must be room for them. An obstacle
 * that had flags keeps its place in the list. */
static void write_obstacle(sm_world *world, sm_capsule shape, const obstacle_extra *made) {
    extras *s = &world->extras;
    obstacle_extra *held = extra_of(world, made->number);
    world->capsules[made->number] = shape;
    if (held == NULL && !has_flags(made))
        return;
    if (held == NULL) {
        s->places[made->number] = s->count;
        held = &s->list[s->count++];
        *held = (obstacle_extra){0};
    }
    *held = *made;
    int place = (int)(held - s->list);
    bool has_motion_shape = made->moves || memcmp(&made->indexed, &shape, sizeof shape) != 0;
    if (has_motion_shape && place >= s->moved_count)
        swap_extras(s, place, s->moved_count++);
    else if (!has_motion_shape && place < s->moved_count)
        swap_extras(s, place, --s->moved_count);
}

/* When out of memory, the new shape is removed and the old one restored. That cannot fail: the
 * entries of the old shape fit the memory that they had. */
sm_change sm_world_set(sm_world *world, int obstacle, const sm_obstacle *o) {
    if (!is_number(world, obstacle))
        return SM_NO_SUCH_THING;
    const obstacle_extra made = {o->before, indexed_shape_of(o), o->user,  o->mask,
                                 obstacle,  obstacle_moves(o),   o->oneway};
    if (has_flags(&made) && !reserve_extra(world))
        return SM_NO_MEMORY;
    const sm_capsule old_shape = world->capsules[obstacle];
    const obstacle_extra *held = extra_of(world, obstacle);
    const obstacle_extra old =
        held != NULL ? *held : (obstacle_extra){.indexed = old_shape, .number = obstacle};
    sm_index_erase(world, 0, obstacle);
    write_obstacle(world, o->shape, &made);
    if (sm_index_insert(world, 0, obstacle)) {
        sm_index_split_crowded(world, 0, obstacle);
        return SM_CHANGED;
    }
    write_obstacle(world, old_shape, &old);
    bool restored = sm_index_insert(world, 0, obstacle);
    assert(restored);
    (void)restored;
    return SM_NO_MEMORY;
}

sm_change sm_world_move(sm_world *world, int obstacle, sm_capsule shape) {
    sm_obstacle o = sm_world_get(world, obstacle);
    o.before = o.shape;
    o.shape = shape;
    o.moves = true;
    return sm_world_set(world, obstacle, &o);
}

/* An obstacle that has moved is likely to move again, so the index keeps the shape of its motion
 * until the next call. */
void sm_world_rest(sm_world *world) {
    for (int i = world->extras.moved_count - 1; i >= 0; i--) {
        obstacle_extra *s = &world->extras.list[i];
        if (s->moves) {
            s->moves = false;
        } else { /* if out of memory, it stays indexed by its motion, which is as correct */
            sm_obstacle o = sm_world_get(world, s->number);
            sm_world_set(world, s->number, &o);
        }
    }
}

sm_change sm_world_remove(sm_world *world, int obstacle) {
    return sm_world_set(world, obstacle, &(sm_obstacle){.shape = hole});
}

/* When out of memory, keeps the old index, which is correct but slower. */
static void rebuild_index(sm_world *world) {
    sm_world old = *world, fresh = *world;
    fresh.grids = (grids){0};
    fresh.blocks = (blocks){0};
    bool is_built = sm_index_build(&fresh);
    sm_world *dropped = is_built ? &old : &fresh, *kept = is_built ? &fresh : &old;
    dropped->memory = fresh.memory;
    sm_index_destroy(dropped);
    kept->memory = dropped->memory;
    *world = *kept;
}

int sm_world_add(sm_world *world, const sm_obstacle *o) {
    if (world->count == INT32_MAX)
        return SM_NO_OBSTACLE;
    int obstacle = world->count, held = world->capacity;
    if (!sm_memory_grow(&world->memory, &world->capsules, obstacle, &world->capacity, obstacle + 1,
                        sizeof *world->capsules))
        return SM_NO_OBSTACLE;
    if (world->capacity > held)
        rebuild_index(world);
    world->capsules[obstacle] = hole;
    world->count++;
    if (sm_world_set(world, obstacle, o) == SM_CHANGED)
        return obstacle;
    world->count--;
    return SM_NO_OBSTACLE;
}
