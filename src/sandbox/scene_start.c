#include "scene_start.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../level/statements.h"

/* The settings that a level may have, except for the mover, the overlays and the view. Each has
 * four bytes of level_scene. */
static const struct {
    level_kind kind;
    setting_id setting; /* SETTING_COUNT: none of these */
} parts[] = {{LEVEL_RESOLVER, SETTING_COUNT},  {LEVEL_GHOSTS, SETTING_COUNT},
             {LEVEL_SPEED, SETTING_SPEED},     {LEVEL_MOMENTUM, SETTING_MOMENTUM},
             {LEVEL_GRAVITY, SETTING_GRAVITY}, {LEVEL_STEP, SETTING_STEP},
             {LEVEL_SLOPE, SETTING_SLOPE},     {LEVEL_SNAP, SETTING_SNAP},
             {LEVEL_JUMP, SETTING_JUMP}};
enum { PART_COUNT = sizeof parts / sizeof *parts, FIRST_SETTING = 2, PART_SIZE = 4 };

static void *place_of(level_scene *scene, int part) {
    return (char *)scene + level_statements[parts[part].kind].place;
}

static level_scene get_settings(const sandbox *s) {
    level_scene now = {
        .resolver = s->player.resolver, .ghosts = s->ghosts.set, .paused = s->paused};
    for (int i = FIRST_SETTING; i < PART_COUNT; i++) {
        const setting *q = &player_settings[parts[i].setting];
        float value = setting_get(q, &s->player);
        if (setting_is_switch(q))
            *(int *)place_of(&now, i) = (int)value;
        else
            *(float *)place_of(&now, i) = value;
    }
    return now;
}

/* Sets only the values that differ, because some of them stop the player. */
static void apply(sandbox *s, level_scene *to) {
    player *p = sandbox_change(s);
    p->resolver = to->resolver;
    for (int i = FIRST_SETTING; i < PART_COUNT; i++) {
        const setting *q = &player_settings[parts[i].setting];
        const void *at = place_of(to, i);
        float value = setting_is_switch(q) ? (float)*(const int *)at : *(const float *)at;
        if (value != setting_get(q, p))
            setting_put(q, p, value);
    }
    sandbox_set_ghosts(s, to->ghosts);
    sandbox_set_paused(s, to->paused);
}

/* Keeps a setting of the level before only if the user has changed it since. A pause does not keep
 * a level from playing, unless the command line asks for it. */
void scene_open(sandbox *s, unsigned given) {
    level_scene set = level_get_scene(s->level), own = get_settings(s);
    unsigned sets = set.present & ~given;
    bool pauses = set.paused;
    for (int i = 0; i < PART_COUNT; i++) {
        void *mine = place_of(&own, i);
        if (memcmp(mine, place_of(&s->scene.set, i), PART_SIZE) == 0)
            memcpy(mine, place_of(&s->scene.before, i), PART_SIZE);
        if ((sets & level_statements[parts[i].kind].sets) == 0)
            memcpy(place_of(&set, i), mine, PART_SIZE);
    }
    if (own.paused == s->scene.set.paused)
        own.paused = s->scene.before.paused;
    bool stays_paused = set.play_count == 0 || (given & LEVEL_SETS_PAUSED) != 0;
    set.paused = (own.paused && stays_paused) || (pauses && set.play_count == 0);
    s->scene =
        (scene_start){.before = own, .set = set, .pauses = pauses, .steps_inside = set.inside};
    apply(s, &set);
    if (sets & LEVEL_SETS_MOVER)
        sandbox_change(s)->kind = (mover_kind)set.mover;
}

void scene_restart(sandbox *s) {
    scene_start *c = &s->scene;
    bool shows_steps = level_get_scene(s->level).inside;
    sandbox_reset_player(s);
    if (c->has_paused && !shows_steps)
        sandbox_set_paused(s, false);
    c->play = c->play_ticks = 0;
    c->pauses = c->steps_inside = shows_steps;
    c->has_paused = false;
}

bool scene_wish(sandbox *s, player_input *input) {
    scene_start *c = &s->scene;
    c->has_paused = false;
    if (c->play < c->set.play_count && !player_is_idle(input)) {
        c->play = c->set.play_count;
        c->steps_inside = false;
    }
    if (c->play >= c->set.play_count)
        return false;
    const level_play *p = &c->set.plays[c->play];
    input->walk = (sm_vec2){p->right, p->up};
    c->play_ticks++;
    if ((float)c->play_ticks >= roundf(p->seconds * TICKS_PER_SECOND)) {
        c->play++;
        c->play_ticks = 0;
    }
    if (c->play == c->set.play_count && c->pauses) {
        sandbox_set_paused(s, true);
        c->set.paused = c->has_paused = true;
    }
    return true;
}

void scene_play(sandbox *s, session *t, float view_heading, int most_ticks) {
    for (int i = 0; i < most_ticks; i++) {
        player_input input = {.view_heading = view_heading};
        if (!scene_wish(s, &input))
            return;
        if (t != NULL)
            session_tick(t, &input);
        else
            sandbox_tick(s, &input);
    }
}

bool scene_steps_inside(sandbox *s) {
    scene_start *c = &s->scene;
    bool now =
        c->steps_inside && c->set.play_count > 0 && c->play == c->set.play_count && s->paused;
    c->steps_inside = c->steps_inside && !now;
    return now;
}

/* ---- Writing the settings --------------------------------------------------------------- */

