/* Proofs in ball arithmetic of what a result says, from the mechanisms alone: nothing of the engine enters a bound. */
#ifndef PLD_VERIFY_VERIFY_H
#define PLD_VERIFY_VERIFY_H

#include "pair/pair.h"
#include <pld/query.h>

typedef enum pld__proof { PLD__PROOF_PROVEN = 0, PLD__PROOF_UNPROVEN, PLD__PROOF_REFUTED } pld__proof;

static inline const char *pld__proof_name(pld__proof proof) {
    return proof == PLD__PROOF_PROVEN ? "proven" : proof == PLD__PROOF_REFUTED ? "refuted" : "unproven";
}

/* Where to look, if anybody knows: a bad hint can only fail to prove. Re s, the period of the frequencies, the order whose moment
 * bounds aliases, how many frequencies, and bits. */
typedef struct pld__certificate {
    double tilt, period, order; /* tilt 0: there is none */
    uint64_t frequencies, precision;
} pld__certificate;

/* What is claimed of the ends of a bracket; NAN: nothing. */
typedef struct pld__claimed {
    double lower, upper;
} pld__claimed;

/* Numbers are the doubles that they are. */
typedef struct pld__asserted {
    bool about_delta; /* ends are of delta at `given` = epsilon; otherwise of epsilon at `given` = delta */
    double given;
    double log10_given; /* of a delta that is too small for a double; NAN otherwise */
    bool asked[PLD_DIRECTIONS];
    pld__claimed whole; /* the larger of the directions asked */
    pld__claimed directions[PLD_DIRECTIONS];
    pld__certificate certificates[PLD_DIRECTIONS];
} pld__asserted;

enum { PLD__ENCLOSURE_SIZE = 64 };

/* What became of one end. */
typedef struct pld__proof_end {
    bool claimed;
    pld__proof verdict;
    char delta[PLD__ENCLOSURE_SIZE]; /* what is known of delta there, "[1.0e-05 +/- 2e-25]"; of the direction that decides; empty
                                        if nothing had to be computed */
    const char *reason;              /* why it is unproven, or NULL */
} pld__proof_end;

typedef struct pld__proof_ends {
    pld__proof_end lower, upper;
} pld__proof_ends;

typedef struct pld__verification {
    pld__proof verdict; /* refuted if an end is, unproven if one is, otherwise proven */
    pld__proof_ends whole, directions[PLD_DIRECTIONS];
    pld__certificate certificates[PLD_DIRECTIONS]; /* what was used */
    uint64_t precision;                            /* the most bits that were needed; 0: none were */
    bool doubles;                                  /* something was told by laws in doubles that are rounded outward (T86) */
    const char *family; /* the first mechanism that nothing can be proven about, or NULL; belongs to the steps */
    double seconds;
} pld__verification;

/* Of the pairs, as everything here. Fails without memory only. */
PLD_API PLD_WARN_UNUSED pld_status pld__verify(const pld_step *steps, size_t count, const pld__asserted *claim,
                                               pld__verification *verification);

/* What a module and the program that loads it must agree about: the version, the types that they share and how they are used. */
typedef struct pld__verify_identity {
    uint64_t interface, sizes;
    const char *version;
} pld__verify_identity;

enum { PLD__VERIFY_INTERFACE = 1 }; /* one more whenever what is shared changes its meaning */

/* That of whoever calls it; sizes of types as digits of a number, each below 2^13. */
static inline pld__verify_identity pld__verify_identity_here(void) {
    const size_t sizes[] = {sizeof(pld_step), sizeof(struct pld_mechanism), sizeof(pld__asserted), sizeof(pld__verification)};
    pld__verify_identity made = {.interface = PLD__VERIFY_INTERFACE, .version = pld_version()};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        made.sizes = made.sizes << 13 | sizes[i];
    return made;
}

/* That of the module. */
PLD_API pld__verify_identity pld__verify_identify(void);

#endif
