/* overlays: what a move did, drawn from its trace. One table row an overlay; keys, the help panel,
 * the command line and docs/keys.md read the same table. No overlay computes physics of its own. */
#ifndef OVERLAYS_H
#define OVERLAYS_H

#include "frame.h"
#include "frame3.h"

typedef enum overlay_layer { OVERLAY_UNDER_WALLS, OVERLAY_OVER_WALLS } overlay_layer;

typedef struct overlay_info {
    const char *name; /* on the command line and in the help panel */
    const char *key;  /* one character */
    const char *summary;
    overlay_layer layer;
    void (*draw)(const frame *f);
    void (*draw3)(const frame3 *f); /* in 3D; NULL: there it shows nothing */
} overlay_info;

enum { OVERLAY_COUNT = 12 };
extern const overlay_info overlays[OVERLAY_COUNT];

/* Sets of overlays are bits: 1 << index. */
#define OVERLAYS_ALL ((1u << OVERLAY_COUNT) - 1)

/* What one sees first: enough to understand a push, not so much that it hides the level. */
extern const unsigned overlays_at_start;

void overlays_draw(const frame *f, unsigned set, overlay_layer layer);

/* All of them, over a 3D level. */
void overlays_draw3(const frame3 *f, unsigned set);

#endif