typedef struct scene_setting {
    level_kind kind;
    bool is_default; /* the default: it needs no statement */
    const float *numbers;
    char words[sizeof(level_items)];
} scene_setting;

static void add_name(scene_setting *to, const char *name) {
    size_t length = strlen(to->words);
    snprintf(to->words + length, sizeof to->words - length, "%s%s", length > 0 ? " " : "", name);
}

static scene_setting name_setting(level_kind kind, const char *name, bool is_default) {
    scene_setting it = {.kind = kind, .is_default = is_default};
    add_name(&it, name);
    return it;
}

static int find_statement(const level *l, level_kind kind) {
    for (int i = 0; i < l->statement_count; i++) {
        if (l->statements[i].kind == kind)
            return i;
    }
    return -1;
}

/* Lists a setting that is a set of names. `now` is the level's set; if it is the same, the order in
 * the level stays. */
static scene_setting list_setting(const level *l, level_kind kind, unsigned set, unsigned now,
                                  bool is_default) {
    int statement = find_statement(l, kind);
    if (statement >= 0 && now == set)
        return name_setting(kind, level_words(l, statement), is_default);
    scene_setting it = {.kind = kind, .is_default = is_default};
    for (int i = 0; level_statements[kind].choice(i) != NULL; i++)
        if ((set & 1u << i) != 0)
            add_name(&it, level_statements[kind].choice(i));
    if (set == 0)
        add_name(&it, LEVEL_NONE);
    return it;
}

/* Returns where a new statement goes: behind the last one of the scene, else behind the player. */
static int find_place(const level *l) {
    int place = l->player + 1;
    for (int i = 0; i < l->statement_count; i++)
        if (level_is_of_scene(l->statements[i].kind))
            place = i + 1;
    return place;
}

/* Writes the setting. A default needs no statement; an existing one with the same content stays. */
static bool write_setting(edit *e, const scene_setting *it) {
    const level *l = edit_level(e);
    if (!level_has_kind(l->dimensions, it->kind))
        return true;
    edit_shape shape = {.kind = it->kind,
                        .numbers = it->numbers,
                        .number_count = level_statements[it->kind].numbers,
                        .words = it->words};
    int statement = find_statement(l, it->kind);
    if (statement >= 0 && edit_is_same(l, &l->statements[statement], &shape))
        return true;
    if (statement >= 0)
        return it->is_default ? edit_remove(e, statement) : edit_set(e, statement, &shape);
    return it->is_default || edit_insert(e, find_place(l), &shape);
}

static bool write_player_setting(sandbox *s, int part) {
    setting_id which = parts[part].setting;
    const setting *q = &player_settings[which];
    player initial = s->player;
    settings_reset(&initial);
    initial.gravity = s->obstacles->dimension->falls;
    float value = setting_get(q, &s->player);
    scene_setting it = {.kind = parts[part].kind,
                        .is_default = value == setting_get(q, &initial),
                        .numbers = &value};
    if (setting_is_switch(q))
        add_name(&it, level_statements[it.kind].choice((int)value));
    return write_setting(s->edit, &it);
}

/* A level with `inside` is paused, too. */
static bool write_paused(sandbox *s) {
    static const level_kind pausing[] = {LEVEL_INSIDE, LEVEL_PAUSED};
    for (int i = 0; i < 2; i++) {
        int statement = find_statement(s->level, pausing[i]);
        if (statement >= 0 && s->paused)
            return true;
        if (statement >= 0 && !edit_remove(s->edit, statement))
            return false;
    }
    return !s->paused ||
           edit_insert(s->edit, find_place(s->level), &(edit_shape){.kind = LEVEL_PAUSED});
}

bool scene_save(sandbox *s, const level_scene *seen) {
    static const struct {
        level_kind mover, view;
    } kinds[] = {[2] = {LEVEL_MOVER, LEVEL_VIEW}, [3] = {LEVEL_MOVER3, LEVEL_VIEW3}};
    const player *p = &s->player;
    const level *l = s->level;
    bool is_long = level_get_player(l).length > 0;
    level_scene now = level_get_scene(l);
    sm_resolver resolver = p->resolver == RESOLVER_RULE ? now.resolver : p->resolver;
    const scene_setting view = {.kind = kinds[l->dimensions].view,
                                .is_default = (seen->present & LEVEL_SETS_VIEW) == 0,
                                .numbers = seen->view};
    const scene_setting named[] = {
        name_setting(LEVEL_RESOLVER, sm_resolver_name(resolver), resolver == SM_DEEPEST),
        list_setting(l, LEVEL_GHOSTS, s->ghosts.set, now.ghosts, s->ghosts.set == 0),
        list_setting(l, LEVEL_OVERLAYS, seen->overlays, now.overlays,
                     (seen->present & LEVEL_SETS_OVERLAYS) == 0),
        name_setting(kinds[l->dimensions].mover, sandbox_mover_name(s, p->kind),
                     p->kind == (is_long ? MOVER_CAPSULE : MOVER_DISK)),
    };
    edit_begin(s->edit);
    bool good = true;
    for (size_t i = 0; i < sizeof named / sizeof *named && good; i++)
        good = write_setting(s->edit, &named[i]);
    for (int i = FIRST_SETTING; i < PART_COUNT && good; i++)
        good = write_player_setting(s, i);
    return edit_end(s->edit, good && write_setting(s->edit, &view) && write_paused(s));
}
