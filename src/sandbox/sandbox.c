/* sandbox: the state and its ticks. */
#include "sandbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"
#include "../level/memory.h"
#include "../level/svg.h"
#include "plane/plane.h"
#include "shape_edit.h"
#include "space/space.h"

/* ---- Showing a level --------------------------------------------------------------------- */

bool sandbox_has(const sandbox *s, unsigned features) {
    return (features & ~s->obstacles->dimension->features) == 0;
}

void sandbox_will_change(sandbox *s) {
    if (s->observer.will_change != NULL)
        s->observer.will_change(s->observer.context);
}

player *sandbox_change(sandbox *s) {
    sandbox_will_change(s);
    return &s->player;
}

static void forget_moves(sandbox *s) {
    player *p = &s->player;
    p->previous_position = p->position;
    p->previous_heading = p->heading;
    player_halt(p);
    record_clear(&s->record, p->position);
    s->inside = -1;
    s->tick = 0;
    ghosts_return(&s->ghosts, p);
}

void sandbox_reset_player(sandbox *s) {
    obstacles_start(s->obstacles, sandbox_change(s));
    obstacles_set_tick(s->obstacles, 0);
    forget_moves(s);
}

static void take_size(player *p, level_player of) {
    p->radius = of.radius;
    p->length = of.length;
    p->kind = of.length > 0 ? MOVER_CAPSULE : MOVER_DISK;
}

/* Whether a statement of the lesson changed. Most edits are of obstacles, as in a drag. */
static bool may_change_lesson(const level *l, edit_news news) {
    bool may = news.lost;
    for (int i = 0; i < news.count && !may; i++) {
        const edit_effect *e = &news.effects[i];
        may = e->kind != EDIT_CHANGED || e->statement >= l->statement_count ||
              l->statements[e->statement].kind >= LEVEL_TEXT;
    }
    return may;
}

static void follow(void *context, edit_news news) {
    sandbox *s = context;
    obstacles *o = s->obstacles;
    sandbox_will_change(s);
    obstacles_follow(o, news);
    s->lesson_version += may_change_lesson(s->level, news);
}

/* By all sandboxes, because a view may show one after another. */
static unsigned levels_shown;

bool sandbox_show_again(sandbox *s, edit *e) {
    level *l = edit_level(e);
    static const dimension *const kinds[] = {[2] = &plane_dimension, [3] = &space_dimension};
    obstacles *o = obstacles_create(kinds[l->dimensions], l, s->obstacles);
    if (o == NULL)
        return false;
    sandbox_will_change(s);
    edit_listen(e, follow, s);
    obstacles_destroy(s->obstacles);
    if (s->observer.take_level != NULL)
        s->observer.take_level(s->observer.context, s->edit);
    else
        edit_destroy(s->edit);
    s->obstacles = o;
    s->edit = e;
    s->level = l;
    s->levels_shown = ++levels_shown;
    return true;
}

static bool adopt_level(sandbox *s, level *l) {
    edit *e = edit_create(l);
    if (sandbox_show_again(s, e))
        return true;
    edit_destroy(e);
    return false;
}

/* Sets the switches as a new level of this dimension has them. */
static void set_switches(player *p, const dimension *d) {
    p->gravity = d->falls;
    p->both_sides = false;
}

sandbox *sandbox_create(level *l) {
    sandbox *s = memory_calloc(1, sizeof *s);
    settings_reset(&s->player);
    if (!adopt_level(s, l)) {
        free(s);
        return NULL;
    }
    set_switches(&s->player, s->obstacles->dimension);
    take_size(&s->player, level_get_player(l));
    sandbox_reset_player(s);
    return s;
}

void sandbox_destroy(sandbox *s) {
    if (s == NULL)
        return;
    obstacles_destroy(s->obstacles);
    edit_destroy(s->edit);
    free(s);
}

void sandbox_set_progress(sandbox *s, sm_progress progress) {
    s->obstacles->progress = progress;
}

