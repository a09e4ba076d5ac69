#include "prose.h"

#include <stdio.h>
#include <string.h>

enum { PIECE_LENGTH = 256 }; /* longer ones are cut */

static const float key_pad_points = 4, line_gap_points = 5;

/* Where the next word goes. */
typedef struct pen {
    const frame *f;
    float left, width;
    float x, y;
    color ink;
    bool draws; /* otherwise it measures */
} pen;

/* Returns how many bytes the key at `at` has, its brackets included: 0 where none begins. */
static size_t key_length(const char *at) {
    const char *end = at[0] == '[' && at[1] != '\0' ? strchr(at + 2, ']') : NULL;
    return end != NULL ? (size_t)(end - at) + 1 : 0;
}

/* A piece of a word: a key, or letters. Returns its length in bytes. */
static size_t take_piece(const char *at, char piece[PIECE_LENGTH], bool *is_key) {
    size_t length = key_length(at);
    *is_key = length > 0;
    while (!*is_key && at[length] != '\0' && at[length] != ' ' && key_length(at + length) == 0)
        length++;
    snprintf(piece, PIECE_LENGTH, "%.*s", (int)(*is_key ? length - 2 : length),
             *is_key ? at + 1 : at);
    return length;
}

static float piece_width(const pen *p, const char *piece, bool is_key) {
    float pads = is_key ? 2 * key_pad_points * p->f->scale : 0;
    return text_width(p->f->text, TEXT_SMALL, piece) + pads;
}

static void draw_piece(const pen *p, const char *piece, bool is_key, float width) {
    const frame *f = p->f;
    float height = text_line_height(f->text, TEXT_SMALL), out = f->scale;
    if (is_key) {
        canvas_rounded_rect(f->canvas, p->x, p->y - out, width, height + 3 * out, 4 * out,
                            f->theme->panel_edge); /* its side, below */
        canvas_rounded_rect(f->canvas, p->x, p->y - out, width, height + out, 4 * out,
                            f->theme->key);
    }
    text_draw(f->text, f->canvas, TEXT_SMALL, p->x + (is_key ? key_pad_points * f->scale : 0), p->y,
              is_key ? f->theme->ink : p->ink, piece);
}

static float line_height(const pen *p) {
    return text_line_height(p->f->text, TEXT_SMALL) + line_gap_points * p->f->scale;
}

/* A word, with the keys in it, stays in one line. Returns where it ends. */
static const char *put_word(pen *p, const char *word) {
    char piece[PIECE_LENGTH];
    bool is_key;
    float width = 0;
    for (const char *at = word; *at != '\0' && *at != ' ';) {
        at += take_piece(at, piece, &is_key);
        width += piece_width(p, piece, is_key);
    }
    if (p->x > p->left && p->x + width > p->left + p->width) {
        p->x = p->left;
        p->y += line_height(p);
    }
    for (; *word != '\0' && *word != ' ';) {
        word += take_piece(word, piece, &is_key);
        float wide = piece_width(p, piece, is_key);
        if (p->draws)
            draw_piece(p, piece, is_key, wide);
        p->x += wide;
    }
    return word;
}

static float put_words(pen p, const char *words) {
    float top = p.y, blank = text_width(p.f->text, TEXT_SMALL, " ");
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        words = put_word(&p, words);
        p.x += blank;
    }
    return p.y + line_height(&p) - top;
}

float prose_height(const frame *f, const char *words, float width) {
    return put_words((pen){.f = f, .width = width}, words);
}

void prose_draw(const frame *f, const char *words, float x, float y, float width, color ink) {
    put_words((pen){f, x, width, x, y, ink, true}, words);
}
