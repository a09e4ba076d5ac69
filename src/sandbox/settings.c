#include "settings.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "obstacles.h"
#include "shape_edit.h"

static const float degrees_per_radian = 57.295780f;

/* Each about 1.4 times the one before. */
static const float speed_factors[] = {0.1f, 0.15f, 0.2f, 0.3f, 0.5f, 0.7f, 1,
                                      1.5f, 2,     3,    4,    5,    7,    10};
enum { SPEED_FACTORS = sizeof speed_factors / sizeof *speed_factors };

static void stand_still(player *p) {
    p->velocity = (sm3_vec){0, 0, 0};
}

static void leave_ground(player *p) {
    p->body = (sm_character){0};
}

const setting player_settings[SETTING_COUNT] = {
#define SETTING(id, name_, kind_, member, least, most, ...)                                        \
    [SETTING_##id] = {.field = {name_, kind_, offsetof(player, member), 1, least, .high = most},   \
                      __VA_ARGS__},
#include "settings.inc"
#undef SETTING
};

const setting *setting_find(const char *name) {
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(player_settings[i].name, name) == 0)
            return &player_settings[i];
    }
    return NULL;
}

bool setting_is_switch(const setting *q) {
    return q->field.kind == FIELD_BOOL;
}

bool setting_has_effect(const setting *q, const player *p, unsigned features) {
    return (q->needs & ~features) == 0 && (!q->walks || p->gravity);
}

/* ---- Values ------------------------------------------------------------------------------ */

float setting_get(const setting *q, const player *p) {
    const void *at = (const char *)p + q->field.place;
    if (q->field.kind == FIELD_BOOL)
        return *(const bool *)at;
    float value = q->field.kind == FIELD_INT ? (float)*(const int *)at : *(const float *)at;
    return q->is_angle ? value * degrees_per_radian : value;
}

static void store(const setting *q, player *p, float value) {
    void *at = (char *)p + q->field.place;
    if (q->field.kind == FIELD_BOOL)
        *(bool *)at = value > 0;
    else if (q->field.kind == FIELD_INT)
        *(int *)at = (int)value;
    else
        *(float *)at = value;
}

void setting_put(const setting *q, player *p, float value) {
    store(q, p, q->is_angle ? value / degrees_per_radian : value);
    if (q->changed != NULL)
        q->changed(p);
}

void setting_set(const setting *q, player *p, double value) {
    setting_put(q, p, fminf(fmaxf((float)value, q->has_none ? 0 : q->low), q->high));
}

void setting_step(const setting *q, player *p, int steps) {
    float value = setting_get(q, p), by = (float)steps;
    if (q->has_none && value == 0 && steps > 0) {
        setting_set(q, p, (double)q->low);
        return;
    }
    setting_set(q, p,
                (double)(q->values != NULL ? decimal_walk(value, steps, q->values, q->value_count)
                         : q->factor > 0   ? value * powf(q->factor, by)
                                           : value + by));
}

void settings_reset(player *p) {
    for (int i = 0; i < SETTING_COUNT; i++)
        store(&player_settings[i], p, player_settings[i].initial);
}

/* ---- Words ------------------------------------------------------------------------------- */

void setting_write(const setting *q, const player *p, char words[SETTING_WORDS_LENGTH]) {
    snprintf(words, SETTING_WORDS_LENGTH, q->format, (double)setting_get(q, p));
}

const char *setting_explain(const setting *q, const player *p, int dimensions) {
    if (setting_get(q, p) > 0)
        return q->on;
    return dimensions == 3 && q->off_in_3d != NULL ? q->off_in_3d : q->off;
}

/* ---- Sliders ----------------------------------------------------------------------------- */

float setting_fraction(const setting *q, float value) {
    if (q->has_none && value < q->low)
        return 0;
    float fraction = q->is_even ? (value - q->low) / (q->high - q->low)
                                : logf(value / q->low) / logf(q->high / q->low);
    return fminf(fmaxf(fraction, 0), 1);
}

float setting_at(const setting *q, float fraction) {
    if (q->has_none && fraction <= 0)
        return 0;
    float value = q->is_even ? q->low + fraction * (q->high - q->low)
                             : q->low * powf(q->high / q->low, fraction);
    return q->is_even ? roundf(value) : value;
}
