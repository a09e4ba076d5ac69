/* tiled_cells: the numbers of a layer's tiles, in every encoding that Tiled writes. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifndef LEVEL_WITHOUT_ZSTD
#include <zstd.h>
#endif

#include "tiled.h"

#define NUMBER_BYTES 4

static bool expect_count(const xml_element *e, long long count, long long found,
                         level_errors *errors) {
    if (found != count)
        xml_report(errors, e, "expected the numbers of %lld tiles, found %lld", count, found);
    return found == count;
}

/* ---- Text -------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char *tiled_read_whole(const char *at, uint32_t *value) {
    uint64_t sum = 0;
    const char *start = at;
    for (; *at >= '0' && *at <= '9' && sum <= UINT32_MAX; at++)
        sum = 10 * sum + (uint64_t)(*at - '0');
    *value = (uint32_t)sum;
    return at > start && sum <= UINT32_MAX ? at : NULL;
}

static bool read_csv(const xml_element *e, const char *at, uint32_t *cells, int count,
                     level_errors *errors) {
    long long found = 0;
    for (;; found++) {
        uint32_t value;
        while (is_blank(*at) || (*at == ',' && found > 0))
            at++;
        if (*at == '\0')
            return expect_count(e, count, found, errors);
        const char *end = tiled_read_whole(at, &value);
        if (end == NULL) {
            xml_report(errors, e, "expected the number of a tile, found '%s'", xml_quote(at).text);
            return false;
        }
        if (found < count)
            cells[found] = value;
        at = end;
    }
}

static bool read_elements(const xml_tree *t, const xml_element *e, uint32_t *cells, int count,
                          level_errors *errors) {
    long long found = 0;
    for (const xml_element *c = e + 1; c < t->elements + e->end; c = t->elements + c->end) {
        if (!xml_is(t, c, "tile"))
            continue;
        const char *gid = xml_attribute(t, c, "gid");
        uint32_t value = 0;
        if (*gid != '\0' && tiled_read_whole(gid, &value) == NULL) {
            xml_report(errors, c, "expected the number of a tile, found '%s'", xml_quote(gid).text);
            return false;
        }
        if (found < count)
            cells[found] = value;
        found++;
    }
    return expect_count(e, count, found, errors);
}

/* ---- Bytes ------------------------------------------------------------------------------- */

/* Decodes base64 in its place. Returns false with an error. */
static bool decode(const xml_element *e, text_buffer *b, level_errors *errors) {
    const char *wrong = text_decode_base64(b->text, b->text, &b->length);
    if (wrong != NULL)
        xml_report(errors, e, "expected base64, found '%s'", xml_quote(wrong).text);
    return wrong == NULL;
}

/* Each of them decompresses into `room` bytes, and returns how many came out: more than `room` when
 * they were too few, -1 when the bytes are broken or end early. */
typedef long long decompress_fn(const text_buffer *from, unsigned char *to, size_t room);

static long long copy(const text_buffer *from, unsigned char *to, size_t room) {
    memcpy(to, from->text, from->length < room ? from->length : room);
    return (long long)from->length;
}

/* Understands zlib and gzip. */
static long long inflate_all(const text_buffer *from, unsigned char *to, size_t room) {
    enum { LARGEST_WINDOW = 15, ANY_HEADER = 32 };
    z_stream z = {.next_in = (unsigned char *)from->text,
                  .avail_in = (uInt)from->length,
                  .next_out = to,
                  .avail_out = (uInt)room};
    if (inflateInit2(&z, LARGEST_WINDOW + ANY_HEADER) != Z_OK)
        memory_end();
    int status = inflate(&z, Z_FINISH);
    bool is_full = z.avail_out == 0 && (status == Z_OK || status == Z_BUF_ERROR);
    long long length = (long long)(room - z.avail_out);
    inflateEnd(&z);
    return status == Z_STREAM_END ? length : is_full ? length + 1 : -1;
}

#ifndef LEVEL_WITHOUT_ZSTD
static long long decompress_zstd(const text_buffer *from, unsigned char *to, size_t room) {
    size_t length = ZSTD_decompress(to, room, from->text, from->length);
    if (!ZSTD_isError(length))
        return (long long)length;
    unsigned long long whole = ZSTD_getFrameContentSize(from->text, from->length);
    bool is_known = whole != ZSTD_CONTENTSIZE_ERROR && whole != ZSTD_CONTENTSIZE_UNKNOWN;
    return is_known && whole > room ? (long long)room + 1 : -1;
}
#endif

static const struct {
    const char *name;
    decompress_fn *decompress;
} compressions[] = {{"", copy},
                    {"zlib", inflate_all},
#ifndef LEVEL_WITHOUT_ZSTD
                    {"zstd", decompress_zstd},
#endif
                    {"gzip", inflate_all}};

static decompress_fn *find_compression(const xml_element *e, const char *name,
                                       level_errors *errors) {
    for (size_t i = 0; i < sizeof compressions / sizeof *compressions; i++)
        if (strcmp(compressions[i].name, name) == 0)
            return compressions[i].decompress;
    xml_report(errors, e, "expected zlib, gzip, zstd or no compression, found '%s'%s",
               xml_quote(name).text,
               strcmp(name, "zstd") == 0 ? ", which this build cannot read" : "");
    return NULL;
}

static bool read_base64(const xml_element *e, text_buffer *b, const char *compression,
                        uint32_t *cells, int count, level_errors *errors) {
    decompress_fn *decompress = find_compression(e, compression, errors);
    if (decompress == NULL || !decode(e, b, errors))
        return false;
    size_t room = (size_t)count * NUMBER_BYTES;
    unsigned char *bytes = (unsigned char *)cells;
    long long length = decompress(b, bytes, room);
    if (length < 0)
        xml_report(errors, e, "expected %zu bytes of %s data, found broken ones", room,
                   compression);
    else if (length != (long long)room)
        xml_report(errors, e, "expected %zu bytes for %d tiles, found %s", room, count,
                   length > (long long)room ? "more" : "fewer");
    if (length != (long long)room)
        return false;
    for (int i = 0; i < count; i++) {
        const unsigned char *n = bytes + (size_t)i * NUMBER_BYTES;
        cells[i] = n[0] | (uint32_t)n[1] << 8 | (uint32_t)n[2] << 16 | (uint32_t)n[3] << 24;
    }
    return true;
}

bool tiled_read_cells(const xml_tree *t, const xml_element *e, const char *encoding,
                      const char *compression, uint32_t *cells, int count, level_errors *errors) {
    text_buffer b;
    bool good = false;
    if (*encoding == '\0')
        return read_elements(t, e, cells, count, errors);
    text_start(&b, 1);
    for (const xml_element *c = e + 1; c < t->elements + e->end; c++)
        if (*xml_name(t, c) == '\0')
            text_append_string(&b, xml_text(t, c));
    text_append(&b, "", 1);
    if (b.out_of_memory)
        level_refuse_file(errors, "out of memory for the numbers of %d tiles", count);
    else if (strcmp(encoding, "csv") == 0)
        good = read_csv(e, b.text, cells, count, errors);
    else if (strcmp(encoding, "base64") == 0)
        good = read_base64(e, &b, compression, cells, count, errors);
    else
        xml_report(errors, e, "expected csv or base64 as encoding, found '%s'",
                   xml_quote(encoding).text);
    free(b.text);
    return good;
}
