#include "verify/leaf.h"

#include "base/base.h"
#include "verify/cells.h"

#include <arb_hypgeom.h>
#include <math.h>

/* --- mixtures ------------------------------------------------------------------------------------------------------- */

/* Outcomes where cells end, in doubles: about where the loss is at an edge if it increases, and equally far apart otherwise. */
static size_t find_points(const pld__aim *aim, const pld__verify_cuts *cuts, bool increasing, double *points) {
    const pld__verify_edges *edges = cuts->edges;
    double low = aim->p_least - cuts->reach, high = aim->p_most + cuts->reach, least = pld__aim_loss(aim, low);
    double most = pld__aim_loss(aim, high);
    size_t count = 0;
    points[count++] = low;
    for (size_t k = 0; k < edges->count; k++) {
        double wanted = (double)edges->loss[k], left = points[count - 1], right = high;
        if (!increasing) {
            points[count++] = low + (high - low) * (double)(k + 1) / (double)(edges->count + 1);
            continue;
        }
        if (!(wanted > least && wanted < most))
            continue;
        for (int i = 0; i < 60 && right - left > 1e-15 * (fabs(left) + fabs(right)); i++) {
            double middle = left + (right - left) / 2;
            if (pld__aim_loss(aim, middle) < wanted)
                left = middle;
            else
                right = middle;
        }
        if (right > points[count - 1] && right < high)
            points[count++] = right;
    }
    points[count++] = high;
    return count;
}

/* At a point: its loss, the slopes it may have, and of each component the mass on the far side of it. */
typedef struct {
    arb_t loss, p_mean, q_mean;
    arb_ptr tails[2];
    bool *right[2]; /* is that the mass above? */
} point;

static bool init_point(point *made, const pld__verify_mixture *mixture) {
    const pld__verify_side *sides[2] = {&mixture->p, &mixture->q};
    bool fine = true;
    arb_init(made->loss);
    arb_init(made->p_mean);
    arb_init(made->q_mean);
    for (int s = 0; s < 2; s++) {
        made->tails[s] = _arb_vec_init(sides[s]->count);
        made->right[s] = pld__allocate((size_t)sides[s]->count, sizeof *made->right[s]);
        fine = fine && made->right[s];
    }
    return fine;
}

static void clear_point(point *made, const pld__verify_mixture *mixture) {
    const pld__verify_side *sides[2] = {&mixture->p, &mixture->q};
    arb_clear(made->loss);
    arb_clear(made->p_mean);
    arb_clear(made->q_mean);
    for (int s = 0; s < 2; s++) {
        _arb_vec_clear(made->tails[s], sides[s]->count);
        pld__free(made->right[s]);
    }
}

static void set_point(point *made, const pld__verify_mixture *mixture, double x, slong precision) {
    const pld__verify_side *sides[2] = {&mixture->p, &mixture->q};
    arb_t exact, root, distance;
    arb_init(exact);
    arb_init(root);
    arb_init(distance);
    arb_set_d(exact, x);
    arb_set_ui(root, 2);
    arb_rsqrt(root, root, precision);
    pld__verify_mixture_logs(mixture, exact, made->loss, distance, precision);
    arb_sub(made->loss, made->loss, distance, precision);
    if (!mixture->oriented) {
        pld__verify_side_posterior_mean(&mixture->p, exact, made->p_mean, precision);
        pld__verify_side_posterior_mean(&mixture->q, exact, made->q_mean, precision);
    }
    for (int s = 0; s < 2; s++)
        for (slong j = 0; j < sides[s]->count; j++) {
            arb_sub(distance, exact, sides[s]->mean + j, precision);
            made->right[s][j] = arf_sgn(arb_midref(distance)) >= 0;
            if (!made->right[s][j])
                arb_neg(distance, distance);
            arb_mul(distance, distance, root, precision);
            arb_hypgeom_erfc(made->tails[s] + j, distance, precision);
            arb_mul_2exp_si(made->tails[s] + j, made->tails[s] + j, -1);
        }
    arb_clear(exact);
    arb_clear(root);
    arb_clear(distance);
}

/* Mass of a side between two points; NULL: nothing ends it there. */
static void mass_between(const pld__verify_side *side, int s, const point *left, const point *right, arb_t mass,
                         slong precision) {
    arb_t part;
    arb_init(part);
    arb_zero(mass);
    for (slong j = 0; j < side->count; j++) {
        bool left_up = left && left->right[s][j], right_up = !right || right->right[s][j];
        /* above left less above right, or below right less below left, or 1 less both tails */
        if (left_up && !right_up) { /* points out of order */
            arb_zero_pm_one(part);
        } else if (left_up || (!left && !right_up)) {
            arb_set(part, left_up ? left->tails[s] + j : right->tails[s] + j);
            if (left && right)
                arb_sub(part, part, right->tails[s] + j, precision);
        } else if (!right_up) {
            arb_sub(part, right->tails[s] + j, left->tails[s] + j, precision);
        } else {
            arb_one(part);
            if (left)
                arb_sub(part, part, left->tails[s] + j, precision);
            if (right)
                arb_sub(part, part, right->tails[s] + j, precision);
        }
        arb_addmul(mass, part, side->weight + j, precision);
    }
    arb_nonnegative_part(mass, mass);
    arb_clear(part);
}

