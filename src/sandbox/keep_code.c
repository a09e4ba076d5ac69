/* keep_code: a kept move as a test in C. */
#include "keep.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/text.h"

/* ---- Words ------------------------------------------------------------------------------- */

typedef struct words {
    char text[1024];
} words;

__attribute__((format(printf, 1, 2))) static words spell(const char *format, ...) {
    words w;
    va_list values;
    va_start(values, format);
    vsnprintf(w.text, sizeof w.text, format, values);
    va_end(values);
    return w;
}

/* The shortest decimal that is this float: C reads it as the nearest one, so as the same. */
static words spell_float(float value) {
    char number[LEVEL_NUMBER_LENGTH];
    level_print_number(value, number);
    return spell("%s%s", number, strpbrk(number, ".e") != NULL ? "f" : ".0f");
}

static words spell_vector(sm3_vec v, int dimensions) {
    bool is_deep = dimensions > 2;
    return spell("{%s, %s%s%s}", spell_float(v.x).text, spell_float(v.y).text, is_deep ? ", " : "",
                 is_deep ? spell_float(v.z).text : "");
}

/* ---- Who met what ------------------------------------------------------------------------ */

/* The move that is written about. */
typedef struct story {
    const sandbox *s;
    const move_record *move;
    int dimensions, count;
} story;

static const level_statement *statement_of(const story *t, int obstacle) {
    return &t->s->level->statements[t->s->obstacles->statements[obstacle]];
}

/* In 3D its faces say so. */
static bool is_oneway(const story *t, int obstacle) {
    return t->dimensions == 2 && level_is_oneway(statement_of(t, obstacle));
}

/* ---- How each dimension spells ----------------------------------------------------------- */

static words spell_segment(sm3_triangle is) {
    return spell("{%s, %s, %s}", spell_vector(is.a, 2).text, spell_vector(is.b, 2).text,
                 spell_float(is.radius).text);
}

static words spell_triangle(sm3_triangle is) {
    return spell("{%s, %s, %s, %s, %s, %s}", spell_vector(is.a, 3).text, spell_vector(is.b, 3).text,
                 spell_vector(is.c, 3).text, spell_float(is.radius).text,
                 is.one_sided ? "true" : "false", is.oneway ? "true" : "false");
}

/* The mover around its position. */
static void say_hull(text_buffer *b, const player *by) {
    sm_hull hull = player_hull(by);
    text_print(b, "    static const sm_hull mover = {\n        {");
    for (int i = 0; i < hull.count; i++)
        text_print(b, "%s%s", i > 0 ? ", " : "",
                   spell_vector(sm3_lifted(hull.vertices[i]), 2).text);
    text_print(b, "}, %d, %s};\n", hull.count, spell_float(hull.radius).text);
}

static void say_upright(text_buffer *b, const player *by) {
    sm3_mover upright = player_upright(by);
    text_print(b, "    static const sm3_mover mover = {.a = %s, .b = %s, .radius = %s",
               spell_vector(upright.a, 3).text, spell_vector(upright.b, 3).text,
               spell_float(upright.radius).text);
    if (by->kind == MOVER_BOX)
        text_print(b, ",\n        .side = %s, .front = %s", spell_vector(upright.side, 3).text,
                   spell_vector(upright.front, 3).text);
    text_print(b, "};\n");
}

static const struct {
    const char *prefix, *header, *vector;
    words (*shape)(sm3_triangle is);
    void (*mover)(text_buffer *b, const player *by);
} forms[] = {
    [2] = {"sm", "slidemove", "sm_vec2", spell_segment, say_hull},
    [3] = {"sm3", "slidemove3", "sm3_vec", spell_triangle, say_upright},
};

static words spell_obstacle(const story *t, int obstacle) {
    const obstacles *o = t->s->obstacles;
    words now = forms[t->dimensions].shape(o->dimension->shape(o, obstacle));
    words before = forms[t->dimensions].shape(o->dimension->between(o, obstacle, 0));
    const char *oneway = is_oneway(t, obstacle) ? ", .oneway = true" : "";
    return level_moves(statement_of(t, obstacle))
               ? spell("{.shape = %s,\n         .before = %s, .moves = true%s}", now.text,
                       before.text, oneway)
               : spell("{.shape = %s%s}", now.text, oneway);
}

