/* Why an engine was chosen and what it came to, told to whoever wants to hear it. */
#ifndef PLD_QUERY_EXPLAIN_H
#define PLD_QUERY_EXPLAIN_H

#include "query/inquiry.h"

/* Where things stood before a way was gone. */
typedef struct pld__explanation {
    double started; /* seconds */
    unsigned rounds;
} pld__explanation;

pld__explanation pld__explain_start(const pld__inquiry *inquiry);

/* A way did not apply; `why` is what it is for. */
void pld__explain_passed(const pld__inquiry *inquiry, pld_engine engine, const char *why);

/* A way was gone. */
void pld__explain_gone(const pld__inquiry *inquiry, const pld__explanation *before, const char *why);

/* Anything else. */
void pld__explain(const pld_options *options, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
