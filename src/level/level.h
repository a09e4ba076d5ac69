/* level: a level's text and what it says.
 *
 * A level is read whole or refused whole. It keeps the text it was read from, statement by
 * statement, so that writing it back changes only the statements that were changed: comments, blank
 * lines, order and the spelling of numbers survive.
 *
 * A level is 2D or 3D, and its first statement says which. Both are read, kept, changed and written
 * by the same code; they differ in the statements there are, and in what those become.
 *
 * Numbers are kept as the file has them (angles in degrees); level_shapes turns them into capsules,
 * in 3D into rounded triangles.
 */
#ifndef LEVEL_H
#define LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../slidemove/slidemove.h"
#include "../slidemove/vec.h"
#include "platform.h"

#define LEVEL_NUMBER_MAX     1e6f  /* no coordinate, size, angle or speed may be larger */
#define LEVEL_PLAYER_RADIUS  0.95f /* where the player statement gives none */
#define LEVEL_SPEED_MIN      0.1f  /* factors of the speed statement */
#define LEVEL_SPEED_MAX      10.0f
#define LEVEL_ERRORS_MAX     20 /* kept in one pass; the rest are counted */
#define LEVEL_MESSAGE_LENGTH 320
#define LEVEL_MESHES_MAX     256       /* different mesh files that one level may name */
#define LEVEL_SHAPES_MAX     (1 << 26) /* of a level; a few lines can place a mesh often */

/* ---- Statements -------------------------------------------------------------------------- */

typedef enum level_kind {
    LEVEL_VERSION, /* slidemove 1 */
    LEVEL_TITLE,
    LEVEL_PLAYER,
    LEVEL_SEGMENT,
    LEVEL_CHAIN,
    LEVEL_LOOP,
    LEVEL_CIRCLE,
    LEVEL_CAPSULE,
    LEVEL_BOX,
    LEVEL_VERSION3, /* slidemove3 1: from here on those of a 3D level */
    LEVEL_PLAYER3,
    LEVEL_SPHERE,
    LEVEL_CAPSULE3,
    LEVEL_TRIANGLE,
    LEVEL_BOX3,
    LEVEL_MESH,
    LEVEL_TEXT, /* from here on: the scene that a level opens with; see level_scene */
    LEVEL_TRY,
    LEVEL_SECTION,
    LEVEL_LABEL,
    LEVEL_LABEL3,
    LEVEL_RESOLVER,
    LEVEL_GHOSTS,
    LEVEL_OVERLAYS,
    LEVEL_MOVER,
    LEVEL_MOVER3,
    LEVEL_SPEED,
    LEVEL_MOMENTUM,
    LEVEL_GRAVITY,
    LEVEL_VIEW,
    LEVEL_VIEW3,
    LEVEL_PLAY,
    LEVEL_PAUSED,
    LEVEL_INSIDE,
    LEVEL_KIND_COUNT
} level_kind;

/* Which levels a statement is of. */
enum { LEVEL_IN_2D = 1 << 0, LEVEL_IN_3D = 1 << 1 };

/* What a statement says behind its numbers. */
typedef enum level_words_kind {
    LEVEL_NO_WORDS,
    LEVEL_FREE_TEXT, /* all the rest of the line, comment signs included */
    LEVEL_ONE_NAME,  /* of those that `choice` gives */
    LEVEL_SOME_NAMES /* one or more of them, each once */
} level_words_kind;

/* One row for each kind: parsing, error messages, help and docs all read this table. */
typedef struct level_statement_info {
    const char *name;
    const char *usage;   /* "circle X Y R": the name, what the numbers are called, and words */
    const char *summary; /* one line */
    unsigned dimensions; /* set of LEVEL_IN_... : the name is one of such levels */
    int numbers;         /* how many there must be; of a polyline the fewest */
    unsigned attributes; /* set of LEVEL_HAS_... that may follow */
    level_words_kind words;
    const char *(*choice)(int index); /* the names there are; NULL behind the last one */
    unsigned sets;                    /* LEVEL_SETS_..., of the scene, ... */
    size_t place;                     /* ... and where in level_scene: its numbers, an int, a set */
} level_statement_info;

