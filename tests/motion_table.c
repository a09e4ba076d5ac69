#include "motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double motion_worst(const motion_row *row, const contender *c, double effort) {
    static struct {
        motion_fn *measure;
        double of, effort, worst[MOTION_FIGURES];
        contender contender;
    } last[SM_RESOLVER_COUNT], *known = &last[0];
    known = &last[c->resolver];
    if (known->measure != row->measure || known->of != row->of || known->effort != effort ||
        memcmp(&known->contender, c, sizeof *c) != 0) {
        memset(known, 0, sizeof *known);
        known->measure = row->measure;
        known->of = row->of;
        known->effort = effort;
        known->contender = *c;
        row->measure(c, row->of, effort, known->worst);
    }
    return known->worst[row->which];
}

double motion_effort(double usual) {
    const char *text = getenv("SLIDEMOVE_EFFORT");
    double effort = text != NULL ? strtod(text, NULL) : 0;
    return effort > 0 ? effort : usual;
}

void motion_print_head(const char *title, const char *(*column)(int), int columns) {
    printf("\n%s; * is beyond the bound\n", title);
    printf("  %-40s %-23s %8s", "place", "figure", "bound");
    for (int i = 0; i < columns; i++)
        printf(" %11s", column(i));
}

void motion_print_label(const char *place, const char *figure, double bound) {
    printf("\n  %-40s %-23s %8.2g", place, figure, bound);
}

void motion_print_figure(double worst, double bound) {
    printf(" %10.3g%c", worst, worst <= bound ? ' ' : '*');
    fflush(stdout);
}

bool motion_check(const char *place, const char *figure, double bound, double worst) {
    bool good = worst <= bound;
    printf("%-42s %-24s %10.3g, bound %g%s\n", place, figure, worst, bound, good ? "" : " BEYOND");
    return good;
}
