/* mu of Gaussian differential privacy in a statement.
 *
 * Of a test with both rates at least fpr_min the false-negative rate is at least f_mu of the other one: where f is at least
 * fpr_min this is T150, and beyond that f_mu is at most what it is at the last such rate, so at most fpr_min. */
#include "base/base.h"
#include "base/number.h"
#include "statement/parts.h"

pld_status pld__statement_ask_mu(const pld_statement_question *question, const pld_options *options, pld_statement *statement,
                                 pld_error *error) {
    pld_options beside = pld__options_beside(options);
    pld_status status = pld_query_gdp(question->steps, question->step_count, question->fpr_min, &beside, &statement->gdp, error);
    statement->has_mu = status == PLD_OK;
    return status;
}

void pld__say_mu(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency,
                 const pld_statement *statement) {
    const pld_gdp *gdp = &statement->gdp;
    pld__standings standings = pld__standings_of(question->steps, question->step_count);
    pld__shown ends = pld__show(&gdp->mu, gdp->tolerance, gdp->theory_gap);
    bool one_direction = pld__words_one_direction(question->steps, question->step_count, adjacency);
    pld__markup_next(markup);
    bool conditional = pld__say_condition(markup, question, &standings);
    pld__markup_say(
        markup,
        "%sn terms of Gaussian differential privacy, %sunder the same assumptions: every test of one data set against its "
        "neighbour, by what is released,",
        conditional ? "i" : "I", one_direction ? "in this direction and " : "");
    if (gdp->fpr_min > 0)
        pld__markup_say(markup, " whose false-positive and false-negative rates are both at least $%s$",
                        pld__number_format(gdp->fpr_min).text);
    pld__markup_say(markup,
                    " has a false-negative rate of at least that of the best test of $N(0, 1)$ against $N(mu, 1)$ with the same "
                    "false-positive rate, with $mu = %s$; the smallest such $mu$ %s is certified: $%s <= mu <= %s$.",
                    ends.upper, pld__whose(&standings), ends.lower, ends.upper);
    if (gdp->theory_gap && !statement->result.theory_gap)
        pld__say_gaps(markup, question);
    if (gdp->fpr_min > 0) {
        pld__markup_next(markup);
        pld__markup_say(markup, "Nothing is said about rarer errors, so that this is no claim of $mu$-Gaussian differential "
                                "privacy at all rates, and such "
                                "a $mu$ must not be added up with others by squares.");
    }
}
