#include "check.h"

void check_print_error(FILE *out, const char *name, const level_error *error) {
    if (error->line > 0)
        fprintf(out, "%s:%d:%d: %s\n", name, error->line, error->column, error->message);
    else
        fprintf(out, "%s: %s\n", name, error->message);
}

void check_print_errors(FILE *out, const char *name, const level_errors *errors) {
    for (int i = 0; i < errors->count; i++)
        check_print_error(out, name, &errors->list[i]);
    if (errors->total > errors->count)
        fprintf(out, "%s: and %d more errors\n", name, errors->total - errors->count);
}

static void print_statistics(FILE *out, const char *path, const level *l,
                             const level_shapes *shapes) {
    level_box box = level_bounds(l, shapes);
    level_player player = level_get_player(l);
    fprintf(out, "%s: good\n", path);
    fprintf(out, "  title      %s\n", l->title[0] != '\0' ? l->title : "(none)");
    fprintf(out, "  player     %s of radius %g at %g %g\n", player.length > 0 ? "capsule" : "disk",
            (double)player.radius, (double)player.position.x, (double)player.position.y);
    fprintf(out, "  extent     %g %g to %g %g\n", (double)box.min.x, (double)box.min.y,
            (double)box.max.x, (double)box.max.y);
    fprintf(out, "  obstacles  %d\n", shapes->count);
    for (int kind = LEVEL_SEGMENT; kind < LEVEL_KIND_COUNT; kind++) {
        int count = 0;
        for (int i = 0; i < l->statement_count; i++)
            count += (int)l->statements[i].kind == kind;
        if (count > 0)
            fprintf(out, "    %-8s %d\n", level_statements[kind].name, count);
    }
}

bool check_level(const char *path, FILE *out) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL) {
        check_print_errors(out, path, &errors);
        return false;
    }
    level_shapes shapes;
    bool made = level_make_shapes(l, &shapes);
    if (made) {
        print_statistics(out, path, l, &shapes);
        level_free_shapes(&shapes);
    } else {
        fprintf(out, "%s: no memory for its obstacles\n", path);
    }
    level_free(l);
    return made;
}
