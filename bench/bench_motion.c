/* bench_motion: the motion table for every resolver. SLIDEMOVE_EFFORT multiplies the random tries.
 */
#include "bench_motion.h"

#include <stdio.h>

#include "motion.h"
#include "motion_table.h"

bool bench_motion(void) {
    double effort = motion_effort(MOTION_BENCH_EFFORT);
    motion_table_head("Motion");
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row *row = &motion_rows[i];
        motion_table_label(row->place, row->figure, row->bound);
        for (int m = 0; m < SM_RESOLVER_COUNT; m++)
            motion_table_figure(row->worst((sm_resolver)m, effort), row->bound);
    }
    putchar('\n');
    return true;
}
