/* The one small interface behind every mechanism: a pair (P, Q) on a line x along which the loss L = log dP/dQ increases.
 *
 * Everything is in the remove direction; add reads it with P and Q exchanged and the loss negated. */
#ifndef PLD_PAIR_PAIR_H
#define PLD_PAIR_PAIR_H

#include <complex.h>
#include <math.h>
#include <pld/mechanism.h>
#include <stdbool.h>

/* Logs of the masses of P and Q on the same set; -INFINITY for none. */
typedef struct pld__log_mass {
    long double p, q;
} pld__log_mass;

/* The larger of the logs, without sign; 0 for none. */
static inline double pld__log_size(pld__log_mass mass) {
    double p = mass.p > -INFINITY ? (double)fabsl(mass.p) : 0, q = mass.q > -INFINITY ? (double)fabsl(mass.q) : 0;
    return p > q ? p : q;
}

/* The log of a sum, from logs. */
static inline long double pld__log_add(long double a, long double b) {
    long double more = fmaxl(a, b), less = fminl(a, b);
    return less == -INFINITY ? more : more + log1pl(expl(less - more));
}

/* How far the mass of a tail may be off, relative: `slope` is that of the mechanism, or of its cells (see tail_slope). */
static inline double pld__tail_error(pld__log_mass mass, double slope) {
    double size = pld__log_size(mass);
    return 1e-13 + 4e-16 * size + slope * (8 + sqrt(2 * size));
}

/* How far a computed mass can be from the true one: p and q within a factor 1 +- rho, their ratio within e^(+-kappa). */
typedef struct pld__accuracy {
    double rho, kappa;
} pld__accuracy;

/* Ends of a bracket of log delta. */
typedef struct pld__log_bounds {
    long double lower, upper;
} pld__log_bounds;

/* One point of a fast, uncertified discretization, used for planning only. */
typedef struct pld__sketch_point {
    double log_p, log_q, loss;
} pld__sketch_point;

/* enclosure.h: two laws that the pair is between, and what they are made for. */
typedef struct pld__aim pld__aim;
typedef struct pld__enclosure pld__enclosure;

typedef struct pld__pair_operations {
    /* Of a pair that is only known between two laws (enclosure.h): makes them; such a pair has no positions, masses and tails.
     * NULL: any other pair. */
    pld_status (*enclose)(const void *pair, const pld__aim *aim, pld__enclosure *made);
    /* x with L(x) = loss[i], losses increasing; -INFINITY below the infimum of the loss, +INFINITY above the supremum. The loss
     * at the returned x is within 4 u (1 + |loss|) and what masses() counts in kappa of what was asked. */
    void (*positions)(const void *pair, const double *loss, size_t count, double *x);
    /* How far the loss at x, found by positions(), may be from what was asked, beside the 4 u (1 + |loss|); for an infinite x, at
     * the place where it became so. NULL: less than that. */
    double (*position_error)(const void *pair, double x);
    /* The stretch of x outside of which both masses are below 1e-30. */
    void (*bulk)(const void *pair, double *low, double *high);
    /* [left, right], both finite, in `cuts` equal parts: p_i = P-mass e^-unit, q_i = Q-mass e^(reference - unit) with a unit of
     * the function's choice. With reference near the loss there both are of one size, and neither under- nor overflows. */
    pld__accuracy (*masses)(const void *pair, double left, double right, size_t cuts, double reference, double *p, double *q,
                            double *unit);
    /* Mass below and above x, good to pld__tail_error, relative. */
    pld__log_mass (*mass_below)(const void *pair, double x);
    pld__log_mass (*mass_above)(const void *pair, double x);
    /* log delta(e) for some e within 8 u |epsilon| of epsilon, an epsilon between the ends of the loss; good to 1e-15 relative to
     * delta and to 1e-16 of the log. NULL where there is no form without differences of masses. */
    long double (*log_delta)(const void *pair, pld_direction direction, double epsilon);
    /* Smallest loss l >= 0 with log P[L > l] <= log_mass (above) and log Q[L < -l] <= log_mass (below), to a few percent;
     * no more than the end of the support. */
    double (*reach_above)(const void *pair, double log_mass);
    double (*reach_below)(const void *pair, double log_mass);
    /* Points of a sketch for planning, as far out as `reach` standard deviations, `refinement` times as many as planning needs.
     * *points is allocated with pld__allocate. */
    pld_status (*sketch_points)(const void *pair, double reach, unsigned refinement, pld__sketch_point **points, size_t *count);
    /* delta(epsilon) of one step in a direction, epsilon >= 0, from below and above, as -INFINITY and 0 where it cannot tell;
     * `supremum_upper` is not below the supremum of the loss. NULL: only by positions and masses. */
    pld__log_bounds (*hockey)(const void *pair, pld_direction direction, double epsilon, double supremum_upper);
    /* log E_P e^(lambda L) of a direction at lambda > 0, from above; INFINITY where it cannot tell. NULL: it never can. */
    double (*log_moment_upper)(const void *pair, pld_direction direction, double lambda);
    /* log E_P [e^(t L); beyond x] of a direction, t >= 0, from above: beyond is above x for remove, below it for add. NULL:
     * nothing is known. */
    double (*log_tail_upper)(const void *pair, pld_direction direction, double t, double x);
    /* log E_P e^(s L). */
    double complex (*log_moment)(const void *pair, double complex s);
    void (*free)(void *pair);
} pld__pair_operations;

