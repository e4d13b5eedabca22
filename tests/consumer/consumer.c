#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

int main(void) {
    pld_composition *run = NULL;
    pld_result result;
    double delta = 1e-5;
    pld_options options = pld_options_default();
    pld_status status = pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run);
    if (status == PLD_OK)
        status = pld_composition_add_spec(run, "poisson-gaussian:q=256/60000,sigma=1@16384", NULL);
    if (status == PLD_OK)
        status = pld_composition_epsilon(run, log(delta), &options, &result, NULL);
    if (status == PLD_OK)
        printf("%.17g <= epsilon <= %.17g\n", result.bracket.lower, result.bracket.upper);
    pld_composition_free(run);
    return status;
}
