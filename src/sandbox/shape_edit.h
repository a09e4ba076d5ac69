/* shape_edit: what a hand does to shapes, each a single change of a level.
 *
 * All return false, with nothing changed, when the statement is of a kind that this cannot be done
 * to, when the result would not be allowed in a level, or when memory ran out. Lengths are world
 * units; a place or delta may be any number at all.
 */
#ifndef SHAPE_EDIT_H
#define SHAPE_EDIT_H

#include "edit.h"

/* Returns how many points of the statement edit_move_vertex moves: those of a segment, chain, loop
 * or capsule; 0 for the other kinds. */
int edit_vertex_count(const level *l, int statement);

bool edit_move_vertex(edit *e, int statement, int vertex, sm_vec2 to);

/* Moves an obstacle or the player. A drag had better cancel, begin and move by all of its way at
 * each mouse move, so that roundings do not add up. */
bool edit_move(edit *e, int statement, sm_vec2 delta);

/* The same in a level of any kind; in 2D z does not count. */
bool edit_move3(edit *e, int statement, sm3_vec delta);

/* Moves it so that what lies at `from` comes to lie exactly at `to`: shapes that are to share a
 * vertex need all of its bits. */
bool edit_move_from_to(edit *e, int statement, sm_vec2 from, sm_vec2 to);

/* Of a circle or capsule; of a segment, chain, loop or the player by the attribute. */
bool edit_set_radius(edit *e, int statement, float radius);

bool edit_set_box_size(edit *e, int statement, float width, float height);

/* Of a box or the player. */
bool edit_set_angle(edit *e, int statement, float degrees);

/* Puts a vertex at `at` into the edge from vertex `edge` to the next one (a loop's last edge leads
 * to its first vertex). A segment becomes a chain. The new vertex is `edge` + 1. */
bool edit_split(edit *e, int statement, int edge, sm_vec2 at);

/* Reverses the direction of a segment, chain or loop, or turns a triangle's front round: a oneway
 * or onesided one collides from its other side. */
bool edit_reverse(edit *e, int statement);

/* Inserts a copy of an obstacle behind it, moved by `offset`. */
bool edit_duplicate(edit *e, int statement, sm_vec2 offset);
bool edit_duplicate3(edit *e, int statement, sm3_vec offset);

#endif
