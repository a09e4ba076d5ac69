/* Hostile command lines, a word a line: each is refused, or its numbers are within their bounds. */
#define _GNU_SOURCE /* getopt is told to begin anew by 0, which glibc and musl take so */
#include "fuzz.h"

#include <getopt.h>

#include "../src/app/options.h"

enum { WORDS_MAX = 24 };

static const subcommand commands[] = {
    {NULL, "fuzz [LEVEL]", "one that takes all there is",
     "moves output resolver pushes ghosts mover overlays theme size span view "
     "scale font keys panel trace tick check from to speed rate inside step lens log paused "
     "start radius length gravity step-height slope snap jump cell seconds threads kinds report "
     "map "
     "recordings baseline fail-on",
     "level", 0, 3, NULL},
    {"least", "least LEVEL", "one that takes nothing", "", "level", 1, 1, NULL}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *words[WORDS_MAX + 2] = {(char *)(uintptr_t) "slidemove"};
    int count = 1;
    char *text = malloc(size + 1);
    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *word = strtok(text, "\n"); word != NULL && count <= WORDS_MAX;
         word = strtok(NULL, "\n"))
        words[count++] = word;
    options o;
    optind = 0;
    if (options_parse(count, words, commands, 2, &o) == OPTIONS_GO) {
        require(o.subcommand == &commands[0] || o.subcommand == &commands[1]);
        require(o.operand_count <= o.subcommand->max_operands);
        require(o.resolver < SM_RESOLVER_COUNT && o.pushes >= 1 && o.pushes <= SM_PUSHES_MAX);
        require(isfinite(o.scale) && isfinite(o.span) && isfinite(o.speed) && isfinite(o.step));
        require(o.width >= 0 && o.height >= 0);
        require(isfinite(o.radius) && isfinite(o.cell) && isfinite(o.jump) && o.threads >= 0);
        require(o.start_numbers == 0 || o.start_numbers == 2 || o.start_numbers == 3);
    }
    free(text);
    return 0;
}