extern const level_statement_info level_statements[LEVEL_KIND_COUNT];

enum {
    LEVEL_HAS_RADIUS = 1 << 0,
    LEVEL_HAS_LENGTH = 1 << 1,
    LEVEL_HAS_ANGLE = 1 << 2,
    LEVEL_HAS_ONEWAY = 1 << 3,
    LEVEL_HAS_SPIN = 1 << 4,
    LEVEL_HAS_SHIFT = 1 << 5,
    LEVEL_HAS_AT = 1 << 6,
    LEVEL_HAS_SCALE = 1 << 7,
    LEVEL_HAS_ONESIDED = 1 << 8,
    LEVEL_HAS_TWOSIDED = 1 << 9,
    LEVEL_HAS_AXIS = 1 << 10,
    LEVEL_HAS_SHIFT3 = 1 << 11
};

/* Values of the attributes a statement has; `present` says which, the others are 0. */
typedef struct level_attribute_values {
    unsigned present;    /* LEVEL_HAS_... */
    float radius;        /* world units, >= 0; the player's > 0 */
    float length;        /* world units, >= 0 */
    float angle_degrees; /* counter-clockwise; in 3D about the y axis, seen from above */
    float spin;          /* degrees a second, counter-clockwise, about the shape's centroid */
    sm3_vec axis;        /* of `spin` in 3D, of any length; 0, 0, 0: upward */
    sm_vec2 shift;       /* world units, there and back ... */
    float shift_seconds; /* ... in this many seconds, > 0 */
    sm3_vec shift3;      /* the same in 3D */
    float shift3_seconds;
    sm3_vec at;  /* world units */
    float scale; /* times, > 0 */
} level_attribute_values;

typedef struct level_attribute_info {
    const char *name;
    const char *usage; /* "shift=DX,DY,SECONDS" */
    const char *summary;
    unsigned flag;
    int numbers;  /* how many it takes, one behind the other ... */
    size_t place; /* ... in level_attribute_values */
} level_attribute_info;

#define LEVEL_ATTRIBUTE_COUNT 12
extern const level_attribute_info level_attributes[LEVEL_ATTRIBUTE_COUNT];

typedef struct level_statement {
    level_kind kind;
    int line;         /* 1-based line in the text it was read from; 0: made by a program */
    int first_number; /* index into level.numbers */
    int number_count;
    int mesh; /* index into level.meshes; counts for a mesh statement alone */
    level_attribute_values attributes;
    int words;                   /* where they begin in level.words; 0: it has none */
    size_t text_start, text_end; /* the statement's own text in level.source, comment excluded */
    bool changed;                /* write it from its numbers, not from the source */
} level_statement;

/* A file as it was when it was read: tells one state of it from another, and one file from another
 * whatever their paths. */
typedef struct level_file_state {
    platform_status seen; /* before the first byte was read */
    uint64_t hash;        /* of all the bytes */
} level_file_state;

typedef struct level_face {
    int a, b, c; /* indices of vertices, counter-clockwise seen from the front */
} level_face;

/* A Wavefront OBJ file that mesh statements name, as the file has it: not placed, not scaled. */
typedef struct level_mesh {
    char *name;       /* as the statements have it, without quotes */
    int line, column; /* where the first of them stood when the level was read; 0: nowhere */
    bool loaded; /* otherwise it has no faces: the level was read from a text without a folder */
    level_file_state file; /* that it was loaded from */
    sm3_vec *vertices;
    int vertex_count;
    level_face *faces; /* triangles */
    int face_count;
    int polygon_count; /* how many faces the file has, of which the triangles were cut */
} level_mesh;

/* ---- Errors ------------------------------------------------------------------------------ */

