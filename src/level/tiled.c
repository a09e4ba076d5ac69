/* tiled: walks through a map's layers and turns their objects and tiles into faces of a mesh.
 *
 * Places are pixels, with y down, until they become points of a lattice of 1 / LATTICE pixels. On
 * it the outlines of solids are joined exactly; see seams.h. */
#include "tiled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seams.h"
#include "svg_outline.h"

#define LATTICE       256 /* points to a pixel */
#define ELLIPSE_EDGES 32
#define FEW_POINTS    16   /* of a shape that needs no memory to be placed */
#define SAME_FRACTION 1e-6 /* relative difference of lengths that count as equal */
#define PI            3.14159265358979323846

/* The flags in a tile's number. */
#define FLIP_X     0x80000000u
#define FLIP_Y     0x40000000u
#define FLIP_AXES  0x20000000u
#define ALL_FLAGS  0xf0000000u
#define IS_NO_TILE 0u

/* What properties say. A part has those of what is around it, unless it has its own. */
typedef struct collision_traits {
    enum { UNSAID, COLLIDES, IS_LEFT_OUT } collision;
    bool oneway;
} collision_traits;

typedef enum shape_kind { POLYGON, POLYLINE, ELLIPSE } shape_kind;

typedef struct shape {
    shape_kind kind;
    bool oneway;
    int first, count; /* its points; of an ellipse: its middle and the ends of two radii */
    const xml_element *from;
} shape;

typedef struct tile {
    uint32_t id;
    collision_traits traits;
    vec size;
    int first, count; /* its shapes; without one it is a full square where it collides */
    bool is_full;     /* its one shape is its box */
} tile;

typedef struct tileset {
    xml_tree file; /* empty when the tileset stands in the map */
    uint32_t first_number;
    vec size, offset;
    int first, count; /* its tiles that have shapes, traits or a size of their own */
} tileset;

typedef struct map {
    const char *path;
    bool keep_seams;
    const level_watcher *watcher;
    level_mesh *mesh;
    level_errors *errors, *left_out;

    xml_tree tree;
    const xml_element *place; /* of the tileset with the file that is read; NULL: none */
    const char *file;         /* its name */
    vec tile_size;

    vec *points; /* of all shapes, from the tile's or the map's top left corner */
    shape *shapes;
    tile *tiles;
    tileset *tilesets;
    int point_count, shape_count, tile_count, tileset_count;
    int point_room, shape_room, tile_room, tileset_room;
    int vertex_room, face_room;

    seams seams;
    int cells_left, points_left;
    bool out_of_memory, cancelled;
} map;

static bool is_over(const map *m) {
    return m->errors->total > 0 || m->out_of_memory || m->cancelled;
}

/* Adds an error, or something that is left out. */
__attribute__((format(printf, 4, 5))) static void
note(const map *m, level_errors *list, const xml_element *e, const char *format, ...) {
    char message[LEVEL_MESSAGE_LENGTH];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    if (m->place != NULL)
        xml_report(list, m->place, "%s, line %d: %s", xml_quote(m->file).text, e->line, message);
    else
        xml_report(list, e, "%s", message);
}

static bool grow(map *m, void *array, int *room, int count, size_t size) {
    m->out_of_memory |= !memory_try_grow(array, room, count, size);
    return !m->out_of_memory;
}

/* ---- Attributes and properties ----------------------------------------------------------- */

static double number_of(map *m, const xml_tree *t, const xml_element *e, const char *name,
                        double absent) {
    const char *text = xml_attribute(t, e, name);
    float value;
    if (*text == '\0')
        return absent;
    if (level_scan_number(text, text + strlen(text), &value) &&
        fabsf(value) <= (float)TILED_PIXELS_MAX)
        return (double)value;
    note(m, m->errors, e, "expected a number from -%d to %d for %s, found '%s'", TILED_PIXELS_MAX,
         TILED_PIXELS_MAX, name, xml_quote(text).text);
    return absent;
}

static vec pair_of(map *m, const xml_tree *t, const xml_element *e, const char *x, const char *y,
                   vec absent) {
    return (vec){number_of(m, t, e, x, absent.x), number_of(m, t, e, y, absent.y)};
}