/* What published bounds and closed forms ask for. Of what a family is, its row knows more (family/family.h). */
typedef enum pld__kind {
    PLD__KIND_OTHER, /* nobody asks */
    PLD__KIND_GAUSSIAN,
    PLD__KIND_POISSON_GAUSSIAN,
    PLD__KIND_HYPERGEOMETRIC_GAUSSIAN,
    PLD__KIND_MIXTURE_GAUSSIAN,
    PLD__KIND_LAPLACE,
    PLD__KIND_POISSON_LAPLACE,
    PLD__KIND_RANDOMIZED_RESPONSE,
    PLD__KIND_DISCRETE_GAUSSIAN,
    PLD__KIND_DISCRETE_LAPLACE,
    PLD__KIND_APPROX_DP,
    PLD__KIND_NOISY_VOTE,
    PLD__KIND_ALLOCATION
} pld__kind;

/* What it was made from, for published bounds that do not start from the pair. A constructor fills what its kind has (in
 * brackets) and leaves the rest 0; nothing here changes what the pair is. That a mechanism is purely private shows in the ends of
 * its loss. */
typedef struct pld__traits {
    const struct pld__family *family; /* its row; NULL: a pair and nothing else */
    pld__kind kind;
    double scale;       /* sigma or b as given [Gaussian ones but mixtures, *laplace, discrete-*, allocation] */
    double sensitivity; /* as given [the same, but discrete-*] */
    double noise;       /* sigma (or b) over what one protected record moves the mean by [Gaussian ones but mixtures, *laplace] */
    double sampling_rate;       /* q, or B/N; 1 without sampling [gaussian, poisson-*, hypergeometric-*] */
    uint64_t removed, added;    /* protected records that only P has, that only Q has [poisson-*, hypergeometric-*] */
    uint64_t population, batch; /* N and B [hypergeometric-*, dp-sgd] */
    double shift;               /* as given [hypergeometric-*] */
    uint64_t steps;             /* of one training run [dp-sgd] */
    double zcdp;                /* rho of zero-concentrated differential privacy, if it is known [gaussian, discrete-gaussian] */
    uint64_t whole_sensitivity; /* [discrete-*; answers of a record: randomized-response; records of a group: approx-dp] */
    uint64_t batches, used;     /* of an epoch, and those of them that were made [allocation] */
    uint64_t repeat;            /* epochs of one draw [allocation] */
    double epsilon, delta;      /* [approx-dp, noisy-vote; epsilon: randomized-response] */
} pld__traits;

/* Is the rate of Poisson sampling the fraction batch/population itself [dp-sgd]? sampling_rate is then the double next above it:
 * what is spent only grows with it, so that it will do for upper bounds that start from the traits. */
static inline bool pld__traits_has_fraction(const pld__traits *traits) {
    return traits->kind == PLD__KIND_POISSON_GAUSSIAN && traits->population > 0;
}

enum { PLD__ATTAINED_MOST = 4 };

