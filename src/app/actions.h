/* actions: what each key and control does. */
#ifndef ACTIONS_H
#define ACTIONS_H

#include "app.h"

/* Does what a key or control asks for. */
void app_act(app *a, key_action action, int argument);

#endif
