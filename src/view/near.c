#include "near.h"

#include <math.h>

/* Size of the mover, as a fraction of the picture's lesser side: the default; the most, to make the
 * depths long enough; the least, below which the camera comes near. */
static const float usual_fraction = 0.46f, most_fraction = 0.74f, least_fraction = 0.3f;

static const float aside_fraction =
    0.12f; /* of the picture: how far the mover is moved aside for a lens */

/* ---- What is seen of a moment ------------------------------------------------------------ */

static bool is_seen(const camera *c, sm3_vec at, sm_vec2 *pixel) {
    return camera_see(c, at, pixel) && pixel->x >= (float)c->x && pixel->y >= (float)c->y &&
           pixel->x <= (float)(c->x + c->width) && pixel->y <= (float)(c->y + c->height);
}

float near_pixels(const sandbox *s, const moment *m, const camera *c) {
    moment_focus about;
    sm_vec2 a, b;
    if (!moment_find_focus(s, m, &about) || about.depth == 0)
        return INFINITY;
    bool sees = is_seen(c, about.at, &a) &&
                is_seen(c, sm3_offset(about.at, about.normal, -about.depth), &b);
    return sees ? sm_distance(a, b) : 0;
}

/* Whether the camera shows the mover, and the depths of the moments, large enough. */
static bool is_near(const sandbox *s, const moment_list *l, const camera *c) {
    float mover = 2 * player_reach(&s->player), lesser = fminf((float)c->width, (float)c->height);
    bool is_large = true;
    for (int i = 0; i < l->count && is_large; i++) {
        moment_focus about;
        sm_vec2 at;
        bool has = moment_find_focus(s, &l->list[i], &about);
        is_large = is_seen(c, l->list[i].position, &at) &&
                   camera_pixels(c, l->list[i].position, mover) >= least_fraction * lesser &&
                   near_pixels(s, &l->list[i], c) >= NEAR_LEAST_PIXELS &&
                   (!has || is_seen(c, about.at, &at));
    }
    return is_large;
}

/* ---- Where it is seen from --------------------------------------------------------------- */

/* Returns how well a camera shows the moments: the least fraction of a depth's length that is seen,
 * less if something hides it. */
static float rate(const sandbox *s, const moment_list *l, const camera *c) {
    enum { MOST = 12 };
    float least = 1;
    sm3_vec forward = camera3_forward(c);
    for (int i = 0, seen = 0; i < l->count && seen < MOST; i++) {
        moment_focus about;
        if (!moment_find_focus(s, &l->list[i], &about))
            continue;
        sm3_vec eye = sm3_offset(about.at, forward, -c->distance);
        sm3_touch hit =
            s->obstacles->dimension->ray(s->obstacles, eye, sm3_between(eye, about.at), NULL);
        float along = sm3_dot(forward, about.normal);
        float shown = sqrtf(fmaxf(0, 1 - along * along));
        float hidden = hit.hit && (1 - (float)hit.fraction) * c->distance > 0.05f * s->player.radius
                           ? 0.5f
                           : 1;
        least = fminf(least, shown * hidden);
        seen++;
    }
    return least;
}

/* Turns the eye as little as possible about the target until the depths are seen from the side. */
static void turn_to_side(const sandbox *s, const moment_list *l, camera *c) {
    enum { TURNS = 12, PITCHES = 3 };
    static const float good = 0.85f, turned_cost = 0.02f;
    static const float pitches[PITCHES] = {0, -0.25f, -0.6f}; /* radians; the first is the view's */
    camera best = *c;
    float most = rate(s, l, c);
    for (int i = 1; i < 2 * TURNS * PITCHES && most < good; i++) {
        camera tried = *c;
        int turn = i / PITCHES, which = i % PITCHES;
        float by = (float)((turn + 1) / 2) * (3.14159265f / TURNS);
        tried.yaw += turn % 2 != 0 ? by : -by;
        tried.pitch = which > 0 ? pitches[which] : c->pitch;
        float found = rate(s, l, &tried) - turned_cost * by;
        if (found > most) {
            most = found;
            best = tried;
        }
    }
    *c = best;
}

