/* Epsilons that somebody claims, to be checked. */
#ifndef PLD_STUDY_CLAIMS_H
#define PLD_STUDY_CLAIMS_H

#include <pld/compare.h>

typedef struct pld__claim {
    char *name;
    bool unnamed; /* a row of a table without a name; `name` says where it stands */
    double epsilon;
    /* Of a row of a table, where it says so: */
    char *mechanism;       /* specs with blanks between; NULL: those of the question */
    uint64_t compositions; /* 0: not said */
    char *delta_text;      /* NULL: that of the question */
    pld_delta delta;
    bool from_table; /* it belongs to one point; others to all of them */
} pld__claim;

struct pld_claims {
    pld__claim *items;
    size_t count;
    bool has_table;                     /* a file was read, even if it claims nothing */
    bool needs_delta, needs_mechanisms; /* some row of a table says nothing about it */
};

/* NAME=EPS. */
PLD_WARN_UNUSED pld_status pld__claims_add_text(pld_claims *claims, const char *text, pld_error *error);

/* Adds a claim and takes its texts, also on failure; a name that is NULL is one for which there was no memory. */
PLD_WARN_UNUSED pld_status pld__claims_append(pld_claims *claims, pld__claim claim);
void pld__claim_free(pld__claim *claim);

/* An HDF5 file, as pld_claims_read has it. What is not a number says nothing. */
PLD_WARN_UNUSED pld_status pld__claims_read_hdf5(pld_claims *claims, const char *path, pld_adjacency adjacency, bool mechanisms,
                                                 pld_error *error);

#endif
