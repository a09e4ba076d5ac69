/* link: the text of a link to the shown moment, and what opens one: a recording of the last
 * seconds, with the view as its `view` and `select` statements. */
#include "app.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../sandbox/moments.h"
#include "../sandbox/recording.h"

enum { LINK_TICKS = 10 * TICKS_PER_SECOND };

/* ---- What is shown, by names ------------------------------------------------------------- */

/* Numbers, at least `low`, at most `high`; both 0: any number. */
#define NUMBER(name, member, low, high)                                                            \
    { name, FIELD_FLOAT, offsetof(app, member), 1, low, high, 0 }
#define PLACE(name, member)                                                                        \
    { name, FIELD_FLOAT, offsetof(app, member), 3, -1e7, 1e7, 0 }
#define WHOLE(name, member, high)                                                                  \
    { name, FIELD_INT, offsetof(app, member), 1, 0, high, 0 }
#define SWITCH(name, member)                                                                       \
    { name, FIELD_BOOL, offsetof(app, member), 1, 0, 0, LEVEL_MOMENTUM }

#define CAMERA(name, member)                                                                       \
    PLACE(name ".target", member.target), NUMBER(name ".zoom", member.zoom, 1e-6, 1e6),            \
        NUMBER(name ".yaw", member.yaw, -1e4, 1e4),                                                \
        NUMBER(name ".pitch", member.pitch, -1.6, 1.6),                                            \
        NUMBER(name ".distance", member.distance, 1e-6, 1e7),                                      \
        WHOLE(name ".width", member.width, 1 << 15), WHOLE(name ".height", member.height, 1 << 15)

static const field fields[] = {
    {"at", FIELD_COUNT, offsetof(app, link.at), .count = 1},
    WHOLE("step", link.step, MOMENTS_MAX),
    SWITCH("step.ahead", link.ahead),
    {"step.resolver", FIELD_INT, offsetof(app, link.resolver), 1, 0, 0, LEVEL_RESOLVER},
    WHOLE("play", link.play, 0),
    WHOLE("play.ticks", link.play_ticks, 0),
    SWITCH("play.pauses", link.pauses),
    SWITCH("play.inside", link.steps_inside),
    WHOLE("tool", link.tool, DRAWING_TOOL_COUNT - 1),
    NUMBER("grid", pointer_tool.grid, 1e-6, 1e6),
    WHOLE("window.width", link.width, 1 << 15),
    WHOLE("window.height", link.height, 1 << 15),
    CAMERA("camera", view.camera),
    SWITCH("camera.fitted", view.fitted),
    SWITCH("camera.placed", view.placed),
    {"camera.place", FIELD_FLOAT, offsetof(app, view.place), 6, -1e7, 1e7, 0},
    SWITCH("camera.follows", view.following),
    NUMBER("tools", view.tools, 0, 1e5),
    NUMBER("below", view.below, 0, 1e5),
    SWITCH("near", view.near.is_on),
    SWITCH("near.inside", view.near.is_inside),
    SWITCH("near.left", view.near.is_left),
    SWITCH("near.fitted", view.near.fitted),
    SWITCH("near.placed", view.near.placed),
    CAMERA("near.goal", view.near.goal),
    CAMERA("near.before", view.near.before),
    WHOLE("near.width", view.near.width, 1 << 15),
    WHOLE("near.height", view.near.height, 1 << 15),
    WHOLE("overlays", view.overlays, (1 << OVERLAY_COUNT) - 1),
    WHOLE("overlays.own", view.own_overlays, (1 << OVERLAY_COUNT) - 1),
    WHOLE("overlays.scene", view.scene_overlays, (1 << OVERLAY_COUNT) - 1),
    SWITCH("help", view.help),
    NUMBER("help.scroll", view.help_scroll.from, 0, 1e6),
    SWITCH("panel", view.panel.open),
    NUMBER("panel.scroll", view.panel.scroll.from, 0, 1e6),
    NUMBER("panel.shape_scroll", view.panel.shape_scroll.from, 0, 1e6),
    WHOLE("panel.slider", view.panel.slider, SETTING_COUNT),
    WHOLE("lesson.fold", view.lesson.fold, LESSON_UNFOLDED),
    WHOLE("lesson.step", view.lesson.step, 1000),
    WHOLE("lesson.done", view.lesson.done, 0),
    WHOLE("lesson.pressed", view.lesson.pressed, 0),
    NUMBER("lesson.scroll", view.lesson.scroll.from, 0, 1e6),
    NUMBER("inspector.scroll", view.inspector.scroll.from, 0, 1e6),
    WHOLE("lens", view.lens.shown, LENS_CLOSED),
    SWITCH("lens.moved", view.lens.moved),
    {"lens.at", FIELD_FLOAT, offsetof(app, view.lens.at), 2, -1e5, 1e5, 0},
    NUMBER("lens.magnification", view.lens.magnification, 1e-3, 1e6),
};

static recording_view view_of(app *a) {
    return (recording_view){fields, sizeof fields / sizeof *fields, a, &a->pointer_tool.selection};
}

