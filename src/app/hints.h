/* hints: what a first run says on the screen until it was done once; which were is remembered
 * beside the recovery copies. */
#ifndef HINTS_H
#define HINTS_H

#include "app.h"

/* Shows those that were never done. To be called once recovery_open was. */
void hints_open(app *a);

/* One was done, or is not wanted: it vanishes for good. */
void hints_done(app *a, hint which);

/* Once a frame: looks whether one is being done. */
void hints_update(app *a);

#endif
