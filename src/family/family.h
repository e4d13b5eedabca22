/* A family of mechanisms is one file and one row: all that generic code (the parser, `pld mechanisms`, groups, replacement,
 * statements, calibration) knows of it. To add one: src/family/NAME.c with its row, a line in table.h, tests/family/test_NAME.c.
 */
#ifndef PLD_FAMILY_FAMILY_H
#define PLD_FAMILY_FAMILY_H

#include "family/monotone.h"
#include "family/range.h"
#include "family/standing.h"
#include "family/table.h"
#include "family/words.h"
#include "pair/pair.h"

/* --- keys ----------------------------------------------------------------------------------------------------------- */

typedef enum pld__key_kind {
    PLD__KEY_NUMBER,  /* 0.01, 1e-5, 256/60000 */
    PLD__KEY_WHOLE,   /* 16384, 1e6 */
    PLD__KEY_NUMBERS, /* numbers with colons between: 1/4:1/2:1/4 */
    PLD__KEY_NAME     /* a word, taken as it is */
} pld__key_kind;

typedef struct pld__key {
    const char *name;
    pld__key_kind kind;
    const char *fallback;        /* the value of a key that is not given, as text; NULL: the key must be given */
    const char *meaning;         /* one line */
    const pld__key_range *range; /* from where to where it may be solved for; NULL: it may not */
    pld__monotone monotone;      /* why spending is monotone in it */
    const char *unless[2];       /* other keys that take the theorem away where one of them is given, or NULL */
    const char *not_monotone;    /* what is known instead of a theorem, as a clause; NULL: nothing */
    /* Of a name that is one of a list: those of it, with a line on each, and NULL behind the last. */
    const char *(*name_at)(size_t index, const char **meaning);
} pld__key;

/* "a number", "a whole number", "numbers with colons between". */
const char *pld__key_kind_name(pld__key_kind kind);

enum { PLD__KEYS_MOST = 10 }; /* the most keys a family may have */

/* What a key was given as; only the members of its kind mean anything. */
typedef struct pld__value {
    bool given; /* false: the fallback */
    double number;
    uint64_t whole;
    double *numbers;
    size_t length;
    const char *text; /* as it stands in the spec, but for lists; as long as the spec is read */
} pld__value;

/* How a spec gets at files: the columns (or datasets) of these names, two arrays of `count` numbers from pld__allocate. */
typedef pld_status pld__array_reader(const char *path, const char *p_name, const char *q_name, double **p, double **q,
                                     size_t *count, pld_error *error);

/* What a mechanism is made from. */
typedef struct pld__given {
    const pld__value *values;  /* in the order of the keys */
    double rate;               /* the probability of Poisson sampling around it, 1 for none */
    uint64_t count;            /* behind the @, for a family that takes it */
    pld__array_reader *reader; /* NULL: files are not read */
} pld__given;

/* --- the row -------------------------------------------------------------------------------------------------------- */

/* Noise of a scale on one whole number, which records change by so much. */
typedef pld_status pld__whole_create(double scale, uint64_t sensitivity, double rate, pld_mechanism **mechanism,
                                     pld_error *error);

/* A guarantee for one record that adds up along a chain of changes (T173): that of k changes, for so many records. */
typedef pld_status pld__chain_create(const pld_mechanism *mechanism, uint64_t k, uint64_t records, pld_mechanism **made,
                                     pld_error *error);

