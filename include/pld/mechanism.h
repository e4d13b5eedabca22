/* Mechanisms as worst-case pairs of distributions.
 *
 * A mechanism is a pair (P, Q): P is the output with the protected records, Q without them. Its privacy loss is
 * L = log dP/dQ. The *remove* direction compares P to Q, the *add* direction Q to P. Objects do not change after creation and may
 * be shared between threads. */
#ifndef PLD_MECHANISM_H
#define PLD_MECHANISM_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pld_mechanism pld_mechanism;

typedef enum pld_direction { PLD_REMOVE = 0, PLD_ADD = 1 } pld_direction;
enum { PLD_DIRECTIONS = 2 };

/* "remove" or "add". */
PLD_API const char *pld_direction_name(pld_direction direction);

/* --- from text ------------------------------------------------------------------------------------------------------ */

/* Reads `name:key=value,...@count`: keys in any order, numbers may be fractions (256/60000) and have exponents (1e6), the last
 * `@` starts the count, which is 1 when it is missing. A spec may stand for several steps itself (dp-sgd, a whole training run):
 * *count is then so many times what stands behind the `@`. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_parse(const char *spec, pld_mechanism **mechanism, uint64_t *count,
                                                       pld_error *error);

/* --- from numbers --------------------------------------------------------------------------------------------------- */
/* `sensitivity` multiplies every mean (1: clip norm 1, so that sigma is the noise multiplier). */

/* N(1, sigma^2) versus N(0, sigma^2). */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_gaussian(double sigma, double sensitivity, pld_mechanism **mechanism,
                                                                 pld_error *error);

/* sum_i Binom(i; removed, q) N(i, sigma^2) versus sum_j Binom(j; added, q) N(-j, sigma^2); DP-SGD is removed = 1, added = 0.
 * Proven to be the worst case if one of the two is 0, and for one of each; otherwise some data sets are as bad, and whether none
 * is worse is not known. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_poisson_gaussian(double q, double sigma, uint64_t removed, uint64_t added,
                                                                         double sensitivity, pld_mechanism **mechanism,
                                                                         pld_error *error);

/* DP-SGD is usually given by its epochs: q = batch/population, and T = ceil(epochs/parts * population/batch) steps, exactly
 * (epochs = 25 and parts = 2 are 12.5 epochs). `batch` is the expected size of a batch under Poisson sampling, at most
 * `population`. */
PLD_API PLD_WARN_UNUSED pld_status pld_training_steps(uint64_t population, uint64_t batch, uint64_t epochs, uint64_t parts,
                                                      uint64_t *steps, pld_error *error);

/* sum_j Hyp(j; population, k, batch) N(j * shift, sigma^2) versus N(0, sigma^2): batches of fixed size without replacement. With
 * shift = 1 exact provided that what the other records contribute does not depend on how many protected records were drawn, and
 * no guarantee for batches of fixed size otherwise; shift = 2 is the worst case of those (Ganesh 2024) for k records that are all
 * added or all removed, where `population` counts the larger data set and batch <= population - k. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_hypergeometric_gaussian(uint64_t population, uint64_t batch, uint64_t k,
                                                                                double sigma, double shift, double sensitivity,
                                                                                pld_mechanism **mechanism, pld_error *error);

/* Random allocation (balls-in-bins): in an epoch each record goes to one of t batches, drawn uniformly. (1/t) sum_i N(e_i,
 * sigma^2) versus N(0, sigma^2) in t dimensions; the worst case in both directions. One draw is used for `repeat` epochs (1:
 * drawn anew each time), and of the t steps of an epoch the first `steps` are made (t: all; fewer only with repeat = 1). */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_allocation(uint64_t t, double sigma, double sensitivity, uint64_t repeat,
                                                                   uint64_t steps, pld_mechanism **mechanism, pld_error *error);

/* Two Gaussian mixtures of one sigma: sum_i p_weight[i] N(p_mean[i], sigma^2) versus sum_j q_weight[j] N(q_mean[j], sigma^2).
 * Each weight list must sum to 1 within 1e-9 (it is then divided by its sum), and the loss must increase in x. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_mixture_gaussian(double sigma, size_t p_count, const double *p_weight,
                                                                         const double *p_mean, size_t q_count,
                                                                         const double *q_weight, const double *q_mean,
                                                                         double sensitivity, pld_mechanism **mechanism,
                                                                         pld_error *error);

/* Lap(sensitivity, b) versus Lap(0, b), Laplace noise of scale b. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_laplace(double b, double sensitivity, pld_mechanism **mechanism,
                                                                pld_error *error);
/* (1 - q) Lap(0, b) + q Lap(sensitivity, b) versus Lap(0, b). */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_poisson_laplace(double q, double b, double sensitivity,
                                                                        pld_mechanism **mechanism, pld_error *error);

/* Discrete pairs. `rate` is the probability with which Poisson sampling takes a record: P becomes (1 - rate) Q + rate P; 1 for
 * none. */

