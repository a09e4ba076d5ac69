/* settings: one table of the player's settings. The panel, the keys, the command line and
 * recordings read it. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "fields.h"
#include "player.h"

typedef enum setting_id {
#define SETTING(id, ...) SETTING_##id,
#include "settings.inc"
#undef SETTING
    SETTING_COUNT
} setting_id;

typedef struct setting {
    field field;       /* in `player` */
    const char *name;  /* of its command and option */
    const char *label; /* in the panel */
    float low, high;   /* the range, in the units that are shown */
    float initial;     /* default, in the units of `player` */
    bool is_angle;     /* shown in degrees, stored in radians */
    bool is_even;      /* its slider is linear, not logarithmic */
    bool has_none;     /* it may also be 0, below `low` */
    bool walks;        /* only for a player that walks with gravity */
    unsigned needs;    /* features that the level must have: HAS_... */

    /* A key goes to the next of these values, or multiplies by `factor`, or else adds 1. */
    const float *values;
    int value_count;
    float factor;

    void (*changed)(player *p);       /* called after a change; NULL: none */
    const char *format;               /* of its value, for printf */
    const char *on, *off, *off_in_3d; /* what a switch means; off_in_3d NULL: as off */
} setting;

extern const setting player_settings[SETTING_COUNT];

/* Returns the setting of that name, NULL when there is none. */
const setting *setting_find(const char *name);

bool setting_is_switch(const setting *q);

/* Whether the setting has an effect for the player in a level with these HAS_... features. */
bool setting_has_effect(const setting *q, const player *p, unsigned features);

/* Returns its value in the units that are shown; a switch is 0 or 1. */
float setting_get(const setting *q, const player *p);

/* Sets a value, in the units that are shown, whatever the range. */
void setting_put(const setting *q, player *p, float value);

/* Sets the nearest value in its range; NaN sets the smallest. */
void setting_set(const setting *q, player *p, double value);

/* Changes the value as so many presses of its key do. */
void setting_step(const setting *q, player *p, int steps);

/* Sets all settings to their defaults. */
void settings_reset(player *p);

/* Writes the value with its unit. */
#define SETTING_WORDS_LENGTH 32
void setting_write(const setting *q, const player *p, char words[SETTING_WORDS_LENGTH]);

/* Returns what a switch means in its present position. */
const char *setting_explain(const setting *q, const player *p, int dimensions);

/* Convert a value to its place on the slider, 0 .. 1, and back. */
float setting_fraction(const setting *q, float value);
float setting_at(const setting *q, float fraction);

#endif
