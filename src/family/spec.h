/* The families of mechanisms as the command line knows them: one table, read by the parser and by whoever explains it.
 *
 * To add a family, write its keys and one function that calls its constructor, and add one row to the table in spec_families.c. */
#ifndef PLD_FAMILY_SPEC_H
#define PLD_FAMILY_SPEC_H

#include <pld/mechanism.h>
#include <stdbool.h>

typedef enum pld__key_kind {
    PLD__KEY_NUMBER,  /* 0.01, 1e-5, 256/60000 */
    PLD__KEY_WHOLE,   /* 16384, 1e6 */
    PLD__KEY_NUMBERS, /* numbers with colons between: 1/4:1/2:1/4 */
    PLD__KEY_NAME     /* a word, taken as it is */
} pld__key_kind;

typedef struct pld__key {
    const char *name;
    pld__key_kind kind;
    const char *fallback; /* the value of a key that is not given, as text; NULL: the key must be given */
    const char *meaning;  /* one line */
} pld__key;

/* What a key was given as; only the members of its kind mean anything. */
typedef struct pld__value {
    bool given; /* false: the fallback */
    double number;
    uint64_t whole;
    double *numbers;
    size_t length;
    const char *text; /* as it stands in the spec, but for lists; as long as the spec is read */
} pld__value;

enum { PLD__KEYS_MOST = 8 }; /* the most keys a family may have */

typedef struct pld__family {
    const char *name;
    const char *meaning; /* one line: P versus Q */
    const char *remark;  /* what is proven about it, and what else one should know */
    const char *reference;
    const char *example;
    const pld__key *keys;
    size_t key_count;
    const char *adjacency; /* under which the pair is valid, one line */
    /* `values` are in the order of `keys`; `rate` is the probability of Poisson sampling around it, 1 for none. */
    pld_status (*create)(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error);
    const char *no_sampling; /* why it cannot be sampled, or NULL if it can */
    /* How many steps one of it stands for; NULL: one. Asked after `create`, with the same values. */
    pld_status (*steps)(const pld__value *values, uint64_t *steps, pld_error *error);
} pld__family;

/* spec_dp_sgd.c */
extern const pld__family pld__family_dp_sgd;

/* The families of spec_families_discrete.c. */
extern const pld__family pld__family_laplace, pld__family_poisson_laplace, pld__family_randomized_response,
    pld__family_discrete_gaussian, pld__family_discrete_laplace, pld__family_approx_dp, pld__family_noisy_vote;

/* Two arrays of masses from a file: create is NULL, the parser reads them. */
extern const pld__family pld__family_array;

/* How a spec gets at files: the columns (or datasets) of these names, two arrays of `count` numbers from pld__allocate. */
typedef pld_status pld__array_reader(const char *path, const char *p_name, const char *q_name, double **p, double **q,
                                     size_t *count, pld_error *error);

/* pld_mechanism_parse with files; without a reader (NULL) families that need one are refused. */
PLD_WARN_UNUSED pld_status pld__mechanism_parse(const char *spec, pld__array_reader *reader, pld_mechanism **mechanism,
                                                uint64_t *count, pld_error *error);

/* The wrapper of another family: poisson:q=..,of=NAME,.. Its keys are listed; those of the other family come with them. */
extern const pld__family pld__family_poisson;

/* All families in the order in which they are listed; NULL behind the last one. */
const pld__family *pld__family_at(size_t index);

/* NULL if there is none of this name; then `error` (if not NULL) says so, with the nearest name. */
const pld__family *pld__family_find(const char *name, pld_error *error);

/* The key of this name in a spec that is still text, also of what poisson samples; *found is NULL if its family has none.
 * PLD_ERROR_ARGUMENT if there is no such family. */
PLD_WARN_UNUSED pld_status pld__spec_key(const char *spec, const char *key, const pld__key **found, pld_error *error);

/* Where `key=` begins among the keys from `keys` to `end`, NULL if it is not there. */
const char *pld__spec_item(const char *keys, const char *end, const char *key);

/* "a number", "a whole number", "numbers with colons between". */
const char *pld__key_kind_name(pld__key_kind kind);

#endif
