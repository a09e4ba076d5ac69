/* x86: what one CPU has and another has not is asked for function by function. */
#ifndef SM_X86_H
#define SM_X86_H

/* Whether the instructions of x86 can be asked for function by function. 0 may be given. */
#if defined(SM_HAS_X86)
#elif (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#define SM_HAS_X86 1
#else
#define SM_HAS_X86 0
#endif

#endif