static void say_obstacles(text_buffer *b, const story *t) {
    if (t->count == 0)
        return;
    text_print(b, "    static const %s_obstacle obstacles[] = {\n", forms[t->dimensions].prefix);
    for (int i = 0; i < t->count; i++)
        text_print(b, "        %s,\n", spell_obstacle(t, i).text);
    text_print(b, "    };\n");
}

/* Which obstacle each look chose, and where the mover was after it. */
static void say_looks(text_buffer *b, const story *t) {
    const sm_trace *trace = &t->move->trace;
    text_print(
        b, "    static const struct {\n        int chosen; /* -1: none */\n        sm3_vec after;\n"
           "    } looks[] = {\n");
    for (int i = 0; i < trace->iteration_count; i++) {
        const sm_iteration *look = &trace->iterations[i];
        text_print(b, "        {%d, %s},\n",
                   look->chosen < 0 ? -1 : trace->candidates[look->chosen].obstacle,
                   spell_vector(look->after, 3).text);
    }
    text_print(b, "    };\n");
}

/* A contact but for the user number, which no level gives. */
static words spell_contact(const sm_character_contact *c) {
    return spell("{%s, %s, %s, %s, %d, (sm_surface)%d, 0}", spell_vector(c->normal, 3).text,
                 spell_vector(c->point, 3).text, spell_float(c->depth).text,
                 spell_float(c->pressed).text, c->obstacle, (int)c->surface);
}

/* What a character's next move depends on, and the move. */
static void say_walk(text_buffer *b, const story *t) {
    const player *by = &t->move->by;
    const sm_character *body = &by->body;
    const sm_character_settings s = obstacles_gait(by, NULL);
    const char *prefix = forms[t->dimensions].prefix;
    text_print(b,
               "    sm_character hero = {.position = %s,\n"
               "                         .momentum = %s,\n"
               "                         .carried = %s,\n",
               spell_vector(by->position, 3).text, spell_vector(body->momentum, 3).text,
               spell_vector(body->carried, 3).text);
    text_print(b,
               "                         .on_floor = %s,\n"
               "                         .floor = %s,\n"
               "                         .contact_count = %d,\n"
               "                         .contacts = {",
               body->on_floor ? "true" : "false", spell_contact(&body->floor).text,
               body->contact_count);
    for (int i = 0; i < body->contact_count; i++)
        text_print(b, "%s%s", i > 0 ? ",\n                                      " : "",
                   spell_contact(&body->contacts[i]).text);
    text_print(
        b,
        "%s}};\n"
        "    const sm_character_settings settings = {.max_slope = %s, .step_height = %s, .snap = "
        "%s,\n"
        "                                            .gravity = %s, .jump_speed = %s,\n"
        "                                            .options = &options};\n",
        body->contact_count == 0 ? "{.depth = 0}" : "", spell_float(s.max_slope).text,
        spell_float(s.step_height).text, spell_float(s.snap).text, spell_float(s.gravity).text,
        spell_float(s.jump_speed).text);
    text_print(b,
               "    %s_obstacle_array list = {%s, %d};\n"
               "    %s_character_move(&hero, &settings, mover, %s_obstacles_of_list(&list),\n"
               "                      (%s)%s, %s, 1.0f / %d);\n",
               prefix, t->count > 0 ? "obstacles" : "NULL", t->count, prefix, prefix,
               forms[t->dimensions].vector, spell_vector(t->move->walk, t->dimensions).text,
               t->move->jump ? "true" : "false", TICKS_PER_SECOND);
}

