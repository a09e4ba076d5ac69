/* around3: what one move of the sweep may come to, found once and measured where it may matter.
 *
 * A distance changes by no more than the mover moves. So what was far a while ago is known not to
 * be near now, and most obstacles are measured once a move or never. */
#ifndef SM_AROUND3_H
#define SM_AROUND3_H

#include "near3.h"

/* An obstacle and where the mover met it last. */
typedef struct met3 {
    obstacle3 shape;
    int number;
    bool is_known; /* `contact` is that at `position` */
    vec3 position;
    contact3 contact;
} met3;

/* At `position` the mover's gap is no less than `gap`; elsewhere, since the obstacle is convex, no
 * less than it is along `normal`. Without a normal, any way from the centre may have led nearer. */
typedef struct apart3 {
    vec3 position;
    double gap;
    vec3 normal;
    bool has_normal;
} apart3;

typedef struct around3 {
    near3 near;
    sm3_capsule mover;
    vec3 delta;
    double reach; /* what is held is all within this of the mover at `centre`; negative: nothing */
    vec3 centre;
    double moved;               /* from the centre to where was asked last */
    int count;                  /* -1: nothing was asked yet */
    int places[NEAR3_CAPACITY]; /* in near->held; -1: taken from there */
    apart3 apart[NEAR3_CAPACITY];
    met3 met[NEAR3_CAPACITY];
} around3;

/* A negative reach: remember nothing. */
void around3_begin(around3 *around, sm3_obstacles obstacles, sm3_capsule mover, vec3 delta,
                   double reach);

/* Sees to it that all within `reach` of the mover at `position` is held. Returns false when there
 * is no room for that: then the obstacles themselves are to be asked. */
bool around3_hold(around3 *around, vec3 position, double reach);

/* The obstacle held at i, measured at `position`, for which around3_hold was asked; NULL when it is
 * certainly farther than `reach` there, and on `way`, of this length, from there. */
met3 *around3_meet(around3 *around, int i, vec3 position, vec3 way, double length, double reach);

/* The obstacle of this number, if it was measured; otherwise NULL. */
met3 *around3_find(around3 *around, int number);

/* The contact of a mover (as given, around the origin) at `position`. */
const contact3 *met3_measure(met3 *met, const sm3_capsule *mover, vec3 position, vec3 delta);

#endif
