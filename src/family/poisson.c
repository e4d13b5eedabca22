/* poisson: the wrapper of another family, poisson:q=..,of=NAME,.. Each record joins with probability q on its own, and P becomes
 * (1 - q) Q + q P. That dominates what is sampled if the pair does so in both directions (Zhu, Dong and Wang 2022). The
 * mechanism, and so its row, is of the family that is sampled: its constructor is given the rate. */
#include "family/family.h"

/* Its keys are listed; those of the other family come with them. */
static const pld__key keys[] = {
    {.name = "q",
     .kind = PLD__KEY_NUMBER,
     .meaning = "probability that a record is in the batch, from 0 to 1",
     .range = &pld__range_q,
     .monotone = PLD__MONOTONE_RATE},
    {.name = "of", .kind = PLD__KEY_NAME, .meaning = "the family that is sampled; its own keys follow"},
};

const pld__family pld__family_poisson = {
    .name = "poisson",
    .meaning = "(1 - q) Q + q P versus Q, where P versus Q is the pair of another family",
    .remark =
        "Poisson sampling of a mechanism whose pair dominates in both directions, for one record that is added or removed.\n"
        "poisson:of=gaussian is poisson-gaussian, poisson:of=laplace is poisson-laplace. Shuffled batches are not Poisson "
        "batches.",
    .reference = "Zhu, Dong and Wang 2022",
    .example = "poisson:q=0.01,of=randomized-response,epsilon=1@1000",
    .adjacency =
        "add, remove; replace of gaussian only; of randomized-response: a record that is not there or not drawn is answered for",
    PLD__KEYS(keys),
    .no_sampling = PLD__SAMPLED_ALREADY,
    .samples_another = true,
};
