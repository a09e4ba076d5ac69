/* shape_edit: what the pointer does to shapes, each a single change of a level.
 *
 * All return false, with nothing changed, when the statement is of a kind that this cannot be done
 * to, or when the result would not be allowed in a level. Lengths are world
 * units; a place or delta may be any number at all.
 */
#ifndef SHAPE_EDIT_H
#define SHAPE_EDIT_H

#include "../slidemove/slidemove.h"
#include "edit.h"

/* Returns how many points of the statement edit_move_vertex moves: those of a segment, chain, loop
 * or capsule; 0 for the other kinds. */
int edit_vertex_count(const level *l, int statement);

/* Returns where a point of the statement is: the centre of a sphere or box, an end, a corner; of a
 * mesh, where it stands. */
sm3_vec edit_point(const level *l, int statement, int point);

/* Returns whether the statement is a label, and then where it stands; in 2D z is 0. */
bool edit_label_place(const level *l, int statement, sm3_vec *place);

bool edit_move_vertex(edit *e, int statement, int vertex, sm3_vec to);

/* Moves an obstacle, a label or the player. A drag had better move it from where it was at first,
 * so that roundings do not add up. In 2D z does not count. */
bool edit_move(edit *e, int statement, sm3_vec delta);

/* Moves it so that what lies at `from` comes to lie exactly at `to`: shapes that are to share a
 * vertex need all of its bits. */
bool edit_move_from_to(edit *e, int statement, sm3_vec from, sm3_vec to);

/* Of a circle or capsule; of a segment, chain, loop or the player by the attribute. */
bool edit_set_radius(edit *e, int statement, float radius);

/* Returns where a point is from the middle of a box of 2D, along its width and its height. */
sm_vec2 edit_in_box(const edit_shape *box, sm3_vec point);

bool edit_set_box_size(edit *e, int statement, float width, float height);

/* Of a box or the player. */
bool edit_set_angle(edit *e, int statement, float degrees);

/* Puts a vertex at `at` into the edge from vertex `edge` to the next one (a loop's last edge leads
 * to its first vertex). A segment becomes a chain. The new vertex is `edge` + 1. */
bool edit_split(edit *e, int statement, int edge, sm3_vec at);

/* Reverses the direction of a segment, chain or loop, or turns a triangle's front round: a oneway
 * or onesided one collides from its other side. */
bool edit_reverse(edit *e, int statement);

/* Inserts an obstacle or a label, moved by `offset`; see edit_insert. */
bool edit_insert_moved(edit *e, int at, edit_shape shape, sm3_vec offset);

/* Inserts a copy of an obstacle behind it, moved by `offset`. */
bool edit_duplicate(edit *e, int statement, sm3_vec offset);

/* ---- Short numbers --------------------------------------------------------------------- */

/* Returns the largest of 1, 2, 5 times a power of ten that is at most half of `pixel`, a screen
 * pixel's size in world units: the pointer cannot point finer than that. */
float decimal_step(float pixel);

/* Returns the multiple of `step` nearest to the value: the float nearest to a short decimal, where
 * the step or its inverse is a whole number. A step of 0 or less returns the value. */
float decimal_round(float value, float step);
sm_vec2 decimal_round_point(sm_vec2 p, float step);
sm3_vec decimal_round_place(sm3_vec p, float step);

/* Returns the size so many places behind (or before) the one nearest to the value, of those, which
 * are above 0 and ascend. */
float decimal_walk(float value, int places, const float *sizes, int count);

/* Returns a + b as a person would write it: the shortest decimal that the sum of the two may mean,
 * since each of them stands for all decimals that read as the same float. Plain addition turns 0.1
 * + 0.02 into 0.120000005. */
float decimal_sum(float a, float b);

/* Returns where `p` gets to when what lies at `from` is moved to `to`; `from` itself gets there
 * exactly. */
sm3_vec decimal_moved(sm3_vec p, sm3_vec from, sm3_vec to);

#endif
