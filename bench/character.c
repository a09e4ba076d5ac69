#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "motion_character.h"

static void print_worst(const character_row *row, bool plain) {
    for (int b = 0; b < WALKER_BODIES; b++) {
        double worst = character_row_worst(row, (walker_body)b, plain);
        printf(" %10.3g%c", worst, worst <= row->bound ? ' ' : '*');
        fflush(stdout);
    }
}

static void print_table(const char *title, bool plain) {
    printf("\n%s, worst of 30, 60 and 240 ticks a second; * is beyond the bound\n", title);
    printf("  %-38s %-23s %8s", "place", "figure", "bound");
    for (int b = 0; b < WALKER_BODIES; b++)
        printf("  %10s", walker_names[b]);
    for (int i = 0; i < character_row_count; i++) {
        const character_row *row = &character_rows[i];
        printf("\n  %-38s %-23s %8.2g", row->place, row->figure, row->bound);
        print_worst(row, plain);
    }
    putchar('\n');
}

bool bench_character(void) {
    print_table("A character", false);
    print_table("A plain controller: falls and walks with one velocity, clipped by what it touches",
                true);
    return true;
}
