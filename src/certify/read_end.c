#include "certify/read_end.h"

#include "base/base.h"

#include <math.h>

/* A few ulps outward: the node labels and the halving are in double. */
static double outward(double value, bool upper) {
    double step = 4 * PLD__U * fabs(value);
    return upper ? value + step : value - step;
}

/* A part of delta in units of the answer; infinite where these units mean nothing. */
static double in_units(long double part, long double unit) {
    double share = part == 0 ? 0 : (double)(part / unit);
    return share >= 0 ? share : INFINITY;
}

/* An end from a bound, labels moved outward (T24). */
void pld__read_end(const pld__question *question, const pld__composed *composed, double slack, pld__end *end) {
    bool upper = composed->upper;
    pld__delta_parts parts;
    long double unit; /* of delta, in units of the answer */
    if (question->for_delta) {
        double at = question->epsilon + (upper ? -composed->label_error : composed->label_error);
        parts = pld__composed_delta(composed, composed->label_error > 0 ? nextafter(at, upper ? -INFINITY : INFINITY) : at);
        long double delta = isnan(parts.delta) ? (upper ? 1 : 0) : fminl(parts.delta, 1);
        end->value = outward((double)logl(delta), upper);
        if (upper && end->value > 0)
            end->value = 0;
        unit = delta;
    } else {
        long double delta = expl(pld__log_delta_outward(question, upper));
        double epsilon = pld__composed_epsilon(composed, delta, &parts);
        double moved = outward(outward(epsilon, upper) + (upper ? composed->label_error : -composed->label_error), upper);
        /* At 0 there is nothing to move away from if delta is small enough just below it as well. */
        bool zero = upper && epsilon == 0 && pld__composed_delta(composed, -composed->label_error).delta <= delta;
        end->value = zero ? 0 : fmax(moved, 0);
        unit = parts.slope;
    }
    double cells = slack + composed->label_error + composed->widened / composed->theta;
    end->ledger.cells = question->for_delta ? cells * composed->theta : cells;
    end->ledger.tail = in_units(parts.tail, unit);
    end->ledger.wraparound = in_units(parts.wraparound, unit);
    end->ledger.roundoff = in_units(parts.roundoff, unit);
}
