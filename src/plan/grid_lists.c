/* A bucket of width h that holds a share w of the tilted law widens epsilon by about T w (theta + 1) h^2 / 8, whatever its
 * neighbours are. For the fewest buckets at a given sum, h goes with the density to the power -1/3: fine in the bulk, coarse
 * where a step hardly ever ends up. The density is read off the points of the sketch; being off only makes the grid less good. */
#include "plan/grid.h"

#include "base/base.h"
#include "law/cells.h"
#include "plan/tuning.h"

#include <math.h>

/* What one step wishes at its points: loss (from the offset), width wanted over the common factor, and what it costs per width^2.
 */
typedef struct {
    size_t count;
    double *loss, *wish, *cost[PLD_DIRECTIONS];
} wishes;

static void wishes_free(wishes *made) {
    pld__free(made->loss);
    pld__free(made->wish);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        pld__free(made->cost[d]);
}

/* What a width of 1 costs at each atom: in every term, by its share of delta, for the steps that jump and for those that do not.
 * Which of several steps jumps is not looked at: each is taken to do it as often as all together. */
static void add_costs(const pld__sketch_step *step, pld_direction direction, const pld__jumps *jumps, double *cost) {
    double sign = direction == PLD_REMOVE ? 1 : -1;
    for (size_t t = 0; t < jumps->count; t++) {
        const pld__jump_term *term = &jumps->terms[t];
        double share = jumps->count > 1 ? exp(term->log_bound - jumps->log_total) : 1;
        if (share < LEAST_TERM_SHARE)
            continue;
        double rest = pld__saddle_step_moments(step, direction, term->theta, -INFINITY, jumps->cut).value;
        double jump = pld__saddle_step_moments(step, direction, term->theta, jumps->cut, INFINITY).value;
        for (size_t i = 0; i < step->point_count; i++) {
            const pld__sketch_point *point = &step->points[i];
            double loss = sign * point->loss, log_mass = direction == PLD_REMOVE ? point->log_p : point->log_q;
            if (loss > step->highest[direction]) /* cut off */
                continue;
            double times = loss > jumps->cut ? fmin(term->jumps, step->power) : step->power;
            double tilted = exp(fmin(log_mass + term->theta * loss - (loss > jumps->cut ? jump : rest), 0));
            cost[i] += share * times * tilted * (term->theta + 1) / 8;
        }
    }
}

static double steepest_tilt(const pld__jumps *jumps) {
    double steepest = 0;
    for (size_t t = 0; t < jumps->count; t++)
        if (jumps->count == 1 || jumps->terms[t].log_bound > jumps->log_total - LEAST_TERM_LOG)
            steepest = fmax(steepest, jumps->terms[t].theta);
    return steepest;
}

