/* shape_edit: changes of one shape, such as the pointer makes.
 *
 * All return false, and change nothing, when the statement is of a wrong kind, or a level may not
 * hold the result. Lengths are world units; a place or delta may be any number, also NaN. */
#ifndef SHAPE_EDIT_H
#define SHAPE_EDIT_H

#include "../slidemove/slidemove.h"
#include "edit.h"

/* Returns how many points edit_move_vertex can move: those of a segment, chain, loop or capsule; 0
 * for other kinds. */
int edit_vertex_count(const level *l, int statement);

/* Returns where a point of the statement is: the centre of a sphere or box, an end, a corner; of a
 * mesh, where it stands. */
sm3_vec edit_point(const level *l, int statement, int point);

/* Returns whether the statement is a label, and then where it stands; in 2D z is 0. */
bool edit_label_place(const level *l, int statement, sm3_vec *place);

bool edit_move_vertex(edit *e, int statement, int vertex, sm3_vec to);

/* Moves an obstacle, a label or the player. In a drag, move it from where the drag began, so that
 * roundings do not add up. In 2D z does not count. */
bool edit_move(edit *e, int statement, sm3_vec delta);

/* Moves it so that a point at `from` gets exactly to `to`, because joined shapes must have the same
 * bits. */
bool edit_move_from_to(edit *e, int statement, sm3_vec from, sm3_vec to);

/* Sets the radius of a circle or capsule, or the radius attribute of a segment, chain, loop or the
 * player. */
bool edit_set_radius(edit *e, int statement, float radius);

/* Returns a point relative to the middle of a 2D box, along its width and its height. */
sm_vec2 edit_in_box(const edit_shape *box, sm3_vec point);

bool edit_set_box_size(edit *e, int statement, float width, float height);

/* Sets the angle of a box or the player. */
bool edit_set_angle(edit *e, int statement, float degrees);

/* Puts a vertex at `at` into the edge from vertex `edge` to the next one (a loop's last edge leads
 * to its first vertex). A segment becomes a chain. The new vertex is `edge` + 1. */
bool edit_split(edit *e, int statement, int edge, sm3_vec at);

/* Reverses the direction of a segment, chain or loop, or turns a triangle's front round: a oneway
 * or onesided shape then collides from its other side. */
bool edit_reverse(edit *e, int statement);

/* Inserts an obstacle or a label, moved by `offset`; see edit_insert. */
bool edit_insert_moved(edit *e, int at, edit_shape shape, sm3_vec offset);

/* Inserts a copy of an obstacle behind it, moved by `offset`. */
bool edit_duplicate(edit *e, int statement, sm3_vec offset);

/* ---- Short numbers --------------------------------------------------------------------- */

/* Returns the largest of 1, 2, 5 times a power of ten that is at most half of `pixel`, a screen
 * pixel's size in world units: the pointer is not more precise. */
float decimal_step(float pixel);

/* Returns the multiple of `step` nearest to the value: the float nearest to a short decimal, if the
 * step or its inverse is a whole number. A step of 0 or less returns the value. */
float decimal_round(float value, float step);
sm_vec2 decimal_round_point(sm_vec2 p, float step);
sm3_vec decimal_round_place(sm3_vec p, float step);

/* Returns the size that is so many places after (or before) the one nearest to the value. The sizes
 * are above 0 and ascend. */
float decimal_walk(float value, int places, const float *sizes, int count);

/* Returns a + b with few digits: the float of the shortest decimal within the rounding of a and b.
 * Plain addition turns 0.1 + 0.02 into 0.120000005. */
float decimal_sum(float a, float b);

/* Returns `p` moved as `from` is moved to `to`; `from` itself gets exactly to `to`. */
sm3_vec decimal_moved(sm3_vec p, sm3_vec from, sm3_vec to);

#endif
