/* From a budget to a training run to what a paper says about it: finds the noise, reads the run, asks for epsilon and for what an attacker can
 * do, prints the paragraph. */
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

int main(void) {
    const char *run = "dp-sgd:N=60000,batch=256,steps=16384,sigma=1";
    pld_error error = {.message = ""};
    pld_mechanism *mechanism = NULL;
    pld_statement *statement = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    uint64_t steps = 0, by_epochs = 0;

    pld_status status = pld_mechanism_parse(run, &mechanism, &steps, &error);
    pld_step composition = {mechanism, steps};
    if (status == PLD_OK)
        status = pld_query_epsilon(&composition, 1, log(1e-5), &options, &result, &error);
    if (status == PLD_OK)
        printf("%.6f <= epsilon <= %.6f\n", result.bracket.lower, result.bracket.upper);

    /* 60 epochs instead would be so many steps. */
    if (status == PLD_OK)
        status = pld_training_steps(60000, 256, 60, 1, &by_epochs, &error);
    if (status == PLD_OK)
        printf("60 epochs are %llu steps\n", (unsigned long long)by_epochs);

    /* The noise that a budget of epsilon = 2 needs, and what the best attack on a record can do with this run. */
    pld_target budget = {.kind = PLD_TARGET_EPSILON, .epsilon = 2, .log_delta = log(1e-5)};
    pld_calibration found;
    if (status == PLD_OK)
        status = pld_query_calibrate("dp-sgd:N=60000,batch=256,steps=16384,sigma=solve", NULL, 0, &budget, &options, NULL, NULL,
                                     &found, &error);
    if (status == PLD_OK)
        printf("epsilon = 2 needs sigma = %.6f, and %.6f is not enough\n", found.value, found.limit);
    pld_attack attack;
    if (status == PLD_OK)
        status = pld_query_attack(&composition, 1, 0.01, &options, &attack, &error);
    if (status == PLD_OK)
        printf("1 %% false positives allow at most %.2f %% true positives\n", 100 * attack.true_positive.upper);

    uint64_t groups[] = {2};
    pld_statement_question question = {.steps = &composition,
                                       .step_count = 1,
                                       .delta = "1e-5",
                                       .groups = groups,
                                       .group_count = 1,
                                       .released = "the final model"};
    if (status == PLD_OK)
        status = pld_statement_create(&question, &options, &statement, &error);
    if (status == PLD_OK)
        puts(pld_statement_text(statement));

    if (status != PLD_OK)
        fprintf(stderr, "%s: %s\n", pld_status_message(status), error.message);
    pld_statement_free(statement);
    pld_mechanism_free(mechanism);
    return status;
}