/* Returns a whole number from `min` on that may count something; 0 with an error. */
static int count_of(map *m, const xml_tree *t, const xml_element *e, const char *name, int min) {
    double value = number_of(m, t, e, name, -1);
    if (value >= min && value == floor(value))
        return (int)value;
    if (!is_over(m))
        note(m, m->errors, e, "expected a whole number from %d on for %s, found '%s'", min, name,
             xml_quote(xml_attribute(t, e, name)).text);
    return 0;
}

static bool is_true(map *m, const xml_tree *t, const xml_element *property) {
    const char *value = xml_attribute(t, property, "value");
    bool yes = strcmp(value, "true") == 0;
    if (!yes && strcmp(value, "false") != 0)
        note(m, m->errors, property, "expected true or false for the property %s, found '%s'",
             xml_attribute(t, property, "name"), xml_quote(value).text);
    return yes;
}

static collision_traits traits_of(map *m, const xml_tree *t, const xml_element *e,
                                  collision_traits around) {
    const xml_element *properties = xml_find(t, e, "properties");
    if (properties == NULL)
        return around;
    for (const xml_element *p = properties + 1; p < t->elements + properties->end;
         p = t->elements + p->end) {
        const char *name = xml_attribute(t, p, "name");
        if (strcmp(name, "oneway") == 0)
            around.oneway = is_true(m, t, p);
        else if (strcmp(name, "collision") == 0)
            around.collision = is_true(m, t, p) ? COLLIDES : IS_LEFT_OUT;
    }
    return around;
}

/* ---- What is made ------------------------------------------------------------------------ */

static seams_point on_lattice(map *m, const xml_element *e, vec p) {
    double x = round(p.x * LATTICE), y = round(p.y * LATTICE);
    double max = fmin(SEAMS_RANGE - 1, (double)LEVEL_NUMBER_MAX * LATTICE * m->tile_size.x);
    if (fabs(x) <= max && fabs(y) <= max)
        return (seams_point){(int)x, (int)y};
    if (!is_over(m))
        note(m, m->errors, e, "expected places within %.0f pixels, found %.0f, %.0f", max / LATTICE,
             p.x, p.y);
    return (seams_point){0, 0};
}

static sm3_vec in_world(const map *m, double x, double y) {
    double unit = LATTICE * m->tile_size.x;
    return (sm3_vec){(float)(x / unit), (float)(0.0 - y / unit), 0};
}

static int add_vertex(map *m, double x, double y) {
    level_mesh *mesh = m->mesh;
    if (!grow(m, &mesh->vertices, &m->vertex_room, mesh->vertex_count, sizeof *mesh->vertices))
        return 0;
    mesh->vertices[mesh->vertex_count] = in_world(m, x, y);
    return mesh->vertex_count++;
}

static void add_face(map *m, level_face face) {
    level_mesh *mesh = m->mesh;
    if (grow(m, &mesh->faces, &m->face_room, mesh->face_count, sizeof *mesh->faces))
        mesh->faces[mesh->face_count++] = face;
}

static void add_line(map *m, level_flat_kind kind, seams_point from, seams_point to) {
    int a = add_vertex(m, from.x, from.y), b = add_vertex(m, to.x, to.y);
    add_face(m, level_flat_face(kind, a, b, 0));
}

/* Only the top of a one-way solid collides. */
static void add_edges(map *m) {
    for (int i = 0; i < m->seams.count && !is_over(m); i++) {
        const seams_edge *e = &m->seams.edges[i];
        if (!e->oneway || (e->dx > 0 && !e->backward))
            add_line(m, e->oneway ? LEVEL_FLAT_ONEWAY : LEVEL_FLAT_OUTLINE, seams_start(e),
                     seams_end(e));
    }
}

static void add_point(map *m, shape *s, const svg_matrix *at, double x, double y) {
    if (!grow(m, &m->points, &m->point_room, m->point_count, sizeof *m->points))
        return;
    m->points[m->point_count++] = svg_place(at, x, y);
    s->count++;
}