typedef struct level_error {
    int line;   /* 1-based; 0 when it is about the file itself (it cannot be opened, say) */
    int column; /* 1-based, in characters (not bytes) */
    /* what was expected, what was found; UTF-8, no file name, no dot */
    char message[LEVEL_MESSAGE_LENGTH];
} level_error;

typedef struct level_errors {
    level_error list[LEVEL_ERRORS_MAX]; /* the first ones, in the order of the text */
    int count;                          /* how many are in the list */
    int total;                          /* how many there are */
} level_errors;

/* ---- Levels ------------------------------------------------------------------------------ */

typedef struct level {
    int dimensions; /* 2 or 3 */
    char *source;   /* the text it was read from; "" for one made by a program */
    size_t source_length;
    level_file_state file; /* that it was loaded from; all 0: from none */
    char *path;            /* owned; see level_set_path */
    level_statement *statements;
    int statement_count;
    float *numbers; /* of all statements, each as the file has it */
    int number_count;
    char *words; /* of all statements, each with a NUL behind it; NULL: there are none */
    int words_length, words_capacity;
    int title;          /* where it begins in words; 0: there is none */
    int player;         /* index of the player statement */
    level_mesh *meshes; /* each file that statements name, once */
    int mesh_count;
    level_errors left_out;  /* of the drawing that it was read from, in its order */
    bool is_all_of_drawing; /* its file, if that is a drawing, has nothing beside it to lose */
} level;

/* ---- Reading and writing ----------------------------------------------------------------- */

/* Reads a level from `text` (`length` bytes, any bytes). Returns it, to be freed with level_free,
 * or NULL with *errors filled. A text has no folder: meshes stay unloaded (see level_load_meshes).
 */
level *level_read(const char *text, size_t length, level_errors *errors);

/* Reads a level from a file, and the meshes its statements name. Errors of the file itself
 * (missing, a folder, a pipe, unreadable) have line 0 and column 0; those of a mesh stand where the
 * first statement stands that names it. */
level *level_load(const char *path, level_errors *errors);

/* level_load for big files: tells `progress` on the same thread, at least every 100 ms and mostly
 * far more often, and at the end that all is done: bytes of the file, where each counts half when
 * it is loaded and half when it is understood; of meshes behind the level, of each from its own
 * beginning. When that says no, the result is NULL and *errors is empty. */
level *level_load_with(const char *path, level_errors *errors, sm_progress progress);

/* Loads the meshes that are not loaded yet, from the folder of the level's file `path`, which need
 * not exist itself. Returns false with *errors filled; the meshes without an error are loaded even
 * then. */
bool level_load_meshes(level *level, const char *path, level_errors *errors);

/* Reads one mesh anew, in the same way, and tells `progress`. Returns false with
 * *errors filled when its file is bad, empty when `progress` said no: the mesh then stays as it
 * was. */
bool level_reload_mesh(level *level, int mesh, const char *path, level_errors *errors,
                       sm_progress progress);

/* Returns whether a file is one that the level was read from: its own, or a mesh's. Links do not
 * matter. */
bool level_is_read_from(const level *level, const platform_status *file);

/* Returns the path of a mesh's file, of the level at `path`: to be freed with free(); NULL when
 * memory ran out. */
char *level_mesh_path(const level *level, int mesh, const char *path);

/* Returns the index of the mesh of that name, -1 when the level has none. */
int level_find_mesh(const level *level, const char *name, size_t length);

/* Returns the level's text, NUL-terminated, to be freed with free(); NULL when memory ran out.
 * Statements that were not changed keep their text; changed ones are written where they stand,
 * comment kept, with the fewest digits that read back as the same floats. Statements no longer in
 * the array lose their line; those with line 0 get one: behind the statement before them, at the
 * end of the text when none of the source follows. So the order of the array is the order of the
 * text. A number that is not finite or beyond LEVEL_NUMBER_MAX is written as it is, and refused
 * when it is read. */
char *level_write(const level *level, size_t *length);

