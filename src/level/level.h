/* level: the text of a level, and the values of its statements.
 *
 * A level is read whole or refused whole. It keeps the text that it was read from, statement by
 * statement. Writing it back changes only the statements that were changed: comments, blank lines,
 * order and the digits of numbers stay.
 *
 * The first statement says whether a level is 2D or 3D. The same code reads, keeps, changes and
 * writes both. They differ in their statements, and in the shapes that these become.
 *
 * Numbers are kept as they stand in the file, angles in degrees. level_make_shapes turns them into
 * capsules, in 3D into rounded triangles. */
#ifndef LEVEL_H
#define LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../slidemove/slidemove.h"
#include "../slidemove/vec.h"
#include "platform.h"

#define LEVEL_NUMBER_MAX     1e6f  /* no coordinate, size, angle or speed may be larger */
#define LEVEL_PLAYER_RADIUS  0.95f /* where the player statement has no radius */
#define LEVEL_SPEED_MIN      0.1f  /* factors of the speed statement */
#define LEVEL_SPEED_MAX      10.0f
#define LEVEL_ERRORS_MAX     20 /* are kept; further errors are only counted */
#define LEVEL_MESSAGE_LENGTH 400
#define LEVEL_MESHES_MAX     256 /* different mesh files in a level */
#define LEVEL_SHAPES_MAX                                                                           \
    (1 << 26) /* shapes of a level                                                                 \
               */

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
    LEVEL_MAP,
    LEVEL_VERSION3, /* slidemove3 1; from here on statements of 3D levels */
    LEVEL_PLAYER3,
    LEVEL_SPHERE,
    LEVEL_CAPSULE3,
    LEVEL_TRIANGLE,
    LEVEL_BOX3,
    LEVEL_MESH,
    LEVEL_TEXT, /* from here on statements of the scene; see level_scene */
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
    LEVEL_STEP, /* how the player walks with gravity */
    LEVEL_SLOPE,
    LEVEL_SNAP,
    LEVEL_JUMP,
    LEVEL_START, /* what an exploration looks at */
    LEVEL_START3,
    LEVEL_BOUNDS,
    LEVEL_BOUNDS3,
    LEVEL_FORBID,
    LEVEL_FORBID3,
    LEVEL_KILL,
    LEVEL_KILL3,
    LEVEL_REACH,
    LEVEL_REACH3,
    LEVEL_KIND_COUNT
} level_kind;

/* The levels that may have a statement. */
enum { LEVEL_IN_2D = 1 << 0, LEVEL_IN_3D = 1 << 1 };

/* The words behind the numbers of a statement. */
typedef enum level_words_kind {
    LEVEL_NO_WORDS,
    LEVEL_FREE_TEXT, /* the rest of the line, with comment signs */
    LEVEL_ONE_NAME,  /* a name of `choice` */
    LEVEL_SOME_NAMES /* one or more names of `choice`, each once */
} level_words_kind;

/* One row for each kind. Parsing, error messages, help and docs read this table. */
typedef struct level_statement_info {
    const char *name;
    const char *usage;   /* "circle X Y R": the name, then what each number and word is called */
    const char *summary; /* one line */
    unsigned dimensions; /* set of LEVEL_IN_... */
    int numbers;         /* how many it takes; a polyline takes at least so many */
    unsigned attributes; /* set of LEVEL_HAS_..., the attributes that may follow */
    level_words_kind words;
    const char *(*choice)(int index); /* the possible names; NULL behind the last one */
    unsigned sets;                    /* LEVEL_SETS_..., the value of the scene that it sets */
    size_t place;                     /* ... and the offset of its value in level_scene */
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
    LEVEL_HAS_SHIFT3 = 1 << 11,
    LEVEL_HAS_PLACE = 1 << 12,
    LEVEL_HAS_SEAMS = 1 << 13
};

