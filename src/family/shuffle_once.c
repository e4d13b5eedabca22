/* shuffle-once: one random order for all epochs, cut into t batches. A record meets the same batch in every epoch, so that E
 * epochs are one with noise sigma/sqrt(E). */
#include "family/shuffle.h"

#include <inttypes.h>

enum { KEY_T, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_T] = PLD__SHUFFLE_KEY_T,
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld__shuffle_create(&pld__family_shuffle_once, given->values[KEY_T].whole, given->values[KEY_SIGMA].number,
                               given->count, mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(
        words,
        "training on batches that are shuffled once: the records are put into a random order, which is cut into $t = %" PRIu64
        "$ batches, the same in each of %" PRIu64 " epoch%s",
        traits->batch, traits->steps, traits->steps == 1 ? "" : "s");
    if (count > 1)
        pld__words_say(words, ", %" PRIu64 " times over with a new order", count);
    pld__words_clipping(words, traits);
}

const pld__family pld__family_shuffle_once = {
    .name = "shuffle-once",
    .meaning = "one random order for all @epochs, cut into t batches: as shuffle of one epoch with noise sigma/sqrt(epochs)",
    .remark = "No single pair is known, as for shuffle. A sum over epochs is as good as all of them, so that the data sets of "
              "the lower\n"
              "end and the known order of the upper one are those of one epoch with less noise.",
    .reference = "Chua et al. 2024",
    .example = "shuffle-once:t=235,sigma=2@10",
    PLD__KEYS(keys),
    .create = create,
    .takes_count = true,
    .describe = describe,
    PLD__SHUFFLED,
    .drawing =
        {"Batches that are shuffled once are assumed, by a uniform order for all epochs, the sizes of batches being public. "
         "Poisson batches are not covered.",
         "The order itself is not released."},
};
