/* What cmocka.h wants included before it, in its order. */
#ifndef CMOCKA_SETUP_H
#define CMOCKA_SETUP_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
