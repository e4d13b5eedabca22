/* The table of methods. */
#include "baseline/method.h"

#include "base/base.h"
#include "base/platform.h"
#include "base/suggest.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct row {
    pld_baseline_method method;
    pld__baseline_evaluator *evaluate;
} row;

#define BOUND(name, meaning, source, evaluate) \
    { {name, PLD_BASELINE_BOUND, meaning, source}, evaluate }
#define PROGRAM(name, meaning, source, evaluate) \
    { {name, PLD_BASELINE_PROGRAM, meaning, source}, evaluate }
#define APPROXIMATION(name, meaning, source, evaluate) \
    { {name, PLD_BASELINE_APPROXIMATION, meaning, source}, evaluate }

static const row rows[] = {
    BOUND("rdp", "Renyi DP at the best order, improved conversion", "Mironov 2017; Canonne, Kamath and Steinke 2020",
          pld__baseline_rdp),
    BOUND("rdp-classic", "Renyi DP at the best order, classic conversion", "Mironov 2017", pld__baseline_rdp_classic),
    BOUND("rdp-tensorflow", "Renyi DP at the orders of TensorFlow Privacy, improved conversion", "TensorFlow Privacy",
          pld__baseline_rdp_list),
    BOUND("rdp-tensorflow-classic", "Renyi DP at the orders of TensorFlow Privacy, classic conversion", "TensorFlow Privacy",
          pld__baseline_rdp_list_classic),
    BOUND("moments", "the moments accountant as published: whole lambda up to 32", "Abadi et al. 2016", pld__baseline_moments),
    BOUND("group-rdp", "a group as one record of its whole weight, Renyi DP as in rdp", "folklore; proof in the source",
          pld__baseline_group_rdp),
    BOUND("group-rdp-tensorflow", "the same as it was published, as in rdp-tensorflow-classic", "folklore; proof in the source",
          pld__baseline_group_rdp_list),
    BOUND("without-replacement", "Renyi DP of batches drawn without replacement (replace-one only)",
          "Wang, Balle and Kasiviswanathan 2019", pld__baseline_without_replacement),
    BOUND("zcdp", "zero-concentrated DP", "Bun and Steinke 2016", pld__baseline_zcdp),
    BOUND("zcdp-improved", "zero-concentrated DP, improved conversion at the best order",
          "Bun and Steinke 2016; Canonne, Kamath and Steinke 2020", pld__baseline_zcdp_improved),
    BOUND("pure-moments", "the moment bound of purely private steps", "Bun and Steinke 2016; Papernot et al. 2017",
          pld__baseline_pure_moments),
    BOUND("naive", "basic composition of tight steps", "Dwork et al. 2006", pld__baseline_naive),
    BOUND("advanced", "advanced composition of tight steps at the best split of delta", "Dwork, Rothblum and Vadhan 2010",
          pld__baseline_advanced),
    BOUND("optimal", "the best that follows from (epsilon, delta) of every step", "Kairouz, Oh and Viswanath 2015",
          pld__baseline_optimal),
    BOUND("amplified-naive", "subsampling amplification of a Gaussian, basic composition", "Balle, Barthe and Gaboardi 2018",
          pld__baseline_amplified_naive),
    BOUND("amplified-advanced", "subsampling amplification of a Gaussian, advanced composition",
          "Balle, Barthe and Gaboardi 2018", pld__baseline_amplified_advanced),
    BOUND("gaussian-formula", "sigma = sqrt(2 log(1.25/delta))/epsilon, for epsilon < 1", "Dwork and Roth 2014",
          pld__baseline_gaussian_formula),
    BOUND("gaussian-dp", "the exact curve of plain Gaussian steps", "Balle and Wang 2018; Dong, Roth and Su 2022",
          pld__baseline_gaussian_dp),
    APPROXIMATION("gaussian-clt", "Gaussian DP by the central limit theorem", "Bu, Dong, Long and Su 2020",
                  pld__baseline_gaussian_clt),
    APPROXIMATION("loss-clt", "the summed loss taken for normal", "Sommer, Meiser and Mohammadi 2019", pld__baseline_loss_clt),
    APPROXIMATION("strong", "strong composition of DP-SGD with linear amplification, as in the moments accountant's paper",
                  "Abadi et al. 2016", pld__baseline_strong),
    PROGRAM("opacus-rdp", "what Opacus 1.5.4 prints: Renyi DP at its orders, direction remove", "Opacus; Mironov et al. 2019",
            pld__baseline_opacus),
    PROGRAM("dp-accounting-pld", "what dp_accounting 0.6.0 prints: pessimistic connect-the-dots on a grid of 1e-4",
            "dp_accounting; Doroshenko et al. 2022", pld__baseline_dp_accounting),
    PROGRAM("prv-accountant", "what prv_accountant 0.2.0 prints as upper bound: eps_error 0.1, delta_error 1e-9",
            "prv_accountant; Gopi, Lee and Wutschitz 2021", pld__baseline_prv_accountant),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const char *pld_baseline_kind_name(pld_baseline_kind kind) {
    return kind == PLD_BASELINE_BOUND ? "bound" : kind == PLD_BASELINE_PROGRAM ? "program" : "approximation";
}

const pld_baseline_method *pld_baseline_at(size_t index) {
    return index < ROWS ? &rows[index].method : NULL;
}

const pld_baseline_method *pld_baseline_find(const char *name, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(name);
    char allowed[sizeof error->allowed] = "", hint[64];
    size_t length = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].method.name, name) == 0)
            return &rows[i].method;
        pld__suggestion_consider(&nearest, rows[i].method.name);
        if (length < sizeof allowed)
            length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", rows[i].method.name);
    }
    pld__suggestion_text(&nearest, hint, sizeof hint);
    (void)pld__error_argument(error, name, allowed, "there is no method '%s'%s", name, hint);
    return NULL;
}

pld_status pld_baseline_evaluate(const pld_baseline_method *method, const pld_step *steps, size_t step_count, double log_delta,
                                 pld_adjacency adjacency, pld_baseline_answer *answer, pld_error *error) {
    pld__baseline_question question = {steps, step_count, log_delta, adjacency};
    pld_baseline_answer made = {.applicable = true, .epsilon = NAN, .order = NAN};
    if (!(log_delta < 0))
        return pld__error_argument(error, "delta", "a number from 0 up to, but not including, 1",
                                   "delta must be at least 0 and below 1");
    if (step_count == 0)
        return pld__error_argument(error, "steps", "at least one step", "there are no steps");
    for (size_t i = 0; i < ROWS; i++) {
        if (&rows[i].method != method)
            continue;
        pld_status status = pld__platform_check(error);
        if (status == PLD_OK)
            status = rows[i].evaluate(&question, &made);
        if (status == PLD_OK)
            *answer = made;
        return status;
    }
    return pld__error_argument(error, "method", "what pld_baseline_at or pld_baseline_find returned", "there is no such method");
}
