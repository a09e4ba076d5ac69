#include "gltf.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../slidemove/vec.h"
#include "text.h"

/* The numbers of the format. */
enum {
    GLB_MAGIC = 0x46546C67, /* "glTF" */
    GLB_JSON = 0x4E4F534A,
    GLB_BINARY = 0x004E4942,
    GLB_HEADER = 12,
    GLB_CHUNK_HEADER = 8,
    LINES_END = 3, /* modes up to here are points and lines */
    TRIANGLES = 4,
    TRIANGLE_STRIP = 5,
    TRIANGLE_FAN = 6
};

#define PLACE_LENGTH 96 /* bytes of a place as "meshes[2].primitives[0]" */

typedef struct gltf_buffer {
    const unsigned char *bytes; /* NULL: not loaded yet */
    size_t length;
    void *owned; /* NULL: the bytes are the file's */
} gltf_buffer;

typedef struct gltf {
    const cJSON *root;
    const unsigned char *binary; /* the chunk of a .glb file, NULL: none */
    size_t binary_length;
    const char *path;
    gltf_buffer *buffers;
    int buffer_count;
    const cJSON **nodes, **meshes; /* the items of the file's arrays: cJSON's own are lists */
    const cJSON **accessors, **views;
    int node_count, mesh_count, accessor_count, view_count;
    bool has_marks; /* some node says that it collides: only such nodes do */
    int nodes_met;  /* more than there are: a node is within itself, or in two others */
    int unmarked,
        others;  /* nodes with a mesh that do not collide; primitives of points and lines */
    int morphed; /* primitives with morph targets */
    const level_watcher *watcher;
    level_mesh *mesh;
    int vertex_capacity, face_capacity;
    level_errors *left_out, *errors;
} gltf;

/* ---- Messages ---------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static bool complain(gltf *g, const char *place,
                                                           const char *format, ...) {
    char words[LEVEL_MESSAGE_LENGTH];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    level_refuse_file(g->errors, "%s%s%s", place, *place != '\0' ? ": " : "", words);
    return false;
}

/* Says that so many things were left out. */
__attribute__((format(printf, 2, 3))) static void note(level_errors *left_out, const char *format,
                                                       ...) {
    va_list values;
    va_start(values, format);
    level_add_error(left_out, 0, 0, format, values);
    va_end(values);
}

static bool lack_memory(gltf *g) {
    return complain(g, "", "out of memory, the file was not read");
}

static level_quote quoted(const cJSON *item) {
    const char *words = cJSON_IsString(item) ? item->valuestring : item == NULL ? "nothing" : "?";
    return level_quote_text(words, words + strlen(words));
}

/* ---- Values ------------------------------------------------------------------------------ */

