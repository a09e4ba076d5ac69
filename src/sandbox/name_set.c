#include "name_set.h"

#include <string.h>

static int find(const char *name, size_t length, name_of_fn *name_of, int count) {
    for (int i = 0; i < count; i++) {
        if (strlen(name_of(i)) == length && memcmp(name_of(i), name, length) == 0)
            return i;
    }
    return -1;
}

bool name_set_parse(const char *list, name_of_fn *name_of, int count, unsigned *set) {
    unsigned parsed = 0;
    if (strcmp(list, "all") == 0) {
        parsed = (1u << count) - 1;
    } else if (strcmp(list, "none") != 0) {
        for (const char *name = list; name != NULL;) {
            size_t length = strcspn(name, ",");
            int index = find(name, length, name_of, count);
            if (index < 0)
                return false;
            parsed |= 1u << index;
            name = name[length] == ',' ? name + length + 1 : NULL;
        }
    }
    *set = parsed;
    return true;
}
