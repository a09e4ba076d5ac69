/* bench_motion: the motion table for every resolver. SLIDEMOVE_EFFORT multiplies the random tries.
 */
#include "bench_motion.h"

#include <stdio.h>
#include <stdlib.h>

#include "motion.h"

static double effort_wanted(void) {
    const char *text = getenv("SLIDEMOVE_EFFORT");
    double effort = text != NULL ? strtod(text, NULL) : 0;
    return effort > 0 ? effort : 0.25;
}

bool bench_motion(void) {
    double effort = effort_wanted();
    puts("\nMotion, radius 0.5, worst of all tries; * is beyond the bound");
    printf("  %-40s %-23s %8s", "place", "figure", "bound");
    for (int m = 0; m < SM_RESOLVER_COUNT; m++)
        printf(" %11s", sm_resolver_name((sm_resolver)m));
    putchar('\n');
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row *row = &motion_rows[i];
        printf("  %-40s %-23s %8.2g", row->place, row->figure, row->bound);
        for (int m = 0; m < SM_RESOLVER_COUNT; m++) {
            double worst = row->worst((sm_resolver)m, effort);
            printf(" %10.3g%c", worst, worst <= row->bound ? ' ' : '*');
            fflush(stdout);
        }
        putchar('\n');
    }
    return true;
}
