/* tree3: what an index of triangles consists of: a tree of nodes, each up to 32 boxes wide, above
 * leaves of up to eight triangles. */
#ifndef SM_TREE3_H
#define SM_TREE3_H

#include <stdint.h>
#include <string.h>

#include "../lanes.h"
#include "../memory.h"
#include "../resolver.h"
#include "obstacles3.h"

/* ---- Nodes ----------------------------------------------------------------------------------- */

enum {
    NODE3_WIDTH = 8,     /* boxes a block */
    NODE3_CHILDREN = 32, /* of a node, at most */
    NODE3_SMALL = 64     /* triangles that a node of more leaves to one below it */
};

/* Boxes by axis: x, y, z. */
typedef struct boxes3 {
    float low[3][NODE3_WIDTH];
    float high[3][NODE3_WIDTH];
} boxes3;

/* A block of a node. Its blocks lie in a row and its number is that of the first. They can be
 * compared all at once, but a child only when its parent is done: so a tree of wide nodes is faster
 * than a deep one. */
typedef struct node3 {
    boxes3 boxes;
    int32_t child[NODE3_WIDTH]; /* the number of a node or a leaf */
    uint32_t used;              /* a bit for each place with a child */
    uint32_t leaves;            /* a bit for each child that is a leaf */
    int32_t more;               /* blocks that this node has after this one */
    int32_t parent; /* where its box is: its parent's block * NODE3_WIDTH + place; -1: the root */
    int32_t unused[4];
} node3;

_Static_assert(sizeof(node3) % SM_MEMORY_LINE == 0, "a node has no line of its own");

typedef struct box3 {
    float low[3], high[3];
} box3;

static const box3 empty_box3 = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static inline box3 box3_of(const sm3_region *r) {
    return (box3){{r->low.x, r->low.y, r->low.z}, {r->high.x, r->high.y, r->high.z}};
}

static inline void box3_grow(box3 *box, const float low[3], const float high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        box->low[axis] = low[axis] < box->low[axis] ? low[axis] : box->low[axis];
        box->high[axis] = high[axis] > box->high[axis] ? high[axis] : box->high[axis];
    }
}

/* Half the surface. */
static inline float box3_area(const box3 *box) {
    float x = box->high[0] - box->low[0], y = box->high[1] - box->low[1];
    float z = box->high[2] - box->low[2];
    return x * y + y * z + z * x;
}

static inline void boxes3_set(boxes3 *boxes, int i, const box3 *box) {
    for (int axis = 0; axis < 3; axis++) {
        boxes->low[axis][i] = box->low[axis];
        boxes->high[axis][i] = box->high[axis];
    }
}

/* Grows `box` by those that have a bit. */
static inline void boxes3_gather(const boxes3 *boxes, unsigned bits, box3 *box) {
    for (int i = 0; i < NODE3_WIDTH; i++) {
        const float low[3] = {boxes->low[0][i], boxes->low[1][i], boxes->low[2][i]};
        const float high[3] = {boxes->high[0][i], boxes->high[1][i], boxes->high[2][i]};
        if (bits >> i & 1)
            box3_grow(box, low, high);
    }
}

/* A moving box as a ray: its centre moves, and the boxes that it may meet grow by its half size
 * (slab test: Kay and Kajiya, Ray Tracing Complex Scenes, 1986). A box begins at its side that the
 * ray meets first, and ends at the other one. */
typedef struct ray3 {
    float inverse[LANES_COUNT]; /* by axis: of delta; a huge number where delta is 0 */
    float begin[LANES_COUNT], end[LANES_COUNT]; /* subtracted from a side of a box: the origin and
                                                   what the box grows by */
    float delta[LANES_COUNT];
} ray3;

/* ---- Leaves ---------------------------------------------------------------------------------- */

/* leaf3: up to eight triangles with what bounds their distance from below, side by side.
 *
 * For any unit vector w, a triangle is at least as far from a point p as p lies beyond it along w:
 * w.p - max over its corners of w.corner. And what two such w that are perpendicular tell adds up
 * as squares. Each triangle has four: the normal of its plane, counted to both sides, and in the
 * plane the outward normals of its three edges. So a point over the triangle is bounded by its
 * distance to the plane and one beyond an edge by its distance to that edge's line, both exactly;
 * only beyond a sharp corner is the bound too small. And since any w will do, it holds for
 * triangles of no area, too, and however the normals are rounded.
 *
 * The sum of squares is the bound along one w, that mixed of the two by what each tells: it counts
 * for other points, too, without another look at the triangle. */

/* The planes w.q = offset of eight triangles; q is relative to the leaf's origin. Of 16 bits each,
 * as there are many: since any w will do, the offset is that of the w that is stored. */