/* The values of a statement's attributes. `present` says which it has; the others are 0. */
typedef struct level_attribute_values {
    unsigned present;    /* LEVEL_HAS_... */
    float radius;        /* world units, >= 0; the player's > 0 */
    float length;        /* world units, >= 0 */
    float angle_degrees; /* counter-clockwise; in 3D about the y axis, seen from above */
    float spin;          /* degrees a second, counter-clockwise, about the shape's centroid */
    sm3_vec axis;        /* of `spin` in 3D, any length; 0, 0, 0 is upward */
    sm_vec2 shift;       /* how far it moves and comes back, world units ... */
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
    int numbers;  /* how many numbers it takes ... */
    size_t place; /* ... and the offset of the first in level_attribute_values */
} level_attribute_info;

#define LEVEL_ATTRIBUTE_COUNT 14
extern const level_attribute_info level_attributes[LEVEL_ATTRIBUTE_COUNT];

typedef struct level_statement {
    level_kind kind;
    int line;         /* 1-based line of the text it was read from; 0: a program made it */
    int first_number; /* index into level.numbers */
    int number_count;
    int mesh; /* index into level.meshes, for mesh and map statements only */
    level_attribute_values attributes;
    int words;                   /* where its words begin in level.words; 0: none */
    size_t text_start, text_end; /* its text in level.source, without the comment */
    bool changed;                /* it is written from its numbers, not from the source */
} level_statement;

/* The state of a file when it was read. It tells one state of a file from another, and two files
 * apart whatever their paths are. */
typedef struct level_file_state {
    platform_status seen; /* asked before the first byte was read */
    uint64_t hash;        /* of all the bytes */
} level_file_state;

typedef struct level_face {
    int a, b, c; /* indices of vertices, counter-clockwise seen from the front */
} level_face;

/* A face of a map is flat. Which of its corners are the same vertex says what it is. */
typedef enum level_flat_kind {
    LEVEL_FLAT_OUTLINE, /* a, b, b: an edge of a solid, which is on its right */
    LEVEL_FLAT_WALL,    /* a, b, a: a wall from a to b */
    LEVEL_FLAT_ONEWAY,  /* a, a, b: a wall from a to b that collides from its left side only */
    LEVEL_FLAT_CIRCLE   /* a, b, c: a disk around a, with b and c on its rim */
} level_flat_kind;

level_face level_flat_face(level_flat_kind kind, int a, int b, int c);
level_flat_kind level_find_flat_kind(level_face face);

/* A file that the file of a mesh names: a buffer, a tileset. */
typedef struct level_side_file {
    char *path;
    level_file_state file;
} level_side_file;

/* The faces of a mesh from one on, up to the next part. */
typedef struct level_part {
    int first_face;
    char *name; /* of the group or node and its material: "roof (wood)"; UTF-8 in one line */
} level_part;

/* A file that mesh or map statements name: a Wavefront OBJ file in its own coordinates, or a map of
 * Tiled, in which a tile is a unit wide. */
typedef struct level_mesh {
    char *name;            /* as in the statements, without quotes */
    bool keep_seams;       /* of a map: each tile keeps all its edges */
    bool has_start;        /* a map says where the player starts ... */
    sm3_vec start;         /* ... in its coordinates */
    int line, column;      /* where the first statement that names it stood; 0: in no text */
    bool loaded;           /* false: no faces yet, as the text had no folder */
    level_file_state file; /* that it was loaded from */
    sm3_vec *vertices;
    int vertex_count;
    level_face *faces; /* triangles */
    int face_count;
    int polygon_count; /* faces in the file, before they were cut into triangles */
    level_part *parts; /* in the order of the faces; none where the file names none */
    int part_count, part_capacity;
    level_side_file *side_files;
    int side_file_count, side_file_capacity;
} level_mesh;

/* ---- Errors ------------------------------------------------------------------------------ */

typedef struct level_error {
    int line;   /* 1-based; 0: the error is about the file itself, as when it cannot be opened */
    int column; /* 1-based, in characters (not bytes) */
    /* what was expected and found; UTF-8, without the file's name, without a full stop */
    char message[LEVEL_MESSAGE_LENGTH];
} level_error;

typedef struct level_errors {
    level_error list[LEVEL_ERRORS_MAX]; /* the first errors, in the order of the text */
    int count;                          /* errors in the list */
    int total;                          /* errors in the text */
} level_errors;

