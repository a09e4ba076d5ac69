#include "lens.h"

#include <math.h>
#include <stdio.h>

static const float width_points = 250, height_points = 200, header_points = 22, least_points = 90;
static const float most_share = 0.45f;                 /* of the scene's width and height */
static const float zoom_low = 0.05f, zoom_high = 1e4f; /* beyond, floats of the world are coarse */
static const float near_radii = 0.5f; /* what is farther from the mover is no contact */
static const float alone_radii = 5;   /* where nothing is near, all of the mover is seen */

void lens_lay_out(lens *l, control_list *controls, const frame *f) {
    layout_box room = f->layout->room;
    float width = floorf(fminf(width_points * f->scale, room.width * most_share));
    float height = floorf(fminf(height_points * f->scale, room.height * most_share));
    l->box.width = 0;
    if (!l->open || height < least_points * f->scale)
        return;
    layout_box wanted = {clamp(l->at.x, room.x, room.x + room.width - width),
                         clamp(l->at.y, room.y, room.y + room.height - height), width, height};
    bool placed = l->moved ? layout_place_near(f->layout, wanted, &l->box)
                           : layout_place(f->layout, LAYOUT_BOTTOM_RIGHT, width, height, &l->box);
    if (!placed)
        return;
    layout_box bar = {l->box.x, l->box.y, l->box.width, header_points * f->scale};
    controls_add(controls, CONTROL_HOLE, l->box, "", ROLE_NONE, 0);
    control *grip = controls_add(controls, CONTROL_GRIP, bar, "Lens", ROLE_LENS_MOVE, 0);
    snprintf(grip->value, sizeof grip->value, "%.3g u across", (double)lens_span(l, f));
    controls_add_tool(controls, layout_cut_right(&bar, bar.height), ICON_DELETE, "Close the lens",
                      ROLE_LENS, 0);
}

canvas_rect lens_part(const lens *l, float scale) {
    int line = (int)fmaxf(1, scale), header = (int)(header_points * scale);
    return (canvas_rect){(int)l->box.x + line, (int)l->box.y + header, (int)l->box.width - 2 * line,
                         (int)l->box.height - header - line};
}

/* Returns the deepest collision of the last look, or what the last push was made from; NULL where
 * nothing is near. */
static const sm3_collision *find_contact(const frame *f) {
    static moment_row rows[RECORD_CANDIDATES]; /* too many for some stacks */
    if (f->is_inside)
        return moment_list_rows(f->sandbox, &f->moment, rows) > 0 ? rows[0].at : NULL;
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    const sm3_collision *found = NULL;
    for (int i = t->iteration_count - 1; i >= 0; i--) {
        const sm_iteration *look = &t->iterations[i];
        if (look->chosen >= 0)
            return &t->candidates[look->chosen];
        for (int k = 0; i == t->iteration_count - 1 && k < look->candidate_count; k++) {
            const sm3_collision *c = &t->candidates[look->first_candidate + k];
            if (c->depth > -near_radii * f->sandbox->player.radius &&
                (found == NULL || c->depth > found->depth))
                found = c;
        }
    }
    return found;
}

sm3_vec lens_middle(const frame *f) {
    const sm3_collision *contact = find_contact(f);
    return contact != NULL ? contact->point : f->position;
}

float lens_span(const lens *l, const frame *f) {
    float radii = find_contact(f) != NULL ? f->look->lens_radii : alone_radii;
    return radii * f->sandbox->player.radius / l->magnification;
}

void lens_move(lens *l, sm_vec2 by) {
    if (!l->moved)
        l->at = (sm_vec2){l->box.x, l->box.y};
    l->moved = true;
    l->at = sm_offset(l->at, by, 1);
}

void lens_zoom(lens *l, float factor) {
    l->magnification = clamp(l->magnification * factor, zoom_low, zoom_high);
}
