/* worlds: obstacles, worlds and questions of 2D and 3D by one name, for what is promised of both.
 * They are written in space: in 2D without z, and a triangle is its first side. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "../src/slidemove/slidemove_character.h"

/* Obstacles in both forms, with their shapes alone. */
typedef struct any_list {
    bool in_space;
    sm3_obstacle *space;
    sm_obstacle *flat;
    sm3_triangle *triangles;
    sm_capsule *capsules;
    sm3_obstacle_array space_list;
    sm_obstacle_array flat_list;
    sm3_triangle_array triangle_array;
    sm_capsule_array capsule_array;
} any_list;

/* An empty one with room for so many. It must stay where it is: what is met points to it. Ends the
 * program when out of memory. */
void list_begin(any_list *l, bool in_space, int most);
void list_end(any_list *l);

int list_count(const any_list *l);

/* Sets an obstacle, or adds it with the number after the last one. */
void list_put(any_list *l, int number, const sm3_obstacle *o);

/* What can be asked: the 2D form, or that in space. */
typedef struct met {
    bool in_space;
    sm_obstacles flat;
    sm3_obstacles space;
} met;

met list_shapes(const any_list *l);    /* the loop over plain shapes */
met list_obstacles(const any_list *l); /* the loop over all that they are */

/* Shows all, whatever is asked for, from the last one on, from places that change. */
met list_backwards(const any_list *l);

/* One of the two; NULL both: none. */
typedef struct any_world {
    sm_world *flat;
    sm3_world *space;
} any_world;

/* Of the shapes of the first `count` obstacles. */
any_world world_create(const any_list *l, int count, const sm_world_def *def);
void world_destroy(any_world w);
bool world_exists(any_world w);
met world_met(any_world w);
int world_count(any_world w);
sm3_obstacle world_obstacle(any_world w, int number);
sm_change world_set(any_world w, int number, const sm3_triangle *shape);
sm_change world_move(any_world w, int number, const sm3_triangle *shape);
sm_change world_put(any_world w, int number, const sm3_obstacle *o);
sm_change world_remove(any_world w, int number);
void world_rest(any_world w);
int world_add(any_world w, const sm3_triangle *shape);

/* Moves; in 2D z is 0 in the result. */
sm3_result met_move(const met *m, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                    const sm_options *options);

/* ---- Questions --------------------------------------------------------------------------- */

typedef enum asking {
    ASK_MOVE,
    ASK_DEEPEST,
    ASK_NEAREST,
    ASK_OVERLAPS,
    ASK_IN_BOX,
    ASK_CAST,
    ASK_RAY,
    ASK_CONTACTS,  /* and clips `delta` by them */
    ASK_CHARACTER, /* walks by `delta` in each of a few ticks */
    ASKINGS
} asking;

extern const char *const asking_names[ASKINGS];

typedef struct question {
    sm3_vec position, delta;
    sm3_vec corner;  /* of the box; the other is the position */
    float farthest;  /* that the nearest may be */
    sm_hull flat;    /* the mover */
    sm3_mover space; /* the mover in space */
    sm_options options;
    bool is_traced;
    float reach;            /* of the trace */
    bool tells_let_through; /* the trace */
    int capacity;           /* of the trace and for contacts, up to ASK_MOST */
    float unit;             /* of a character's settings: what is 1 elsewhere; */
    int variant;            /* which of many settings it has */
} question;

enum { ASK_MOST = 600 };

/* Adds all that is answered to a hash, to the bit. Returns where a move ends. */
sm3_vec ask(uint64_t *hash, asking what, const question *q, const met *m);

/* Adds numbers to a hash, and not the padding between them. */
void bits_add(uint64_t *hash, const void *bytes, size_t count);

void bits_add_trace(uint64_t *hash, const sm_trace *t);
void bits_add_touch(uint64_t *hash, const sm_touch *t);

/* The mover in space without its z: a capsule, or the hull of a box. */
sm_hull hull_of(const sm3_mover *m);

sm_capsule capsule_of(const sm3_triangle *t);

#endif
