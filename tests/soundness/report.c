#include "soundness/report.h"

#include <math.h>
#include <stdio.h>

static char *asking;

void report_share(char *text) {
    asking = text;
}

void report_asking(const char *text) {
    if (asking)
        snprintf(asking, COMMAND_SIZE, "%s", text);
}

void report_failure(const char *what) {
    printf("MISS: %s\n", what);
    fflush(stdout);
}

void report_line(const question *of, const pld_result *result) {
    char text[COMMAND_SIZE];
    question_text(of, text);
    printf("  %s\n", text);
    if (result) {
        printf("    %s in [%.17g, %.17g]\n", of->for_delta ? "log delta" : "epsilon", result->bracket.lower,
               result->bracket.upper);
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            if (result->directions[d].asked)
                printf("    %s: [%.17g, %.17g]\n", pld_direction_name((pld_direction)d), result->directions[d].bracket.lower,
                       result->directions[d].bracket.upper);
    }
    fflush(stdout);
}

static bool in_order(const question *of, const pld_bracket *bracket) {
    return bracket->lower <= bracket->upper && (of->for_delta || bracket->lower >= 0);
}

outcome report_ask(const question *of, pld_result *result) {
    pld_error error = {.message = ""};
    if (asking)
        question_text(of, asking);
    pld_status status = question_ask(of, result, &error);
    if (status == PLD_ERROR_ARGUMENT || status == PLD_ERROR_MEMORY)
        return CASE_REFUSED;
    if (status != PLD_OK) {
        report_failure(pld_status_message(status));
        report_line(of, NULL);
        return CASE_FAILED;
    }
    bool fine = in_order(of, &result->bracket);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        fine = fine && (!result->directions[d].asked || in_order(of, &result->directions[d].bracket));
    if (!fine) {
        report_failure("the ends of a bracket are no numbers, or in the wrong order");
        report_line(of, result);
    }
    return fine ? CASE_HOLDS : CASE_FAILED;
}
