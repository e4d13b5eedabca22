/* The list of families, in the order in which `pld mechanisms` shows them: the one line that a new family adds outside of its own
 * file and its test. NAME here is the file NAME.c, which defines the row pld__family_NAME, and tests/family/test_NAME.c
 * (tests/flow/check_families.sh). */
#ifndef PLD_FAMILY_TABLE_H
#define PLD_FAMILY_TABLE_H

/* clang-format off */
#define PLD__FAMILIES(row) \
    row(gaussian) \
    row(poisson_gaussian) \
    row(dp_sgd) \
    row(hypergeometric_gaussian) \
    row(fixed_size) \
    row(with_replacement) \
    row(truncated_poisson) \
    row(shuffle) \
    row(shuffle_once) \
    row(fixed_order) \
    row(banded) \
    row(allocation) \
    row(mixture_gaussian) \
    row(laplace) \
    row(poisson_laplace) \
    row(randomized_response) \
    row(discrete_gaussian) \
    row(discrete_laplace) \
    row(approx_dp) \
    row(noisy_vote) \
    row(exponential) \
    row(permute_and_flip) \
    row(poisson) \
    row(array)
/* clang-format on */

#endif
