/* Does the judge refuse what is wrong, and nothing else? */
#ifndef TESTS_SOUNDNESS_SELFTEST_H
#define TESTS_SOUNDNESS_SELFTEST_H

/* The exit status of a program. */
int self_test(void);

#endif
