/* dp-sgd: what somebody who trains knows (N, batch, epochs) turned into what the pair needs (q and the number of steps). Wrong values of
 * these two are the commonest mistake, so they are derived here, exactly, and said. */
#include "family/dp_sgd.h"

#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "pair/pair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t MOST_STEPS = UINT64_C(1) << 63;

__extension__ typedef unsigned __int128 wide;

/* ceil(epochs N/(parts batch)). N and the batch are below 2^50, so that both products fit into 128 bits. */
pld_status pld_training_steps(uint64_t population, uint64_t batch, uint64_t epochs, uint64_t parts, uint64_t *steps,
                              pld_error *error) {
    pld_status status = pld__check_batch(population, "batch", batch, error);
    if (status != PLD_OK)
        return status;
    if (epochs < 1 || parts < 1)
        return pld__error_argument(error, "epochs", "a number above 0", "a training has more than 0 epochs");
    wide records = (wide)epochs * population, step = (wide)parts * batch;
    wide needed = records / step + (records % step > 0);
    if (needed > MOST_STEPS)
        return pld__error_argument(error, "epochs", "fewer epochs", "so many epochs are more than 2^63 steps");
    *steps = (uint64_t)needed;
    return PLD_OK;
}

pld_status pld__training_check(const pld__training *training, pld_error *error) {
    char word[48];
    pld_status status = pld__check_batch(training->population, "batch", training->batch, error);
    if (status != PLD_OK || (training->steps >= 1 && training->steps <= MOST_STEPS))
        return status;
    snprintf(word, sizeof word, "steps=%" PRIu64, training->steps);
    return pld__error_argument(error, word, "a whole number from 1 to 2^63",
                               "'%s' is out of range: a training has at least 1 step", word);
}

/* --- texts ------------------------------------------------------------------------------------------------------------ */

/* How q and T came about, and the caveats that the pair has anyway. */
static void write_note(const pld__training *training, const char *caveat, char *note, size_t size) {
    double q = (double)training->batch / (double)training->population;
    int length;
    if (training->epochs[0])
        length = pld__plain_format(note, size,
                                   "dp-sgd: N=%" PRIu64 ", batch=%" PRIu64 " and epochs=%s give q = batch/N = %.6g and "
                                   "T = ceil(epochs N/batch) = %" PRIu64 " steps.",
                                   training->population, training->batch, training->epochs, q, training->steps);
    else
        length = pld__plain_format(note, size,
                                   "dp-sgd: N=%" PRIu64 " and batch=%" PRIu64 " give q = batch/N = %.6g; T = %" PRIu64
                                   " steps are about %.6g epochs.",
                                   training->population, training->batch, q, training->steps, q * (double)training->steps);
    if (caveat)
        snprintf(note + length, size - (size_t)length, "\n%s", caveat);
}

/* The resolved text with q as the fraction that it is. */
static pld_status label(pld_mechanism *mechanism, const pld__traits *training, const char *note) {
    char resolved[256];
    snprintf(resolved, sizeof resolved, "poisson-gaussian:q=%" PRIu64 "/%" PRIu64 "%s", training->batch, training->population,
             strchr(mechanism->resolved, ','));
    mechanism->traits.population = training->population;
    mechanism->traits.batch = training->batch;
    mechanism->traits.steps = training->steps;
    return pld__mechanism_relabel(mechanism, resolved, note);
}

pld_status pld__dp_sgd_create(const pld__training *training, double sigma, uint64_t k, double sensitivity,
                              pld_mechanism **mechanism, pld_error *error) {
    double q = (double)training->batch / (double)training->population;
    pld_mechanism *created = NULL;
    pld_status status = pld_mechanism_create_poisson_gaussian(q, sigma, k, 0, sensitivity, &created, error);
    if (status != PLD_OK)
        return status;
    char note[1024]; /* of which the numbers fill at most 300 and the caveat 200 */
    pld__traits traits = {.population = training->population, .batch = training->batch, .steps = training->steps};
    write_note(training, created->note, note, sizeof note);
    status = label(created, &traits, note);
    if (status == PLD_OK)
        *mechanism = created;
    else
        pld_mechanism_free(created);
    return status;
}

pld_status pld__dp_sgd_follow(const pld_mechanism *origin, pld_status status, pld_mechanism **made) {
    if (status != PLD_OK || origin->traits.steps == 0)
        return status;
    status = label(*made, &origin->traits, origin->note);
    if (status != PLD_OK) {
        pld_mechanism_free(*made);
        *made = NULL;
    }
    return status;
}