static const cJSON *get(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Reads a whole number from `least` to `most`. A value that is missing is `missing`, unless that is
 * below `least`. Returns false with an error. */
static bool take_whole(gltf *g, const cJSON *object, const char *name, const char *place,
                       long long least, long long most, long long missing, long long *value) {
    const cJSON *item = get(object, name);
    double number = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    *value = missing;
    if (item == NULL && missing >= least)
        return true;
    if (!(number >= (double)least && number <= (double)most && floor(number) == number)) {
        char found[32] = "nothing";
        if (item != NULL)
            snprintf(found, sizeof found, isnan(number) ? "no number" : "%.9g", number);
        return complain(g, place, "expected `%s` to be a whole number from %lld to %lld, found %s",
                        name, least, most, found);
    }
    *value = (long long)number;
    return true;
}

/* Returns the items of an array of the file, NULL when there is none or memory ran out. */
static const cJSON **list_items(const gltf *g, const char *name, int *count) {
    const cJSON *array = get(g->root, name), *item;
    int i = 0;
    *count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    const cJSON **items = malloc(((size_t)*count + 1) * sizeof *items);
    if (items == NULL)
        *count = 0;
    for (item = *count > 0 ? array->child : NULL; item != NULL; item = item->next)
        items[i++] = item;
    return items;
}

/* ---- Bytes ------------------------------------------------------------------------------- */

static uint32_t whole_at(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool is_binary(const char *text, size_t length) {
    return length >= 4 && whole_at((const unsigned char *)text) == GLB_MAGIC;
}

/* Finds the text and the bytes in a .glb file. */
static bool open_binary(gltf *g, const char **text, size_t *length) {
    const unsigned char *bytes = (const unsigned char *)*text;
    size_t total = *length, at = GLB_HEADER;
    uint32_t version = total >= GLB_HEADER ? whole_at(bytes + 4) : 0;
    *length = 0;
    if (total < GLB_HEADER || whole_at(bytes + 8) > total)
        return complain(g, "", "expected %lu bytes as the header of the file says, found %zu",
                        (unsigned long)(total >= GLB_HEADER ? whole_at(bytes + 8) : GLB_HEADER),
                        total);
    if (version != 2)
        return complain(g, "", "expected version 2 of glTF, found %lu", (unsigned long)version);
    for (int chunk = 0; chunk < 2 && total - at >= GLB_CHUNK_HEADER; chunk++) {
        uint32_t size = whole_at(bytes + at), kind = whole_at(bytes + at + 4);
        at += GLB_CHUNK_HEADER;
        if (size > total - at)
            return complain(g, "", "expected a chunk of %lu bytes, found only %zu",
                            (unsigned long)size, total - at);
        if (kind == GLB_JSON && chunk == 0) {
            *text = (const char *)bytes + at;
            *length = size;
        } else if (kind == GLB_BINARY && chunk == 1) {
            g->binary = bytes + at;
            g->binary_length = size;
        }
        at += size;
    }
    return *length > 0 || complain(g, "", "expected a chunk of JSON first, found none");
}

static bool parse(gltf *g, const char *text, size_t length) {
    const char *end = NULL;
    size_t mark = text_mark_length(text, length);
    g->root = cJSON_ParseWithLengthOpts(text + mark, length - mark, &end, 0);
    if (cJSON_IsObject(g->root))
        return true;
    int line = 1;
    for (const char *at = text; end != NULL && at < end && at < text + length; at++)
        line += *at == '\n';
    return complain(g, "", "expected JSON, found something else in line %d", line);
}

/* Percent signs stand for bytes that an address may not have: "my%20hill.bin". */
static void decode_address(char *at) {
    char *to = at;
    for (; *at != '\0'; at++, to++) {
        unsigned byte;
        *to = *at;
        if (*at == '%' && sscanf(at + 1, "%2x", &byte) == 1 && byte > 0 && at[2] != '\0') {
            *to = (char)byte;
            at += 2;
        }
    }
    *to = '\0';
}

static bool load_file(gltf *g, gltf_buffer *b, const char *uri, const char *place) {
    level_errors of_file;
    char *name = text_copy(uri, strlen(uri)), *bytes = NULL;
    decode_address(name);
    bool good = level_read_side_file(g->mesh, g->path, name, &bytes, &b->length, &of_file);
    if (good)
        b->bytes = b->owned = bytes;
    else
        complain(g, place, "%s: %s", level_quote_text(name, name + strlen(name)).text,
                 of_file.count > 0 ? of_file.list[0].message : "a file cannot be looked for here");
    free(name);
    return good;
}

static bool load_data(gltf *g, gltf_buffer *b, const char *uri, const char *place) {
    const char *comma = strchr(uri, ',');
    if (comma == NULL || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0)
        return complain(g, place, "expected data in base64, found '%s'",
                        level_quote_text(uri, uri + strlen(uri)).text);
    char *bytes = malloc(strlen(comma) + 1);
    if (bytes == NULL)
        return lack_memory(g);
    b->bytes = b->owned = bytes;
    return text_decode_base64(comma + 1, bytes, &b->length) == NULL ||
           complain(g, place, "expected data in base64, found another character");
}

/* Loads a buffer when it is used first. */
static bool open_buffer(gltf *g, int number) {
    gltf_buffer *b = &g->buffers[number];
    const cJSON *info = cJSON_GetArrayItem(get(g->root, "buffers"), number);
    const cJSON *uri = get(info, "uri");
    char place[PLACE_LENGTH];
    snprintf(place, sizeof place, "buffers[%d]", number);
    if (b->bytes != NULL)
        return true;
    if (cJSON_IsString(uri))
        return strncmp(uri->valuestring, "data:", 5) == 0
                   ? load_data(g, b, uri->valuestring, place)
                   : load_file(g, b, uri->valuestring, place);
    if (number > 0 || g->binary == NULL)
        return complain(g, place, "expected a `uri` or the bytes of a .glb file, found neither");
    *b = (gltf_buffer){g->binary, g->binary_length, NULL};
    return true;
}

/* ---- Accessors --------------------------------------------------------------------------- */

/* Numbers that lie in a buffer. */
typedef struct numbers {
    const unsigned char *first;
    size_t stride;
    int count, type; /* of a component */
    bool normalized;
} numbers;

enum { BYTE = 5120, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT = 5125, FLOAT };

static int size_of_type(long long type) {
    return type == BYTE || type == UNSIGNED_BYTE     ? 1
           : type == SHORT || type == UNSIGNED_SHORT ? 2
           : type == UNSIGNED_INT || type == FLOAT   ? 4
                                                     : 0;
}

/* Finds the numbers of an accessor that has so many components each. Everything that the file says
 * of them is compared with the bytes that are there. */
static bool find_numbers(gltf *g, long long number, const char *kind, int components, numbers *n) {
    const cJSON *a = g->accessors[number], *type = get(a, "type");
    char place[PLACE_LENGTH];
    long long count, component, view, start, view_start, view_length, stride, buffer;
    snprintf(place, sizeof place, "accessors[%lld]", number);
    if (get(a, "sparse") != NULL)
        return complain(g, place,
                        "expected all values in a row, found sparse ones; export without");
    if (!cJSON_IsString(type) || strcmp(type->valuestring, kind) != 0)
        return complain(g, place, "expected the type %s, found '%s'", kind, quoted(type).text);
    if (!take_whole(g, a, "count", place, 0, INT32_MAX, -1, &count) ||
        !take_whole(g, a, "componentType", place, BYTE, FLOAT, -1, &component) ||
        !take_whole(g, a, "bufferView", place, 0, g->view_count - 1LL, -1, &view) ||
        !take_whole(g, a, "byteOffset", place, 0, INT32_MAX, 0, &start))
        return false;
    snprintf(place, sizeof place, "bufferViews[%lld]", view);
    const cJSON *v = g->views[view];
    if (!take_whole(g, v, "buffer", place, 0, g->buffer_count - 1LL, -1, &buffer) ||
        !open_buffer(g, (int)buffer))
        return false;
    long long whole = (long long)g->buffers[buffer].length, size = size_of_type(component);
    if (!take_whole(g, v, "byteOffset", place, 0, whole, 0, &view_start) ||
        !take_whole(g, v, "byteLength", place, 0, whole - view_start, -1, &view_length) ||
        !take_whole(g, v, "byteStride", place, 1, 255, size * components, &stride))
        return false;
    snprintf(place, sizeof place, "accessors[%lld]", number);
    if (size == 0)
        return complain(g, place, "expected a `componentType` of glTF, found %lld", component);
    if (count > 0 && start + stride * (count - 1) + size * components > view_length)
        return complain(g, place, "expected %lld values within the %lld bytes of bufferViews[%lld]",
                        count, view_length, view);
    *n = (numbers){.first = g->buffers[buffer].bytes + view_start + start,
                   .stride = (size_t)stride,
                   .count = (int)count,
                   .type = (int)component,
                   .normalized = cJSON_IsTrue(get(a, "normalized"))};
    return true;
}

/* Returns a component; `normalized` whole numbers stand for -1 .. 1 or 0 .. 1. */
static double number_at(const numbers *n, int i, int component) {
    static const double most[] = {127, 255, 32767, 65535};
    const unsigned char *at =
        n->first + (size_t)i * n->stride + (size_t)(component * size_of_type(n->type));
    double value = 0;
    uint32_t bits;
    float single;
    switch (n->type) {
    case BYTE:
        value = (signed char)*at;
        break;
    case UNSIGNED_BYTE:
        value = *at;
        break;
    case SHORT:
        value = (int16_t)(at[0] | at[1] << 8);
        break;
    case UNSIGNED_SHORT:
        value = at[0] | at[1] << 8;
        break;
    case UNSIGNED_INT:
        return whole_at(at);
    default:
        bits = whole_at(at);
        memcpy(&single, &bits, sizeof single);
        return (double)single;
    }
    return n->normalized ? sm_max(value / most[n->type - BYTE], -1) : value;
}

/* ---- Transforms -------------------------------------------------------------------------- */

/* The images of the axes and of the origin. */
typedef struct transform {
    vec3 x, y, z, origin;
} transform;

static vec3 along(const transform *t, vec3 v) {
    return vec3_add(vec3_add(vec3_scale(t->x, v.x), vec3_scale(t->y, v.y)), vec3_scale(t->z, v.z));
}

/* Returns the transform that applies `n` first, then `m`. */
static transform times(const transform *m, const transform *n) {
    return (transform){along(m, n->x), along(m, n->y), along(m, n->z),
                       vec3_add(m->origin, along(m, n->origin))};
}

/* Reads the numbers of an array, or leaves `values` as they are when there is none. */
static bool take_array(gltf *g, const cJSON *node, const char *name, const char *place, int count,
                       double *values) {
    const cJSON *array = get(node, name), *item;
    int i = 0;
    if (array == NULL)
        return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return complain(g, place, "expected `%s` to have %d numbers", name, count);
    cJSON_ArrayForEach(item, array) {
        if (!cJSON_IsNumber(item))
            return complain(g, place, "expected `%s` to have %d numbers", name, count);
        values[i++] = item->valuedouble;
    }
    return true;
}

/* The transform of a node in its parent. A rotation is a unit quaternion x, y, z, w. */
static bool take_transform(gltf *g, const cJSON *node, const char *place, transform *t) {
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; /* column by column */
    double at[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    if (!take_array(g, node, "matrix", place, 16, m) ||
        !take_array(g, node, "translation", place, 3, at) ||
        !take_array(g, node, "rotation", place, 4, q) ||
        !take_array(g, node, "scale", place, 3, scale))
        return false;
    if (get(node, "matrix") != NULL) {
        *t = (transform){
            {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
        return true;
    }
    double x = q[0], y = q[1], z = q[2], w = q[3];
    t->x = vec3_scale((vec3){1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
                      scale[0]);
    t->y = vec3_scale((vec3){2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
                      scale[1]);
    t->z = vec3_scale((vec3){2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)},
                      scale[2]);
    t->origin = (vec3){at[0], at[1], at[2]};
    return true;
}

/* ---- Triangles --------------------------------------------------------------------------- */

static bool add_vertices(gltf *g, const transform *t, const numbers *n, const char *place) {
    level_mesh *m = g->mesh;
    if (n->count > INT32_MAX - m->vertex_count ||
        !memory_try_grow(&m->vertices, &g->vertex_capacity, m->vertex_count + n->count,
                         sizeof *m->vertices))
        return lack_memory(g);
    for (int i = 0; i < n->count; i++) {
        vec3 own = {number_at(n, i, 0), number_at(n, i, 1), number_at(n, i, 2)};
        sm3_vec v = vec3_round(vec3_add(t->origin, along(t, own)));
        float most = sm_maxf(fabsf(v.x), sm_maxf(fabsf(v.y), fabsf(v.z)));
        if (!(most <= LEVEL_NUMBER_MAX) || !sm3_is_finite(v))
            return complain(g, place, "expected places from -%.0f to %.0f, found one at %g, %g, %g",
                            (double)LEVEL_NUMBER_MAX, (double)LEVEL_NUMBER_MAX, (double)v.x,
                            (double)v.y, (double)v.z);
        m->vertices[m->vertex_count++] = v;
    }
    return true;
}

/* Adds the triangle of three corners of the primitive, unless two of them are the same, as between
 * the parts of a strip. */
static bool add_face(gltf *g, const long long corner[3], int first, bool is_mirrored) {
    level_mesh *m = g->mesh;
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[0] == corner[2])
        return true;
    if (m->face_count >= GLTF_TRIANGLES_MAX)
        return complain(g, "", "expected at most %d triangles, found more", GLTF_TRIANGLES_MAX);
    if (!memory_try_grow(&m->faces, &g->face_capacity, m->face_count, sizeof *m->faces))
        return lack_memory(g);
    m->faces[m->face_count++] =
        (level_face){first + (int)corner[0], first + (int)corner[is_mirrored ? 2 : 1],
                     first + (int)corner[is_mirrored ? 1 : 2]};
    return true;
}

/* Adds the triangles of `count` corners. Every second one of a strip is turned around. */
static bool add_faces(gltf *g, const numbers *indices, int count, int mode, int first, int vertices,
                      bool is_mirrored, const char *place) {
    int step = mode == TRIANGLES ? 3 : 1;
    for (int i = 0; i + 2 < count; i += step) {
        long long corner[3];
        for (int k = 0; k < 3; k++) {
            int at = mode == TRIANGLE_FAN && k == 0 ? 0 : i + k;
            corner[k] = indices != NULL ? (long long)number_at(indices, at, 0) : at;
            if (corner[k] >= vertices)
                return complain(g, place, "expected indices from 0 to %d, found %lld", vertices - 1,
                                corner[k]);
        }
        bool is_turned = mode == TRIANGLE_STRIP && i % 2 == 1;
        if (!add_face(g, corner, first, is_mirrored != is_turned))
            return false;
    }
    return true;
}

static bool add_primitive(gltf *g, const cJSON *p, const transform *t, const char *place) {
    long long mode, accessor, index;
    numbers at, indices;
    const cJSON *attributes = get(p, "attributes");
    bool is_indexed = get(p, "indices") != NULL;
    bool is_mirrored = vec3_dot(vec3_cross(t->x, t->y), t->z) < 0;
    if (!take_whole(g, p, "mode", place, 0, TRIANGLE_FAN, TRIANGLES, &mode))
        return false;
    if (get(get(p, "extensions"), "KHR_draco_mesh_compression") != NULL)
        return complain(g, place, "expected triangles, found Draco's compression; export without");
    if (mode <= LINES_END) {
        g->others++;
        return true;
    }
    g->morphed += get(p, "targets") != NULL;
    if (!take_whole(g, attributes, "POSITION", place, 0, g->accessor_count - 1LL, -1, &accessor) ||
        !find_numbers(g, accessor, "VEC3", 3, &at))
        return false;
    int first = g->mesh->vertex_count, count = at.count;
    if (is_indexed) {
        if (!take_whole(g, p, "indices", place, 0, g->accessor_count - 1LL, -1, &index) ||
            !find_numbers(g, index, "SCALAR", 1, &indices))
            return false;
        if (indices.type == FLOAT || indices.type == BYTE || indices.type == SHORT)
            return complain(g, place, "expected indices of whole numbers without a sign");
        indices.normalized = false;
        count = indices.count;
    }
    return add_vertices(g, t, &at, place) &&
           add_faces(g, is_indexed ? &indices : NULL, count, (int)mode, first, at.count,
                     is_mirrored, place);
}

/* Returns the name of an item, "" where it has none. */
static const char *name_of(const cJSON *item) {
    const char *name = cJSON_GetStringValue(get(item, "name"));
    return name != NULL ? name : "";
}

/* Adds the triangles of a mesh, a part for each material. */
static bool add_mesh(gltf *g, long long number, const transform *t, const char *node) {
    const cJSON *p, *materials = get(g->root, "materials");
    int i = 0;
    cJSON_ArrayForEach(p, get(g->meshes[number], "primitives")) {
        char place[PLACE_LENGTH];
        snprintf(place, sizeof place, "meshes[%lld].primitives[%d]", number, i++);
        const cJSON *material = get(p, "material");
        const char *of = cJSON_IsNumber(material)
                             ? name_of(cJSON_GetArrayItem(materials, material->valueint))
                             : "";
        if (!level_begin_part(g->mesh, node, of))
            return lack_memory(g);
        if (!add_primitive(g, p, t, place))
            return false;
        g->mesh->polygon_count = g->mesh->face_count;
    }
    return true;
}

/* ---- Nodes ------------------------------------------------------------------------------- */

typedef enum mark { UNMARKED, COLLIDES, PASSES } mark;

/* Returns what a node says of itself: by the end of its name, as Godot reads it, or by a property
 * `collision`, as Blender writes its own ones. */
static mark mark_of(const cJSON *node) {
    static const char *const ends[] = {"col", "convcol", "colonly", "convcolonly"};
    const char *name = name_of(node);
    const cJSON *own = get(get(node, "extras"), "collision");
    if (own != NULL)
        return cJSON_IsTrue(own) || (cJSON_IsNumber(own) && own->valuedouble != 0) ? COLLIDES
                                                                                   : PASSES;
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(name), end = strlen(ends[i]);
        if (text_has_ending(name, ends[i]) && strchr("-_$", name[length - end - 1]) != NULL)
            return COLLIDES;
    }
    return UNMARKED;
}

/* Adds a node and all below it. A mark counts for these, too. */
static bool add_node(gltf *g, long long number, const transform *parent, mark above, int depth) {
    const cJSON *node = g->nodes[number], *child;
    char place[PLACE_LENGTH];
    transform own, t;
    long long mesh;
    mark said = mark_of(node), is = said != UNMARKED ? said : above;
    snprintf(place, sizeof place, "nodes[%lld]", number);
    if (++g->nodes_met > g->node_count || depth > GLTF_DEPTH_MAX)
        return complain(g, place, "expected each node once, below at most %d others, found more",
                        GLTF_DEPTH_MAX);
    if (!take_transform(g, node, place, &own))
        return false;
    t = times(parent, &own);
    if (get(node, "mesh") != NULL) {
        if (!take_whole(g, node, "mesh", place, 0, g->mesh_count - 1LL, -1, &mesh))
            return false;
        if (is == PASSES || (g->has_marks && is != COLLIDES))
            g->unmarked++;
        else if (!add_mesh(g, mesh, &t, name_of(name_of(node)[0] != '\0' ? node : g->meshes[mesh])))
            return false;
    }
    cJSON_ArrayForEach(child, get(node, "children")) {
        if (!cJSON_IsNumber(child) || !(child->valuedouble >= 0) ||
            !(child->valuedouble < g->node_count))
            return complain(g, place, "expected `children` from 0 to %d, found another",
                            g->node_count - 1);
        if (!add_node(g, (long long)child->valuedouble, &t, is, depth + 1))
            return false;
    }
    return level_report(g->watcher, g->watcher->total,
                        g->watcher->total / (size_t)g->node_count * (size_t)g->nodes_met);
}

/* Adds the nodes of the scene that the file shows first; without a scene those below no other. */
static bool add_scene(gltf *g) {
    static const transform unit = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    const cJSON *scenes = get(g->root, "scenes"), *node, *child;
    long long which;
    bool good = true;
    if (cJSON_GetArraySize(scenes) > 0) {
        if (!take_whole(g, g->root, "scene", "scene", 0, cJSON_GetArraySize(scenes) - 1LL, 0,
                        &which))
            return false;
        cJSON_ArrayForEach(node, get(cJSON_GetArrayItem(scenes, (int)which), "nodes")) {
            if (!cJSON_IsNumber(node) || !(node->valuedouble >= 0) ||
                !(node->valuedouble < g->node_count))
                return complain(g, "scenes", "expected nodes from 0 to %d, found another",
                                g->node_count - 1);
            if (!add_node(g, (long long)node->valuedouble, &unit, UNMARKED, 0))
                return false;
        }
        return true;
    }
    bool *is_below = calloc((size_t)g->node_count + 1, sizeof *is_below);
    if (is_below == NULL)
        return lack_memory(g);
    for (int i = 0; i < g->node_count; i++)
        cJSON_ArrayForEach(child,
                           get(g->nodes[i], "children")) if (cJSON_IsNumber(child) &&
                                                             child->valuedouble >= 0 &&
                                                             child->valuedouble < g->node_count)
            is_below[(int)child->valuedouble] = true;
    for (int i = 0; i < g->node_count && good; i++)
        good = is_below[i] || add_node(g, i, &unit, UNMARKED, 0);
    free(is_below);
    return good;
}

/* ---- The file ---------------------------------------------------------------------------- */

/* An extension that a file needs is refused, unless it changes only how things look. */
static bool check_extensions(gltf *g) {
    static const char *const harmless[] = {"KHR_materials_", "KHR_texture_",          "KHR_lights_",
                                           "EXT_texture_",   "KHR_mesh_quantization", "KHR_xmp_"};
    const cJSON *name;
    cJSON_ArrayForEach(name, get(g->root, "extensionsRequired")) {
        bool is_harmless = false;
        for (int i = 0; i < 6 && cJSON_IsString(name); i++)
            is_harmless |= strncmp(name->valuestring, harmless[i], strlen(harmless[i])) == 0;
        if (!is_harmless)
            return complain(g, "extensionsRequired",
                            "expected triangles that can be read without extensions, found '%s'; "
                            "export without it",
                            quoted(name).text);
    }
    return true;
}

static bool check_version(gltf *g) {
    const cJSON *version = get(get(g->root, "asset"), "version");
    return (cJSON_IsString(version) && strncmp(version->valuestring, "2.", 2) == 0) ||
           complain(g, "asset", "expected the `version` 2.0 of glTF, found '%s'",
                    quoted(version).text);
}

static void note_left_out(gltf *g) {
    static const char *const arrays[] = {"animations", "skins", "cameras"};
    for (int i = 0; i < 3; i++) {
        int count = cJSON_GetArraySize(get(g->root, arrays[i]));
        if (count > 0)
            note(g->left_out, "left out: %s (%d)", arrays[i], count);
    }
    if (g->unmarked > 0)
        note(g->left_out, "left out: nodes without a mark to collide, as -col (%d)", g->unmarked);
    if (g->others > 0)
        note(g->left_out, "left out: points and lines (%d)", g->others);
    if (g->morphed > 0)
        note(g->left_out, "left out: morph targets (%d)", g->morphed);
}

static bool read_file(gltf *g, const char *text, size_t length) {
    if ((is_binary(text, length) && !open_binary(g, &text, &length)) || !parse(g, text, length) ||
        !check_version(g) || !check_extensions(g))
        return false;
    g->nodes = list_items(g, "nodes", &g->node_count);
    g->meshes = list_items(g, "meshes", &g->mesh_count);
    g->accessors = list_items(g, "accessors", &g->accessor_count);
    g->views = list_items(g, "bufferViews", &g->view_count);
    g->buffer_count = cJSON_GetArraySize(get(g->root, "buffers"));
    g->buffers = calloc((size_t)g->buffer_count + 1, sizeof *g->buffers);
    if (g->nodes == NULL || g->meshes == NULL || g->accessors == NULL || g->views == NULL ||
        g->buffers == NULL)
        return lack_memory(g);
    for (int i = 0; i < g->node_count; i++)
        g->has_marks |= mark_of(g->nodes[i]) == COLLIDES;
    if (!add_scene(g))
        return false;
    if (g->mesh->face_count == 0)
        return complain(g, "", "expected at least one triangle that collides, found none");
    note_left_out(g);
    return true;
}

bool gltf_is_named(const char *path) {
    return text_has_ending(path, ".gltf") || text_has_ending(path, ".glb");
}

bool gltf_read(const char *text, size_t length, const char *path, const level_watcher *watcher,
               level_mesh *mesh, level_errors *left_out, level_errors *errors) {
    gltf g = {
        .path = path, .watcher = watcher, .mesh = mesh, .left_out = left_out, .errors = errors};
    errors->count = errors->total = left_out->count = left_out->total = 0;
    mesh->loaded = read_file(&g, text, length);
    for (int i = 0; g.buffers != NULL && i < g.buffer_count; i++)
        free(g.buffers[i].owned);
    free(g.buffers);
    free(g.nodes);
    free(g.meshes);
    free(g.accessors);
    free(g.views);
    cJSON_Delete((cJSON *)(uintptr_t)g.root);
    if (!mesh->loaded)
        level_empty_mesh(mesh);
    return mesh->loaded;
}
