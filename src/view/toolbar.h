/* toolbar: what can be done to the level, as pictures, at the left. */
#ifndef TOOLBAR_H
#define TOOLBAR_H

#include "view.h"

/* Adds the tools to v->controls. */
void toolbar_lay_out(view *v, const sandbox *s);

#endif