/* ---- Levels ------------------------------------------------------------------------------ */

typedef struct level {
    int dimensions; /* 2 or 3 */
    char *source;   /* the text it was read from; "": a program made it */
    size_t source_length;
    level_file_state file; /* the file it was loaded from; all 0: none */
    char *path;            /* owned; see level_set_path */
    level_statement *statements;
    int statement_count;
    float *numbers; /* of all statements, as they stand in the file */
    int number_count;
    char *words; /* of all statements, each with a NUL behind it; NULL: none */
    int words_length, words_capacity;
    int title;          /* where the title begins in words; 0: none */
    int player;         /* index of the player statement */
    level_mesh *meshes; /* one for each file that statements name */
    int mesh_count;
    level_errors left_out;  /* elements of its drawing that are no statements, as errors */
    bool is_all_of_drawing; /* saving the level over its drawing would lose nothing */
} level;

/* ---- Reading and writing ----------------------------------------------------------------- */

/* Reads a level from `text` (`length` bytes, any bytes). Returns the level, to be freed with
 * level_free, or NULL with *errors filled. A text has no folder, so its meshes stay unloaded; see
 * level_load_meshes. */
level *level_read(const char *text, size_t length, level_errors *errors);

/* Reads a level from a file, with the meshes that its statements name. Errors of the file itself
 * (missing, a folder, a pipe, unreadable) have line 0 and column 0. An error in a mesh has the
 * place of the first statement that names the mesh. */
level *level_load(const char *path, level_errors *errors);

/* As level_load, with progress reports on the same thread, at least every 100 ms, and one at the
 * end. Progress is counted in bytes of the file: each counts half when it is loaded and half when
 * it is parsed. Each mesh then has its own progress from 0. When `progress` returns false, the
 * result is NULL and *errors is empty. */
level *level_load_with(const char *path, level_errors *errors, sm_progress progress);

/* Returns whether the file's name has the ending of a file that level_load opens as if it were a
 * level: a mesh or a map. The level around it has a player over its middle, or where the map
 * says. */
bool level_is_bare(const char *path);

/* Loads the meshes that are not loaded yet. Their paths start at the folder of `path`, the level's
 * file, which need not exist. Returns false with *errors filled; meshes without an error are loaded
 * all the same. */
bool level_load_meshes(level *level, const char *path, level_errors *errors);

/* Reads one mesh again, in the same way, and reports to `progress`. Returns false with *errors
 * filled when its file is bad, or with *errors empty when `progress` returned false. The mesh is
 * then unchanged. */
bool level_reload_mesh(level *level, int mesh, const char *path, level_errors *errors,
                       sm_progress progress);

/* Returns whether the level was read from this file, as the level itself or as one of its meshes.
 * Links are followed. */
bool level_is_read_from(const level *level, const platform_status *file);

/* Returns the path of the file of a mesh, for a level at `path`, to be freed with free(). */
char *level_mesh_path(const level *level, int mesh, const char *path);

/* Returns the index of the mesh of that name that was or was not read with its seams, -1 when the
 * level has none. */
int level_find_mesh(const level *level, const char *name, size_t length, bool keep_seams);

/* With true, maps of Tiled that are read from now on keep the edges between tiles, as if each of
 * their statements said `keep-seams`. */
void level_keep_all_seams(bool keep);

/* Returns whether the level was made around a bare file, so that its statements stand in no text
 * that a user could look into. */
bool level_is_around_file(const level *level);

/* Returns the name of the part of a mesh that a face belongs to; "": of none. */
const char *level_find_part(const level_mesh *mesh, int face);

/* Frees the vertices, faces and parts of a mesh, and forgets its side files. */
void level_empty_mesh(level_mesh *mesh);

/* Returns the text of the level with a NUL behind it, to be freed with free(); NULL when memory ran
 * out.
 *
 * Statements that were not changed keep their text. Changed statements are written in their old
 * place, with their comment, and each number with the fewest digits that read back as the same
 * float. Statements that left the array lose their line. Statements with line 0 get a new line
 * behind the statement before them, or at the end of the text when no statement of the source
 * follows. So the order of the array is the order of the text. A number that is not finite or
 * beyond LEVEL_NUMBER_MAX is written as it is; reading refuses it.
 */
