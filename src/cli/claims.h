/* Epsilons that somebody claims, to be checked. */
#ifndef PLD_CLI_CLAIMS_H
#define PLD_CLI_CLAIMS_H

#include "cli/command.h"

typedef struct pld__claim {
    char *name;
    bool unnamed; /* a row of a table without a name; `name` says where it stands */
    double epsilon;
    /* Of a row of a table, where it says so: */
    char *mechanism;       /* specs with blanks between; NULL: those of the command line */
    uint64_t compositions; /* 0: not said */
    char *delta_text;      /* NULL: that of the command line */
    double delta, log_delta;
    bool from_table; /* it belongs to one point; others to all of them */
} pld__claim;

typedef struct pld__claims {
    pld__claim *items;
    size_t count;
} pld__claims;

/* Adds the claim NAME=EPS. */
PLD_WARN_UNUSED pld_status pld__claims_add(pld__claims *claims, const char *text, pld_error *error);

/* Adds a claim and takes its texts, also on failure; a name that is NULL is one for which there was no memory. */
PLD_WARN_UNUSED pld_status pld__claims_append(pld__claims *claims, pld__claim claim);
void pld__claim_free(pld__claim *claim);

/* Adds every row of a table with commas whose first line names its columns (see claims.c), or what an HDF5 file says (see claims_hdf5.h). */
PLD_WARN_UNUSED pld_status pld__claims_read(pld__claims *claims, const char *path, const pld__command_line *line,
                                            pld_error *error);

void pld__claims_free(pld__claims *claims);

#endif