static void add_outline(map *m, const xml_element *e, const vec *corners, int count, bool oneway) {
    double area = 0;
    for (int i = 0; i < count; i++)
        area += vec_cross(corners[i], corners[(i + 1) % count]);
    for (int i = 0; i < count; i++) {
        seams_point a = on_lattice(m, e, corners[i]);
        seams_point b = on_lattice(m, e, corners[(i + 1) % count]);
        if (!seams_add(&m->seams, area < 0 ? b : a, area < 0 ? a : b, oneway))
            m->out_of_memory = true;
    }
}

static void add_ellipse(map *m, const shape *s, vec middle, vec a, vec b) {
    double radius = vec_length(a);
    vec corners[ELLIPSE_EDGES];
    if (!s->oneway && fabs(vec_length(b) - radius) <= SAME_FRACTION * radius &&
        fabs(vec_dot(a, b)) <= SAME_FRACTION * radius * radius) {
        double x = middle.x * LATTICE, y = middle.y * LATTICE, r = radius * LATTICE;
        on_lattice(m, s->from, middle);
        add_face(m, level_flat_face(LEVEL_FLAT_CIRCLE, add_vertex(m, x, y), add_vertex(m, x + r, y),
                                    add_vertex(m, x - r, y)));
        return;
    }
    for (int i = 0; i < ELLIPSE_EDGES; i++) {
        vec d = vec_at_angle(0, 2 * PI * i / ELLIPSE_EDGES);
        corners[i] = vec_add(middle, vec_add(vec_scale(a, d.x), vec_scale(b, d.y)));
    }
    add_outline(m, s->from, corners, ELLIPSE_EDGES, s->oneway);
}

/* Places a shape in the map. Its points are dropped then. */
static void place_shape(map *m, const shape *s, const svg_matrix *at, bool oneway) {
    shape placed = *s;
    placed.first = m->point_count;
    placed.count = 0;
    placed.oneway |= oneway;
    m->points_left -= s->count;
    if (m->points_left < 0 && !is_over(m))
        note(m, m->errors, s->from, "expected fewer than %d points of shapes, found more",
             TILED_POINTS_MAX);
    for (int i = 0; i < s->count && !is_over(m); i++)
        add_point(m, &placed, at, m->points[s->first + i].x, m->points[s->first + i].y);
    const vec *p = m->points + placed.first;
    if (!is_over(m) && s->kind == ELLIPSE)
        add_ellipse(m, &placed, p[0], vec_sub(p[1], p[0]), vec_sub(p[2], p[0]));
    else if (!is_over(m) && s->kind == POLYGON)
        add_outline(m, s->from, p, s->count, placed.oneway);
    for (int i = 0; i + 1 < s->count && s->kind == POLYLINE && !is_over(m); i++)
        add_line(m, placed.oneway ? LEVEL_FLAT_ONEWAY : LEVEL_FLAT_WALL,
                 on_lattice(m, s->from, p[i]), on_lattice(m, s->from, p[i + 1]));
    m->point_count = placed.first;
}

/* ---- Objects ----------------------------------------------------------------------------- */

/* The transform of an object: turned clockwise about its place. */
static svg_matrix matrix_of(map *m, const xml_tree *t, const xml_element *e) {
    vec d = level_find_axis((float)number_of(m, t, e, "rotation", 0));
    return (svg_matrix){d, vec_left(d), pair_of(m, t, e, "x", "y", (vec){0, 0})};
}

static void read_points(map *m, const xml_tree *t, const xml_element *e, shape *s,
                        const svg_matrix *at) {
    const char *text = xml_attribute(t, e, "points");
    vec p;
    bool half = false;
    while (!is_over(m) && svg_take_number(&text, &p.x) && !(half = !svg_take_number(&text, &p.y)))
        add_point(m, s, at, p.x, p.y);
    if (half || *text != '\0' || s->count < 2)
        note(m, m->errors, e, "expected pairs of numbers as points, 2 or more, found '%s'",
             xml_quote(text).text);
}

/* Returns a corner of a box: from the top left one clockwise. */
static vec box_corner(vec size, int i) {
    return (vec){i == 1 || i == 2 ? size.x : 0, i >= 2 ? size.y : 0};
}

static void add_box(map *m, shape *s, const svg_matrix *at, vec size) {
    for (int i = 0; i < 4; i++)
        add_point(m, s, at, box_corner(size, i).x, box_corner(size, i).y);
}