typedef struct pld__family {
    /* What `pld mechanisms` shows. */
    const char *name;
    const char *meaning; /* one line: P versus Q */
    const char *remark;  /* what is proven about it, and what else one should know */
    const char *reference;
    const char *example;
    const char *adjacency; /* under which the pair is valid, one line */

    /* From keys to a mechanism, whose traits point back to this row. */
    const pld__key *keys;
    size_t key_count;
    pld_status (*create)(const pld__given *given, pld_mechanism **mechanism, pld_error *error);
    /* How many steps one of it stands for; NULL: one. Asked after `create`, with the same values. */
    pld_status (*steps)(const pld__value *values, uint64_t *steps, pld_error *error);
    bool takes_count;        /* the count behind the @ is part of the mechanism, of which there is then one */
    const char *no_sampling; /* why it cannot be sampled, or NULL if it can */
    bool samples_another; /* it has no pair of its own: the key `of` names the family whose keys follow, and `q` samples that one
                           */

    /* What is proven of the pair (T42): always the same, or by the numbers it was made from. */
    pld__standing standing;
    pld__standing (*standing_of)(const pld__traits *traits); /* NULL: `standing` */

    /* The pair of k >= 1 records at once, all added or all removed, from the pair of one; `no_group` says why there is none where
     * it is NULL. */
    pld_status (*group)(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error);
    const char *no_group;
    /* The pair of a record that is replaced; `no_replace` says why there is none where it is NULL. */
    pld_status (*replace)(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error);
    const char *no_replace;
    /* What pld__whole_group and pld__chain_group, and those of replacement, make pairs with; NULL where the row has others. */
    pld__whole_create *create_whole;
    pld__chain_create *create_chain;
    /* The pair of a record that stays and contributes 0: that of one that is there or not (T42), another, or `no_zero` says why
     * there is none. */
    bool zero_as_removed;
    pld_status (*zero)(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error);
    const char *no_zero;
    /* Why there is no pair of a record that is added or removed; NULL: there is one. */
    const char *no_presence;

    /* Words of statements: see words.h for how formulas are written. */
    void (*describe)(const pld__words *words, const pld_mechanism *mechanism, uint64_t count); /* a clause: `count` of it */
    pld__neighbours (*neighbours)(const pld_mechanism *mechanism); /* NULL: they differ by one record */
    const char *answers;     /* of PLD__CHANGE_ANSWER: where another answer is given, as "in ..." */
    unsigned public_numbers; /* of a training: which numbers have to be public, pld__public; 0: it is none */
    const char
        *drawing[PLD__DRAWING_SENTENCES]; /* how batches are drawn, if not by Poisson sampling; first NULL: by that, if at all */
    const char *restriction;              /* of PLD__STANDING_RESTRICTED: behind "provided that" */
    const char *unrestricted;             /* and a sentence on what holds without it; what is between backquotes is code */
} pld__family;

/* pld__family_gaussian and the others. */
#define PLD__FAMILY_DECLARE(name) extern const pld__family pld__family_##name;
PLD__FAMILIES(PLD__FAMILY_DECLARE)

/* The number of keys, behind the keys themselves. */
#define PLD__KEYS(keys) .keys = (keys), .key_count = sizeof(keys) / sizeof((keys)[0])

/* All families in the order in which they are listed; NULL behind the last one. */
const pld__family *pld__family_at(size_t index);

/* NULL if there is none of this name; then `error` (if not NULL) says so, with the nearest name. */
const pld__family *pld__family_find(const char *name, pld_error *error);

/* The family of a mechanism; a pair and nothing else counts as an array. */
const pld__family *pld__family_of(const pld__traits *traits);

/* --- what several families say -------------------------------------------------------------------------------------- */

#define PLD__SAMPLED_ALREADY "it is sampled already, and sampling twice is not one Poisson sampling of a known pair"
#define PLD__GIVEN_AS_IT_IS "the pair was given as it is"
#define PLD__ONE_GUARANTEE "only a guarantee for one record is known of it"
#define PLD__SEVERAL_DRAWN "with sampling several records of the group may be drawn at once"
#define PLD__SEVERAL_ALREADY "it is one of several records already"
#define PLD__NO_CONTRIBUTION "a record that contributes 0 has no meaning there"
#define PLD__NOT_TWO_ENDS "with sampling the old and the new value are not the two ends of one noise"

