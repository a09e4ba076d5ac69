/* Once the name of test.h. */
#include "test.h"