/* Makes the box around the mover in all moments. */
static void bound(const sandbox *s, const moment_list *l, sm3_vec *low, sm3_vec *high) {
    static const float others_radii = 3; /* the end of another resolver counts if so near */
    float reach = player_reach(&s->player);
    bool has_others = l->count > 0 && l->list[0].kind != MOMENT_ADVANCE;
    int others = has_others ? resolver_count() : 0;
    for (int i = 0; i < l->count + others; i++) {
        sm3_vec p = i < l->count ? l->list[i].position
                                 : moments_result(s, (sm_resolver)(i - l->count)).position;
        if (i >= l->count &&
            sm3_length(sm3_between(p, l->list[l->count - 1].position)) > others_radii * reach)
            continue;
        sm3_vec min = {p.x - reach, p.y - reach, p.z - reach},
                max = {p.x + reach, p.y + reach, p.z + reach};
        *low = i == 0 ? min
                      : (sm3_vec){fminf(low->x, min.x), fminf(low->y, min.y), fminf(low->z, min.z)};
        *high =
            i == 0 ? max
                   : (sm3_vec){fmaxf(high->x, max.x), fmaxf(high->y, max.y), fmaxf(high->z, max.z)};
    }
}

layout_box near_box(const sandbox *s, const camera *c) {
    moment_list l = moments_all(s, s->inside_ahead);
    sm3_vec low = {0, 0, 0}, high = low;
    sm_vec2 min = {INFINITY, INFINITY}, max = {-INFINITY, -INFINITY};
    bound(s, &l, &low, &high);
    for (int i = 0; i < 8; i++) {
        sm3_vec corner = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
        sm_vec2 p;
        if (!camera_see(c, corner, &p))
            continue;
        min = (sm_vec2){fminf(min.x, p.x), fminf(min.y, p.y)};
        max = (sm_vec2){fmaxf(max.x, p.x), fmaxf(max.y, p.y)};
    }
    return (layout_box){min.x, min.y, max.x - min.x, max.y - min.y};
}

/* Returns a camera that shows the mover in all moments, as large as that fraction of the picture.
 */
static camera fit_mover(const sandbox *s, const moment_list *l, camera c, float fraction) {
    float margin = (1 - fraction) / 2 * fminf((float)c.width, (float)c.height);
    sm3_vec low, high;
    bound(s, l, &low, &high);
    if (sandbox_has(s, HAS_DEPTH))
        camera3_fit_box(&c, low, high, margin);
    else
        camera_fit(&c, (level_box){sm3_to2(low), sm3_to2(high)}, margin);
    return c;
}

static float least_pixels(const sandbox *s, const moment_list *l, const camera *c) {
    float least = INFINITY;
    for (int i = 0; i < l->count; i++)
        least = fminf(least, near_pixels(s, &l->list[i], c));
    return least;
}

camera near_camera(const sandbox *s, const camera *from) {
    static const float steps = 4;
    moment_list l = moments_all(s, s->inside_ahead);
    if (l.count == 0 || is_near(s, &l, from))
        return *from;
    camera usual = fit_mover(s, &l, *from, usual_fraction);
    if (sandbox_has(s, HAS_DEPTH)) {
        turn_to_side(s, &l, &usual);
        usual = fit_mover(s, &l, usual, usual_fraction);
    }
    for (float i = 0; i <= steps; i++) {
        float fraction = usual_fraction + (most_fraction - usual_fraction) * i / steps;
        camera c = fit_mover(s, &l, usual, fraction);
        if (least_pixels(s, &l, &c) >= NEAR_LEAST_PIXELS)
            return c;
    }
    /* Leaves a place for the lens beside the mover. */
    bool is_high = usual.height > usual.width;
    camera_pan(&usual, (sm_vec2){is_high ? 0 : -aside_fraction * (float)usual.width,
                                 is_high ? -aside_fraction * (float)usual.height : 0});
    return usual;
}