/* Keys that mean the same to all Gaussian families. */
#define PLD__KEY_SIGMA_OF_CLIPPED                                                                                             \
    {                                                                                                                         \
        .name = "sigma", .kind = PLD__KEY_NUMBER,                                                                             \
        .meaning = "standard deviation of the noise, > 0; with clip norm 1 the noise multiplier", .range = &pld__range_sigma, \
        .monotone = PLD__MONOTONE_NOISE                                                                                       \
    }
#define PLD__KEY_SENSITIVITY_OF_MEANS                                                                             \
    {                                                                                                             \
        .name = "sensitivity", .kind = PLD__KEY_NUMBER, .fallback = "1", .meaning = "multiplies every mean, > 0", \
        .range = &pld__range_sensitivity, .monotone = PLD__MONOTONE_SCALE                                         \
    }

/* Keys of those that draw batches of a size, and of those that select by scores. */
#define PLD__KEY_POPULATION(words) \
    { .name = "N", .kind = PLD__KEY_WHOLE, .meaning = (words), .range = &pld__range_N, .monotone = PLD__MONOTONE_DRAWN }
#define PLD__KEY_BATCH(words) \
    { .name = "B", .kind = PLD__KEY_WHOLE, .meaning = (words), .range = &pld__range_B, .monotone = PLD__MONOTONE_DRAWN }
#define PLD__KEY_EPSILON_CLAIMED(words)                                                               \
    {                                                                                                 \
        .name = "epsilon", .kind = PLD__KEY_NUMBER, .meaning = (words), .range = &pld__range_epsilon, \
        .monotone = PLD__MONOTONE_CLAIM                                                               \
    }

/* Keys of Laplace families, and of those that add noise to one whole number. */
#define PLD__KEY_SCALE_OF_LAPLACE                                                                           \
    {                                                                                                       \
        .name = "b", .kind = PLD__KEY_NUMBER, .meaning = "scale of the noise, > 0", .range = &pld__range_b, \
        .monotone = PLD__MONOTONE_NOISE                                                                     \
    }
#define PLD__KEY_SENSITIVITY_OF_SUMS                                                                                        \
    {                                                                                                                       \
        .name = "sensitivity", .kind = PLD__KEY_NUMBER, .fallback = "1",                                                    \
        .meaning = "what one record changes the results by, absolute values summed, > 0", .range = &pld__range_sensitivity, \
        .monotone = PLD__MONOTONE_SCALE                                                                                     \
    }
#define PLD__KEY_SENSITIVITY_OF_ONE                                                                              \
    {                                                                                                            \
        .name = "sensitivity", .kind = PLD__KEY_WHOLE, .fallback = "1",                                          \
        .meaning = "what one record changes the one whole number by, at most", .range = &pld__range_sensitivity, \
        .monotone = PLD__MONOTONE_SHIFT                                                                          \
    }

/* For rows with create_whole: k records move the number by up to k times as much as one, one that is replaced by up to twice as
 * much, and the pair of a larger shift is the worst of all smaller ones; not where records are sampled. */
pld_status pld__whole_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error);
pld_status pld__whole_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error);

/* For rows with create_chain. Refused where it is sampled, or one of several records already. */
pld_status pld__chain_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error);
pld_status pld__chain_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error);

/* The pair that dominates with `count` of those that are attained, and why the two are not one (a constant text): takes all of
 * them, also where `status` is a failure, which it returns. */
PLD_WARN_UNUSED pld_status pld__two_ends_join(pld_status status, pld_mechanism *dominating, pld_mechanism *const *attained,
                                              size_t count, const char *gap, pld_mechanism **mechanism);

/* PLD_ERROR_ARGUMENT: no pair of a group (of a record that is replaced) is known, because. */
pld_status pld__group_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error);
pld_status pld__replace_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error);
pld_status pld__zero_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error);
/* The same of a record that is added or removed. */
pld_status pld__presence_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error);

#endif