typedef struct planes_of_leaf {
    _Alignas(16) int16_t normal[3][NODE3_WIDTH]; /* LEAF3_STEPS w, by axis; zero where floats cannot
                                                    hold the numbers */
    int16_t offset[NODE3_WIDTH];                 /* LEAF3_STEPS times it, in the leaf's steps */
} planes_of_leaf;

/* What of one normal is 1, and what stands for 1 when it is stored: that is a little less, so that
 * two w that are not quite perpendicular once each component is rounded by half a step do not tell
 * more than one of length 1 might (Gram matrix: no eigenvalue above 1). */
#define LEAF3_STEPS  32767
#define LEAF3_STORED 32765

typedef struct leaf3 {
    boxes3 boxes;
    planes_of_leaf plane;    /* through the triangle */
    planes_of_leaf edges[3]; /* perpendicular to it; all corners lie on the lower side */
    float origin[3];         /* amid the leaf: near it floats are finest */
    float step;              /* of the offsets: LEAF3_STEPS times as many world units */
    float margin;   /* world units: the largest radius, and what rounding costs where q = 0 */
    int32_t first;  /* of its triangles in the world's order */
    int32_t parent; /* where its box is, as in node3 */
    uint8_t room;   /* how many triangles there is room for, in that order */
    uint8_t used;   /* a bit for each place with a triangle; they are the first ones */
} leaf3;

/* Part of the lengths at hand (|q| and the leaf's own extent) that a bound is taken lower by.
 *
 * In units of 2^-24, one rounding: q is off by 1, the normal's three products and their sum with
 * the offset by 4, the offset itself by 2: 7 along each of two directions, so 7 sqrt(2) < 10.
 * Squares and root are off by less than 7 of the distance, which is at most |q| and the extent
 * together. That is 17.
 *
 * The unit vector w along which that is a bound (kernels3.c) is mixed of the two directions with
 * shares that are off by 6 (root, inverse, product) and by 2 more (product and sum): 8 of how far
 * the triangle is from where w was found, and as w may be that much longer than 1, 8 of how far it
 * is from where it is used. The sums there add 4. That is 37; a quarter as much again costs
 * nothing.
 */
#define LEAF3_ROUNDING (48.0f / 16777216.0f)

/* World units: beyond this the squares of lengths in steps may be beyond the largest float. A
 * triangle of such an extent has no bound, nor has a mover of such a radius. */
#define LEAF3_BOUNDED 1e14

/* A triangle in the world's order. */
typedef struct placed3 {
    sm3_triangle shape;
    int number;
} placed3;

/* Makes boxes and planes of the leaf's triangles, of which there are 0 to NODE3_WIDTH. They are
 * finite. */
void sm3_leaf_make(leaf3 *leaf, const placed3 *placed);

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* Splits stop being uneven beyond this depth, so a tree of 2^31 triangles is at most this deep and
 * eleven levels more. Changes may make it deeper, up to WORLD3_DEPTH levels. */
enum {
    WORLD3_UNEVEN_DEPTH = 12,
    WORLD3_DEPTH = 2 * WORLD3_UNEVEN_DEPTH,
    WORLD3_STACK = WORLD3_DEPTH * NODE3_CHILDREN
};

/* Adds to the cache what may be within its reach of the mover at its centre: of the world's
 * triangles that its filter accepts, and those of the leaf; both may be NULL. `box` is around all
 * that. */
typedef struct obstacle_cache3 obstacle_cache3;
typedef void world3_gather_fn(obstacle_cache3 *cache, const mover3 *mover, const sm3_region *box,
                              const sm3_world *world, const leaf3 *leaf, const placed3 *placed);

/* A mesh in a world. A leaf of its tree is no more than the numbers of up to eight triangles,
 * counted within the mesh: the rest is made of the vertices when a query comes there. So a triangle
 * takes a tenth of the memory that it takes in a leaf3. The tree does not change, but a triangle
 * that changes leaves it. */
typedef struct mesh3 {
    sm3_mesh of;  /* its arrays are the copies, or the caller's */
    void *copies; /* NULL: it is borrowed */
    int first;    /* the number of its first triangle in the world */
    node3 *nodes;
    int32_t *leaves; /* NODE3_WIDTH triangles each; ~t for a triangle t that is not there */
} mesh3;

static inline const int32_t *mesh3_leaf(const mesh3 *mesh, int leaf) {
    return &mesh->leaves[(size_t)leaf * NODE3_WIDTH];
}

/* What is not plain. */
typedef struct extra3 {
    sm3_triangle before;
    bool moves;
    bool is_listed; /* among those that moved */
    unsigned mask;
    uint64_t user;
} extra3;

