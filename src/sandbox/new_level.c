#include "new_level.h"

level *new_level(void) {
    static const char text[] = "slidemove 1\n"
                               "title Untitled\n"
                               "\n"
                               "player 0 0\n"
                               "loop -20 -10  20 -10  20 10  -20 10\n";
    level_errors errors;
    return level_read(text, sizeof text - 1, &errors);
}
