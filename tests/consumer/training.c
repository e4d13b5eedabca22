/* From a budget to a training run to what a paper says about it: finds the noise, counts the steps of a loop, asks for epsilon
 * and for what an attacker can do, refutes a claim, sweeps over sigma, prints the paragraph. */
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

/* Is it right that the run spent so little? */
static pld_status refute(const pld_composition *run, const pld_options *options, pld_error *error) {
    pld_claims *claims = NULL;
    pld_comparison *comparison = NULL;
    pld_status status = pld_claims_create(&claims);
    if (status == PLD_OK)
        status = pld_claims_add(claims, "paper", 2.46, error);
    const pld_comparison_question question = {
        .size = sizeof question, .composition = run, .delta = "1e-5", .methods = "rdp", .claims = claims};
    if (status == PLD_OK)
        status = pld_comparison_create(&question, options, &comparison, error);
    if (status == PLD_OK)
        for (size_t i = 0; i < 2; i++) {
            const pld_finding *finding = pld_comparison_finding(comparison, 0, i);
            printf("%s %s: %s\n", finding->kind, finding->name, pld_verdict_name(finding->verdict));
        }
    pld_comparison_free(comparison);
    pld_claims_free(claims);
    return status;
}

/* The same run with more noise, into a file. */
static pld_status sweep_noise(pld_error *error) {
    pld_study *study = NULL;
    pld_status status = pld_study_parse("{\"schema\": \"pld.experiment/1\", \"delta\": 1e-5, \"vary\": {\"sigma\": \"1..4:x2\"},"
                                        " \"mechanisms\": \"dp-sgd:N=60000,batch=256,steps=16384,sigma=1\"}",
                                        &study, error);
    const pld_sweep sweep = {.size = sizeof sweep, .path = "noise.h5", .mode = PLD_STORE_REPLACE, .resume = true};
    pld_sweep_report report = {.size = sizeof report};
    if (status == PLD_OK)
        status = pld_study_sweep(study, &sweep, &report, error);
    if (status == PLD_OK)
        printf("noise.h5 has %zu points\n", report.points);
    pld_study_free(study);
    return status;
}

int main(void) {
    pld_error error = {.message = ""};
    pld_composition *run = NULL;
    pld_mechanism *step = NULL;
    pld_statement *statement = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    uint64_t by_epochs = 0;

    /* A training loop: its steps are counted as they are taken. */
    pld_status status = pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run);
    if (status == PLD_OK)
        status = pld_mechanism_create_poisson_gaussian(256.0 / 60000, 1, 1, 0, 1, &step, &error);
    for (int i = 0; i < 16384 && status == PLD_OK; i++)
        status = pld_composition_add(run, step, 1, &error);
    if (status == PLD_OK)
        status = pld_composition_epsilon(run, log(1e-5), &options, &result, &error);
    if (status == PLD_OK)
        printf("%.17g <= epsilon <= %.17g\n", result.bracket.lower, result.bracket.upper);

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
        printf("epsilon = 2 needs sigma = %.17g, and %.17g is not enough\n", found.value, found.limit);
    pld_attack attack;
    size_t count = 0;
    const pld_step *steps = run ? pld_composition_steps(run, &count) : NULL;
    if (status == PLD_OK)
        status = pld_query_attack(steps, count, 0.01, &options, &attack, &error);
    if (status == PLD_OK)
        printf("1 %% false positives allow at most %.2f %% true positives\n", 100 * attack.true_positive.upper);

    if (status == PLD_OK)
        status = refute(run, &options, &error);
    if (status == PLD_OK)
        status = sweep_noise(&error);

    uint64_t groups[] = {2};
    pld_statement_question question = {
        .steps = steps, .step_count = count, .delta = "1e-5", .groups = groups, .group_count = 1, .released = "the final model"};
    if (status == PLD_OK)
        status = pld_statement_create(&question, &options, &statement, &error);
    if (status == PLD_OK)
        puts(pld_statement_text(statement));

    if (status != PLD_OK)
        fprintf(stderr, "%s: %s\n", pld_status_message(status), error.message);
    pld_statement_free(statement);
    pld_mechanism_free(step);
    pld_composition_free(run);
    return status;
}
