/* faults: allocations and system calls of the program that fail when they are told to. A test that
 * is linked with -Wl,--wrap=NAME for each of them (see the Makefile) goes through these. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>

typedef enum fault_kind { FAULT_MEMORY = 1, FAULT_FILE = 2 } fault_kind;

/* From now on the calls of that kind are counted, and the `at`th fails, 1 is the first, 0 none;
 * with `on` all after it, too. */
void faults_begin(fault_kind kind, int at, bool on);

/* Ends that: no call fails, and none is counted. */
void faults_rest(void);

/* The same. Returns how many calls there were. */
int faults_end(void);

/* The name of the call that failed first. */
const char *faults_failed(void);

#endif
