/* check: prints the errors of a level file, or statistics of a good one. */

#include "statements.h"

static void print_error(FILE *out, const char *name, const level_error *error) {
    if (error->line > 0)
        fprintf(out, "%s:%d:%d: %s\n", name, error->line, error->column, error->message);
    else
        fprintf(out, "%s: %s\n", name, error->message);
}

void check_print_errors(FILE *out, const char *name, const level_errors *errors) {
    for (int i = 0; i < errors->count; i++)
        print_error(out, name, &errors->list[i]);
    if (errors->total > errors->count)
        fprintf(out, "%s: and %d more\n", name, errors->total - errors->count);
}

/* ---- Statistics -------------------------------------------------------------------------- */

static void print_counts(FILE *out, const level *l) {
    int counts[LEVEL_KIND_COUNT] = {0};
    for (int i = 0; i < l->statement_count; i++)
        counts[l->statements[i].kind]++;
    for (int kind = 0; kind < LEVEL_KIND_COUNT; kind++)
        if (counts[kind] > 0 && level_is_obstacle((level_kind)kind))
            fprintf(out, "    %-8s %d\n", level_statements[kind].name, counts[kind]);
}

static void print_vector(FILE *out, sm3_vec v, int dimensions) {
    const float components[] = {v.x, v.y, v.z};
    for (int i = 0; i < dimensions; i++)
        fprintf(out, " %g", (double)components[i]);
}

static void print_extent(FILE *out, const level *l, level_box3 box) {
    level_player player = level_get_player(l);
    const char *round = l->dimensions == 3 ? "sphere" : "disk";
    fprintf(out, "  player     %s of radius %g at", player.length > 0 ? "capsule" : round,
            (double)player.radius);
    print_vector(out, player.position, l->dimensions);
    fprintf(out, "\n  extent    ");
    print_vector(out, box.min, l->dimensions);
    fprintf(out, " to");
    print_vector(out, box.max, l->dimensions);
    fputc('\n', out);
}

static void print_file(FILE *out, const level_mesh *m, int dimensions) {
    if (dimensions == 3)
        fprintf(out, "  mesh       %s: %d vertices, %d faces, %d triangles\n", m->name,
                m->vertex_count, m->polygon_count, m->face_count);
    else
        fprintf(out, "  map        %s: %d obstacles\n", m->name, m->face_count);
}

static void print_meshes(FILE *out, const level *l) {
    for (int i = 0; i < l->mesh_count; i++)
        print_file(out, &l->meshes[i], l->dimensions);
}

static bool print_good(FILE *out, const char *path, const level *l) {
    level_shapes shapes;
    if (!level_make_shapes(l, &shapes)) {
        fprintf(out, "%s: no memory for its obstacles\n", path);
        return false;
    }
    fprintf(out, "%s: good\n", path);
    fprintf(out, "  title      %s\n", l->title > 0 ? level_title(l) : "(none)");
    print_extent(out, l, level_bounds(l, &shapes));
    fprintf(out, "  %-10s %d\n", l->dimensions == 3 ? "triangles" : "obstacles", shapes.count);
    print_counts(out, l);
    print_meshes(out, l);
    level_free_shapes(&shapes);
    check_print_errors(out, path, &l->left_out);
    return true;
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