/* One of k answers, the true one e^epsilon times as likely as each other; or the true one with probability `truth`. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_randomized_response(double epsilon, uint64_t k, double rate,
                                                                            pld_mechanism **mechanism, pld_error *error);
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_randomized_response_p(double truth, uint64_t k, double rate,
                                                                              pld_mechanism **mechanism, pld_error *error);
/* Whole numbers with probability proportional to e^(-x^2/(2 sigma^2)), around `sensitivity` versus around 0: one number, not a
 * vector. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_discrete_gaussian(double sigma, uint64_t sensitivity, double rate,
                                                                          pld_mechanism **mechanism, pld_error *error);
/* The same with e^(-|x|/b). */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_discrete_laplace(double b, uint64_t sensitivity, double rate,
                                                                         pld_mechanism **mechanism, pld_error *error);
/* The worst pair that is (epsilon, delta)-differentially private: a black box of which only that is known. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_approx_dp(double epsilon, double delta, double rate,
                                                                  pld_mechanism **mechanism, pld_error *error);
/* Report-noisy-max with Laplace noise of scale b on every count: any step of pure differential privacy 1/b, or 2/b if a vote may
 * be `changed` instead of added or removed. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_noisy_vote(double b, bool changed, double rate, pld_mechanism **mechanism,
                                                                   pld_error *error);
/* A selection by the exponential mechanism, or by the largest score after Gumbel noise: all losses of a record that is added or
 * removed are within some [t - epsilon, t]. Answers have two ends of two laws. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_exponential(double epsilon, double rate, pld_mechanism **mechanism,
                                                                    pld_error *error);
/* A selection by permute-and-flip: any step of pure differential privacy epsilon. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_permute_and_flip(double epsilon, double rate, pld_mechanism **mechanism,
                                                                         pld_error *error);
/* Two arrays of masses, outcome by outcome; zeros are allowed. Sums must be 1 within 1e-9, unless `normalise` divides by them.
 * What a sum lacks is counted as infinite loss from above and left out from below. `label` is what the mechanism calls itself. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_array(size_t count, const double *p, const double *q, bool normalise,
                                                              double rate, const char *label, pld_mechanism **mechanism,
                                                              pld_error *error);

/* The worst mechanism whose curve delta(epsilon) is at most that of the points, by increasing epsilon, straight in e^epsilon
 * between them. With `both_orders` the curve holds for neighbours in either order, as privacy profiles do, and epsilons are at
 * least 0; otherwise for P against Q alone. That the curve is one of your mechanism is yours to show. `label` as above. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_curve(size_t count, const double *epsilon, const double *delta,
                                                              bool both_orders, const char *label, pld_mechanism **mechanism,
                                                              pld_error *error);

/* The pair of the same mechanism when one record is replaced by another, instead of added or removed; fails with a reason where
 * none is known to be valid. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_replaced(const pld_mechanism *mechanism, pld_mechanism **replaced,
                                                                 pld_error *error);

/* The pair of the same mechanism when one record stays and contributes 0 (its gradient is 0), so that nothing else moves; fails
 * with a reason where none is known to be valid. Where that is the pair of a record that is there or not it is the same object.
 */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_zeroed(const pld_mechanism *mechanism, pld_mechanism **zeroed,
                                                               pld_error *error);

/* The pair of the same mechanism for k records at once, all of them added or all removed, from its pair for one; fails with a
 * reason where none is known. A group of which some are added and others removed is not covered under sampling. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_create_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group,
                                                              pld_error *error);

PLD_API void pld_mechanism_free(pld_mechanism *mechanism);

/* --- what it is ----------------------------------------------------------------------------------------------------- */

/* The spec with every default filled in; owned by the mechanism. */
PLD_API const char *pld_mechanism_resolved(const pld_mechanism *mechanism);

/* What belongs beside every result, a line each, or NULL: what is assumed, and for dp-sgd how q and the number of steps came
 * about. Owned by the mechanism. */
PLD_API const char *pld_mechanism_note(const pld_mechanism *mechanism);

/* Infimum and supremum of the loss in this direction, possibly infinite. */
PLD_API double pld_mechanism_loss_infimum(const pld_mechanism *mechanism, pld_direction direction);
PLD_API double pld_mechanism_loss_supremum(const pld_mechanism *mechanism, pld_direction direction);

/* delta(epsilon) of a single step from the closed form: good to rounding, but without a certified error. NAN where
 * other functions return PLD_ERROR_PLATFORM. */
PLD_API double pld_mechanism_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon);

/* log E_P[e^(s L)] at s = real + i imaginary, good to about 1e-13 where it is of order one; no certified error. With real
 * part infinite when the moment does not exist. */
PLD_API PLD_WARN_UNUSED pld_status pld_mechanism_log_moment(const pld_mechanism *mechanism, pld_direction direction, double real,
                                                            double imaginary, double *log_real, double *log_imaginary);

#ifdef __cplusplus
}
#endif
#endif
