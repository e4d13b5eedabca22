/* A training run by every way to make batches: what each of them spends, for which neighbours, and what it assumes. */
#ifndef PLD_STUDY_BATCHES_H
#define PLD_STUDY_BATCHES_H

#include <pld/composition.h>
#include <pld/store.h>

enum { PLD__BATCHES_MOST = 16, PLD__BATCHES_SPEC = 512, PLD__BATCHES_REASON = 512 };

typedef struct pld__batches_row {
    const char *scheme, *assumes;
    pld_adjacency adjacency;
    char spec[PLD__BATCHES_SPEC];
    pld_composition *composition; /* NULL where the spec is refused */
    bool answered;
    pld_result result;
    char reason[PLD__BATCHES_REASON]; /* why it is not */
} pld__batches_row;

typedef struct pld__batches {
    pld__batches_row rows[PLD__BATCHES_MOST];
    size_t count;
} pld__batches;

/* Free it with pld__batches_free, also after a failure.
 *
 * `spec` is a dp-sgd without sampling=, perhaps with a cap. Each scheme is asked for the adjacency of the options if one is
 * `asked` for, otherwise for those that it is usually meant for. PLD_ERROR_ARGUMENT if the spec is none, or not even Poisson
 * sampling takes it; what another scheme refuses is its row's reason. */
PLD_WARN_UNUSED pld_status pld__batches_compute(const char *spec, bool asked, long double log_delta, const pld_options *options,
                                                pld__batches *batches, pld_error *error);

void pld__batches_free(pld__batches *batches);

/* One series for each row, those that are not answered with the attribute `reason` and no numbers. */
typedef struct pld__batches_file {
    const char *path;
    pld_store_mode mode;
    const char *given, *command; /* the training run; the command line */
} pld__batches_file;
PLD_WARN_UNUSED pld_status pld__batches_write(const pld__batches *batches, const pld_delta *delta, const pld_options *options,
                                              const pld__batches_file *file, pld_error *error);

/* Are all answers as narrow as asked? */
bool pld__batches_met(const pld__batches *batches);

#endif