bool sandbox_show(sandbox *s, level *l, bool keep_player) {
    level_player before = level_get_player(s->level), now = level_get_player(l);
    const dimension *kind_before = s->obstacles->dimension;
    if (!adopt_level(s, l))
        return false;
    bool is_same_kind = s->obstacles->dimension == kind_before;
    if (!is_same_kind)
        set_switches(&s->player, s->obstacles->dimension);
    keep_player = keep_player && is_same_kind;
    s->player.previous_position = s->player.position;
    if (!keep_player || now.radius != before.radius || now.length != before.length)
        take_size(&s->player, now);
    if (!keep_player)
        sandbox_reset_player(s);
    return true;
}

level *new_level(int dimensions) {
    static const char *const texts[] = {[2] = "slidemove 1\ntitle Untitled\n\nplayer 0 0\n"
                                              "loop -20 -10  20 -10  20 10  -20 10\n",
                                        [3] = "slidemove3 1\ntitle Untitled\n\nplayer 0 0.95 0\n"
                                              "box 0 -0.5 0  40 1 40\n"};
    level_errors errors;
    level *l = level_read(texts[dimensions], strlen(texts[dimensions]), &errors);
    if (l == NULL)
        memory_end();
    return l;
}

bool sandbox_remake(sandbox *s) {
    sandbox_will_change(s);
    s->remade++;
    return obstacles_remake(s->obstacles);
}

bool save_level(level *l, const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    bool is_drawing = svg_is_named(path), is_flat = l->dimensions == 2;
    if (level_is_bare(path)) {
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: expected a name in .level",
                 path);
        return false;
    }
    char *text = is_drawing ? svg_write(l, &length) : level_write(l, &length);
    if (text == NULL) {
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: %s", path,
                 is_drawing && !is_flat ? "a drawing can only hold a 2D level" : "no memory");
        return false;
    }
    bool saved = save_file(path, text, length, message);
    if (saved) {
        l->file = (level_file_state){.hash = level_hash(text, length)};
        l->is_all_of_drawing = true;
    }
    free(text);
    return saved;
}

bool sandbox_save(sandbox *s, const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    bool saved = save_level(s->level, path, message);
    if (saved)
        edit_mark_saved(s->edit);
    return saved;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

void sandbox_look_ahead(sandbox *s, bool advance) {
    bool is_gone_through = s->inside >= 0 && s->inside_ahead;
    obstacles_look(s->obstacles, &s->player, advance || is_gone_through, &s->ahead);
}

static void move_ghosts(sandbox *s) {
    s->tick++;
    s->inside = -1;
    ghosts_tick(&s->ghosts, s->obstacles, &s->player, record_last(&s->record), s->tick);
}

void sandbox_tick(sandbox *s, const player_input *input) {
    player *p = &s->player;
    unsigned losses = p->losses;
    p->previous_heading = p->heading;
    p->noclip = input->noclip;
    obstacles_tick(s->obstacles, p, input, &s->record);
    move_ghosts(s);
    if (p->losses != losses)
        ghosts_return(&s->ghosts, p);
}

void sandbox_tick_delta(sandbox *s, sm3_vec delta) {
    s->player.previous_heading = s->player.heading;
    s->player.noclip = false;
    obstacles_move(s->obstacles, &s->player, delta, &s->record);
    move_ghosts(s);
}

/* ---- Choices ----------------------------------------------------------------------------- */

const char *sandbox_mover_name(const sandbox *s, mover_kind kind) {
    return level_mover_name(s->level->dimensions, (int)kind);
}

void sandbox_set(sandbox *s, setting_id which, double value) {
    setting_set(&player_settings[which], sandbox_change(s), value);
}

void sandbox_set_paused(sandbox *s, bool paused) {
    s->paused = paused;
    if (!paused)
        s->inside = -1;
}

void sandbox_set_ghosts(sandbox *s, unsigned set) {
    ghosts_set(&s->ghosts, sandbox_change(s), set);
}
