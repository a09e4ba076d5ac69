/* bench_motion3: the motion tables in 3D for every resolver. SLIDEMOVE_EFFORT multiplies the random
 * tries. */
#include "bench_motion3.h"

#include <stdio.h>

#include "motion3.h"
#include "motion_table.h"

static void print_table(const char *title, sm3_capsule mover, double effort) {
    motion_table_head(title);
    for (int i = 0; i < motion3_row_count; i++) {
        const motion3_row *row = &motion3_rows[i];
        motion_table_label(row->place, row->figure, row->bound);
        for (int m = 0; m < SM_RESOLVER_COUNT; m++) {
            contender3 contender = {mover, (sm_resolver)m};
            motion_table_figure(row->worst(&contender, effort), row->bound);
        }
    }
    putchar('\n');
}

bool bench_motion3(void) {
    double effort = motion_effort(MOTION_BENCH_EFFORT);
    print_table("Motion of a ball in 3D", motion3_ball, effort);
    print_table("Motion of an upright capsule in 3D", motion3_capsule, effort);
    return true;
}