/* Returns the text of one statement, which the level has or had, without its comment and line
 * break, as level_write gives it, with a NUL behind it, to be freed with free(). */
char *level_write_statement(const level *level, const level_statement *statement);

/* Reads statements of a level of 2 or 3 dimensions that need not be a whole level: neither the
 * version nor the player must be there. `player` of the result is then -1. Otherwise as level_read.
 */
level *level_read_fragment(const char *text, size_t length, int dimensions, level_errors *errors);

void level_free(level *level); /* NULL is fine */

/* Remembers the path of the file that has the level, of so many bytes; 0: none. */
void level_set_path(level *l, const char *path, size_t length);

/* Returns that path, "" for none; valid until it is set again. */
const char *level_file_path(const level *l);

/* ---- What it says ------------------------------------------------------------------------ */

/* Returns (cos, sin) of an angle in degrees. The C library's own differ in the last bit from one
 * library and CPU to the next, and a level must not: so Taylor's series, whose error within 45
 * degrees stays under a double's last bit. Right angles come out exact. */
vec level_find_axis(float degrees);
sm_vec2 level_direction(float degrees); /* the same in floats */

typedef struct level_player {
    sm3_vec position; /* of the centre; in 2D z is 0 */
    float radius;
    float length; /* of the inner segment, upright in 3D; 0: a disk or a sphere */
    float angle;  /* radians: the heading, in 2D the direction of a capsule's axis too; in 3D it
                     faces (cos angle, 0, -sin angle) */
} level_player;

level_player level_get_player(const level *level); /* which has one */

/* A level's obstacles: capsules in 2D, rounded triangles in 3D. The obstacle's number is its index.
 */
typedef struct level_shapes {
    sm_capsule *capsules;    /* NULL in 3D */
    sm3_triangle *triangles; /* NULL in 2D */
    int *statements;         /* for each shape, the index of the statement it comes from */
    int count;
} level_shapes;

/* Builds the shapes of all statements, in the order of the text. In 2D a chain of n points gives
 * n - 1, a loop n, a box its 4 edges counter-clockwise; in 3D a box has 12, two to a side, a mesh
 * those its file was cut into; all others give one. Returns false when memory ran out, or for more
 * than LEVEL_SHAPES_MAX. */
bool level_make_shapes(const level *level, level_shapes *shapes);
void level_free_shapes(level_shapes *shapes);

/* Returns how many shapes the statement gives: 0 for one that is no obstacle. */
int level_count_shapes(const level *level, int statement);

/* Writes the shapes of a statement of a 2D or a 3D level; there must be room for all of them. */
void level_make_capsules(const level *level, int statement, sm_capsule *capsules);
void level_make_triangles(const level *level, int statement, sm3_triangle *triangles);

typedef struct level_box { /* in the plane */
    sm_vec2 min, max;
} level_box;

typedef struct level_box3 {
    sm3_vec min, max;
} level_box3;

/* Returns the smallest box around the player. In 2D the z of a box does not count. */
level_box3 level_player_box(const level *level);

/* Make the box large enough for a shape, its radius included; NaN changes nothing. */
void level_box3_include(level_box3 *box, const sm3_triangle *triangle);
void level_box3_include_capsule(level_box3 *box, sm_capsule capsule);

/* Returns the smallest box around all obstacles (radii included) and the player. */
level_box3 level_bounds(const level *level, const level_shapes *shapes);

/* ---- How it is shown ------------------------------------------------------------------- */

/* What can be drawn over a level. The names are words of the format; who draws them has a row for
 * each. */
