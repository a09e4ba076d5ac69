/* icons: each is a few strokes on a square from (-1, -1) to (1, 1), y down. */
#include "icons.h"

typedef struct stroke {
    float x1, y1, x2, y2;
    float radius; /* of a ring or pill around the line; 0: the line itself */
} stroke;

typedef struct drawing {
    stroke strokes[6];
    int count;
} drawing;

#define STROKES(...)                                                                               \
    { {__VA_ARGS__}, sizeof((stroke[]){__VA_ARGS__}) / sizeof(stroke) }

static const drawing drawings[] = {
    [ICON_SELECT] = STROKES({-0.5f, -0.8f, -0.5f, 0.55f, 0}, {-0.5f, -0.8f, 0.55f, 0.25f, 0},
                            {-0.5f, 0.55f, -0.15f, 0.25f, 0}, {-0.15f, 0.25f, 0.55f, 0.25f, 0},
                            {-0.1f, 0.3f, 0.15f, 0.8f, 0}),
    [ICON_SEGMENT] = STROKES({-0.5f, 0.5f, 0.5f, -0.5f, 0}, {-0.65f, 0.65f, -0.65f, 0.65f, 0.18f},
                             {0.65f, -0.65f, 0.65f, -0.65f, 0.18f}),
    [ICON_CHAIN] = STROKES({-0.75f, 0.5f, -0.2f, -0.55f, 0}, {-0.2f, -0.55f, 0.25f, 0.35f, 0},
                           {0.25f, 0.35f, 0.8f, -0.5f, 0}),
    [ICON_CIRCLE] = STROKES({0, 0, 0, 0, 0.7f}),
    [ICON_CAPSULE] = STROKES({-0.4f, 0.3f, 0.4f, -0.3f, 0.38f}),
    [ICON_BOX] = STROKES({-0.65f, -0.5f, 0.65f, -0.5f, 0}, {0.65f, -0.5f, 0.65f, 0.5f, 0},
                         {0.65f, 0.5f, -0.65f, 0.5f, 0}, {-0.65f, 0.5f, -0.65f, -0.5f, 0}),
    [ICON_DUPLICATE] =
        STROKES({-0.2f, -0.2f, -0.2f, -0.2f, 0.48f}, {0.25f, 0.25f, 0.25f, 0.25f, 0.48f}),
    [ICON_DELETE] = STROKES({-0.55f, -0.55f, 0.55f, 0.55f, 0}, {-0.55f, 0.55f, 0.55f, -0.55f, 0}),
    [ICON_SPLIT] = STROKES({-0.8f, 0.35f, -0.25f, 0.08f, 0}, {0.25f, -0.12f, 0.8f, -0.35f, 0},
                           {0, 0, 0, 0, 0.22f}),
    [ICON_REVERSE] = STROKES({-0.7f, -0.3f, 0.7f, -0.3f, 0}, {0.7f, -0.3f, 0.4f, -0.6f, 0},
                             {0.7f, 0.3f, -0.7f, 0.3f, 0}, {-0.7f, 0.3f, -0.4f, 0.6f, 0}),
    [ICON_UNDO] = STROKES({-0.65f, -0.15f, 0.3f, -0.15f, 0}, {-0.65f, -0.15f, -0.3f, -0.5f, 0},
                          {-0.65f, -0.15f, -0.3f, 0.2f, 0}, {0.3f, -0.15f, 0.6f, 0.15f, 0},
                          {0.6f, 0.15f, 0.6f, 0.55f, 0}),
    [ICON_REDO] = STROKES({0.65f, -0.15f, -0.3f, -0.15f, 0}, {0.65f, -0.15f, 0.3f, -0.5f, 0},
                          {0.65f, -0.15f, 0.3f, 0.2f, 0}, {-0.3f, -0.15f, -0.6f, 0.15f, 0},
                          {-0.6f, 0.15f, -0.6f, 0.55f, 0}),
    [ICON_NEW] = STROKES({-0.5f, -0.7f, 0.5f, -0.7f, 0}, {0.5f, -0.7f, 0.5f, 0.7f, 0},
                         {0.5f, 0.7f, -0.5f, 0.7f, 0}, {-0.5f, 0.7f, -0.5f, -0.7f, 0},
                         {-0.2f, 0, 0.2f, 0, 0}, {0, -0.2f, 0, 0.2f, 0}),
    [ICON_OPEN] = STROKES({-0.75f, 0.55f, -0.75f, -0.5f, 0}, {-0.75f, -0.5f, -0.2f, -0.5f, 0},
                          {-0.2f, -0.5f, 0, -0.25f, 0}, {0, -0.25f, 0.75f, -0.25f, 0},
                          {0.75f, -0.25f, 0.75f, 0.55f, 0}, {0.75f, 0.55f, -0.75f, 0.55f, 0}),
    [ICON_SAVE] = STROKES({0, -0.75f, 0, 0.2f, 0}, {0, 0.2f, -0.35f, -0.15f, 0},
                          {0, 0.2f, 0.35f, -0.15f, 0}, {-0.7f, 0.3f, -0.7f, 0.65f, 0},
                          {-0.7f, 0.65f, 0.7f, 0.65f, 0}, {0.7f, 0.65f, 0.7f, 0.3f, 0}),
    [ICON_HELP] = STROKES({-0.3f, -0.45f, 0, -0.68f, 0}, {0, -0.68f, 0.32f, -0.4f, 0},
                          {0.32f, -0.4f, 0, 0, 0}, {0, 0, 0, 0.2f, 0}, {0, 0.6f, 0, 0.6f, 0.06f}),
    [ICON_PAUSE] = STROKES({-0.3f, -0.5f, -0.3f, 0.5f, 0}, {0.3f, -0.5f, 0.3f, 0.5f, 0}),
    [ICON_STEP] = STROKES({-0.5f, -0.55f, 0.3f, 0, 0}, {-0.5f, 0.55f, 0.3f, 0, 0},
                          {-0.5f, -0.55f, -0.5f, 0.55f, 0}, {0.55f, -0.55f, 0.55f, 0.55f, 0}),
    [ICON_OPEN_PANEL] = STROKES({0.25f, -0.5f, -0.25f, 0, 0}, {-0.25f, 0, 0.25f, 0.5f, 0}),
    [ICON_CLOSE_PANEL] = STROKES({-0.25f, -0.5f, 0.25f, 0, 0}, {0.25f, 0, -0.25f, 0.5f, 0}),
};

static const float line_share = 0.085f; /* a line's width in the square's */

void icon_draw(canvas *c, icon which, float x, float y, float size, color ink) {
    const drawing *d = &drawings[which];
    float half = size / 2, line = size * line_share;
    for (int i = 0; i < d->count; i++) {
        const stroke *s = &d->strokes[i];
        sm_vec2 a = {x + s->x1 * half, y + s->y1 * half}, b = {x + s->x2 * half, y + s->y2 * half};
        if (s->radius > 0)
            canvas_capsule_outline(c, a, b, s->radius * half, line, ink);
        else
            canvas_line(c, a, b, line, ink);
    }
}