/* Reads the shape of an object, and adds it unless it is none. Returns the number of shapes. */
static int read_shape(map *m, const xml_tree *t, const xml_element *e, collision_traits traits) {
    static const char *const others[] = {"text", "capsule", NULL};
    shape s = {.oneway = traits.oneway, .first = m->point_count, .from = e};
    svg_matrix at = matrix_of(m, t, e);
    vec size = pair_of(m, t, e, "width", "height", (vec){0, 0}), half = vec_scale(size, 0.5);
    const xml_element *polygon = xml_find(t, e, "polygon"), *line = xml_find(t, e, "polyline");
    bool is_round = xml_find(t, e, "ellipse") != NULL;
    for (int i = 0; others[i] != NULL; i++) {
        if (xml_find(t, e, others[i]) != NULL) {
            note(m, m->left_out, e, "a %s is left out", others[i]);
            return 0;
        }
    }
    if (polygon != NULL || line != NULL) {
        read_points(m, t, polygon != NULL ? polygon : line, &s, &at);
        s.kind = polygon != NULL ? POLYGON : POLYLINE;
    } else if (xml_find(t, e, "point") != NULL || (size.x == 0 && size.y == 0)) {
        return 0;
    } else if (is_round && size.x > 0 && size.y > 0) {
        s.kind = ELLIPSE;
        add_point(m, &s, &at, half.x, half.y);
        add_point(m, &s, &at, size.x, half.y);
        add_point(m, &s, &at, half.x, size.y);
        if (size.x != size.y || s.oneway)
            note(m, m->left_out, e, "the ellipse is a polygon of %d edges", ELLIPSE_EDGES);
    } else if (size.x > 0 && size.y > 0) {
        add_box(m, &s, &at, size);
    } else {
        s.kind = POLYLINE;
        add_point(m, &s, &at, 0, 0);
        add_point(m, &s, &at, size.x, size.y);
    }
    if (!is_over(m) && grow(m, &m->shapes, &m->shape_room, m->shape_count, sizeof s))
        m->shapes[m->shape_count++] = s;
    return 1;
}

/* ---- Tilesets ---------------------------------------------------------------------------- */

static int compare_tiles(const void *a, const void *b) {
    uint32_t x = ((const tile *)a)->id, y = ((const tile *)b)->id;
    return (x > y) - (x < y);
}

/* Returns whether nothing else than the tile's box collides. */
static bool is_full(const map *m, const tile *t) {
    const shape *s = t->count == 1 ? &m->shapes[t->first] : NULL;
    bool is = s != NULL && s->kind == POLYGON && s->count == 4 && !s->oneway;
    for (int i = 0; i < 4 && is; i++)
        is = vec_is_zero(vec_sub(m->points[s->first + i], box_corner(t->size, i)));
    return is;
}

static void read_tile(map *m, const tileset *set, const xml_tree *t, const xml_element *e) {
    const xml_element *image = xml_find(t, e, "image"), *group = xml_find(t, e, "objectgroup");
    tile one = {.id = (uint32_t)count_of(m, t, e, "id", 0),
                .traits = traits_of(m, t, e, (collision_traits){UNSAID, false}),
                .size = set->size,
                .first = m->shape_count};
    if (image != NULL)
        one.size = pair_of(m, t, image, "width", "height", one.size);
    one.size = pair_of(m, t, e, "width", "height", one.size);
    for (const xml_element *o = group; group != NULL && o < t->elements + group->end && !is_over(m);
         o++) {
        collision_traits own = {UNSAID, false};
        if (xml_is(t, o, "object") && (own = traits_of(m, t, o, own)).collision != IS_LEFT_OUT)
            one.count += read_shape(m, t, o, own);
    }
    one.is_full = !is_over(m) && is_full(m, &one);
    if (grow(m, &m->tiles, &m->tile_room, m->tile_count, sizeof one))
        m->tiles[m->tile_count++] = one;
}

