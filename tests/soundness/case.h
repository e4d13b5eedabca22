/* What is asked: a composition in numbers of its own, from which both the words of the command line and the truth are made. */
#ifndef TESTS_SOUNDNESS_CASE_H
#define TESTS_SOUNDNESS_CASE_H

#include <pld/query.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum family {
    GAUSSIAN,
    POISSON_GAUSSIAN,
    HYPERGEOMETRIC_GAUSSIAN,
    MIXTURE_GAUSSIAN,
    LAPLACE,
    POISSON_LAPLACE,
    RANDOMIZED_RESPONSE,
    DISCRETE_GAUSSIAN,
    DISCRETE_LAPLACE,
    APPROX_DP,
    NOISY_VOTE,
    FAMILIES
} family;

enum { COMPONENTS_MOST = 4, STEPS_MOST = 4, TEXT_SIZE = 512, COMMAND_SIZE = 2600 };

/* One word of a composition. Which fields count depends on the family; every number is written so that it reads back as itself.
 */
typedef struct step {
    family family;
    double scale;       /* sigma or b */
    double sensitivity; /* whole for discrete noise and randomized response */
    double rate;        /* q; of discrete families 1 unless inside poisson:of= */
    double shift;
    double epsilon, delta;
    double truth; /* p of randomized response, 0 if it is given by epsilon */
    uint64_t removed, added, population, batch, k;
    unsigned p_count, q_count;
    double p_weight[COMPONENTS_MOST], p_mean[COMPONENTS_MOST], q_weight[COMPONENTS_MOST], q_mean[COMPONENTS_MOST];
    bool wrapped; /* written as poisson:of= although the family has a sampled one of its own */
    uint64_t count;
} step;

typedef struct question {
    step steps[STEPS_MOST];
    unsigned step_count;
    pld_adjacency adjacency;
    bool for_delta;
    char given[64]; /* the target as written */
    double epsilon, log_delta;
    double relative_tolerance; /* 0: the default */
    unsigned megabytes;        /* --memory-limit, 0: none given; little memory gives coarse answers soon */
} question;

/* --- words ---------------------------------------------------------------------------------------------------------- */

void step_text(const step *of, char text[TEXT_SIZE]);
/* The whole command line. */
void question_text(const question *of, char text[COMMAND_SIZE]);

/* The same steps asked what an attacker can do; the key is fpr or prior. */
void question_tradeoff_text(const question *of, const char *key, double value, char text[COMMAND_SIZE]);

/* Writes the target and reads it back as the program does. */
void question_set_epsilon(question *of, double epsilon);
void question_set_delta(question *of, const char *delta);

/* --- meaning -------------------------------------------------------------------------------------------------------- */

/* The step whose pair stands for this one when a record is replaced; false where there is none. */
bool step_replaced(const step *of, step *replaced);
/* The same for all steps if the question is of that adjacency, a copy otherwise. */
bool question_resolved(const question *of, question *resolved);
bool question_asks(const question *of, pld_direction direction);

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* What the library is asked with. Cleared by inquiry_clear even if it could not be made. */
typedef struct inquiry {
    pld_mechanism *mechanisms[STEPS_MOST];
    pld_step steps[STEPS_MOST];
    pld_options options;
} inquiry;

pld_status inquiry_create(const question *of, inquiry *made, pld_error *error);
void inquiry_clear(inquiry *used);

/* Asks the library, with mechanisms from its own parser. The error may be empty. */
pld_status question_ask(const question *of, pld_result *result, pld_error *error);

#endif
