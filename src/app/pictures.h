/* pictures: draws the small pictures of the browser in a thread of its own: what is read and drawn
 * for them may take as long as it likes, and nobody waits. */
#ifndef PICTURES_H
#define PICTURES_H

#include "app.h"

/* Once a frame: takes the pictures that are done, and asks for more while the browser is open. */
void pictures_update(app *a);

/* Gives up those that are being drawn. */
void pictures_close(app *a);

#endif
