#include "script.h"

#include <fcntl.h>
#include <getopt.h>
#include <unistd.h>

#define main program_main
#include "../src/main.c"
#undef main

#include "../src/app/app.h"
#include "../src/sandbox/moments.h"
#include "files.h"

enum { SCREEN = 20000 };

bool (*script_more)(app *a, const char *word);

static const char *next; /* NULL: no script */
static void (*last_act)(void);
static char said[SCREEN], wrong[SCREEN + 500];
static SDL_Keymod held;

int run_program(const char *line) {
    char words[2048];
    char *arguments[32] = {"slidemove"};
    int count = 1;
    put_folder(words, sizeof words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        arguments[count++] = word;
    optind = 0; /* begin anew */
    return program_main(count, arguments);
}

void script_begin(const char *words, void (*at_end)(void)) {
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    SDL_setenv("SDL_RENDER_VSYNC", "0", 1); /* nobody waits for a screen */
    SDL_setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1);
    next = words;
    last_act = at_end;
    held = KMOD_NONE;
    said[0] = wrong[0] = '\0';
}

const char *script_end(void) {
    next = NULL;
    return wrong[0] != '\0' ? wrong : NULL;
}

/* ---- What is shown ------------------------------------------------------------------------ */

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
    size_t length = strlen(said);
    va_list values;
    va_start(values, format);
    vsnprintf(said + length, sizeof said - length, format, values);
    va_end(values);
}

void __wrap_view_say(view *v, const char *format, ...);
void __wrap_view_say(view *v, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    vsnprintf(v->message, sizeof v->message, format, values);
    v->message_seconds = 1;
    vfprintf(stderr, format, again);
    fputs("\n", stderr);
    va_end(again);
    va_end(values);
    note("%s\n", v->message);
}

static void note_table(const ui_table *t) {
    for (int r = 0; t != NULL && r < t->row_count; r++) {
        for (int i = 0; i < t->column_count; i++)
            note("%s ", t->rows[r].cells[i] != NULL ? t->rows[r].cells[i] : "");
        note("\n");
    }
}

static void note_screen(const app *a) {
    const view *v = &a->view;
    const dialog *d = &v->dialog;
    sm3_vec target = v->camera.target, eye = camera3_eye(&v->camera);
    moment inside;
    note("title: %s\n", SDL_GetWindowTitle(a->window));
    if (sandbox_has(a->sandbox, HAS_DEPTH))
        note("eye: %.2f, %.2f, %.2f\n", (double)eye.x, (double)eye.y, (double)eye.z);
    else
        note("view: %.2f, %.2f, %.2f wide\n", (double)target.x, (double)target.y,
             (double)((float)v->camera.width / v->camera.zoom));
    if (moments_now(a->sandbox, &inside)) {
        char words[MOMENT_WORDS];
        moment_say(a->sandbox, &inside, words);
        note("inside: %s\n", words);
        note(v->inspector.hovered >= 0 ? "hovered: number %d\n" : "hovered: none\n",
             v->inspector.hovered);
    }
    if (v->error[0] != '\0')
        note("%s: %s\n", v->headline, v->error);
    if (d->question != NULL)
        note("%s: %s\n", d->question->title, d->words);
    for (int i = 0; i < v->ui.count; i++) {
        const control *c = &v->ui.list[i];
        note("%s%s %s %s\n", c->on ? "[x] " : "", c->label != NULL ? c->label : "", c->value,
             c->text != NULL ? c->text : "");
        note_table(c->table);
    }
}

static void expect(app *a, const char *words, bool wanted) {
    note_screen(a);
    if ((strstr(said, words) != NULL) != wanted && wrong[0] == '\0')
        snprintf(wrong, sizeof wrong, "%s: %s, in:\n%s", wanted ? "expected" : "not expected",
                 words, said);
    said[0] = '\0';
}

/* ---- Words -------------------------------------------------------------------------------- */

