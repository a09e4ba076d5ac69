#include <stdio.h>

#include "bench.h"
#include "motion.h"
#include "motion_character.h"

static void print_table(const char *title, bool plain) {
    motion_print_head(title, walker_name, WALKER_BODIES);
    for (int i = 0; i < character_row_count; i++) {
        const character_row *row = &character_rows[i];
        motion_print_label(row->place, row->figure, row->bound);
        for (int b = 0; b < WALKER_BODIES; b++)
            motion_print_figure(character_row_worst(row, (walker_body)b, plain), row->bound);
    }
    putchar('\n');
}

bool bench_character(void) {
    print_table("A character, worst of 30, 60 and 240 ticks a second", false);
    print_table("A plain controller: falls and walks with one velocity, clipped by what it touches",
                true);
    return true;
}
