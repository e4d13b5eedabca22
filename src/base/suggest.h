/* "Did you mean": the candidate nearest to a mistyped word, or what it is called here.
 *
 *     pld__suggestion nearest = pld__suggestion_start("gausian");
 *     pld__suggestion_consider(&nearest, "gaussian");
 *     nearest.best is now "gaussian"; it stays NULL while no candidate is near enough to be worth saying. */
#ifndef PLD_BASE_SUGGEST_H
#define PLD_BASE_SUGGEST_H

#include <stddef.h>

typedef struct pld__suggestion {
    const char *word;
    const char *best; /* borrowed from the candidates */
    size_t distance;
} pld__suggestion;

pld__suggestion pld__suggestion_start(const char *word);
void pld__suggestion_consider(pld__suggestion *suggestion, const char *candidate);

/* Writes "; did you mean 'gaussian'?" or nothing. */
void pld__suggestion_text(const pld__suggestion *suggestion, char *text, size_t size);

#endif
