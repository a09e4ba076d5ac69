/* keep_code: writes a kept move as a test in C. */
#include "keep.h"

#include <ctype.h>
#include <string.h>

#include "../level/text.h"

/* The move, and the text so far. */
typedef struct test_writer {
    text_buffer text;
    const sandbox *s;
    const move_record *move;
    int dimensions, count;
    const char *prefix; /* of the library's names */
} test_writer;

/* ---- Values ------------------------------------------------------------------------------ */

/* The shortest decimal that is this float: C reads it as the nearest one, so as the same. */
static void put_float(test_writer *t, const char *before, float value) {
    char number[LEVEL_NUMBER_LENGTH];
    level_print_number(value, number);
    text_print(&t->text, "%s%s%s", before, number, strpbrk(number, ".e") != NULL ? "f" : ".0f");
}

static void put_vector(test_writer *t, const char *before, sm3_vec v, int dimensions) {
    put_float(t, before, v.x);
    put_float(t, ", ", v.y);
    if (dimensions > 2)
        put_float(t, ", ", v.z);
    text_append_string(&t->text, "}");
}

static const char *say_whether(bool is) {
    return is ? "true" : "false";
}

/* ---- Mover and obstacles ----------------------------------------------------------------- */

static void put_shape(test_writer *t, const char *before, sm3_triangle is) {
    text_append_string(&t->text, before);
    put_vector(t, "{{", is.a, t->dimensions);
    put_vector(t, ", {", is.b, t->dimensions);
    if (t->dimensions > 2)
        put_vector(t, ", {", is.c, t->dimensions);
    put_float(t, ", ", is.radius);
    if (t->dimensions > 2)
        text_print(&t->text, ", %s, %s", say_whether(is.one_sided), say_whether(is.oneway));
    text_append_string(&t->text, "}");
}

static void put_obstacle(test_writer *t, int obstacle) {
    const obstacles *o = t->s->obstacles;
    const level_statement *from = &t->s->level->statements[o->statements[obstacle]];
    put_shape(t, "        {.shape = ", o->dimension->shape(o, obstacle));
    if (level_moves(from)) {
        put_shape(t, ",\n         .before = ", o->dimension->between(o, obstacle, 0));
        text_append_string(&t->text, ", .moves = true");
    }
    if (t->dimensions == 2 && level_is_oneway(from)) /* in 3D the faces have flags */
        text_append_string(&t->text, ", .oneway = true");
    text_append_string(&t->text, "},\n");
}

static void put_obstacles(test_writer *t) {
    if (t->count == 0)
        return;
    text_print(&t->text, "    static const %s_obstacle obstacles[] = {\n", t->prefix);
    for (int i = 0; i < t->count; i++)
        put_obstacle(t, i);
    text_append_string(&t->text, "    };\n");
}

/* Writes the mover's hull around its position. */
static void put_hull(test_writer *t) {
    sm_hull hull = player_hull(&t->move->by);
    text_append_string(&t->text, "    static const sm_hull mover = {\n        {");
    for (int i = 0; i < hull.count; i++)
        put_vector(t, i > 0 ? ", {" : "{", sm_to3(hull.vertices[i]), 2);
    text_print(&t->text, "}, %d", hull.count);
    put_float(t, ", ", hull.radius);
    text_append_string(&t->text, "};\n");
}

static void put_upright(test_writer *t) {
    sm3_mover upright = player_upright(&t->move->by);
    put_vector(t, "    static const sm3_mover mover = {.a = {", upright.a, 3);
    put_vector(t, ", .b = {", upright.b, 3);
    put_float(t, ", .radius = ", upright.radius);
    if (player_shape(&t->move->by)->has_sides) {
        put_vector(t, ",\n        .side = {", upright.side, 3);
        put_vector(t, ", .front = {", upright.front, 3);
    }
    text_append_string(&t->text, "};\n");
}

/* Writes the obstacle that each look chose, and the mover's position after it. */
static void put_looks(test_writer *t) {
    const sm_trace *trace = &t->move->trace;
    text_append_string(&t->text, "    static const struct {\n        int chosen; /* -1: none */\n"
                                 "        sm3_vec after;\n    } looks[] = {\n");
    for (int i = 0; i < trace->iteration_count; i++) {
        const sm_iteration *look = &trace->iterations[i];
        text_print(&t->text, "        {%d, ",
                   look->chosen < 0 ? -1 : trace->candidates[look->chosen].obstacle);
        put_vector(t, "{", look->after, 3);
        text_append_string(&t->text, "},\n");
    }
    text_append_string(&t->text, "    };\n");
}

