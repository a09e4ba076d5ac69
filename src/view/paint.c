#include "paint.h"

#include <stdio.h>
#include <string.h>

#include "../level/text.h"

/* ---- Themes ------------------------------------------------------------------------------ */

static const theme dark = {
#include "themes/dark.inc"
};

static const theme light = {
#include "themes/light.inc"
};

const theme_info themes[THEME_COUNT] = {{"dark", &dark}, {"light", &light}};

int theme_find(const char *name) {
    for (int i = 0; i < THEME_COUNT; i++) {
        if (strcmp(themes[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* ---- Boxes ------------------------------------------------------------------------------- */

void layout_begin(layout *l, layout_box room, float gap) {
    *l = (layout){.room = room, .gap = gap};
}

void layout_take(layout *l, layout_box box) {
    if (l->count < LAYOUT_BOXES && box.width > 0 && box.height > 0)
        l->taken[l->count++] = box;
}

bool layout_is_free(const layout *l, layout_box b) {
    for (int i = 0; i < l->count; i++) {
        const layout_box *t = &l->taken[i];
        if (b.x < t->x + t->width + l->gap && t->x < b.x + b.width + l->gap &&
            b.y < t->y + t->height + l->gap && t->y < b.y + b.height + l->gap)
            return false;
    }
    return true;
}

/* Along one axis a box may begin at its wanted place, or right before or behind any other box.
 * Returns the `index`-th of these 1 + 2 x `count` places. */
static float place_along(int index, float wanted, float size, float before, float behind,
                         float gap) {
    if (index == 0)
        return wanted;
    return index % 2 != 0 ? floorf(before - gap - size) : ceilf(behind + gap);
}

bool layout_place_near(layout *l, layout_box wanted, layout_box *place) {
    float width = wanted.width, height = wanted.height, nearest = INFINITY;
    float right = l->room.x + l->room.width + 1, bottom = l->room.y + l->room.height + 1;
    for (int i = 0; i <= 2 * l->count; i++) {
        const layout_box *beside = &l->taken[i > 0 ? (i - 1) / 2 : 0];
        float x = place_along(i, wanted.x, width, beside->x, beside->x + beside->width, l->gap);
        for (int k = 0; k <= 2 * l->count; k++) {
            const layout_box *above = &l->taken[k > 0 ? (k - 1) / 2 : 0];
            float y = place_along(k, wanted.y, height, above->y, above->y + above->height, l->gap);
            layout_box b = {x, y, width, height};
            float away = hypotf(x - wanted.x, y - wanted.y);
            bool is_in_room =
                x >= l->room.x && y >= l->room.y && x + width <= right && y + height <= bottom;
            if (away < nearest && is_in_room && layout_is_free(l, b)) {
                nearest = away;
                *place = b;
            }
        }
    }
    if (nearest == INFINITY)
        return false;
    layout_take(l, *place);
    return true;
}

bool layout_place(layout *l, layout_corner corner, float width, float height, layout_box *place) {
    const layout_box *r = &l->room;
    float across = (float)(corner % 3) / 2, down = corner >= LAYOUT_BOTTOM_LEFT ? 1 : 0;
    layout_box wanted = {roundf(r->x + (r->width - width) * across),
                         roundf(r->y + (r->height - height) * down), width, height};
    return layout_place_near(l, wanted, place);
}

/* ---- Boxes and lines of text ------------------------------------------------------------- */

void paint_fill(const paint *p, layout_box b, float corner, color ink) {
    canvas_rounded_rect(p->canvas, b.x, b.y, b.width, b.height, corner * p->scale, ink);
}

void paint_panel(const paint *p, layout_box box, color body, color edge) {
    static const float corner = 8;
    float line = paint_hairline(p);
    paint_fill(p, layout_inset(box, -line), corner + line / p->scale, edge);
    paint_fill(p, box, corner, body | PIXELS_OPAQUE);
}

float paint_text(const paint *p, text_style style, float x, float y, color ink, const char *words) {
    return text_draw(p->text, p->canvas, style, x, y, ink, words);
}

/* ---- Prose ------------------------------------------------------------------------------- */

enum { PIECE_LENGTH = 512 };

static const float key_pad_points = 4; /* beside the letters of a key */
static const float key_gap_points = 5; /* between lines with keys */

/* The place of the next word. */
typedef struct cursor {
    const paint *paint;
    const prose *how;
    float left, x, y;
    float widest; /* of the lines so far */
    int line;
    color ink;
    bool draws; /* false: it only measures */
} cursor;

size_t prose_key_length(const char *at) {
    const char *end = at[0] == '[' && at[1] != '\0' ? strchr(at + 2, ']') : NULL;
    return end != NULL ? (size_t)(end - at) + 1 : 0;
}

static size_t key_length(const prose *how, const char *at) {
    return how->has_keys ? prose_key_length(at) : 0;
}

static void draw_piece(const cursor *c, const char *piece, bool is_key, float width, float pad) {
    const paint *p = c->paint;
    float height = text_line_height(p->text, c->how->style), out = p->scale;
    if (is_key) {
        layout_box top = {c->x, c->y - out, width, height + out}, whole = top;
        whole.height += 2 * out; /* of the key's side, below */
        paint_fill(p, whole, 4, p->theme->panel_edge);
        paint_fill(p, top, 4, p->theme->key);
    }
    paint_text(p, c->how->style, c->x + pad, c->y, is_key ? p->theme->ink : c->ink, piece);
}

/* Returns how many bytes of a piece that is wider than a line fit into one: a character at least.
 */
static size_t count_fitting(const cursor *c, const char *piece) {
    size_t fits = 0, next = 0;
    do {
        fits = next;
        do
            next++;
        while (text_is_inside_character(piece[next]));
    } while (text_width_of(c->paint->text, c->how->style, piece, (int)next) <= c->how->width);
    return fits > 0 ? fits : next;
}

/* Draws or measures a word of keys and letters. Returns where it ends, or where the line is full.
 */
static const char *put_word(cursor *c, const char *word, bool draws) {
    char piece[PIECE_LENGTH];
    bool is_full = false;
    text *t = c->paint->text;
    while (*word != '\0' && *word != ' ' && !is_full) {
        size_t length = key_length(c->how, word);
        bool is_key = length > 0;
        while (!is_key && word[length] != '\0' && word[length] != ' ' &&
               key_length(c->how, word + length) == 0 && length < PIECE_LENGTH - 1)
            length++;
        snprintf(piece, PIECE_LENGTH, "%.*s", (int)(is_key ? length - 2 : length), word + is_key);
        float pad = is_key ? key_pad_points * c->paint->scale : 0;
        float width = text_width(t, c->how->style, piece) + 2 * pad;
        is_full = !is_key && c->how->max_lines != 1 && width > c->how->width;
        if (is_full) {
            length = count_fitting(c, piece);
            piece[length] = '\0';
            width = text_width(t, c->how->style, piece);
        }
        if (draws)
            draw_piece(c, piece, is_key, width, pad);
        c->x += width;
        word += length;
    }
    return word;
}

/* Draws or measures the words in lines. A word with keys in it is not broken. */
static sm_vec2 put_words(cursor c, const char *words) {
    const prose *how = c.how;
    text *t = c.paint->text;
    float top = c.y, blank = text_width(t, how->style, " ");
    float line =
        text_line_height(t, how->style) + (how->has_keys ? key_gap_points * c.paint->scale : 0);
    if (how->max_lines == 1)
        words = text_shortened(t, how->style, words, how->width);
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        cursor ahead = c;
        put_word(&ahead, words, false);
        if (how->max_lines != 1 && c.x > c.left && ahead.x > c.left + how->width) {
            c.x = c.left;
            c.y += line;
            if (++c.line == how->max_lines)
                return (sm_vec2){c.widest, c.y - top};
        }
        words = put_word(&c, words, c.draws);
        c.widest = fmaxf(c.widest, c.x - c.left);
        c.x += blank;
    }
    return (sm_vec2){c.widest, c.y + line - top};
}

sm_vec2 prose_size(const paint *p, prose how, const char *words) {
    return put_words((cursor){.paint = p, .how = &how}, words);
}

void prose_draw(const paint *p, prose how, const char *words, float x, float y, color ink) {
    put_words(
        (cursor){.paint = p, .how = &how, .left = x, .x = x, .y = y, .ink = ink, .draws = true},
        words);
}
