/* hash: FNV-1a, 64 bits (Fowler, Noll, Vo): to tell contents and names apart, not for secrets. */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(14695981039346656037) /* of no bytes */

/* Returns the hash of all bytes so far and these. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
