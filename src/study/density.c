#include "study/density.h"

#include "base/base.h"
#include "base/plain.h"
#include "pair/pair.h"
#include "study/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sigma of a resolved spec: pairs are kept in units of it. False if there is none. */
static bool find_sigma(const pld_mechanism *mechanism, double *sigma) {
    const char *found = strstr(pld_mechanism_resolved(mechanism), "sigma=");
    *sigma = found ? pld__plain_read(found + strlen("sigma="), NULL) : 0;
    return *sigma > 0;
}

/* The only mechanism of a line. */
static const pld_mechanism *mechanism_of(const pld_study *study, size_t line) {
    size_t count = 0;
    return pld_composition_steps(study->lines[line], &count)[0].mechanism;
}

pld_status pld__study_density_check(const pld_study *study, pld_error *error) {
    if (study->spec_count != 1) {
        return pld__error_argument(error, "mechanisms", "one mechanism", "densities are those of one mechanism, not of several");
    }
    pld_status status = PLD_OK;
    for (size_t i = 0; i < study->line_count && status == PLD_OK; i++) {
        const pld_mechanism *mechanism = mechanism_of(study, i);
        double sigma = 0;
        if (mechanism->sparse || !find_sigma(mechanism, &sigma)) {
            status = pld__error_argument(error, study->specs[0], "a mechanism with the key sigma",
                                         "the densities of '%s' cannot be drawn: its noise is not Gaussian", study->specs[0]);
        }
    }
    return status;
}

/* The masses of a cell that is narrow enough to be flat, over its width. */
static void densities_at(const pld_mechanism *mechanism, double sigma, double x, double *p, double *q) {
    const double half =
        1e-7; /* in units of sigma; the density changes by x/sigma^2 relative, so by less than 1e-4 anywhere near */
    double p_mass = 0, q_mass = 0, unit = 0, centre = x / sigma;
    mechanism->operations->masses(mechanism->pair, centre - half, centre + half, 1, 0, &p_mass, &q_mass, &unit);
    double width = 2 * half * sigma;
    *p = p_mass > 0 ? exp(log(p_mass) + unit) / width : 0;
    *q = q_mass > 0 ? exp(log(q_mass) + unit) / width : 0;
}

pld__builder *pld__study_density_build(const pld_study *study, size_t index, const char *command) {
    size_t lines = pld__study_lines_per_series(study), size = lines * study->point_count;
    double *p = pld__allocate(size, sizeof *p), *q = pld__allocate(size, sizeof *q);
    pld__builder *builder = p && q ? pld__study_series_start(study, index, command) : NULL;
    for (size_t point = 0; point < size && builder != NULL; point++) {
        const pld_mechanism *mechanism = mechanism_of(study, index * lines + point / study->point_count);
        double sigma = 0;
        (void)find_sigma(mechanism, &sigma); /* there is one: it was checked */
        densities_at(mechanism, sigma, study->points[point % study->point_count], &p[point], &q[point]);
    }
    pld__builder_column(
        builder,
        &(pld_column){.name = "density_p", .units = "1", .long_name = "density with the protected records", .values = p});
    pld__builder_column(
        builder,
        &(pld_column){.name = "density_q", .units = "1", .long_name = "density without the protected records", .values = q});
    pld__free(p);
    pld__free(q);
    return builder;
}
