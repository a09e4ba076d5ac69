/* one_view: the view of a test, which is closed when the test is over. */
#ifndef ONE_VIEW_H
#define ONE_VIEW_H

#include "../../src/view/view.h"
#include "../test.h"

static view v;

static int close_view(void **state) {
    if (v.canvas != NULL)
        view_close(&v);
    return 0;
}

#define IN_VIEW(name) TEST_WITH(name, NULL, close_view)

#endif
