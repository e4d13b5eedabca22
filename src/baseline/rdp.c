/* Renyi differential privacy (Mironov 2017), orders chosen by minimisation or from TensorFlow Privacy's list.
 *
 * Theorem. If D_a <= rho in a direction, then that direction is (epsilon, delta)-private with
 *   classic   epsilon = rho + log(1/delta)/(a - 1)                                   (Mironov 2017, proposition 3)
 *   improved  epsilon = rho + log(1 - 1/a) - (log delta + log a)/(a - 1)             (Canonne, Kamath and Steinke 2020,
 * proposition 12; Balle et al. 2020, theorem 21) for every a > 1; a = infinity says epsilon = D_infinity at any delta. Valid for
 * any mechanism whose moments are finite, sampled or not, as its own log_moment is used. Assumes nothing else.
 *
 * Why golden section finds the best order: (a - 1) epsilon(a) is convex in a for both conversions ((a - 1) D_a is a cumulant
 * generating function, and (a - 1) log(a - 1) - a log a has the second derivative 1/(a - 1) - 1/a > 0), so epsilon(a), its
 * quotient by a - 1 > 0, falls and then rises. A maximum of two directions keeps that. */
#include "baseline/rdp.h"

#include "base/plain.h"
#include "base/minimum.h"
#include "baseline/renyi.h"
#include <math.h>
#include <stdio.h>

/* Orders 1 + e^x, x from LOWEST to HIGHEST. */
static const double LOWEST = -16, HIGHEST = 14;

double pld__conversion_classic(double rho, double order, double log_delta) {
    return rho - log_delta / (order - 1);
}

double pld__conversion_improved(double rho, double order, double log_delta) {
    return fmax(0, rho + log1p(-1 / order) - (log_delta + log(order)) / (order - 1));
}

typedef struct {
    const pld__baseline_question *question;
    pld__conversion *convert;
} search;

static double epsilon_at(const search *at, double order) {
    return at->convert(pld__renyi_largest(at->question, order), order, at->question->log_delta);
}

static double epsilon_at_log(const void *context, double x) {
    return epsilon_at(context, 1 + exp(x));
}

/* Where the search ends if the loss is bounded. D_a rises to the largest loss, which is an answer itself, so that orders beyond
 * the one where it has all but got there gain next to nothing; they cost the more, as quadratures take time in proportion to the
 * order. */
static double highest(const pld__baseline_question *question, double largest_loss) {
    const double nearly = 1 - 1e-4, first = 4, last = 10, step = 0.5;
    double x = first;
    if (isinf(largest_loss))
        return HIGHEST;
    while (x < last && pld__renyi_largest(question, 1 + exp(x)) < nearly * largest_loss)
        x += step;
    return x;
}

pld_status pld__rdp_best(const pld__baseline_question *question, pld__conversion *convert, pld_baseline_answer *answer) {
    search at = {question, convert};
    double largest_loss = pld__renyi_largest(question, INFINITY), end = highest(question, largest_loss), x = end;
    bool pure = question->log_delta == -INFINITY;
    answer->epsilon = pure ? INFINITY : pld__minimum(epsilon_at_log, &at, LOWEST, end, 1e-4, &x);
    answer->order = isinf(answer->epsilon) ? NAN : 1 + exp(x);
    if (largest_loss <= answer->epsilon) {
        answer->epsilon = largest_loss;
        answer->order = isinf(largest_loss) ? NAN : INFINITY;
    } else if (x < LOWEST + 0.01 || x > end - 0.01) {
        pld__plain_format(answer->reason, sizeof answer->reason, "the best order lies at the edge of what is searched, %g to %g",
                          1 + exp(LOWEST), 1 + exp(end));
    }
    return PLD_OK;
}

/* 1.1, 1.2, .. 10.9, then 12, 13, .. 63: compute_dp_sgd_privacy of TensorFlow Privacy, and what many papers copied. */
enum { TENTHS = 99, FIRST_WHOLE = 12, LAST_WHOLE = 63, LIST_LENGTH = TENTHS + LAST_WHOLE - FIRST_WHOLE + 1 };

static double list_order(int index) {
    return index < TENTHS ? 1 + (index + 1) / 10.0 : FIRST_WHOLE + index - TENTHS;
}

/* epsilon falls and then rises along the list too, so the best place is found by halving; equal neighbours (both infinite, or
 * both 0) send it to the left, where values are finite. */
pld_status pld__rdp_list(const pld__baseline_question *question, pld__conversion *convert, pld_baseline_answer *answer) {
    search at = {question, convert};
    int low = 0, high = LIST_LENGTH - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (epsilon_at(&at, list_order(middle)) <= epsilon_at(&at, list_order(middle + 1)))
            high = middle;
        else
            low = middle + 1;
    }
    answer->epsilon = epsilon_at(&at, list_order(low));
    answer->order = isinf(answer->epsilon) ? NAN : list_order(low);
    if (isfinite(answer->epsilon) && (low == 0 || low == LIST_LENGTH - 1))
        pld__plain_format(answer->reason, sizeof answer->reason,
                          "the best order is the %s of the list, %g: a list that goes on would do better", low ? "last" : "first",
                          list_order(low));
    return PLD_OK;
}

pld_status pld__baseline_rdp(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return pld__rdp_best(question, pld__conversion_improved, answer);
}

pld_status pld__baseline_rdp_classic(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return pld__rdp_best(question, pld__conversion_classic, answer);
}

pld_status pld__baseline_rdp_list(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return pld__rdp_list(question, pld__conversion_improved, answer);
}

pld_status pld__baseline_rdp_list_classic(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return pld__rdp_list(question, pld__conversion_classic, answer);
}