/* Losses between two points, dx apart (T86). L' = m_P - m_Q, and both increase: it is at least m_P(left) - m_Q(right). */
static pld__verify_range range_between(const pld__verify_mixture *mixture, const point *left, const point *right, double dx,
                                       slong precision) {
    pld__verify_range made = {-INFINITY, -INFINITY, INFINITY};
    arb_t slope;
    arb_init(slope);
    if (!left) {
        bool increases = mixture->oriented;
        if (!increases) { /* below: at least p.least - m_Q(right) */
            arb_sub(slope, mixture->p.least, right->q_mean, precision);
            increases = arb_is_nonnegative(slope);
        }
        made.high = increases ? pld__verify_upper_of(right->loss) : INFINITY;
    } else if (!right) {
        bool increases = mixture->oriented;
        if (!increases) {
            arb_sub(slope, left->p_mean, mixture->q.most, precision);
            increases = arb_is_nonnegative(slope);
        }
        made.low = increases ? pld__verify_lower_of(left->loss) : -INFINITY;
        made.node = increases ? pld__verify_upper_of(left->loss) : -INFINITY;
    } else {
        double falls = 0;
        if (!mixture->oriented) {
            arb_sub(slope, left->p_mean, right->q_mean, precision);
            falls = fmax(-pld__verify_lower_of(slope), 0) * dx * (1 + 0x1p-50);
        }
        made.low = pld__verify_lower_of(left->loss);
        made.node = pld__verify_upper_of(left->loss);
        made.high = pld__verify_upper_of(right->loss);
        if (falls > 0) { /* no more than that below the lower end or above the higher one */
            made.low = nextafter(fmin(made.low, pld__verify_lower_of(right->loss)) - falls, -INFINITY);
            made.node = made.low;
            made.high = nextafter(fmax(pld__verify_upper_of(left->loss), made.high) + falls, INFINITY);
        }
    }
    arb_clear(slope);
    return made;
}

static bool add_mixture_cells(const pld__verify_mixture *mixture, const double *points, size_t count, slong precision,
                              pld__verify_law laws[PLD__VERIFY_ENDS]) {
    point ends[2];
    arb_t p, q;
    arb_init(p);
    arb_init(q);
    bool fine = init_point(&ends[0], mixture);
    fine = init_point(&ends[1], mixture) && fine;
    for (size_t i = 0; fine && i <= count; i++) {
        const point *left = i > 0 ? &ends[(i + 1) % 2] : NULL, *right = i < count ? &ends[i % 2] : NULL;
        if (right)
            set_point(&ends[i % 2], mixture, points[i], precision);
        mass_between(&mixture->p, 0, left, right, p, precision);
        mass_between(&mixture->q, 1, left, right, q, precision);
        pld__verify_range of = range_between(mixture, left, right, left && right ? points[i] - points[i - 1] : 0, precision);
        fine = pld__verify_cell_add(laws, p, q, &of, precision);
    }
    clear_point(&ends[0], mixture);
    clear_point(&ends[1], mixture);
    arb_clear(p);
    arb_clear(q);
    return fine;
}

static bool make_mixture(const pld__verify_mixture *mixture, const pld__aim *aim, const pld__verify_cuts *cuts, slong precision,
                         pld__verify_law laws[PLD__VERIFY_ENDS]) {
    double *points = pld__allocate(cuts->edges->count + 2, sizeof *points);
    bool fine = points != NULL;
    if (fine) {
        size_t count = find_points(aim, cuts, mixture->oriented, points);
        fine = add_mixture_cells(mixture, points, count, precision, laws);
    }
    pld__free(points);
    return fine;
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

static bool make_atoms(const pld__verify_factor *factor, slong precision, pld__verify_law laws[PLD__VERIFY_ENDS]) {
    arb_t loss;
    bool fine = true;
    arb_init(loss);
    for (slong j = 0; fine && j < factor->atom_count; j++) {
        pld__verify_factor_loss(factor, j, loss, precision);
        fine = pld__verify_atom_add(laws, factor->mass + j, loss);
    }
    laws[PLD__VERIFY_LOWER].infinite = fmax(pld__verify_lower_of(factor->infinite), 0);
    arb_add(loss, factor->infinite, factor->beyond, precision);
    laws[PLD__VERIFY_UPPER].infinite = fmax(pld__verify_upper_of(loss), 0);
    arb_clear(loss);
    return fine;
}

bool pld__verify_leaf_make(const pld__verify_factor *factor, const pld__aim *aim, const pld__verify_cuts *cuts, slong precision,
                           pld__verify_law laws[PLD__VERIFY_ENDS]) {
    bool fine = false;
    laws[PLD__VERIFY_LOWER] = laws[PLD__VERIFY_UPPER] = (pld__verify_law){.count = 0};
    if (factor->kind == PLD__FACTOR_MIXTURE)
        fine = make_mixture(&factor->mixture, aim, cuts, precision, laws);
    else if (factor->kind == PLD__FACTOR_LAPLACE)
        fine = pld__verify_leaf_laplace(factor, cuts, precision, laws);
    else if (factor->kind == PLD__FACTOR_ATOMS)
        fine = make_atoms(factor, precision, laws);
    for (int end = 0; end < PLD__VERIFY_ENDS; end++)
        fine = fine && pld__verify_law_sort(&laws[end], (pld__verify_end)end);
    for (int end = 0; !fine && end < PLD__VERIFY_ENDS; end++)
        pld__verify_law_clear(&laws[end]);
    return fine;
}
