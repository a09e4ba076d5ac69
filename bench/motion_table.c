#include "motion_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/slidemove.h"

double motion_effort(double usual) {
    const char *text = getenv("SLIDEMOVE_EFFORT");
    double effort = text != NULL ? strtod(text, NULL) : 0;
    return effort > 0 ? effort : usual;
}

void motion_table_head(const char *title) {
    printf("\n%s, radius 0.5, worst of all tries; * is beyond the bound\n", title);
    printf("  %-40s %-23s %8s", "place", "figure", "bound");
    for (int m = 0; m < SM_RESOLVER_COUNT; m++)
        printf(" %11s", sm_resolver_name((sm_resolver)m));
}

void motion_table_label(const char *place, const char *figure, double bound) {
    printf("\n  %-40s %-23s %8.2g", place, figure, bound);
}

void motion_table_figure(double worst, double bound) {
    printf(" %10.3g%c", worst, worst <= bound ? ' ' : '*');
    fflush(stdout);
}

bool motion_table_check(const char *place, const char *figure, double bound, double worst) {
    bool good = worst <= bound;
    printf("%-42s %-24s %10.3g, bound %g%s\n", place, figure, worst, bound, good ? "" : " BEYOND");
    return good;
}