#define LEVEL_OVERLAYS_EACH(OVERLAY)                                                               \
    OVERLAY(CLOSEST, "closest")                                                                    \
    OVERLAY(NORMALS, "normals")                                                                    \
    OVERLAY(DEPTH, "depth")                                                                        \
    OVERLAY(VERTICES, "vertices")                                                                  \
    OVERLAY(ITERATIONS, "iterations")                                                              \
    OVERLAY(DELTAS, "deltas")                                                                      \
    OVERLAY(TRAIL, "trail")                                                                        \
    OVERLAY(GRID, "grid")                                                                          \
    OVERLAY(INDEX, "index")                                                                        \
    OVERLAY(RAY, "ray")                                                                            \
    OVERLAY(ADVANCE, "advance")                                                                    \
    OVERLAY(FIGURES, "figures")                                                                    \
    OVERLAY(NUMBERS, "numbers")

#define LEVEL_OVERLAY_ID(id, name) OVERLAY_##id,
typedef enum level_overlay { LEVEL_OVERLAYS_EACH(LEVEL_OVERLAY_ID) OVERLAY_COUNT } level_overlay;

/* Return NULL where there is no such overlay, and no such shape of the mover in a level of 2 or 3
 * dimensions. */
const char *level_overlay_name(int overlay);
const char *level_mover_name(int dimensions, int mover);

/* Returns the level's title, "" when it has none. It holds until the next change. */
const char *level_title(const level *level);

/* Returns the text of a title, text, try, section or label statement and the names behind one that
 * takes names, with single blanks between them; "" for the other kinds. It holds until the next
 * change.
 */
const char *level_words(const level *level, int statement);

#define LEVEL_PLAYS_MAX        32
#define LEVEL_PLAY_SECONDS_MAX 60.0f /* of one */

/* A wish that is played when the level opens. */
typedef struct level_play {
    float right, up; /* -1 .. 1, as the keys that walk */
    float seconds;
} level_play;

/* What a level may say about the scene it opens with. */
enum {
    LEVEL_SETS_RESOLVER = 1 << 0,
    LEVEL_SETS_GHOSTS = 1 << 1,
    LEVEL_SETS_OVERLAYS = 1 << 2,
    LEVEL_SETS_MOVER = 1 << 3,
    LEVEL_SETS_SPEED = 1 << 4,
    LEVEL_SETS_MOMENTUM = 1 << 5,
    LEVEL_SETS_GRAVITY = 1 << 6,
    LEVEL_SETS_VIEW = 1 << 7
};

typedef struct level_scene {
    unsigned present; /* LEVEL_SETS_...; what is not set is 0 */
    sm_resolver resolver;
    unsigned ghosts;       /* set of 1 << sm_resolver */
    unsigned overlays;     /* set of 1 << level_overlay */
    int mover;             /* 0: disk or sphere, 1: capsule, 2: box */
    float speed;           /* factor */
    int momentum, gravity; /* 0 or 1 */
    float view[6]; /* 2D: the middle and how many world units are seen across; 3D: the eye and the
                      place it looks at */
    bool paused;
    bool inside; /* the steps of the last move are shown once it pauses; it is paused, too, then */
    level_play plays[LEVEL_PLAYS_MAX];
    int play_count;
} level_scene;

/* Returns it. Looks at all statements. */
level_scene level_get_scene(const level *level);

/* ---- What moves -------------------------------------------------------------------------- */

/* Turned about an axis through a centre, then moved. */
typedef struct level_pose {
    vec3 centre, axis;   /* the shape's centroid at rest; a unit vector, in 2D toward the eye */
    double cosine, sine; /* of the angle, counter-clockwise */
    vec3 shift;
} level_pose;

/* Whether the statement says that its shape moves; and that it collides from one side alone. */
bool level_moves(const level_statement *statement);
bool level_is_oneway(const level_statement *statement);

/* Returns the pose after so many seconds: turned by `spin` times them, and on its way there and
 * back, evenly, in as many seconds as `shift` says. Of a line the centroid is that of a wire, of a
 * loop that of its area; a mesh turns about where its file's origin stands. */
level_pose level_pose_at(const level *level, int statement, double seconds);

/* Returns the shape, given at rest, in that pose. */
sm3_triangle level_posed_triangle(level_pose pose, sm3_triangle triangle);

#endif
