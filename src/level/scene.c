/* scene: what a level says about the scene that it opens with. */
#include <string.h>

#include "level.h"
#include "statements.h"

/* Returns the names behind a statement as a set of their numbers; "none" is no number of a set. */
static unsigned get_set(const level *l, int statement) {
    level_kind kind = l->statements[statement].kind;
    unsigned set = 0;
    for (const char *at = level_words(l, statement); *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        int name = level_find_name(kind, at, length);
        if (strcmp(level_statements[kind].choice(name), LEVEL_NONE) != 0)
            set |= 1u << name;
        at += length;
    }
    return set;
}

static int get_choice(const level *l, int statement) {
    const char *name = level_words(l, statement);
    return level_find_name(l->statements[statement].kind, name, strlen(name));
}

static void take_view(level_scene *scene, const level_statement *s, const float *numbers) {
    scene->present |= LEVEL_SETS_VIEW;
    memcpy(scene->view, numbers, (size_t)s->number_count * sizeof *numbers);
}

static void take_statement(level_scene *scene, const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    const float *numbers = s->number_count > 0 ? l->numbers + s->first_number : NULL;
    switch ((int)s->kind) {
    case LEVEL_RESOLVER:
        scene->present |= LEVEL_SETS_RESOLVER;
        scene->resolver = (sm_resolver)get_choice(l, statement);
        break;
    case LEVEL_GHOSTS:
        scene->present |= LEVEL_SETS_GHOSTS;
        scene->ghosts = get_set(l, statement);
        break;
    case LEVEL_OVERLAYS:
        scene->present |= LEVEL_SETS_OVERLAYS;
        scene->overlays = get_set(l, statement);
        break;
    case LEVEL_MOVER:
    case LEVEL_MOVER3:
        scene->present |= LEVEL_SETS_MOVER;
        scene->mover = get_choice(l, statement);
        break;
    case LEVEL_SPEED:
        scene->present |= LEVEL_SETS_SPEED;
        scene->speed = numbers[0];
        break;
    case LEVEL_MOMENTUM:
        scene->present |= LEVEL_SETS_MOMENTUM;
        scene->momentum = get_choice(l, statement) == 1;
        break;
    case LEVEL_GRAVITY:
        scene->present |= LEVEL_SETS_GRAVITY;
        scene->gravity = get_choice(l, statement) == 1;
        break;
    case LEVEL_VIEW:
    case LEVEL_VIEW3:
        take_view(scene, s, numbers);
        break;
    case LEVEL_PLAY:
        scene->plays[scene->play_count++] = (level_play){numbers[0], numbers[1], numbers[2]};
        break;
    case LEVEL_INSIDE:
        scene->inside = scene->paused = true;
        break;
    case LEVEL_PAUSED:
        scene->paused = true;
        break;
    }
}

level_scene level_get_scene(const level *l) {
    level_scene scene = {0};
    for (int i = 0; i < l->statement_count; i++)
        if (level_is_of_scene(l->statements[i].kind))
            take_statement(&scene, l, i);
    return scene;
}