struct pld_mechanism {
    const pld__pair_operations *operations;
    pld__traits traits;
    void *pair;
    double loss_infimum, loss_supremum;
    double infimum_error, supremum_error; /* how far each may be from the true end: at least 4 u of its size */
    double tail_slope;  /* masses of tails are off by this times 8 + sqrt(2 |log|) more than others: means are rounded */
    bool replaced;      /* the pair of a record that is replaced: made by pld_mechanism_create_replaced */
    bool zeroed;        /* the pair of a record that stays with a contribution of 0: made by pld_mechanism_create_zeroed */
    bool trivial;       /* P = Q: no loss at all */
    bool sparse;        /* the pair is a pld__sparse (pair/sparse.h): exact outcomes, no buckets, no masses() */
    bool has_end_atoms; /* single losses at both ends of the support have mass */
    long double infinity[PLD_DIRECTIONS]; /* mass of the outcomes that only P (remove) or only Q (add) has */
    long double
        dropped; /* P- or Q-mass that the pair leaves out (weights too small for a double); an upper law puts it at infinity */
    /* The side compared to leaves mass out in this direction: an upper law may, a lower law may not, so nothing is claimed from
     * below. */
    bool no_lower[PLD_DIRECTIONS];
    /* Where the pair above only dominates what it stands for: pairs that some data sets attain, from which lower ends come, and
     * why the two are not one, a sentence; owned. None: the pair serves both ends. */
    struct pld_mechanism *attained[PLD__ATTAINED_MOST];
    size_t attained_count;
    const char *gap; /* a constant text; NULL: no gap */
    /* More than the pair says: log E_P e^(lambda L) of a direction at lambda > 0 from above, of every step that it stands for,
     * also one chosen after the results before it (T171); INFINITY where it cannot tell. NULL: nothing. */
    double (*moment_upper)(const struct pld_mechanism *mechanism, pld_direction direction, double lambda);
    /* Beside the list of attained pairs, one for every share between 0 and 1 (T172); NULL: none. */
    pld_status (*attain)(const struct pld_mechanism *mechanism, double share, struct pld_mechanism **attained);
    char *resolved;
    char *note;       /* or NULL */
    char *origin;     /* how its numbers came about: the first line of the note, also of pairs made from this one; or NULL */
    unsigned sharers; /* owners beside the first: changed by pld__mechanism_share and pld_mechanism_free alone */
};

/* One owner more, who frees it too. */
pld_mechanism *pld__mechanism_share(const pld_mechanism *mechanism);

/* Do single losses have mass, so that the frequencies of its law may come back however high they are? */
static inline bool pld__mechanism_lasting(const pld_mechanism *mechanism) {
    return mechanism->sparse || mechanism->has_end_atoms;
}

/* Does the loss end somewhere? */
static inline bool pld__mechanism_hard_edge(const pld_mechanism *mechanism) {
    return isfinite(mechanism->loss_infimum) || isfinite(mechanism->loss_supremum);
}

/* Ends of the loss in a direction that are certainly not inside, or not outside, of the true ones. */
static inline double pld__mechanism_supremum_error(const pld_mechanism *mechanism, pld_direction direction) {
    return direction == PLD_ADD ? mechanism->infimum_error : mechanism->supremum_error;
}

static inline double pld__mechanism_supremum_upper(const pld_mechanism *mechanism, pld_direction direction) {
    return pld_mechanism_loss_supremum(mechanism, direction) + pld__mechanism_supremum_error(mechanism, direction);
}

static inline double pld__mechanism_supremum_lower(const pld_mechanism *mechanism, pld_direction direction) {
    return pld_mechanism_loss_supremum(mechanism, direction) - pld__mechanism_supremum_error(mechanism, direction);
}

/* Belongs beside every result that rests on Poisson sampling. */
#define PLD__NOTE_POISSON                                                                          \
    "Poisson sampling is assumed: each record joins each batch independently with probability q. " \
    "Shuffled or fixed-size batches are not Poisson batches, and this number does not cover them."

/* Belongs beside every result that rests on a pair that was given. */
#define PLD__NOTE_GIVEN                                                                                                        \
    "The pair is taken as it is: what it stands for, and for which neighbours, is not known here; both ends are those of the " \
    "pair."

/* A copy of `prototype` on the heap with copies of `resolved` and of `note` (may be NULL). Takes ownership of prototype->pair
 * (freed also on failure). */
pld_status pld__mechanism_create(const pld_mechanism *prototype, const char *resolved, const char *note,
                                 pld_mechanism **mechanism);

/* Gives it copies of these texts instead of its own; `note` may be NULL. On failure it is as before. */
pld_status pld__mechanism_relabel(pld_mechanism *mechanism, const char *resolved, const char *note);

/* Puts a line before its note that says how its numbers came about. On failure it is as before. */
pld_status pld__mechanism_derive(pld_mechanism *mechanism, const char *origin);

/* log delta(epsilon) of a single step from the closed form; see pld_mechanism_delta. */
long double pld__mechanism_log_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon);

#endif