/* ---- Taking it --------------------------------------------------------------------------- */

/* `at` counts from the first tick of the link's recording. */
static moment_link take(const app *a, unsigned long at) {
    const sandbox *s = a->sandbox;
    const scene_start *c = &s->scene;
    moment now;
    bool is_inside = moments_now(s, &now);
    return (moment_link){.at = at,
                         .step = is_inside ? s->inside + 1 : 0,
                         .ahead = is_inside && s->inside_ahead,
                         .resolver = (int)moments_record(s)->trace.resolver,
                         .play = c->play,
                         .play_ticks = c->play_ticks,
                         .pauses = c->pauses,
                         .steps_inside = c->steps_inside,
                         .tool = (int)a->pointer_tool.drawing.tool,
                         .width = a->view.canvas->width,
                         .height = a->view.canvas->height};
}

/* ---- Showing it -------------------------------------------------------------------------- */

/* Goes on with the inputs that the level plays. */
static void put_plays(sandbox *s, const moment_link *from) {
    level_scene scene = level_get_scene(s->level);
    scene_start *c = &s->scene;
    c->set.play_count = scene.play_count;
    memcpy(c->set.plays, scene.plays, sizeof scene.plays);
    c->play = from->play;
    c->play_ticks = from->play_ticks;
    c->pauses = from->pauses;
    c->steps_inside = from->steps_inside;
}

/* Goes to the moment inside the move, which that resolver made. */
static void put_step(sandbox *s, const moment_link *from) {
    moments_leave(s);
    if (from->step == 0 || !moments_step(s, 1, from->ahead))
        return;
    if (!from->ahead)
        moments_redo(s, from->resolver - (int)moments_record(s)->trace.resolver);
    moments_step(s, from->step - 1, from->ahead);
}

/* In a window of another size the same place is seen as wide, and the panel stays as it is. */
static void put_view(app *a, const app *from) {
    view *v = &a->view;
    const camera *was = &from->view.camera;
    bool open = v->panel.open, fitted = from->view.fitted,
         is_as_large =
             v->canvas->width == from->link.width && v->canvas->height == from->link.height;
    lesson_card_follow(&v->lesson, a->sandbox);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        field_copy(&fields[i], a, from);
    v->fitted = false; /* the camera stays */
    view_open_panel(v, a->sandbox, is_as_large ? v->panel.open : open);
    v->near.goal.field_of_view = v->near.before.field_of_view = v->camera.field_of_view;
    v->near.level = a->sandbox->levels_shown;
    v->near.tick = a->sandbox->tick;
    v->near.resolver = moments_record(a->sandbox)->trace.resolver;
    v->near.ahead = a->sandbox->inside_ahead;
    v->fitted = fitted;
    if (is_as_large || was->width == 0)
        return;
    v->lens.moved = false;
    v->camera.zoom *= (float)v->camera.width / (float)was->width;
    view_refit(v, a->sandbox);
}

static void put(app *a, const app *from) {
    put_plays(a->sandbox, &from->link);
    put_step(a->sandbox, &from->link);
    if ((int)a->pointer_tool.drawing.tool != from->link.tool)
        pointer_tool_choose_tool(&a->pointer_tool, a->sandbox, (drawing_tool)from->link.tool);
    pointer_tool_adapt(&a->pointer_tool, a->sandbox);
    put_view(a, from);
}

/* ---- Links ------------------------------------------------------------------------------- */

char *link_write(app *a) {
    sandbox *s = a->sandbox;
    session_time time = session_now(a->session);
    unsigned long first = time.now - time.first > LINK_TICKS ? time.now - LINK_TICKS : time.first;
    size_t length;
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, s);
    sandbox_set_paused(s, true);
    a->view.timeline.playing = 0;
    a->link = take(a, time.now - first);
    app *was = memory_alloc(sizeof *was);
    *was = *a;
    recording_view looks = view_of(was);
    char *words = recording_write(a->session, first, time.now + LINK_TICKS, &looks, &length);
    put(a, was);
    free(was);
    return words;
}

app *link_begin(recording_view *looks) {
    app *from = memory_calloc(1, sizeof *from);
    camera *cameras[] = {&from->view.camera, &from->view.near.goal, &from->view.near.before};
    for (int i = 0; i < 3; i++)
        cameras[i]->zoom = cameras[i]->distance = 1;
    from->view.lens.magnification = from->pointer_tool.grid = 1;
    *looks = view_of(from);
    return from;
}

void link_show(app *a, const app *from) {
    selection *to = &a->pointer_tool.selection;
    const selection *selected = &from->pointer_tool.selection;
    session_seek(a->session, from->link.at);
    edit_mark_saved(a->sandbox->edit); /* the link has its edits */
    for (int i = 0; i < selected->count; i++)
        selection_add(to, selected->statements[i]);
    selection_fit(to, a->sandbox->level);
    put(a, from);
    a->link = from->link;
}

void link_end(app *from) {
    selection_free(&from->pointer_tool.selection);
    free(from);
}