struct sm3_world {
    node3 *nodes; /* the first is the root */
    leaf3 *leaves;
    int node_count, node_capacity, leaf_count, leaf_capacity;
    int built_leaves; /* that the tree had when it was built */
    int deepest;      /* node; the root is 0 deep */
    placed3 *placed;  /* in the order of the tree, with gaps */
    int placed_count, placed_capacity;
    mesh3 *meshes;
    int mesh_count, mesh_capacity;
    int *where; /* by number: leaf * NODE3_WIDTH + place; NOWHERE3, or below it: see in_mesh3 */
    int count, capacity;
    int *extra_of;         /* by number: its extra, -1: it is plain; */
    int extra_of_capacity; /* the rest are plain, too */
    extra3 *extras;
    int extra_count, extra_capacity;
    int *moving; /* numbers of those that moved in this tick */
    int moving_count, moving_capacity;
    float largest; /* of all finite coordinates that are or were, radii included */
    sm_memory memory;
};

/* The place of an obstacle that cannot be met; that of one at a place of its mesh's leaves, and
 * back.
 */
enum { NOWHERE3 = -1 };

static inline int in_mesh3(int place) {
    return NOWHERE3 - 1 - place;
}

/* A triangle that is being added to the tree. */
typedef struct item3 {
    float low[LANES_COUNT], high[LANES_COUNT]; /* of its box; in the last lane of `low` stand the
                                                  bits of its place where it comes from */
} item3;

static inline item3 item3_of(const box3 *box, int source) {
    item3 item = {{box->low[0], box->low[1], box->low[2]},
                  {box->high[0], box->high[1], box->high[2]}};
    memcpy(&item.low[3], &source, sizeof source);
    return item;
}

static inline int source_of_item3(const item3 *item) {
    int source;
    memcpy(&source, &item->low[3], sizeof source);
    return source;
}

/* The items of one leaf, and where its box is. */
typedef struct span3 {
    int32_t first, count, parent;
} span3;

typedef struct tree3 {
    node3 *nodes;
    span3 *leaves;
    int node_count, leaf_count;
    int node_capacity, leaf_capacity;
    sm_memory *memory;
} tree3;

/* Makes the tree over `items`, which it sorts into the tree's order. Returns false when there is no
 * memory or it was given up. Either way *tree is to be freed. */
bool sm3_tree_build(tree3 *tree, item3 *items, int count, sm_memory *memory);
void sm3_tree_free(tree3 *tree);

/* Sorts two items or more into two parts. Returns how many are in the first: at least 1, less than
 * all. */
int sm3_items_split(item3 *items, int count);

/* Tells of every so many leaves that are done. Returns whether to go on. */
bool sm3_tree_tell(const sm_memory *memory, int leaf, int leaves);

/* ---- The parts of a world: its life, its changes, and what it shows */

/* Takes note of a box that the world comes to hold. */
static inline void world3_reach(sm3_world *world, const box3 *box) {
    for (int axis = 0; axis < 3; axis++)
        world->largest = sm_maxf(world->largest, sm_maxf(-box->low[axis], box->high[axis]));
}

/* Builds the tree anew. Returns false without memory: it is as it was. */
bool sm3_world_rebuild(sm3_world *world);

/* Makes what a leaf says of its triangles anew. */
void sm3_world_make_leaf(sm3_world *world, leaf3 *leaf);

static inline box3 world3_box_of_node(const sm3_world *world, int node) {
    box3 box = empty_box3;
    const node3 *block = &world->nodes[node], *last = block + block->more;
    for (; block <= last; block++)
        boxes3_gather(&block->boxes, block->used, &box);
    return box;
}

/* NULL: it is plain. */
static inline extra3 *world3_extra(const sm3_world *world, int number) {
    int extra = number < world->extra_of_capacity ? world->extra_of[number] : -1;
    return extra >= 0 ? &world->extras[extra] : NULL;
}

static inline sm3_obstacle world3_whole(const placed3 *placed, const extra3 *extra) {
    return (sm3_obstacle){.shape = placed->shape,
                          .before = extra->before,
                          .moves = extra->moves,
                          .mask = extra->mask,
                          .user = extra->user,
                          .number = placed->number};
}

/* Whether the filter accepts the triangle at this place in the world's order. */
static inline bool world3_accepts(const sm3_world *world, int placed, const sm_filter *filter) {
    int number = world->placed[placed].number;
    const extra3 *extra = world3_extra(world, number);
    return extra == NULL ? sm_filter_accepts(filter, 0, number, 0)
                         : sm_filter_accepts(filter, extra->mask, number, extra->user);
}