char *level_write(const level *level, size_t *length);

/* Returns the text of one statement as level_write writes it, without comment and line break, to be
 * freed with free(). The level has or had the statement. */
char *level_write_statement(const level *level, const level_statement *statement);

/* Reads statements that are part of a level of 2 or 3 dimensions. The text needs neither the
 * version nor a player; without a player `player` of the result is -1. Otherwise as level_read. */
level *level_read_fragment(const char *text, size_t length, int dimensions, level_errors *errors);

void level_free(level *level); /* NULL is fine */

/* Prints every error that is kept, as `name:line:column: message`, or `name: message` for one of
 * the file itself, and how many more there were. */
void check_print_errors(FILE *out, const char *name, const level_errors *errors);

/* Reads the level and prints its errors, or its statistics. Returns whether it is good. */
bool check_level(const char *path, FILE *out);

/* Sets the path of the file that holds the level, `length` bytes of it; 0: no file. */
void level_set_path(level *l, const char *path, size_t length);

/* Returns that path, "" when there is none. The result is valid until the next level_set_path. */
const char *level_file_path(const level *l);

/* ---- What it says ------------------------------------------------------------------------ */

/* Returns (cos, sin) of an angle in degrees. The C library's functions differ in the last bit
 * between libraries and CPUs, and a level must be the same everywhere. So this is Taylor's series,
 * with an error below the last bit of a double within 45 degrees. Right angles are exact. */
vec level_find_axis(float degrees);
sm_vec2 level_direction(float degrees); /* the same in floats */

typedef struct level_player {
    sm3_vec position; /* of the centre; in 2D z is 0 */
    float radius;
    float length; /* of the inner segment, upright in 3D; 0: a disk or a sphere */
    float angle;  /* radians, of the heading; in 2D also of a capsule's axis; in 3D the player faces
                     (cos angle, 0, -sin angle) */
} level_player;

level_player level_get_player(const level *level); /* the level must have one */

/* The obstacles of a level: capsules in 2D, rounded triangles in 3D. The number of an obstacle is
 * its index. */
typedef struct level_shapes {
    sm_capsule *capsules;    /* NULL in 3D */
    sm3_triangle *triangles; /* NULL in 2D */
    int *statements;         /* for each shape, the index of the statement it comes from */
    int count;
} level_shapes;

/* Makes the shapes of all statements, in the order of the text. In 2D a chain of n points gives n -
 * 1 shapes, a loop n, a box its 4 edges counter-clockwise. In 3D a box gives 12 triangles, two for
 * each side, and a mesh the triangles of its file. All other obstacles give one shape. Returns
 * false when memory ran out, or for more than LEVEL_SHAPES_MAX shapes. */
bool level_make_shapes(const level *level, level_shapes *shapes);
void level_free_shapes(level_shapes *shapes);

/* Returns how many shapes the statement gives; 0 when it is no obstacle. */
int level_count_shapes(const level *level, int statement);

/* Write the shapes of one statement of a 2D or 3D level into an array with enough room. */
void level_make_capsules(const level *level, int statement, sm_capsule *capsules);
void level_make_triangles(const level *level, int statement, sm3_triangle *triangles);

typedef struct level_box { /* in the plane */
    sm_vec2 min, max;
} level_box;

typedef struct level_box3 {
    sm3_vec min, max;
} level_box3;

/* Returns the bounding box of the player. In 2D ignore z. */
level_box3 level_player_box(const level *level);

/* Enlarge the box to contain a shape with its radius. NaN changes nothing. */
void level_box3_include(level_box3 *box, const sm3_triangle *triangle);
void level_box3_include_capsule(level_box3 *box, sm_capsule capsule);

/* Returns whether a line upward from the place crosses a-b. A closed line is around the place if an
 * odd number of its edges are crossed. */
bool level_is_below(sm_vec2 place, sm_vec2 a, sm_vec2 b);

/* Returns the bounding box of all obstacles, with their radii, and the player. */
level_box3 level_bounds(const level *level, const level_shapes *shapes);

