#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

int main(void) {
    pld_mechanism *step = NULL;
    uint64_t count = 0;
    pld_result result;
    pld_options options = pld_options_default();
    pld_status status = pld_mechanism_parse("poisson-gaussian:q=256/60000,sigma=1@16384", &step, &count, NULL);
    pld_step composition = {step, count};
    if (status == PLD_OK)
        status = pld_query_epsilon(&composition, 1, log(1e-5), &options, &result, NULL);
    if (status == PLD_OK)
        printf("%.6f <= epsilon <= %.6f\n", result.bracket.lower, result.bracket.upper);
    pld_mechanism_free(step);
    return status;
}
