/* What one case came to, and how it is told. Cases run in processes of their own; the text of what is asked is shared with the
 * parent, so that a crash is reported with its command line. */
#ifndef TESTS_SOUNDNESS_REPORT_H
#define TESTS_SOUNDNESS_REPORT_H

#include "soundness/case.h"

/* The exit statuses of a case. */
typedef enum outcome { CASE_HOLDS = 0, CASE_OPEN = 10, CASE_REFUSED = 11, CASE_FAILED = 12 } outcome;

/* Where the parent reads what is being asked; set before the first case. */
void report_share(char *text);

/* Asks, and tells of whatever no answer may be: a contradiction, no number, ends in the wrong order. CASE_REFUSED if the input is
 * not allowed. */
outcome report_ask(const question *of, pld_result *result);

/* Tells the parent what is asked, if it is no question as above. */
void report_asking(const char *text);

/* "MISS", then the lines: what was found, and the command lines that show it, each with its answer. */
void report_failure(const char *what);
void report_line(const question *of, const pld_result *result);

#endif
