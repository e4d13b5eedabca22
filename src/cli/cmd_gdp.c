/* pld gdp: mu of Gaussian differential privacy. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "report/report.h"

static void print_words(const pld__command_line *line, const pld_composition *composition, const pld_gdp *gdp) {
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE], fpr[PLD__DECIMAL_SIZE];
    int digits = pld__report_digits(PLD_UNIT_EPSILON, &gdp->mu);
    pld__decimal_fixed(gdp->mu.lower, digits, PLD__ROUND_DOWN, lower);
    pld__decimal_fixed(gdp->mu.upper, digits, PLD__ROUND_UP, upper);
    fprintf(line->output, "mu of Gaussian differential privacy, %s\n", pld_adjacency_name(line->query.adjacency));
    pld__composition_print(composition, line->output);
    fprintf(line->output, "\n%s <= mu <= %s\n", lower, upper);
    if (gdp->exact) {
        fprintf(line->output, "at all error rates: all steps together are one Gaussian\n");
    } else if (gdp->fpr_min > 0) {
        fprintf(line->output, "at false-positive and false-negative rates of at least %s; nothing is said about rarer errors\n",
                line->given[PLD__OPTION_FPR_MIN]);
    } else {
        fprintf(line->output, "at all error rates: losses are bounded\n");
    }
    if (!gdp->exact) {
        pld__decimal_significant(gdp->attained_at, 3, PLD__ROUND_NEAREST, fpr);
        fprintf(line->output, "lower is that of the best attack at a false-positive rate of %s, direction %s\n", fpr,
                pld_adjacency_direction_name(line->query.adjacency, gdp->direction));
    }
    if (gdp->theory_gap) {
        pld__report_print_note("The two ends come from different pairs, as no single one is known: the truth lies between them.",
                               line->output);
    }
    pld__report_notes(line, composition, false, line->output);
}

static pld_status ask(const pld__command_line *line, const pld_composition *composition, pld_gdp *gdp, pld_error *error) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(composition, &count);
    return pld_query_gdp(steps, count, line->fpr_min, &line->query, gdp, error);
}

static pld_status print(const pld__command_line *line, const pld_composition *composition, const pld_gdp *gdp) {
    char *text = NULL;
    if (line->given[PLD__OPTION_JSON] == NULL) {
        print_words(line, composition, gdp);
        return PLD_OK;
    }
    pld_status status = pld__json_gdp(composition, &line->query, gdp, &text);
    return pld__report_json(status, text, line->output);
}

pld__exit pld__command_gdp(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_composition *composition = NULL;
    pld_gdp gdp;
    pld_status status = pld__composition_read(line, &composition, &error);
    if (status == PLD_OK) {
        status = ask(line, composition, &gdp, &error);
    }
    if (status == PLD_OK) {
        status = print(line, composition, &gdp);
    }
    pld_composition_free(composition);
    bool wide = status == PLD_OK && !gdp.tolerance_met;
    return pld__command_end(line, status, &error, wide ? "the bracket is valid, but wider than asked for" : NULL);
}