/* ---- How it is shown ------------------------------------------------------------------- */

/* Overlays that can be drawn over a level. Their names are words of the format; the view has a
 * table of how each is drawn. */
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

/* Return NULL when there is no such overlay, or no such mover in a level of 2 or 3 dimensions. */
const char *level_overlay_name(int overlay);
const char *level_mover_name(int dimensions, int mover);

/* Returns the title of the level, "" when it has none. Valid until the level changes. */
const char *level_title(const level *level);

/* Returns the words of a statement: the text of a title, text, try, section or label statement, or
 * the names that a statement takes, with single blanks between them. "" for statements without
 * words. Valid until the level changes. */
const char *level_words(const level *level, int statement);

#define LEVEL_PLAYS_MAX        32
#define LEVEL_PLAY_SECONDS_MAX 60.0f /* of one play statement */

/* An input that is played when the level opens. */
typedef struct level_play {
    float right, up; /* -1 .. 1, as from the keys that walk */
    float seconds;
} level_play;

/* The parts of the opening scene that a level may set. */
enum {
    LEVEL_SETS_RESOLVER = 1 << 0,
    LEVEL_SETS_GHOSTS = 1 << 1,
    LEVEL_SETS_OVERLAYS = 1 << 2,
    LEVEL_SETS_MOVER = 1 << 3,
    LEVEL_SETS_SPEED = 1 << 4,
    LEVEL_SETS_MOMENTUM = 1 << 5,
    LEVEL_SETS_GRAVITY = 1 << 6,
    LEVEL_SETS_VIEW = 1 << 7,
    LEVEL_SETS_STEP = 1 << 8,
    LEVEL_SETS_SLOPE = 1 << 9,
    LEVEL_SETS_SNAP = 1 << 10,
    LEVEL_SETS_JUMP = 1 << 11,
    LEVEL_SETS_PAUSED = 1 << 12 /* of the command line alone */
};

typedef struct level_scene {
    unsigned present; /* LEVEL_SETS_...; fields that are not set are 0 */
    sm_resolver resolver;
    unsigned ghosts;        /* set of 1 << sm_resolver */
    unsigned overlays;      /* set of 1 << level_overlay */
    int mover;              /* 0: disk or sphere, 1: capsule, 2: box */
    float speed;            /* factor */
    float step, snap, jump; /* world units; 0: none */
    float slope;            /* degrees */
    int momentum, gravity;  /* 0 or 1 */
    float view[6]; /* 2D: the middle of the picture and its width in world units; 3D: the eye and
                      the point it looks at */
    bool paused;
    bool inside; /* when it pauses, it shows the steps of the last move; `paused` is true then */
    level_play plays[LEVEL_PLAYS_MAX];
    int play_count;
} level_scene;

/* Returns the scene that the statements of the level describe. */
level_scene level_get_scene(const level *level);

/* ---- What moves -------------------------------------------------------------------------- */

/* A pose of a moving shape: a turn about an axis through a centre, then a shift. */
typedef struct level_pose {
    vec3 centre, axis;   /* centroid at rest; unit vector, in 2D toward the viewer */
    double cosine, sine; /* of the angle, counter-clockwise */
    vec3 shift;
} level_pose;

/* Return whether the shape of the statement moves, and whether it collides from one side only. */
bool level_moves(const level_statement *statement);
bool level_is_oneway(const level_statement *statement);

/* Return the same for one shape of a statement of a 2D level, and whether the shape is an edge of
 * a closed outline. */
bool level_is_oneway_shape(const level *level, int statement, int shape);
bool level_is_outline_shape(const level *level, int statement, int shape);

/* Returns the pose after so many seconds. The shape has turned by `spin` a second. It goes along
 * `shift` and back at an even speed, in as many seconds as `shift` says. A line turns about the
 * centroid of a wire, a loop about the centroid of its area, a mesh about the origin of its file.
 */
level_pose level_pose_at(const level *level, int statement, double seconds);

/* Returns the shape, which is given at rest, in that pose. */
sm3_triangle level_posed_triangle(level_pose pose, sm3_triangle triangle);

#endif