static void say_move(text_buffer *b, const story *t) {
    static const char *const resolvers[] = {"SM_DEEPEST", "SM_LAST", "SM_FIRST", "SM_SHALLOWEST",
                                            "SM_SWEEP"};
    _Static_assert(sizeof resolvers / sizeof *resolvers == SM_RESOLVER_COUNT, "a name each");
    const sm_trace *trace = &t->move->trace;
    const player *by = &t->move->by;
    int room = t->move->walks               ? RECORD_CANDIDATES
               : trace->candidate_count > 0 ? trace->candidate_count
                                            : 1;
    const char *prefix = forms[t->dimensions].prefix;
    text_print(b,
               "    sm3_collision seen[%d];\n"
               "    sm_trace trace = {.candidates = seen, .capacity = %d, .reach = %s};\n"
               "    sm_options options = {.resolver = %s, .max_pushes = %d, .trace = &trace%s};\n",
               room, room, spell_float(trace->reach).text, resolvers[by->resolver], by->max_pushes,
               by->both_sides ? ", .both_sides = true" : "");
    if (t->move->walks) {
        say_walk(b, t);
        return;
    }
    text_print(b, "    %s from = %s, delta = %s;\n", forms[t->dimensions].vector,
               spell_vector(trace->start, t->dimensions).text,
               spell_vector(trace->delta, t->dimensions).text);
    text_print(b,
               "    %s_obstacle_array list = {%s, %d};\n    %s_result moved = %s_slide_move(\n"
               "        from, delta, mover, %s_obstacles_of_list(&list), &options);\n",
               prefix, t->count > 0 ? "obstacles" : "NULL", t->count, prefix, prefix, prefix);
}

static void say_vector(text_buffer *b, const char *name, sm3_vec v, int dimensions) {
    const float parts[] = {v.x, v.y, v.z};
    for (int i = 0; i < dimensions; i++)
        text_print(b, "    assert(%s.%c == %s);\n", name, "xyz"[i], spell_float(parts[i]).text);
}

static void say_asserts(text_buffer *b, const story *t) {
    static const char *const statuses[] = {"SM_MOVED", "SM_NOT_FINITE", "SM_NO_RESOLVER",
                                           "SM_NO_GATHER", "SM_CRUSHED"};
    const sm_trace *trace = &t->move->trace;
    const sm3_result *r = &t->move->result;
    if (t->move->walks) {
        const sm_character *after = &t->s->player.body;
        say_vector(b, "hero.position", after->position, t->dimensions);
        say_vector(b, "hero.momentum", after->momentum, t->dimensions);
        text_print(
            b, "    assert(hero.on_floor == %s && hero.on_wall == %s && hero.on_ceiling == %s);\n",
            after->on_floor ? "true" : "false", after->on_wall ? "true" : "false",
            after->on_ceiling ? "true" : "false");
    } else {
        say_vector(b, "moved.position", r->position, t->dimensions);
        say_vector(b, "moved.normal", r->normal, t->dimensions);
        text_print(b,
                   "    assert(moved.depth == %s);\n    assert(moved.pushes == %d);\n"
                   "    assert(moved.status == %s);\n",
                   spell_float(r->depth).text, r->pushes, statuses[r->status]);
    }
    text_print(b,
               "    assert(trace.iteration_count == %d);\n"
               "    for (int i = 0; i < trace.iteration_count; i++) {\n"
               "        const sm_iteration *look = &trace.iterations[i];\n"
               "        int chosen = look->chosen < 0 ? -1 : seen[look->chosen].obstacle;\n"
               "        assert(chosen == looks[i].chosen);\n"
               "        assert(look->after.x == looks[i].after.x);\n"
               "        assert(look->after.y == looks[i].after.y);\n"
               "        assert(look->after.z == looks[i].after.z);\n"
               "    }\n",
               trace->iteration_count);
}

/* ---- All of it --------------------------------------------------------------------------- */

char *keep_write_test(const recording *k, size_t *length) {
    const sandbox *s = k->sandbox;
    story t = {s, record_last(&s->record), s->level->dimensions, s->obstacles->count};
    text_buffer b;
    text_start(&b, 4096);
    text_print(&b,
               "/* What slidemove " SM_VERSION
               " did in tick %lu, kept as a test. Numbers are exact: == is\n"
               " * meant. To compile: cc -std=c11 -Isrc/slidemove FILE.c libslidemove.a -lm */\n"
               "#undef NDEBUG\n#include <assert.h>\n\n#include \"%s.h\"\n\n"
               "static void the_kept_move_is_made_again(void) {\n",
               s->tick, t.move->walks ? "slidemove_character" : forms[t.dimensions].header);
    say_obstacles(&b, &t);
    forms[t.dimensions].mover(&b, &t.move->by);
    say_looks(&b, &t);
    say_move(&b, &t);
    say_asserts(&b, &t);
    text_print(&b, "}\n\nint main(void) {\n    the_kept_move_is_made_again();\n    return 0;\n}\n");
    return text_finish(&b, length);
}
