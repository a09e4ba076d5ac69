#include "planes.h"

bool sm3_planes_satisfied(vec3 x, const plane3 *planes, int count, double slack) {
    for (int i = 0; i < count; i++) {
        if (!(vec3_dot(planes[i].normal, x) >= planes[i].least - slack))
            return false;
    }
    return true;
}

/* Two planes have no crease if the squared sine of their angle is at most this: it could not be
 * computed. */
static const double parallel_planes3 = 1e-16;

typedef struct projection3 {
    const plane3 *planes;
    int count;
    vec3 wanted;
    double slope;
    vec3 best;   /* the projection that goes farthest along `wanted`, which is the nearest */
    double most; /* how far, times the length of `wanted` */
} projection3;

static inline void keep_direction3(projection3 *p, vec3 x) {
    double along = vec3_dot(x, p->wanted);
    if (!(along > p->most) ||
        !sm3_planes_satisfied(x, p->planes, p->count, p->slope * vec3_length(x)))
        return;
    p->best = x;
    p->most = along;
}

static void along_plane3(projection3 *p, int i) {
    vec3 n = p->planes[i].normal;
    keep_direction3(p, vec3_sub(p->wanted, vec3_scale(n, vec3_dot(n, p->wanted))));
}

static void along_crease3(projection3 *p, int i, int k) {
    vec3 crease = vec3_cross(p->planes[i].normal, p->planes[k].normal);
    double length_squared = vec3_dot(crease, crease);
    if (length_squared > parallel_planes3)
        keep_direction3(p, vec3_scale(crease, vec3_dot(crease, p->wanted) / length_squared));
}

/* Whether `wanted` leads into plane i. Other planes alone do not bend it. */
static bool leads_into3(const projection3 *p, int i) {
    return !(vec3_dot(p->planes[i].normal, p->wanted) >= 0);
}

void sm3_planes_project(vec3 *v, const plane3 *planes, int count, double slope) {
    if (count == 0 || sm3_planes_satisfied(*v, planes, count, slope * vec3_length(*v)))
        return;
    projection3 p = {planes, count, *v, slope, {0, 0, 0}, 0};
    for (int i = 0; i < count; i++) {
        if (leads_into3(&p, i))
            along_plane3(&p, i);
    }
    for (int i = 0; i + 1 < count; i++) {
        bool leads_into = leads_into3(&p, i);
        for (int k = i + 1; k < count; k++) {
            if (leads_into || leads_into3(&p, k))
                along_crease3(&p, i, k);
        }
    }
    *v = p.best;
}

/* The vector is in the span of the normals. */
bool sm3_planes_meet(const plane3 *p, const plane3 *q, vec3 *x) {
    double cosine = vec3_dot(p->normal, q->normal), sine_squared = 1 - cosine * cosine;
    if (!(sine_squared > parallel_planes3))
        return false;
    double along_p = (p->least - cosine * q->least) / sine_squared;
    double along_q = (q->least - cosine * p->least) / sine_squared;
    *x = vec3_add(vec3_scale(p->normal, along_p), vec3_scale(q->normal, along_q));
    return true;
}

/* Finds the point on three planes (Goldman, Intersection of Three Planes, Graphics Gems 1990). */
static bool on_all_planes3(const plane3 *p, const plane3 *q, const plane3 *r, vec3 *x) {
    vec3 qr = vec3_cross(q->normal, r->normal), rp = vec3_cross(r->normal, p->normal);
    vec3 pq = vec3_cross(p->normal, q->normal);
    double volume = vec3_dot(p->normal, qr);
    if (!(volume * volume > parallel_planes3))
        return false;
    vec3 sum = vec3_add(vec3_scale(qr, p->least),
                        vec3_add(vec3_scale(rp, q->least), vec3_scale(pq, r->least)));
    *x = vec3_scale(sum, 1 / volume);
    return true;
}

typedef struct shortest_search3 {
    const plane3 *planes;
    int count;
    double shortest; /* squared */
    vec3 best;
    bool found;
} shortest_search3;

static void keep_shortest3(shortest_search3 *search, vec3 x) {
    static const double slack = 1e-9; /* world units */
    double length_squared = vec3_dot(x, x);
    if (!(length_squared < search->shortest) ||
        !sm3_planes_satisfied(x, search->planes, search->count, slack))
        return;
    search->shortest = length_squared;
    search->best = x;
    search->found = true;
}

bool sm3_planes_shortest(const plane3 *planes, int count, double longest, vec3 *shortest) {
    shortest_search3 search = {planes, count, longest * longest, {0, 0, 0}, false};
    vec3 x;
    for (int i = 0; i < count; i++) {
        keep_shortest3(&search, vec3_scale(planes[i].normal, planes[i].least));
        for (int k = i + 1; k < count; k++) {
            if (sm3_planes_meet(&planes[i], &planes[k], &x))
                keep_shortest3(&search, x);
            for (int l = k + 1; l < count; l++) {
                if (on_all_planes3(&planes[i], &planes[k], &planes[l], &x))
                    keep_shortest3(&search, x);
            }
        }
    }
    *shortest = search.best;
    return search.found;
}

sm3_vec sm3_clip_velocity(sm3_vec velocity, const sm3_collision *contacts, int count) {
    enum { CLIPPED_MAX = 64 };
    plane3 planes[CLIPPED_MAX];
    int held = 0;
    for (int i = 0; i < count && held < CLIPPED_MAX; i++) {
        vec3 normal = vec3_unit(vec3_of(contacts[i].normal), vec3_zero);
        if (!vec3_is_zero(normal))
            planes[held++] = (plane3){normal, 0};
    }
    if (!sm3_is_finite(velocity))
        return vec3_round(vec3_zero);
    vec3 clipped = vec3_of(velocity);
    sm3_planes_project(&clipped, planes, held, PLANES_SLOPE);
    return vec3_round(clipped);
}
