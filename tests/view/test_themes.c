/* Colours of the themes in assets/themes: each can be told from the others and read on what lies
 * under it, also by eyes that lack one kind of cones. */
#include "../test.h"

#include "../../src/view/frame.h"

/* What an eye that lacks the cones for long, middle or short waves sees of linear light (Machado,
 * Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency", severity 1). The first one is the usual eye. */
enum { EYES = 4 };
static const double eyes[EYES][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};
static const char *const eye_names[EYES] = {"usual", "protanopia", "deuteranopia", "tritanopia"};

/* OKLab distances (Ottosson 2020); about 0.02 is just seen side by side. */
static const double least_apart[EYES] = {0.09, 0.05, 0.05, 0.05};
static const double least_contrast = 4.5; /* WCAG 2.1, 1.4.3 */

typedef struct light {
    double of[3]; /* red, green, blue; linear */
} light;

static light light_of(color c) {
    light l;
    for (int i = 0; i < 3; i++) {
        double s = (double)(c >> (16 - 8 * i) & 0xff) / 255;
        l.of[i] = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
    }
    return l;
}

static double luminance(light l) {
    return 0.2126 * l.of[0] + 0.7152 * l.of[1] + 0.0722 * l.of[2];
}

static double contrast(color a, color b) {
    double x = luminance(light_of(a)), y = luminance(light_of(b));
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static light seen_by(light l, int eye) {
    light seen;
    for (int i = 0; i < 3; i++) {
        const double *row = eyes[eye][i];
        seen.of[i] = fmin(fmax(row[0] * l.of[0] + row[1] * l.of[1] + row[2] * l.of[2], 0), 1);
    }
    return seen;
}

static void to_oklab(light c, double lab[3]) {
    double l = cbrt(0.4122214708 * c.of[0] + 0.5363325363 * c.of[1] + 0.0514459929 * c.of[2]);
    double m = cbrt(0.2119034982 * c.of[0] + 0.6806995451 * c.of[1] + 0.1073969566 * c.of[2]);
    double s = cbrt(0.0883024619 * c.of[0] + 0.2817188376 * c.of[1] + 0.6299787005 * c.of[2]);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double apart(color a, color b, int eye) {
    double x[3], y[3];
    to_oklab(seen_by(light_of(a), eye), x);
    to_oklab(seen_by(light_of(b), eye), y);
    return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                (x[2] - y[2]) * (x[2] - y[2]));
}

typedef struct role {
    const char *name;
    color ink;
} role;

enum { MOST = 32 };

/* What stands beside one another in the scene and means different things. */
static int list_scene(const theme *t, role roles[MOST]) {
    const role all[] = {{"player", t->player}, {"selected", t->selected}, {"closest", t->closest},
                        {"normal", t->normal}, {"depth", t->depth},       {"push", t->push},
                        {"wanted", t->wanted}, {"actual", t->actual},     {"velocity", t->velocity},
                        {"ray", t->ray},       {"advance", t->advance},   {"index", t->index}};
    int count = sizeof all / sizeof *all;
    memcpy(roles, all, sizeof all);
    for (int i = 0; i < RESOLVERS_MAX; i++)
        roles[count++] = (role){resolver_name((sm_resolver)i), t->ghost[i]};
    return count;
}

TEST(colours_of_the_scene_differ_for_every_eye) {
    for (int n = 0; n < THEME_COUNT; n++) {
        role roles[MOST];
        int count = list_scene(themes[n].colors, roles), near = 0;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < i; k++) {
                for (int eye = 0; eye < EYES; eye++) {
                    double distance = apart(roles[i].ink, roles[k].ink, eye);
                    if (distance >= least_apart[eye])
                        continue;
                    print_error("%s, %s: %s and %s are %.3f apart\n", themes[n].name,
                                eye_names[eye], roles[k].name, roles[i].name, distance);
                    near++;
                }
            }
        }
        assert_int_equal(near, 0);
    }
}

static int count_faint(const char *theme_name, const role *roles, int count, role under) {
    int faint = 0;
    for (int i = 0; i < count; i++) {
        double found = contrast(roles[i].ink, under.ink);
        if (found >= least_contrast)
            continue;
        print_error("%s: %s on %s: %.2f\n", theme_name, roles[i].name, under.name, found);
        faint++;
    }
    return faint;
}

TEST(everything_can_be_read_on_what_it_lies_on) {
    for (int n = 0; n < THEME_COUNT; n++) {
        const theme *t = themes[n].colors;
        const char *name = themes[n].name;
        role scene[MOST];
        int count = list_scene(t, scene), faint = 0;
        const role words[] = {{"ink", t->ink},    {"ink_dim", t->ink_dim}, {"hurt", t->player_hurt},
                              {"wall", t->wall},  {"vertex", t->vertex},   {"accent", t->badge},
                              {"hover", t->hover}};
        const role keys[] = {{"ink", t->ink}, {"ink_dim", t->ink_dim}};
        const role inks[] = {{"badge_ink", t->badge_ink}};
        const role errors[] = {{"ink", t->ink}, {"error", t->error}};
        const role floor = {"floor", t->floor}, panel = {"panel", t->panel};
        faint += count_faint(name, scene, count, floor) + count_faint(name, scene, count, panel);
        faint += count_faint(name, words, 7, floor) + count_faint(name, words, 7, panel);
        faint += count_faint(name, keys, 2, (role){"key", t->key});
        faint += count_faint(name, inks, 1, (role){"badge", t->badge});
        faint += count_faint(name, inks, 1, (role){"error", t->error});
        faint += count_faint(name, errors, 2, (role){"error_panel", t->error_panel});
        assert_int_equal(faint, 0);
    }
}