static void read_tiles(map *m, tileset *set, const xml_tree *t, const xml_element *e) {
    static const char *const others[] = {"tilerendersize", "objectalignment"};
    const xml_element *offset = xml_find(t, e, "tileoffset");
    set->size = pair_of(m, t, e, "tilewidth", "tileheight", m->tile_size);
    if (offset != NULL)
        set->offset = pair_of(m, t, offset, "x", "y", (vec){0, 0});
    for (int i = 0; i < 2; i++)
        if (*xml_attribute(t, e, others[i]) != '\0')
            note(m, m->left_out, e, "%s is left out", others[i]);
    set->first = m->tile_count;
    for (int i = (int)(e - t->elements) + 1; i < e->end && !is_over(m); i = t->elements[i].end)
        if (xml_is(t, &t->elements[i], "tile"))
            read_tile(m, set, t, &t->elements[i]);
    set->count = m->tile_count - set->first;
    if (set->count > 0)
        qsort(m->tiles + set->first, (size_t)set->count, sizeof *m->tiles, compare_tiles);
}

/* Reads the file of a tileset, which the element `e` of the map names. */
static void read_tileset_file(map *m, tileset *set, const xml_element *e, const char *name) {
    level_errors of_file;
    char *text = NULL;
    size_t length = 0;
    bool is_read = level_read_side_file(m->mesh, m->path, name, &text, &length, &of_file);
    if (is_read && xml_read(&set->file, text, length, "a tileset", &(level_watcher){0}, &of_file)) {
        const xml_element *root = set->file.elements;
        m->place = e;
        m->file = name;
        if (xml_is(&set->file, root, "tileset"))
            read_tiles(m, set, &set->file, root);
        else
            note(m, m->errors, root, "expected a tileset, found <%s>",
                 xml_quote(xml_name(&set->file, root)).text);
        m->place = NULL;
    } else if (of_file.count > 0) {
        xml_report(m->errors, e, "%s, line %d: %s", xml_quote(name).text, of_file.list[0].line,
                   of_file.list[0].message);
    } else if (!set->file.out_of_memory) {
        xml_report(m->errors, e, "expected the tileset within the map, found '%s'",
                   xml_quote(name).text);
    }
    m->out_of_memory |= set->file.out_of_memory;
    free(text);
}

static void read_tileset(map *m, const xml_element *e) {
    const xml_tree *t = &m->tree;
    const char *source = xml_attribute(t, e, "source");
    tileset set = {.first_number = (uint32_t)count_of(m, t, e, "firstgid", 1)};
    int last = m->tileset_count - 1;
    if (!is_over(m) && last >= 0 && m->tilesets[last].first_number >= set.first_number)
        note(m, m->errors, e, "expected a firstgid above %u, found %u",
             (unsigned)m->tilesets[last].first_number, (unsigned)set.first_number);
    if (is_over(m) || !grow(m, &m->tilesets, &m->tileset_room, m->tileset_count, sizeof set))
        return;
    if (*source != '\0')
        read_tileset_file(m, &set, e, source);
    else
        read_tiles(m, &set, t, e);
    m->tilesets[m->tileset_count++] = set;
}