static void push(SDL_Event e) {
    SDL_PushEvent(&e);
}

static void press_key(const char *word, bool down, bool up) {
    const char *plus = strrchr(word, '+'),
               *name = plus != NULL && plus[1] != '\0' ? plus + 1 : word;
    SDL_Keysym key = {.sym = SDL_GetKeyFromName(name), .scancode = SDL_GetScancodeFromName(name)};
    bool with_ctrl = strstr(word, "ctrl+") != NULL, with_shift = strstr(word, "shift+") != NULL;
    if (strcmp(name, "shift") == 0) {
        key = (SDL_Keysym){.sym = SDLK_LSHIFT, .scancode = SDL_SCANCODE_LSHIFT};
        held = (SDL_Keymod)(down ? (unsigned)held | KMOD_LSHIFT
                                 : (unsigned)held & ~(unsigned)KMOD_LSHIFT);
    } else if (strcmp(name, "ctrl") == 0) {
        key = (SDL_Keysym){.sym = SDLK_LCTRL, .scancode = SDL_SCANCODE_LCTRL};
        held = (SDL_Keymod)(down ? (unsigned)held | KMOD_LCTRL
                                 : (unsigned)held & ~(unsigned)KMOD_LCTRL);
    } else if (key.sym == SDLK_UNKNOWN && wrong[0] == '\0') {
        snprintf(wrong, sizeof wrong, "there is no key %s", name);
    }
    key.mod = (Uint16)(held | (with_ctrl ? KMOD_LCTRL : 0) | (with_shift ? KMOD_LSHIFT : 0));
    SDL_SetModState((SDL_Keymod)key.mod);
    ((Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL))[key.scancode] = down && !up;
    if (down)
        push((SDL_Event){.key = {.type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = key}});
    if (up)
        push((SDL_Event){.key = {.type = SDL_KEYUP, .state = SDL_RELEASED, .keysym = key}});
    if (up)
        SDL_SetModState(held);
}

static int x_now, y_now;

static void point(int x, int y) {
    push((SDL_Event){
        .motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y, .xrel = x - x_now, .yrel = y - y_now}});
    x_now = x;
    y_now = y;
}

/* Points at a place of the level. */
static void point_at(app *a, sm3_vec place) {
    frame f = view_frame(&a->view, a->sandbox, 1);
    sm_vec2 pixel;
    if (camera_see(&f.camera, place, &pixel))
        point((int)pixel.x, (int)pixel.y);
}

static void press_button(char name, bool down) {
    Uint8 button = name == 't' ? SDL_BUTTON_LEFT : (Uint8)(name - '0');
    push((SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                .which = name == 't' ? SDL_TOUCH_MOUSEID : 0,
                                .button = button,
                                .x = x_now,
                                .y = y_now}});
}

static bool says(const char *words, const char *wanted) {
    return words != NULL && strcmp(words, wanted) == 0;
}

void script_click(const control *c, int percent) {
    point((int)(c->box.x + c->box.width * (float)percent / 100),
          (int)(c->box.y + c->box.height / 2));
    press_button('1', true);
    press_button('1', false);
}

static void click(const app *a, char *label) {
    char *percent = strrchr(label, '%');
    int share = percent != NULL ? atoi(percent + 1) : 50;
    if (percent != NULL)
        *percent = '\0';
    for (int i = 0; i < a->view.ui.count; i++) {
        const control *c = &a->view.ui.list[i];
        if (c->command == NULL || (!says(c->label, label) && !says(c->value, label) &&
                                   !says(c->text, label) && !says(c->hint, label)))
            continue;
        script_click(c, share);
        return;
    }
    if (wrong[0] == '\0')
        snprintf(wrong, sizeof wrong, "there is no %s to press", label);
}

