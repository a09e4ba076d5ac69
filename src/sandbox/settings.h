/* settings: what can be set of the player, one table. The panel, the keys, the command line and
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
    float low, high;   /* the range that it can be set to, as it is shown */
    float usual;       /* what a new player has, in the units of `player` */
    bool is_angle;     /* shown in degrees, kept in radians */
    bool is_even;      /* equal distances on its slider are equal differences, not ratios */
    bool has_none;     /* can also be 0, below `low` */
    bool walks;        /* counts for a player that walks with gravity */
    unsigned needs;    /* what a level must have for it: HAS_... */

    /* What a key does: goes to the next of these values, or multiplies, or else adds 1. */
    const float *values;
    int value_count;
    float factor;

    void (*changed)(player *p);       /* follows a change; NULL: nothing does */
    const char *format;               /* of its value */
    const char *on, *off, *off_in_3d; /* of a switch, what is said of it; off_in_3d NULL: as off */
} setting;

extern const setting player_settings[SETTING_COUNT];

/* Returns the setting of that name, NULL when there is none. */
const setting *setting_find(const char *name);

bool setting_is_switch(const setting *q);

/* Whether the player has a use for it in a level that has these HAS_... features. */
bool setting_counts(const setting *q, const player *p, unsigned features);

/* Returns its value as it is shown; a switch is 0 or 1. */
float setting_get(const setting *q, const player *p);

/* Sets the nearest value that is allowed; of NaN the smallest. */
void setting_set(const setting *q, player *p, double value);

/* Sets the value that so many presses of a key lead to. */
void setting_step(const setting *q, player *p, int steps);

/* Sets all of them to what is usual. */
void settings_reset(player *p);

/* Writes the value with its unit. */
#define SETTING_WORDS_LENGTH 32
void setting_write(const setting *q, const player *p, char words[SETTING_WORDS_LENGTH]);

/* Returns what is said of a switch as it is now. */
const char *setting_explain(const setting *q, const player *p, int dimensions);

/* Returns where on its slider a value is, 0 .. 1, and the value at such a place. */
float setting_fraction(const setting *q, float value);
float setting_at(const setting *q, float fraction);

#endif