/* ---- The move ---------------------------------------------------------------------------- */

/* Writes a contact, except for the user number, which levels do not have. */
static void put_contact(test_writer *t, const char *before, const sm_character_contact *c) {
    text_append_string(&t->text, before);
    put_vector(t, "{{", c->normal, 3);
    put_vector(t, ", {", c->point, 3);
    put_float(t, ", ", c->depth);
    put_float(t, ", ", c->pressed);
    text_print(&t->text, ", %d, (sm_surface)%d, 0}", c->obstacle, (int)c->surface);
}

/* Writes the state that a character's move depends on, and the move. */
static void put_walk(test_writer *t) {
    const player *by = &t->move->by;
    const sm_character *body = &by->body;
    const sm_character_settings s = obstacles_gait(by, NULL);
    put_vector(t, "    sm_character hero = {.position = {", by->position, 3);
    put_vector(t, ",\n                         .momentum = {", body->momentum, 3);
    put_vector(t, ",\n                         .carried = {", body->carried, 3);
    text_print(&t->text, ",\n                         .on_floor = %s", say_whether(body->on_floor));
    put_contact(t, ",\n                         .floor = ", &body->floor);
    put_vector(t, ",\n                         .ground_point = {", body->ground_point, 3);
    put_vector(t, ",\n                         .ground_normal = {", body->ground_normal, 3);
    put_float(t, ",\n                         .climbed = ", body->climbed);
    text_print(&t->text,
               ",\n                         .contact_count = %d,\n"
               "                         .contacts = {%s",
               body->contact_count, body->contact_count == 0 ? "{.depth = 0}" : "");
    for (int i = 0; i < body->contact_count; i++)
        put_contact(t, i > 0 ? ",\n                                      " : "",
                    &body->contacts[i]);
    put_float(t, "}};\n    const sm_character_settings settings = {.max_slope = ", s.max_slope);
    put_float(t, ", .step_height = ", s.step_height);
    put_float(t, ", .snap = ", s.snap);
    put_float(t, ",\n                                            .gravity = ", s.gravity);
    put_float(t, ", .jump_speed = ", s.jump_speed);
    text_print(&t->text,
               ",\n                                            .options = &options};\n"
               "    %s_character_move(&hero, &settings, mover, %s_obstacles_of_list(&list),\n"
               "                      (sm%s)",
               t->prefix, t->prefix, t->dimensions > 2 ? "3_vec" : "_vec2");
    put_vector(t, "{", t->move->walk, t->dimensions);
    text_print(&t->text, ", %s, 1.0f / %d);\n", say_whether(t->move->jump), TICKS_PER_SECOND);
}

static void put_slide(test_writer *t) {
    text_print(&t->text, "    sm%s from = ", t->dimensions > 2 ? "3_vec" : "_vec2");
    put_vector(t, "{", t->move->trace.start, t->dimensions);
    put_vector(t, ", delta = {", t->move->trace.delta, t->dimensions);
    text_print(&t->text,
               ";\n    %s_result moved = %s_slide_move(\n"
               "        from, delta, mover, %s_obstacles_of_list(&list), &options);\n",
               t->prefix, t->prefix, t->prefix);
}

/* SM_DEEPEST of "deepest". */
static void put_resolver(test_writer *t, sm_resolver resolver) {
    text_print(&t->text, "SM_");
    for (const char *c = sm_resolver_name(resolver); *c != '\0'; c++)
        text_print(&t->text, "%c", toupper((unsigned char)*c));
}

