/* characters: UTF-8, and where words begin and end.
 *
 * Nearly every byte of a level is printable ASCII, so that is asked first, of eight at a time; the
 * rest follows table 3-7 of the Unicode Standard (no overlong forms, no surrogates, nothing above
 * U+10FFFF).
 */
#include "characters.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static bool is_printable_ascii(char c) {
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x7f;
}

/* Whether eight bytes are printable ASCII. Below 0x20 a byte borrows, 0x7f overflows into its top
 * bit, and all above have it set; a borrow or carry into a neighbour only follows one of these. */
static bool are_printable_ascii(const char bytes[8]) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (((word - 0x20 * each) | (word + each) | word) & (0x80 * each)) == 0;
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The second byte is what tells overlong forms, surrogates and values above U+10FFFF apart. */
static bool is_second_byte(unsigned char lead, char second) {
    unsigned char c = (unsigned char)second;
    switch (lead) {
    case 0xe0:
        return c >= 0xa0 && c <= 0xbf;
    case 0xed:
        return c >= 0x80 && c <= 0x9f;
    case 0xf0:
        return c >= 0x90 && c <= 0xbf;
    case 0xf4:
        return c >= 0x80 && c <= 0x8f;
    default:
        return c >= 0x80 && c <= 0xbf;
    }
}

static int length_from_lead(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        return 2;
    if (lead >= 0xe0 && lead <= 0xef)
        return 3;
    if (lead >= 0xf0 && lead <= 0xf4)
        return 4;
    return 0;
}

int level_character_length(const char *at, const char *end) {
    if (at >= end)
        return 0;
    unsigned char lead = (unsigned char)*at;
    int length = length_from_lead(lead);
    if (length <= 1)
        return length;
    if (end - at < length || !is_second_byte(lead, at[1]))
        return 0;
    for (int i = 2; i < length; i++)
        if (!is_continuation(at[i]))
            return 0;
    return length;
}

/* C0 (U+0000 to U+001F), DEL and C1 (U+0080 to U+009F, two bytes from 0xC2 on). */
static bool is_control(const char *at, int length) {
    unsigned char lead = (unsigned char)at[0];
    if (length == 1)
        return (lead < 0x20 && lead != '\t') || lead == 0x7f;
    return lead == 0xc2 && (unsigned char)at[1] < 0xa0;
}

const char *level_find_foreign(const char *at, const char *end) {
    while (at < end) {
        while (end - at >= 8 && are_printable_ascii(at))
            at += 8;
        if (at == end)
            break;
        if (is_printable_ascii(*at)) {
            at++;
            continue;
        }
        int length = level_character_length(at, end);
        if (length == 0 || is_control(at, length))
            return at;
        at += length;
    }
    return NULL;
}

int level_count_characters(const char *at, const char *end) {
    int count = 0;
    while (at < end) {
        int length = level_character_length(at, end);
        at += length > 0 ? length : 1;
        count++;
    }
    return count;
}
