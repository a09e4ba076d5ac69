/* mesh3: adds a mesh to a 3D world. Its triangles stay vertices and indices, under a tree of their
 * own. */
#include "tree3.h"

#include <limits.h>

/* ---- Arguments --------------------------------------------------------------------------- */

/* Returns the mesh without counts below 0 and without what has no array. */
static sm3_mesh in_order3(const sm3_mesh *mesh) {
    sm3_mesh m = *mesh;
    if (m.vertices == NULL || m.vertex_count < 0)
        m.vertex_count = 0;
    if (m.indices == NULL || m.triangle_count < 0)
        m.triangle_count = 0;
    if (m.materials == NULL || m.material_count <= 0) {
        m.material_count = 0;
        m.material_of = NULL;
    }
    return m;
}

static bool indices_exist3(const sm3_mesh *m) {
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++) {
        if (m->indices[i] >= (uint32_t)m->vertex_count)
            return false;
    }
    for (int i = 0; m->material_of != NULL && i < m->triangle_count; i++) {
        if (m->material_of[i] >= m->material_count)
            return false;
    }
    return true;
}

/* Whether kernels can count the floats, the indices and the places of the leaves in an int. */
static bool is_countable3(const sm3_mesh *m) {
    return m->vertex_count <= INT_MAX / 3 && m->triangle_count <= INT_MAX / NODE3_WIDTH;
}

/* ---- Making ------------------------------------------------------------------------------ */

static const void *put3(unsigned char **to, const void *from, size_t bytes) {
    const void *copy = *to;
    if (bytes > 0)
        memcpy(*to, from, bytes);
    *to += bytes;
    return copy;
}

/* Copies the arrays. Returns false without memory. */
static bool copy_arrays3(sm_memory *memory, mesh3 *mesh) {
    sm3_mesh *m = &mesh->of;
    size_t triangles = (size_t)m->triangle_count;
    size_t materials = (size_t)m->material_count * sizeof *m->materials;
    size_t vertices = (size_t)m->vertex_count * sizeof *m->vertices;
    size_t indices = 3 * triangles * sizeof *m->indices;
    size_t material_of = m->material_of != NULL ? triangles : 0;
    unsigned char *to = sm_memory_allocate(memory, materials + vertices + indices + material_of);
    mesh->copies = to;
    if (to == NULL)
        return false;
    m->materials = put3(&to, m->materials, materials);
    m->vertices = put3(&to, m->vertices, vertices);
    m->indices = put3(&to, m->indices, indices);
    if (m->material_of != NULL)
        m->material_of = put3(&to, m->material_of, material_of);
    return true;
}

/* Makes the tree's leaves, and notes by triangle where in them it is. */
static void fill_leaves3(mesh3 *mesh, const tree3 *tree, const item3 *items, int *where) {
    for (int i = 0; i < mesh->of.triangle_count; i++)
        where[i] = NOWHERE3;
    for (int l = 0; l < tree->leaf_count; l++) {
        const span3 *leaf = &tree->leaves[l];
        for (int i = 0; i < NODE3_WIDTH; i++) {
            int place = l * NODE3_WIDTH + i;
            bool is_there = i < leaf->count;
            int triangle = source_of_item3(&items[leaf->first + (is_there ? i : 0)]);
            mesh->leaves[place] = is_there ? triangle : ~triangle;
            if (is_there)
                where[triangle] = in_mesh3(place);
        }
    }
}

/* Makes the tree. Returns false without memory; what *mesh has then is to be released. */
static bool make_tree3(sm_memory *memory, mesh3 *mesh, item3 *items, int *where, box3 *whole) {
    tree3 tree;
    int count = 0;
    for (int i = 0; i < mesh->of.triangle_count; i++) {
        sm3_triangle triangle;
        mesh3_triangle(mesh, i, &triangle);
        sm3_region region = sm3_region_of_triangle(&triangle);
        box3 box = box3_of(&region);
        if (!(box.low[0] <= box.high[0]))
            continue;
        items[count++] = item3_of(&box, i);
        box3_grow(whole, box.low, box.high);
    }
    bool good = sm3_tree_build(&tree, items, count, memory);
    if (good) {
        size_t nodes = (size_t)tree.node_count * sizeof *mesh->nodes;
        size_t leaves = (size_t)tree.leaf_count * NODE3_WIDTH * sizeof *mesh->leaves;
        mesh->nodes = sm_memory_allocate(memory, nodes);
        mesh->leaves = sm_memory_allocate(memory, leaves);
        good = mesh->nodes != NULL && mesh->leaves != NULL;
        if (good)
            memcpy(mesh->nodes, tree.nodes, nodes);
        if (good)
            fill_leaves3(mesh, &tree, items, where);
    }
    sm3_tree_free(&tree);
    return good;
}

void sm3_mesh_release(sm_memory *memory, const mesh3 *mesh) {
    sm_memory_release(memory, mesh->copies);
    sm_memory_release(memory, mesh->nodes);
    sm_memory_release(memory, mesh->leaves);
}

/* ---- In a world -------------------------------------------------------------------------- */

sm_change sm3_world_add_mesh(sm3_world *world, const sm3_mesh *mesh) {
    sm_memory *memory = &world->memory;
    mesh3 made = {.of = in_order3(mesh), .first = world->count};
    int count = made.of.triangle_count;
    if (!is_countable3(&made.of) || count > INT_MAX - world->count)
        return SM_NO_MEMORY;
    if (!indices_exist3(&made.of))
        return SM_NO_SUCH_THING;
    if (count == 0)
        return SM_CHANGED;
    box3 whole = empty_box3;
    item3 *items = sm_memory_allocate(memory, ((size_t)count + 1) * sizeof *items);
    bool good = items != NULL &&
                sm_memory_grow(memory, &world->where, world->count, &world->capacity,
                               world->count + count, sizeof *world->where) &&
                sm_memory_grow(memory, &world->meshes, world->mesh_count, &world->mesh_capacity,
                               world->mesh_count + 1, sizeof *world->meshes) &&
                (made.of.borrowed || copy_arrays3(memory, &made)) &&
                make_tree3(memory, &made, items, &world->where[world->count], &whole);
    sm_memory_release(memory, items);
    if (!good) {
        sm3_mesh_release(memory, &made);
        return SM_NO_MEMORY;
    }
    world->meshes[world->mesh_count++] = made;
    world->count += count;
    world3_reach(world, &whole);
    return SM_CHANGED;
}

void sm3_mesh_take_out(sm3_world *world, int number) {
    int place = in_mesh3(world->where[number]);
    if (place < 0)
        return;
    mesh3 *mesh = world3_mesh_of(world, number);
    mesh->leaves[place] = ~mesh->leaves[place];
    world->where[number] = NOWHERE3;
}