/* Number by number: a processor waits for one that was just written if it reads several at once. */
static inline void mesh3_triangle(const mesh3 *mesh, int triangle, sm3_triangle *shape) {
    const uint32_t *corner = &mesh->of.indices[3 * (size_t)triangle];
    const sm3_vec *vertices = mesh->of.vertices;
    shape->a = vertices[corner[0]];
    shape->b = vertices[corner[1]];
    shape->c = vertices[corner[2]];
    shape->radius = 0;
    shape->one_sided = mesh->of.one_sided;
    shape->oneway = false;
}

static inline sm3_material mesh3_material(const mesh3 *mesh, int triangle) {
    const sm3_mesh *of = &mesh->of;
    if (of->material_count <= 0)
        return (sm3_material){0};
    return of->materials[of->material_of != NULL ? of->material_of[triangle] : 0];
}

static inline bool mesh3_accepts(const mesh3 *mesh, int triangle, const sm_filter *filter) {
    sm3_material material = mesh3_material(mesh, triangle);
    return sm_filter_accepts(filter, material.mask, mesh->first + triangle, material.user);
}

static inline sm3_obstacle mesh3_obstacle(const mesh3 *mesh, int triangle) {
    sm3_material material = mesh3_material(mesh, triangle);
    sm3_obstacle o = {
        .mask = material.mask, .user = material.user, .number = mesh->first + triangle};
    mesh3_triangle(mesh, triangle, &o.shape);
    return o;
}

/* Returns the mesh with this number among its triangles. */
static inline mesh3 *world3_mesh_of(const sm3_world *world, int number) {
    mesh3 *mesh = &world->meshes[world->mesh_count - 1];
    while (mesh->first > number)
        mesh--;
    return mesh;
}

/* Takes an obstacle out of its mesh, if it is in one. */
void sm3_mesh_take_out(sm3_world *world, int number);

void sm3_mesh_release(sm_memory *memory, const mesh3 *mesh);

/* Returns the depth in the tree of the node with its box at this place (see node3.parent). */
int sm3_world_depth(const sm3_world *world, int parent);

/* A kernel, one for each processor (see wide.h). They do the same. */
world3_gather_fn sm3_gather_any, sm3_gather_avx2;

/* Shows the visitor those triangles of a leaf that have a bit. */
static inline void world3_show(const sm3_world *world, const leaf3 *leaf, unsigned bits,
                               sm3_visitor *visitor) {
    for (; bits != 0; bits &= bits - 1) {
        const placed3 *placed = &world->placed[leaf->first + lanes_lowest(bits)];
        const extra3 *extra = world3_extra(world, placed->number);
        if (extra == NULL) {
            visitor3_show(visitor, &placed->shape, placed->number);
        } else {
            sm3_obstacle o = world3_whole(placed, extra);
            sm3_visit(visitor, &o);
        }
    }
}

static inline void mesh3_show(const mesh3 *mesh, const int32_t *leaf, unsigned bits,
                              sm3_visitor *visitor) {
    for (; bits != 0; bits &= bits - 1) {
        sm3_obstacle o = mesh3_obstacle(mesh, leaf[lanes_lowest(bits)]);
        if (mesh->of.material_count > 0)
            sm3_visit(visitor, &o);
        else
            visitor3_show(visitor, &o.shape, o.number);
    }
}

/* Shows the visitor what overlaps the region's box; "passed": what its mover, on a path along the
 * region's delta within the box, comes near until the visitor's limit. */
typedef void world3_box_fn(const sm3_world *world, const sm3_region *region, sm3_visitor *visitor);
world3_box_fn sm3_visit_box_any, sm3_visit_box_avx2, sm3_visit_passed_any, sm3_visit_passed_avx2;

/* Shows the visitor what the ray may meet, up to the visitor's limit, the nearest boxes first. */
typedef void world3_path_fn(const sm3_world *world, const ray3 *ray, sm3_visitor *visitor);
world3_path_fn sm3_visit_path_any, sm3_visit_path_avx2;

/* Returns the child at a place of a node: a node, or ~l for the leaf l. */
static inline int node3_child(const node3 *node, int place) {
    int is_leaf = (int)(node->leaves >> place & 1);
    return node->child[place] ^ -is_leaf; /* without a branch: ~ of a leaf's number */
}

/* Returns the world that stands behind `obstacles`, NULL when none does. */
const sm3_world *sm3_world_of(sm3_obstacles obstacles);

/* Whether none of the obstacles moves in this tick. */
static inline bool sm3_none_moves(sm3_obstacles obstacles) {
    const sm3_world *world = sm3_world_of(obstacles);
    return sm3_never_move(obstacles) || (world != NULL && world->moving_count == 0);
}

#endif
