/* What belongs beside the numbers of searches and audits, in words. */
#include <pld/evidence.h>

static const char *const TUNED[] = {
    ("The number of runs is drawn from that law, whatever the data are, and stays secret: neither it, nor anything that tells it "
     "(run times, logs, costs), nor the output or the score of any run but the best is released."),
    "Each run draws its hyperparameters afresh from a law that was fixed before, and no run looks at another.",
    "The score by which the best is chosen is computed from the outputs of the mechanisms and public data alone."};

static const char *const COUNTS[] = {
    "All runs are independent of each other (canaries in one model are not runs), each with the same probability to say 'in'.",
    "The data sets with and without the record are neighbours of the kind that the claim is about.",
    "The attack was fixed before the runs, its threshold included, or paid for by looks."};

static const char *const ONE_RUN[] = {
    "Each canary was in with probability 1/2, independently of all others and of everything else.",
    "With a canary and without it are neighbours of the kind that the claim is about.",
    "The number of guesses and the attack were fixed before the run."};

#define SENTENCE(list, index) ((index) < sizeof(list) / sizeof(list)[0] ? (list)[index] : NULL)

const char *pld_tuned_assumption(size_t index) {
    return SENTENCE(TUNED, index);
}

const char *pld_tuned_meaning(void) {
    return "upper holds for every score. lower is for an adversary who chooses the score too, which may draw random numbers of "
           "its own: some such score costs at least that much, on the pair of one run; a score that is a function of the outputs "
           "alone may cost less. No theorem here says which of the numbers between is that of the worst score.";
}

const char *pld_audit_assumption(bool one_run, size_t index) {
    return one_run ? SENTENCE(ONE_RUN, index) : SENTENCE(COUNTS, index);
}

const char *pld_verdict_kind_meaning(pld_verdict_kind verdict) {
    return verdict == PLD_VERDICT_REFUTED ? "Refuted at this confidence: what made these runs does not keep to the certified "
                                            "curve, or something that is assumed "
                                            "below does not hold."
           : verdict == PLD_VERDICT_CONSISTENT ? "Not refuted; this is no proof of privacy, the attack may be weak."
                                               : NULL;
}