static pld_status wishes_create(const pld__sketch_step *step, const pld__grid_demand demands[PLD_DIRECTIONS], wishes *made) {
    size_t count = step->mechanism->sparse ? 0 : step->point_count;
    *made = (wishes){.count = count};
    if (count == 0)
        return PLD_OK;
    made->loss = pld__allocate(count, sizeof(double));
    made->wish = pld__allocate(count, sizeof(double));
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        made->cost[d] = pld__allocate(count, sizeof(double));
    if (!made->loss || !made->wish || !made->cost[0] || !made->cost[1]) {
        wishes_free(made);
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        made->cost[0][i] = made->cost[1][i] = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (demands[d].asked)
            add_costs(step, pld__direction_at(d), demands[d].jumps, made->cost[d]);
    double offset = pld__cells_offset(step->mechanism);
    if (step->mechanism->has_end_atoms) /* the ends lie on nodes */
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            made->cost[d][0] = made->cost[d][count - 1] = 0;
    for (size_t i = 0; i < count; i++) {
        const pld__sketch_point *points = step->points;
        double low = points[i > 0 ? i - 1 : i].loss, high = points[i + 1 < count ? i + 1 : i].loss;
        double gap = fmax((high - low) / (i > 0 && i + 1 < count ? 2 : 1), 1e-300);
        made->loss[i] = points[i].loss - offset;
        made->wish[i] = 1 / cbrt(fmax(fmax(made->cost[0][i], made->cost[1][i]) / gap, 1e-250));
    }
    return PLD_OK;
}

/* Limits of all widths. At `finest` the whole law costs a tenth of the tolerance: finer is never needed, however narrow a peak
 * is. */
typedef struct {
    double finest, widest;
} limits;

static inline double width_wished(double factor, double wish, limits limit) {
    return fmin(fmax(factor * wish, limit.finest), limit.widest);
}

/* The factor on all wishes at which the widths, within limits and whole multiples of the smallest one, cost the tolerance. */
static double choose_factor(const wishes *all, size_t count, const pld__grid_demand demands[PLD_DIRECTIONS], double tolerance,
                            limits limit, double *width) {
    double factor = 1e-3;
    for (int round = 0; round < FACTOR_ROUNDS; round++) {
        double smallest = limit.widest, cost[PLD_DIRECTIONS] = {0};
        for (size_t m = 0; m < count; m++)
            for (size_t i = 0; i < all[m].count; i++)
                smallest = fmin(smallest, width_wished(factor, all[m].wish[i], limit));
        for (size_t m = 0; m < count; m++)
            for (size_t i = 0; i < all[m].count; i++) {
                double step = floor(width_wished(factor, all[m].wish[i], limit) / smallest) * smallest;
                for (int d = 0; d < PLD_DIRECTIONS; d++)
                    cost[d] += all[m].cost[d][i] * step * step;
            }
        double most = 0;
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            most = demands[d].asked ? fmax(most, cost[d]) : most;
        *width = smallest;
        if (!(most > 0) || round + 1 == FACTOR_ROUNDS)
            break;
        factor *= fmin(fmax(sqrt(tolerance / most), 1e-6), 1e6);
    }
    return factor;
}

/* Puts both ends of the loss on nodes, or a lattice step away where rounding could miss them. */
static void place_ends(double width, double high, pld__grid *grid) {
    int64_t *edges = grid->edges, top = (int64_t)floor(high / width) - 1;
    size_t count = grid->edge_count, kept = 0;
    int64_t first = edges[0];
    edges[kept++] = first;
    size_t from = 1;
    if (top > first + 2) {
        while (from < count && edges[from] <= first + 1)
            from++;
        /* There is room for three more: see list_edges. */
        for (size_t i = count; i-- > from;)
            edges[i + 3] = edges[i];
        edges[kept++] = first + 1;
        for (size_t i = from + 3; i < count + 3 && edges[i] < top; i++)
            edges[kept++] = edges[i];
        edges[kept++] = top;
        edges[kept++] = top + 3;
    } else {
        edges[kept++] = top + 3 > first + 1 ? top + 3 : first + 1;
    }
    grid->edge_count = kept;
}

/* Edges from `low` to `high` (losses from the offset): each step as wide as its two ends allow, in multiples of `unit` widths. */
static pld_status list_edges(bool has_end_atoms, const wishes *wish, double factor, limits limit, double width, int64_t unit,
                             double low, double high, pld__grid *grid) {
    int64_t first = (int64_t)fmax(floor(low / width), -FARTHEST_EDGE), last = (int64_t)fmin(ceil(high / width), FARTHEST_EDGE);
    last = last > first ? last : first + 1;
    size_t room = 1024, used = 0, at = 0;
    int64_t *edges = pld__allocate(room, sizeof *edges), edge = first;
    while (edges) {
        if (used + 4 >= room) {
            int64_t *more = pld__allocate(2 * room, sizeof *more);
            for (size_t i = 0; more && i < used; i++)
                more[i] = edges[i];
            pld__free(edges);
            edges = more;
            room *= 2;
            if (!edges)
                break;
        }
        edges[used++] = edge;
        if (edge >= last || used >= MOST_EDGES)
            break;
        double loss = (double)edge * width, step = limit.widest;
        while (at + 1 < wish->count && wish->loss[at + 1] <= loss)
            at++;
        /* The atom behind, and all that the step would reach. */
        for (size_t i = at; i < wish->count && (i <= at + 1 || wish->loss[i] <= loss + step); i++)
            step = fmin(step, width_wished(factor, wish->wish[i], limit));
        int64_t whole = unit * (int64_t)fmax(floor(step / (width * (double)unit) * (1 + 1e-9)), 1);
        edge = edge + whole < last ? edge + whole : last;
    }
    grid->edges = edges;
    grid->edge_count = used;
    if (edges && has_end_atoms)
        place_ends(width, high, grid);
    return edges ? PLD_OK : PLD_ERROR_MEMORY;
}

double pld__grid_round_width(double width) {
    int exponent;
    double mantissa = frexp(width, &exponent);
    return ldexp(floor(ldexp(mantissa, 12)), exponent - 12);
}

/* Makes the lattice step of the buckets a multiple of a much smaller one where single losses have mass. Returns how many make
 * one. */
static int64_t divide_width(const pld__sketch *sketch, double tolerance, double *width) {
    double powers = 0;
    for (size_t m = 0; m < sketch->count; m++)
        powers += sketch->steps[m].mechanism->has_end_atoms ? sketch->steps[m].power : 0;
    double step = powers > 0 ? fmax(ENDS_SHARE * tolerance / powers, LEAST_STEP) : *width;
    int64_t unit = (int64_t)fmax(ceil(*width / step), 1);
    *width = pld__grid_round_width(*width / (double)unit);
    return unit;
}

/* The wishes of all steps; NULL without memory. */
static wishes *all_wishes(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS]) {
    wishes *all = pld__allocate(sketch->count, sizeof *all);
    for (size_t m = 0; all && m < sketch->count; m++)
        if (wishes_create(&sketch->steps[m], demands, &all[m]) != PLD_OK) {
            while (m-- > 0)
                wishes_free(&all[m]);
            pld__free(all);
            return NULL;
        }
    return all;
}

