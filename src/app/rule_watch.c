/* rule_watch: the rule of the command line while the window is open. Saving its file compiles it
 * again; what is wrong with it stands in the window until it is mended. */
#include <stdio.h>
#include <string.h>

#include "../sandbox/rule.h"
#include "app.h"

/* Shows what is wrong: of what a compiler says, the lines with errors. */
static void show(app *a, const char *headline, const char *says, rule_trouble trouble) {
    char words[VIEW_MESSAGE_LENGTH] = "";
    for (const char *line = says, *end; *line != '\0'; line = end + (*end == '\n')) {
        const char *error = strstr(line, "error:");
        size_t length = strlen(words);
        end = line + strcspn(line, "\n");
        if (error != NULL && error < end)
            snprintf(words + length, sizeof words - length, "%s%.*s", length > 0 ? "; " : "",
                     (int)(end - line), line);
    }
    open_show_error(a, headline, "%s", words[0] != '\0' ? words : says);
    a->rule_trouble = trouble;
}

static void clear(app *a) {
    if (a->rule_trouble != RULE_FINE)
        a->view.error[0] = '\0';
    a->rule_trouble = RULE_FINE;
}

void rule_watch_start(app *a) {
    sandbox *s = a->sandbox;
    if (s->player.resolver != RESOLVER_RULE || !s->player.gravity)
        return;
    sandbox_set_ghosts(s, s->ghosts.set | 1u << RESOLVER_RULE);
    view_say(&a->view, "with gravity you walk by sweep, and the ghost by %s; G: without gravity",
             resolver_name(RESOLVER_RULE));
}

void rule_watch_look(app *a) {
    char message[RULE_MESSAGE_LENGTH];
    if (rule_path() == NULL || !rule_is_saved())
        return;
    if (!rule_reload(message)) {
        show(a, "The rule does not compile; the last good one stays", message, RULE_BROKEN);
        return;
    }
    clear(a);
    if (a->rule_pauses)
        sandbox_set_paused(a->sandbox, false);
    a->rule_pauses = false;
    view_say(&a->view, "%s is compiled again; the next move is by it",
             platform_show_path(rule_path()).text);
}

void rule_watch_update(app *a) {
    const char *failure = rule_take_failure();
    if (failure == NULL && !a->sandbox->paused) {
        a->rule_pauses = false;
        if (a->rule_trouble == RULE_FAILED)
            clear(a);
    }
    if (failure == NULL)
        return;
    if (a->view.explored.explorer != NULL && !a->view.explored.is_over)
        exploring_close(a, 0);
    a->rule_pauses |= !a->sandbox->paused;
    sandbox_set_paused(a->sandbox, true);
    if (a->rule_trouble != RULE_BROKEN)
        show(a, "The rule failed: its mover stays where it was, and time is paused", failure,
             RULE_FAILED);
}
