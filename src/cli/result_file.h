/* A result as somebody gives it, read as what it claims. */
#ifndef PLD_CLI_RESULT_FILE_H
#define PLD_CLI_RESULT_FILE_H

#include "options/composition.h"
#include "verify/verify.h"

typedef struct pld__result_file {
    pld__asserted claim;
    pld_composition *composition; /* owned */
    pld_adjacency adjacency;
} pld__result_file;

/* From a file, or from standard input for "-". What is wrong with it is said with the key that is. Free it in any case. */
PLD_WARN_UNUSED pld_status pld__result_file_read(const char *path, pld__result_file *file, pld_error *error);
void pld__result_file_free(pld__result_file *file);

/* What is claimed of what, in a few lines. */
void pld__result_file_print(const pld__result_file *file, FILE *stream);

#endif