static void free_wishes(wishes *all, size_t count) {
    for (size_t m = 0; m < count; m++)
        wishes_free(&all[m]);
    pld__free(all);
}

/* The lists of all steps. */
static pld_status list_all(const pld__sketch *sketch, const wishes *all, double factor, limits limit, double width, int64_t unit,
                           pld__grid *grids) {
    pld_status status = PLD_OK;
    for (size_t m = 0; m < sketch->count && status == PLD_OK; m++) {
        const pld__sketch_step *step = &sketch->steps[m];
        if (step->mechanism->sparse)
            continue;
        double offset = pld__cells_offset(step->mechanism);
        double low = fmax(-step->highest[PLD_ADD], step->mechanism->loss_infimum) - offset;
        double high = fmin(step->highest[PLD_REMOVE], step->mechanism->loss_supremum) - offset;
        status = list_edges(step->mechanism->has_end_atoms, &all[m], factor, limit, width, unit, low, high, &grids[m]);
    }
    return status;
}

/* The widest bucket that makes sense for any of them. */
static double widest_bucket(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS], double *steepest) {
    double range = 0;
    *steepest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        *steepest = demands[d].asked ? fmax(*steepest, steepest_tilt(demands[d].jumps)) : *steepest;
    for (size_t m = 0; m < sketch->count; m++)
        range = fmax(range, sketch->steps[m].highest[PLD_REMOVE] + sketch->steps[m].highest[PLD_ADD]);
    return fmin(WIDEST_TILTED / (*steepest + 1), range / FEWEST_BUCKETS_OF_ALL);
}

pld_status pld__grid_list(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS], double tolerance,
                          double widest, double *width, pld__grid *grids) {
    wishes *all = all_wishes(sketch, demands);
    if (!all)
        return PLD_ERROR_MEMORY;
    double steepest, powers = pld__sketch_powers(sketch);
    widest = fmin(widest, widest_bucket(sketch, demands, &steepest));
    limits limit = {fmin(sqrt(FINEST_COST * tolerance / (powers * (steepest + 1))), widest), widest};
    double factor = choose_factor(all, sketch->count, demands, tolerance, limit, width);
    int64_t unit = divide_width(sketch, tolerance, width);
    pld_status status = list_all(sketch, all, factor, limit, *width, unit, grids);
    free_wishes(all, sketch->count);
    return status;
}

pld_status pld__grid_widen(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS], double width,
                           pld__grid *grids) {
    wishes *all = all_wishes(sketch, demands);
    if (!all)
        return PLD_ERROR_MEMORY;
    double steepest, equal = 0, smallest;
    limits limit = {width, fmax(widest_bucket(sketch, demands, &steepest), width)};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double cost = 0;
        for (size_t m = 0; m < sketch->count; m++)
            for (size_t i = 0; i < all[m].count; i++)
                cost += all[m].cost[d][i] * width * width;
        equal = fmax(equal, cost);
    }
    double factor = choose_factor(all, sketch->count, demands, WIDENED * equal, limit, &smallest);
    pld_status status = list_all(sketch, all, factor, limit, width, 1, grids);
    free_wishes(all, sketch->count);
    return status;
}
