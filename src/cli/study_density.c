#include "cli/study_density.h"

#include "base/base.h"
#include "base/plain.h"
#include "cli/study_series.h"
#include "pair/pair.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sigma of a resolved spec: pairs are kept in units of it. False if there is none. */
static bool find_sigma(const pld_mechanism *mechanism, double *sigma) {
    const char *found = strstr(pld_mechanism_resolved(mechanism), "sigma=");
    *sigma = found ? pld__plain_read(found + strlen("sigma="), NULL) : 0;
    return *sigma > 0;
}

/* Reads a line of one mechanism; free it also after a failure. */
static pld_status read_line(const pld__study *study, size_t index, pld__study_line *line, double *sigma, pld_error *error) {
    pld_status status = pld__study_line_read(study, index, line, error);
    if (status == PLD_OK && (line->composition.mechanisms[0]->sparse || !find_sigma(line->composition.mechanisms[0], sigma))) {
        status = pld__error_argument(error, study->specs[0], "a mechanism with the key sigma",
                                     "the densities of '%s' cannot be drawn: its noise is not Gaussian", study->specs[0]);
    }
    return status;
}

pld_status pld__study_density_check(const pld__study *study, pld_error *error) {
    if (study->spec_count != 1) {
        return pld__error_argument(error, "mechanisms", "one mechanism", "densities are those of one mechanism, not of several");
    }
    pld_status status = PLD_OK;
    for (size_t i = 0; i < pld__study_line_count(study) && status == PLD_OK; i++) {
        pld__study_line line;
        double sigma = 0;
        status = read_line(study, i, &line, &sigma, error);
        pld__study_line_free(study, &line);
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

pld__builder *pld__study_density_build(const pld__study *study, size_t index) {
    size_t lines = pld__study_lines_per_series(study), size = lines * study->point_count;
    double *p = pld__allocate(size, sizeof *p), *q = pld__allocate(size, sizeof *q);
    pld__builder *builder = p && q ? pld__study_series_start(study, index) : NULL;
    bool good = builder != NULL;
    for (size_t i = 0; i < lines && good; i++) {
        pld__study_line line;
        double sigma = 0;
        good = read_line(study, index * lines + i, &line, &sigma, NULL) == PLD_OK;
        for (size_t j = 0; j < study->point_count && good; j++) {
            size_t point = i * study->point_count + j;
            densities_at(line.composition.mechanisms[0], sigma, study->points[j], &p[point], &q[point]);
        }
        pld__study_line_free(study, &line);
    }
    if (!good) {
        pld__builder_free(builder);
        builder = NULL;
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
