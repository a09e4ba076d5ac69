/* complain: errors, and the words they quote.
 *
 * A suggestion is a name that the word begins, or the nearest one by optimal string alignment: the
 * count of letters to change, add, drop or swap with a neighbour (Wagner and Fischer 1974, with
 * Damerau's swaps).
 */
#include "complain.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "characters.h"

#define TYPO_WORD_MAX 16 /* longer than any name and its typos */

static const char *skip_characters(const char *at, const char *end, int count) {
    for (; count > 0 && at < end; count--) {
        int length = level_character_length(at, end);
        at += length > 0 ? length : 1;
    }
    return at;
}

level_quote level_quote_text(const char *start, const char *end) {
    const char *dots = "";
    const char *cut = skip_characters(start, end, LEVEL_QUOTE_CHARACTERS);
    if (cut < end) {
        dots = "...";
        cut = skip_characters(start, end, LEVEL_QUOTE_CHARACTERS - 3);
    }
    level_quote quote;
    snprintf(quote.text, sizeof quote.text, "%.*s%s", (int)(cut - start), start, dots);
    return quote;
}

void level_add_error(level_errors *errors, int line, int column, const char *format,
                     va_list values) {
    errors->total++;
    if (errors->count == LEVEL_ERRORS_MAX)
        return;
    level_error *error = &errors->list[errors->count++];
    error->line = line;
    error->column = column;
    vsnprintf(error->message, sizeof error->message, format, values);
}

void level_refuse_file(level_errors *errors, const char *format, ...) {
    va_list values;
    va_start(values, format);
    errors->count = errors->total = 0;
    level_add_error(errors, 0, 0, format, values);
    va_end(values);
}

/* ---- Typos ------------------------------------------------------------------------------- */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Returns how many slips lie between the word and the name, both at most TYPO_WORD_MAX long. */
static int count_slips(const char *word, int word_length, const char *name, int name_length) {
    int slips[TYPO_WORD_MAX + 1]
             [TYPO_WORD_MAX + 1]; /* between the first i and the first j letters */
    for (int i = 0; i <= word_length; i++) {
        for (int j = 0; j <= name_length; j++) {
            if (i == 0 || j == 0) {
                slips[i][j] = i + j;
                continue;
            }
            int change = lower(word[i - 1]) != name[j - 1];
            int best = slips[i - 1][j - 1] + change;
            best = smaller(best, smaller(slips[i - 1][j], slips[i][j - 1]) + 1);
            if (i > 1 && j > 1 && lower(word[i - 1]) == name[j - 2] &&
                lower(word[i - 2]) == name[j - 1])
                best = smaller(best, slips[i - 2][j - 2] + 1);
            slips[i][j] = best;
        }
    }
    return slips[word_length][name_length];
}

static bool begins(const char *word, size_t length, const char *name) {
    return length >= 2 && strncmp(word, name, length) == 0;
}

const char *level_suggest(const char *word, size_t length, const char *const *names) {
    if (length > TYPO_WORD_MAX)
        return NULL;
    const char *suggestion = NULL;
    int fewest = INT_MAX;
    for (; *names != NULL; names++) {
        int name_length = (int)strlen(*names);
        int allowed = name_length <= 3 ? 1 : 2; /* two slips in `box` make it any word */
        int slips = count_slips(word, (int)length, *names, name_length);
        if ((slips <= allowed || begins(word, length, *names)) && slips < fewest) {
            fewest = slips;
            suggestion = *names;
        }
    }
    return suggestion;
}