static void put_move(test_writer *t) {
    const sm_trace *trace = &t->move->trace;
    const player *by = &t->move->by;
    int room = t->move->walks ? RECORD_CANDIDATES : trace->candidate_count + 1;
    text_print(&t->text, "    sm3_collision seen[%d];\n", room);
    text_print(&t->text, "    sm_trace trace = {.candidates = seen, .capacity = %d", room);
    put_float(t, ", .reach = ", trace->reach);
    text_print(&t->text, "};\n"
                         "    sm_options options = {.resolver = ");
    put_resolver(t, by->resolver);
    text_print(&t->text,
               ", .max_pushes = %d, .trace = &trace%s};\n"
               "    %s_obstacle_array list = {%s, %d};\n",
               by->max_pushes, by->both_sides ? ", .both_sides = true" : "", t->prefix,
               t->count > 0 ? "obstacles" : "NULL", t->count);
    if (t->move->walks)
        put_walk(t);
    else
        put_slide(t);
}

/* ---- What came of it --------------------------------------------------------------------- */

static void assert_vector(test_writer *t, const char *name, sm3_vec v) {
    const float parts[] = {v.x, v.y, v.z};
    for (int i = 0; i < t->dimensions; i++) {
        text_print(&t->text, "    assert(%s.%c", name, "xyz"[i]);
        put_float(t, " == ", parts[i]);
        text_append_string(&t->text, ");\n");
    }
}

static void put_asserts(test_writer *t) {
    static const char *const statuses[] = {"SM_MOVED", "SM_NOT_FINITE", "SM_NO_RESOLVER",
                                           "SM_NO_GATHER", "SM_CRUSHED"};
    const sm3_result *r = &t->move->result;
    const sm_character *after = &t->s->player.body;
    if (t->move->walks) {
        assert_vector(t, "hero.position", after->position);
        assert_vector(t, "hero.momentum", after->momentum);
        text_print(&t->text,
                   "    assert(hero.on_floor == %s && hero.on_wall == %s && hero.on_ceiling == "
                   "%s);\n",
                   say_whether(after->on_floor), say_whether(after->on_wall),
                   say_whether(after->on_ceiling));
    } else {
        assert_vector(t, "moved.position", r->position);
        assert_vector(t, "moved.normal", r->normal);
        put_float(t, "    assert(moved.depth == ", r->depth);
        text_print(&t->text,
                   ");\n    assert(moved.pushes == %d);\n    assert(moved.status == %s);\n",
                   r->pushes, statuses[r->status]);
    }
    text_print(&t->text,
               "    assert(trace.iteration_count == %d);\n"
               "    for (int i = 0; i < trace.iteration_count; i++) {\n"
               "        const sm_iteration *look = &trace.iterations[i];\n"
               "        int chosen = look->chosen < 0 ? -1 : seen[look->chosen].obstacle;\n"
               "        assert(chosen == looks[i].chosen);\n"
               "        assert(look->after.x == looks[i].after.x);\n"
               "        assert(look->after.y == looks[i].after.y);\n"
               "        assert(look->after.z == looks[i].after.z);\n"
               "    }\n",
               t->move->trace.iteration_count);
}

/* ---- All of it --------------------------------------------------------------------------- */

char *keep_write_test(const recording *k) {
    const sandbox *s = k->sandbox;
    test_writer t = {.s = s,
                     .move = record_last(&s->record),
                     .dimensions = s->level->dimensions,
                     .count = s->obstacles->count,
                     .prefix = s->level->dimensions > 2 ? "sm3" : "sm"};
    const char *header = t.dimensions > 2 ? "slidemove3" : "slidemove";
    text_start(&t.text, 4096);
    text_print(&t.text,
               "/* What slidemove " SM_VERSION
               " did in tick %lu, kept as a test. Numbers are exact: == is\n"
               " * meant. To compile it, beside slidemove.c and the library's three headers:\n"
               " * cc -std=c11 -ffp-contract=off FILE.c slidemove.c -lm */\n"
               "#undef NDEBUG\n#include <assert.h>\n\n#include \"%s.h\"\n\n"
               "static void the_kept_move_is_made_again(void) {\n",
               s->tick, t.move->walks ? "slidemove_character" : header);
    put_obstacles(&t);
    if (t.dimensions > 2)
        put_upright(&t);
    else
        put_hull(&t);
    put_looks(&t);
    put_move(&t);
    put_asserts(&t);
    text_append_string(&t.text, "}\n\nint main(void) {\n    the_kept_move_is_made_again();\n"
                                "    return 0;\n}\n");
    return text_finish(&t.text);
}
