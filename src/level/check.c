#include "check.h"

#include "statements.h"

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

/* ---- Statistics -------------------------------------------------------------------------- */

static void print_counts(FILE *out, const level *l) {
    for (int kind = 0; kind < LEVEL_KIND_COUNT; kind++) {
        int count = 0;
        for (int i = 0; i < l->statement_count; i++)
            count += (int)l->statements[i].kind == kind;
        if (count > 0 && level_is_obstacle((level_kind)kind))
            fprintf(out, "    %-8s %d\n", level_statements[kind].name, count);
    }
}

static void print_2d(FILE *out, const level *l, const level_shapes *shapes) {
    level_box box = level_bounds(l, shapes);
    level_player player = level_get_player(l);
    fprintf(out, "  player     %s of radius %g at %g %g\n", player.length > 0 ? "capsule" : "disk",
            (double)player.radius, (double)player.position.x, (double)player.position.y);
    fprintf(out, "  extent     %g %g to %g %g\n", (double)box.min.x, (double)box.min.y,
            (double)box.max.x, (double)box.max.y);
    fprintf(out, "  obstacles  %d\n", shapes->count);
}

static void print_3d(FILE *out, const level *l, const level_solids *solids) {
    level_box3 box = level_bounds3(l, solids);
    level_player3 player = level_get_player3(l);
    fprintf(out, "  player     %s of radius %g at %g %g %g\n",
            player.length > 0 ? "capsule" : "sphere", (double)player.radius,
            (double)player.position.x, (double)player.position.y, (double)player.position.z);
    fprintf(out, "  extent     %g %g %g to %g %g %g\n", (double)box.min.x, (double)box.min.y,
            (double)box.min.z, (double)box.max.x, (double)box.max.y, (double)box.max.z);
    fprintf(out, "  triangles  %d\n", solids->count);
}

static void print_meshes(FILE *out, const level *l) {
    for (int i = 0; i < l->mesh_count; i++)
        fprintf(out, "  mesh       %s: %d vertices, %d faces, %d triangles\n", l->meshes[i].name,
                l->meshes[i].vertex_count, l->meshes[i].polygon_count, l->meshes[i].face_count);
}

static void print_statistics(FILE *out, const char *path, const level *l,
                             const level_shapes *shapes, const level_solids *solids) {
    fprintf(out, "%s: good\n", path);
    fprintf(out, "  title      %s\n", l->title[0] != '\0' ? l->title : "(none)");
    if (l->dimensions == 3)
        print_3d(out, l, solids);
    else
        print_2d(out, l, shapes);
    print_counts(out, l);
    print_meshes(out, l);
}

/* A 2D level has no solids, a 3D level no shapes. */
static bool print_good(FILE *out, const char *path, const level *l) {
    level_shapes shapes = {0};
    level_solids solids = {0};
    bool made = level_make_shapes(l, &shapes) && level_make_solids(l, &solids);
    if (made)
        print_statistics(out, path, l, &shapes, &solids);
    else
        fprintf(out, "%s: no memory for its obstacles\n", path);
    level_free_shapes(&shapes);
    level_free_solids(&solids);
    return made;
}

bool check_level(const char *path, FILE *out) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL) {
        check_print_errors(out, path, &errors);
        return false;
    }
    bool good = print_good(out, path, l);
    level_free(l);
    return good;
}