/* Returns the tileset of a tile's number, NULL when there is none. */
static const tileset *find_tileset(const map *m, uint32_t number) {
    int low = 0, high = m->tileset_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (m->tilesets[middle].first_number <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &m->tilesets[low - 1] : NULL;
}

/* A tile as it is placed. */
typedef struct stamp {
    const tileset *set;
    tile tile;
    collision_traits traits; /* with those of what is around it */
    svg_matrix flip;         /* of its box; the top left corner stays at 0, 0 */
    vec size;                /* of the flipped box */
} stamp;

/* Finds the tile of a number with flags. Returns false when nothing of it collides. */
static bool make_stamp(const map *m, uint32_t number, collision_traits around, stamp *s) {
    const tileset *set = find_tileset(m, number & ~ALL_FLAGS);
    if (set == NULL || (number & ~ALL_FLAGS) == IS_NO_TILE)
        return false;
    tile key = {.id = (number & ~ALL_FLAGS) - set->first_number, .size = set->size};
    const tile *found = set->count > 0 ? bsearch(&key, m->tiles + set->first, (size_t)set->count,
                                                 sizeof key, compare_tiles)
                                       : NULL;
    *s = (stamp){.set = set, .tile = found != NULL ? *found : key, .traits = around};
    if (s->tile.traits.collision != UNSAID)
        s->traits.collision = s->tile.traits.collision;
    s->traits.oneway |= s->tile.traits.oneway;
    bool turns = (number & FLIP_AXES) != 0;
    vec x = {!turns, turns}, y = {turns, !turns}, origin = {0, 0};
    s->size = turns ? (vec){s->tile.size.y, s->tile.size.x} : s->tile.size;
    if (number & FLIP_X)
        x.x = -x.x, y.x = -y.x, origin.x = s->size.x;
    if (number & FLIP_Y)
        x.y = -x.y, y.y = -y.y, origin.y = s->size.y;
    s->flip = (svg_matrix){x, y, origin};
    return s->traits.collision != IS_LEFT_OUT &&
           (s->tile.count > 0 || s->traits.collision == COLLIDES);
}

/* Places `repeat` of the tile in a row, which are more than one only where they are full. */
static void place_stamp(map *m, const stamp *s, const xml_element *e, const svg_matrix *at,
                        int repeat) {
    const svg_matrix whole = svg_times(at, s->flip);
    shape box = {.first = m->point_count, .from = e, .oneway = s->traits.oneway};
    if (repeat > 1 || s->tile.count == 0) {
        add_box(m, &box, &(svg_matrix){{1, 0}, {0, 1}, {0, 0}},
                (vec){repeat * s->size.x, s->size.y});
        if (!is_over(m))
            place_shape(m, &box, at, false);
        m->point_count = box.first;
        return;
    }
    for (int i = 0; i < s->tile.count && !is_over(m); i++)
        place_shape(m, &m->shapes[s->tile.first + i], &whole, s->traits.oneway);
}

/* ---- Tile layers ------------------------------------------------------------------------- */

typedef struct layer {
    const xml_element *from;
    collision_traits traits;
    vec offset;
    int collide, pass; /* how many of its tiles do */
} layer;

/* A rectangle of cells. */
typedef struct block {
    int x, y, width, height;
    uint32_t *numbers;
} block;

/* Returns how many cells from the number on have the same tile, up to `left`, if such a row is one
 * box. */
static int count_row(const map *m, const stamp *s, const uint32_t *number, int left) {
    int count = 1;
    bool fits = vec_is_zero(vec_sub(s->size, m->tile_size)) && !m->keep_seams;
    while (fits && (s->tile.is_full || s->tile.count == 0) && count < left &&
           number[count] == *number)
        count++;
    return count;
}

/* Places tiles on the bottom left corners of their cells. */
static void place_block(map *m, layer *l, const block *b) {
    for (int y = 0; y < b->height; y++) {
        const uint32_t *row = b->numbers + (size_t)y * (size_t)b->width;
        for (int x = 0, count = 1; x < b->width && !is_over(m); x += count) {
            stamp s;
            bool collides = make_stamp(m, row[x], l->traits, &s);
            count = collides ? count_row(m, &s, &row[x], b->width - x) : 1;
            l->collide += collides;
            l->pass += !collides && (row[x] & ~ALL_FLAGS) != IS_NO_TILE;
            if (!collides)
                continue;
            vec at = {(b->x + x) * m->tile_size.x, (b->y + y + 1) * m->tile_size.y - s.size.y};
            at = vec_add(at, vec_add(l->offset, s.set->offset));
            place_stamp(m, &s, l->from, &(svg_matrix){{1, 0}, {0, 1}, at}, count);
        }
    }
}

/* Reads a `data` or `chunk` element, with cells from x, y on. */
static void read_block(map *m, layer *l, const xml_element *data, const xml_element *e, block b) {
    const xml_tree *t = &m->tree;
    long long count = (long long)b.width * b.height;
    if (is_over(m))
        return;
    if (count > m->cells_left) {
        note(m, m->errors, e, "expected at most %d cells in all layers, found more",
             TILED_CELLS_MAX);
        return;
    }
    m->cells_left -= (int)count;
    b.numbers = malloc((size_t)count * sizeof *b.numbers);
    m->out_of_memory |= b.numbers == NULL;
    if (b.numbers != NULL &&
        tiled_read_cells(t, e, xml_attribute(t, data, "encoding"),
                         xml_attribute(t, data, "compression"), b.numbers, (int)count, m->errors))
        place_block(m, l, &b);
    free(b.numbers);
    m->cancelled = !level_report(m->watcher, m->watcher->total, m->watcher->total / 2);
}

static void read_layer(map *m, const xml_element *e, vec offset, collision_traits traits) {
    const xml_tree *t = &m->tree;
    layer l = {.from = e, .traits = traits, .offset = offset};
    const xml_element *data = xml_find(t, e, "data");
    if (data == NULL)
        note(m, m->errors, e, "expected data in a layer, found none");
    else if (xml_find(t, data, "chunk") == NULL)
        read_block(m, &l, data, data,
                   (block){.width = count_of(m, t, e, "width", 1),
                           .height = count_of(m, t, e, "height", 1)});
    for (const xml_element *c = data; c != NULL && c < t->elements + data->end; c++)
        if (xml_is(t, c, "chunk"))
            read_block(m, &l, data, c,
                       (block){.x = (int)number_of(m, t, c, "x", 0),
                               .y = (int)number_of(m, t, c, "y", 0),
                               .width = count_of(m, t, c, "width", 1),
                               .height = count_of(m, t, c, "height", 1)});
    if (l.pass > 0 && l.collide == 0)
        note(m, m->left_out, e,
             "the layer %s is left out: none of its %d tiles has a collision shape; the property "
             "collision=true makes them solid",
             xml_quote(xml_attribute(t, e, "name")).text, l.pass);
}

/* ---- Object layers ----------------------------------------------------------------------- */

static bool is_start(const char *word) {
    static const char *const names[] = {"player", "Player", "start", "Start"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

/* Returns the transform that puts a tile where its object holds its bottom left corner, from the
 * tile's own size. */
static svg_matrix place_tile_object(map *m, const xml_element *e, const stamp *s, svg_matrix at) {
    vec size = pair_of(m, &m->tree, e, "width", "height", s->size);
    at.origin = svg_place(&at, s->set->offset.x, s->set->offset.y - size.y);
    at.x = vec_scale(at.x, s->size.x > 0 ? size.x / s->size.x : 0);
    at.y = vec_scale(at.y, s->size.y > 0 ? size.y / s->size.y : 0);
    return at;
}

static void read_object(map *m, const xml_element *e, vec offset, collision_traits around) {
    const xml_tree *t = &m->tree;
    const char *number = xml_attribute(t, e, "gid"), *name = xml_attribute(t, e, "template");
    collision_traits own = traits_of(m, t, e, around);
    svg_matrix at = matrix_of(m, t, e);
    bool starts = is_start(xml_attribute(t, e, "name")) || is_start(xml_attribute(t, e, "type")) ||
                  is_start(xml_attribute(t, e, "class"));
    uint32_t gid = IS_NO_TILE;
    stamp s = {0};
    at.origin = vec_add(at.origin, offset);
    if (*number != '\0' && tiled_read_whole(number, &gid) == NULL)
        note(m, m->errors, e, "expected the number of a tile, found '%s'", xml_quote(number).text);
    bool is_made = make_stamp(m, gid, own, &s);
    if (s.set != NULL)
        at = place_tile_object(m, e, &s, at);
    if (starts && !m->mesh->has_start) {
        vec size = s.set != NULL ? s.size : pair_of(m, t, e, "width", "height", (vec){0, 0});
        vec middle = svg_place(&at, size.x / 2, size.y / 2);
        on_lattice(m, e, middle);
        m->mesh->start = in_world(m, middle.x * LATTICE, middle.y * LATTICE);
        m->mesh->has_start = true;
    }
    if (starts || own.collision == IS_LEFT_OUT || is_over(m))
        return;
    if (*name != '\0') {
        note(m, m->left_out, e, "an object of the template %s is left out", xml_quote(name).text);
    } else if (is_made) {
        place_stamp(m, &s, e, &at, 1);
    } else if (*number == '\0') {
        const svg_matrix there = {{1, 0}, {0, 1}, offset};
        int points = m->point_count, shapes = m->shape_count;
        if (read_shape(m, t, e, own) > 0 && !is_over(m))
            place_shape(m, &m->shapes[shapes], &there, false);
        m->point_count = points;
        m->shape_count = shapes;
    }
}

/* ---- The whole map ----------------------------------------------------------------------- */

static void walk(map *m, const xml_element *around, vec offset, collision_traits traits_around,
                 int depth) {
    const xml_tree *t = &m->tree;
    for (const xml_element *e = around + 1; e < t->elements + around->end && !is_over(m);
         e = t->elements + e->end) {
        bool is_group = xml_is(t, e, "group"), is_layer = xml_is(t, e, "layer");
        collision_traits own = traits_of(m, t, e, traits_around);
        if (xml_is(t, e, "imagelayer"))
            note(m, m->left_out, e, "the image layer %s is left out",
                 xml_quote(xml_attribute(t, e, "name")).text);
        else if (xml_is(t, e, "object"))
            read_object(m, e, offset, traits_around);
        if ((!is_group && !is_layer && !xml_is(t, e, "objectgroup")) ||
            (own.collision == IS_LEFT_OUT && is_layer))
            continue;
        vec place = vec_add(offset, pair_of(m, t, e, "offsetx", "offsety", (vec){0, 0}));
        if (depth == TILED_DEPTH_MAX)
            note(m, m->errors, e, "expected at most %d groups inside each other, found more",
                 TILED_DEPTH_MAX);
        else if (is_layer)
            read_layer(m, e, place, own);
        else
            walk(m, e, place, own, depth + 1);
    }
}

static void read_map(map *m) {
    const xml_tree *t = &m->tree;
    const xml_element *root = t->elements;
    const char *orientation = xml_attribute(t, root, "orientation");
    if (!xml_is(t, root, "map")) {
        note(m, m->errors, root, "expected a map of Tiled, found <%s>",
             xml_quote(xml_name(t, root)).text);
        return;
    }
    if (strcmp(orientation, "orthogonal") != 0) {
        note(
            m, m->errors, root,
            "expected an orthogonal map, as only squares become walls, found the orientation '%s'; "
            "in Tiled choose Map, Map Properties, Orientation",
            xml_quote(orientation).text);
        return;
    }
    m->tile_size =
        (vec){count_of(m, t, root, "tilewidth", 1), count_of(m, t, root, "tileheight", 1)};
    for (int i = 1; i < root->end && !is_over(m); i = t->elements[i].end)
        if (xml_is(t, &t->elements[i], "tileset"))
            read_tileset(m, &t->elements[i]);
    walk(m, root, (vec){0, 0}, traits_of(m, t, root, (collision_traits){UNSAID, false}), 0);
    if (!is_over(m) && !m->keep_seams)
        m->out_of_memory |= !seams_join(&m->seams);
    add_edges(m);
    m->mesh->polygon_count = m->mesh->face_count;
}

bool tiled_is_named(const char *path) {
    return text_has_ending(path, ".tmx");
}

bool tiled_read(const char *text, size_t length, const char *path, bool keep_seams,
                const level_watcher *watcher, level_mesh *mesh, level_errors *left_out,
                level_errors *errors) {
    map m = {.path = path,
             .keep_seams = keep_seams,
             .watcher = watcher,
             .mesh = mesh,
             .errors = errors,
             .left_out = left_out,
             .cells_left = TILED_CELLS_MAX,
             .points_left = TILED_POINTS_MAX};
    errors->count = errors->total = 0;
    if (xml_read(&m.tree, text, length, "a map of Tiled", watcher, errors))
        read_map(&m);
    if (m.out_of_memory || m.tree.out_of_memory)
        level_refuse_file(errors, "out of memory, the map has %zu bytes", length);
    mesh->loaded = m.tree.count > 0 && !is_over(&m);
    if (!mesh->loaded)
        level_empty_mesh(mesh);
    for (int i = 0; i < m.tileset_count; i++)
        xml_free(&m.tilesets[i].file);
    xml_free(&m.tree);
    free(m.points);
    free(m.shapes);
    free(m.tiles);
    free(m.tilesets);
    free(m.seams.edges);
    return mesh->loaded;
}
