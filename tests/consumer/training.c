/* From a training run to what a paper says about it: reads the run, asks for epsilon, prints the paragraph. */
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
    if (status == PLD_OK) status = pld_query_epsilon(&composition, 1, log(1e-5), &options, &result, &error);
    if (status == PLD_OK) printf("%.6f <= epsilon <= %.6f\n", result.bracket.lower, result.bracket.upper);

    /* 60 epochs instead would be so many steps. */
    if (status == PLD_OK) status = pld_training_steps(60000, 256, 60, 1, &by_epochs, &error);
    if (status == PLD_OK) printf("60 epochs are %llu steps\n", (unsigned long long)by_epochs);

    uint64_t groups[] = {2};
    pld_statement_question question = {
        .steps = &composition, .step_count = 1, .delta = "1e-5", .groups = groups, .group_count = 1, .released = "the final model"};
    if (status == PLD_OK) status = pld_statement_create(&question, &options, &statement, &error);
    if (status == PLD_OK) puts(pld_statement_text(statement));

    if (status != PLD_OK) fprintf(stderr, "%s: %s\n", pld_status_message(status), error.message);
    pld_statement_free(statement);
    pld_mechanism_free(mechanism);
    return status;
}