static void act(app *a, char *word) {
    int x, y;
    sm3_vec place = {0, 0, 0};
    for (char *c = word; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    if (script_more != NULL && script_more(a, word))
        return;
    if (word[0] == '=') {
        SDL_Event e = {.text = {.type = SDL_TEXTINPUT}};
        snprintf(e.text.text, sizeof e.text.text, "%.30s", word + 1);
        push(e);
    } else if (sscanf(word, "@%d,%d", &x, &y) == 2) {
        point(x, y);
    } else if (sscanf(word, "~%f,%f,%f", &place.x, &place.y, &place.z) >= 2) {
        point_at(a, place);
    } else if ((word[0] == '[' || word[0] == ']') && word[1] != '\0') {
        press_button(word[1], word[0] == '[');
    } else if (sscanf(word, "wheel%d", &x) == 1) {
        push((SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = x, .preciseY = (float)x}});
    } else if (sscanf(word, "size%dx%d", &x, &y) == 2) {
        SDL_SetWindowSize(a->window, x, y);
    } else if (strncmp(word, "drop:", 5) == 0) {
        push((SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(word + 5)}});
    } else if (word[0] == '#') {
        click(a, word + 1);
    } else if (word[0] == '?' || word[0] == '!') {
        expect(a, word + 1, word[0] == '?');
    } else if ((word[0] == '+' || word[0] == '-') && word[1] != '\0') {
        press_key(word + 1, word[0] == '+', word[0] == '-');
    } else {
        press_key(word, true, true);
    }
}

/* A `wait` is so many frames in which nothing happens, else a word is a frame; a `tick` makes so
 * many ticks before that. */
static bool make_frames(app *a, char *word, bool (*go_on)(void *context)) {
    int frames = 1, ticks;
    if (sscanf(word, "tick%d", &ticks) == 1) {
        for (int i = 0; i < ticks; i++)
            ticks_make_one(a);
    } else if (sscanf(word, "wait%d", &frames) != 1) {
        for (char *more; (more = strchr(word, '&')) != NULL; word = more + 1) {
            *more = '\0';
            act(a, word);
        }
        act(a, word);
    }
    for (int i = 0; i < frames; i++) {
        if (frames > 1) /* as if a tick's time had passed */
            a->last_count =
                SDL_GetPerformanceCounter() - SDL_GetPerformanceFrequency() / TICKS_PER_SECOND;
        if (!go_on(a))
            return false;
    }
    return true;
}

void __real_page_run(bool (*go_on)(void *context), char *(*moment_text)(void *context),
                     void (*leave)(void *context), void *context);
void __wrap_page_run(bool (*go_on)(void *context), char *(*moment_text)(void *context),
                     void (*leave)(void *context), void *context);
void __wrap_page_run(bool (*go_on)(void *context), char *(*moment_text)(void *context),
                     void (*leave)(void *context), void *context) {
    app *a = context;
    char word[256];
    if (next == NULL) {
        __real_page_run(go_on, moment_text, leave, context);
        return;
    }
    bool goes_on = go_on(a);
    for (int length; goes_on && sscanf(next, " %255s%n", word, &length) == 1; next += length)
        goes_on = make_frames(a, word, go_on);
    if (last_act != NULL)
        last_act();
    free(moment_text(a)); /* as a page does before it goes */
    leave(a);
    SDL_SetModState(KMOD_NONE);
    for (int i = 0; goes_on && i < 3; i++) { /* answers what it asks, and then drops changes */
        strcpy(word, i == 0 ? "Escape&Escape&Escape" : "ctrl+q&Tab&Return");
        goes_on = make_frames(a, word, go_on);
    }
}

/* ---- The folder ---------------------------------------------------------------------------- */

char project_folder[400];
static int before;

int enter_folder(void **state) {
    make_folder(state);
    setenv("XDG_STATE_HOME", folder, 1);
    if (getcwd(project_folder, sizeof project_folder) == NULL)
        return 1;
    before = open(".", O_RDONLY);
    return chdir(folder) + symlink(project_folder, "project");
}

int leave_folder(void **state) {
    int back = fchdir(before);
    close(before);
    return back + remove_folder(state);
}
