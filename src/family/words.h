/* What families say of themselves in a statement, without knowing where it goes to: words and code for a writer that the
 * statement brings.
 *
 * What is between dollar signs is a formula: epsilon, delta and sigma are Greek letters, <= is a sign, 1.2e-5 a power of ten. */
#ifndef PLD_FAMILY_WORDS_H
#define PLD_FAMILY_WORDS_H

#include "pair/pair.h"

/* Where words go to. */
typedef struct pld__words {
    void (*say)(void *to, const char *text);
    void (*code)(void *to, const char *text); /* any text as it would be typed */
    void *to;
} pld__words;

/* Cut after 1023 characters: only numbers and words of our own belong here. */
void pld__words_say(const pld__words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- what neighbours differ by -------------------------------------------------------------------------------------- */

typedef enum pld__change {
    PLD__CHANGE_RECORDS, /* there or not, or replaced, as the adjacency says */
    PLD__CHANGE_ANSWER,  /* a record gives another answer, whatever the adjacency */
    PLD__CHANGE_GIVEN    /* what a pair that was given stands for */
} pld__change;

typedef struct pld__neighbours {
    pld__change change;
    uint64_t records; /* that the pair protects; of answers: how many one record gives */
    bool both_kinds;  /* some of them added and others removed */
    bool at_most;     /* so many, or fewer */
} pld__neighbours;

/* Of a pair that was given. */
pld__neighbours pld__neighbours_given(const pld_mechanism *mechanism);
/* Of a pair that counts protected records by `removed` and `added`. */
pld__neighbours pld__neighbours_counted(const pld_mechanism *mechanism);
/* Of a pair whose guarantee adds up along a chain: up to whole_sensitivity records. */
pld__neighbours pld__neighbours_chained(const pld_mechanism *mechanism);

/* --- what is assumed ------------------------------------------------------------------------------------------------ */

/* Numbers of a training that have to be public. */
typedef enum pld__public {
    PLD__PUBLIC_SIZE = 1,         /* N */
    PLD__PUBLIC_NOMINAL_SIZE = 2, /* N that is a nominal size */
    PLD__PUBLIC_BATCH = 4,        /* B */
    PLD__PUBLIC_RATE = 8,         /* q */
    PLD__PUBLIC_TRAINING = 16     /* T and sigma */
} pld__public;

enum { PLD__DRAWING_SENTENCES = 2 };

/* --- clauses that several families share ---------------------------------------------------------------------------- */

/* ", 5 times". */
void pld__words_times(const pld__words *words, uint64_t count);
/* ", T = 5 steps". */
void pld__words_steps(const pld__words *words, uint64_t count);
/* "(gaussian:sigma=1)" as code and how often. */
void pld__words_code(const pld__words *words, const pld_mechanism *mechanism, uint64_t count);
/* A pair that was given. */
void pld__words_given(const pld__words *words, const pld_mechanism *mechanism, uint64_t count);

/* Noise of a scale on a result of a sensitivity. */
typedef struct pld__noise_words {
    const char *name;   /* of the mechanism */
    const char *symbol; /* of the scale */
    const char *result; /* what the noise is on */
    const char *norm;   /* in which the result is measured, behind a space; or "" */
} pld__noise_words;
void pld__words_noise(const pld__words *words, const pld__noise_words *noise, const pld_mechanism *mechanism, uint64_t count);

/* How noise meets gradients that were clipped. */
void pld__words_clipping(const pld__words *words, const pld__traits *traits);
/* The records of a pair that protects several. */
void pld__words_protected(const pld__words *words, const pld_mechanism *mechanism);
/* ", on samples that each record joins", where it is sampled. */
void pld__words_sampled(const pld__words *words, const pld__traits *traits);

#endif
