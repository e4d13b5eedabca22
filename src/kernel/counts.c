#include "kernel/counts.h"

#include "base/base.h"
#include "base/work.h"

#include <math.h>

static const long double U = PLD__KERNEL_U, ROOT_TURN = 2.50662827463100050241576528481104525L; /* sqrt(2 pi) */
static const long double LEAST = 1e-4000L, MOST_RATE = 4000, MOST_NODE = 0x1p24L - 2; /* squares of 24 and 8 bits are exact */
/* How far the nodes in z reach beyond the peaks of what is added up, whose logs have curvatures of at least 1. */
static const long double REACH = 10;
static const long double MOST_MEAN = 25, LEAST_MEAN = 1e-12L;
static const uint64_t MOST_BATCHES = UINT64_C(1) << 32;
enum { BLOCK = 16 };

void pld__counts_free(pld__counts *counts) {
    pld__free(counts->mass);
    *counts = (pld__counts){0};
}

bool pld__counts_takes(const pld__kernel_allotment *allotment) {
    return allotment->batches >= 1 && allotment->batches <= MOST_BATCHES && allotment->used >= 1 &&
           allotment->used <= allotment->batches && allotment->mean >= LEAST_MEAN && allotment->mean <= MOST_MEAN;
}

/* --- powers of series ----------------------------------------------------------------------------------------------- */

/* Coefficients up to n of a series and of its power, and how far these may be off beside the former, relative, in units. */
typedef struct {
    size_t n;
    long double *series, *power, *spare, *idle; /* of one allocation */
    long double units;
} raising;

static pld_status raising_create(size_t n, raising *at) {
    *at = (raising){.n = n, .series = pld__allocate(4 * (n + 1), sizeof *at->series)};
    if (!at->series)
        return PLD_ERROR_MEMORY;
    at->power = at->series + n + 1;
    at->spare = at->power + n + 1;
    at->idle = at->spare + n + 1;
    return PLD_OK;
}

/* p_k = (1/(k c_0)) sum_(j=1)^k ((T + 1) j - k) c_j p_(k-j), T >= n: no term is negative. Each is good to k + 4 units beside
 * those before it, p_0 to 5 of its log and 4. */
static void raise_by_recurrence(raising *at, uint64_t times) {
    const long double *c = at->series, log_first = (long double)times * logl(c[0]);
    long double *p = at->power;
    p[0] = expl(log_first);
    for (size_t k = 1; k <= at->n; k++) {
        long double sum = 0, factor = -(long double)k;
        for (size_t j = 1; j <= k; j++) {
            factor += (long double)(times + 1); /* whole numbers below 2^63 */
            sum += factor * c[j] * p[k - j];
        }
        p[k] = sum / ((long double)k * c[0]);
    }
    at->units = 5 * fabsl(log_first) + 4 + (long double)at->n * ((long double)(at->n + 1) / 2 + 5);
}

/* power = power times b, up to n; each good to n + 3 units beside them. */
static void multiply(raising *at, const long double *b) {
    long double *product = at->spare;
    for (size_t k = 0; k <= at->n; k++) {
        long double sum = 0;
        for (size_t j = 0; j <= k; j++)
            sum += at->power[j] * b[k - j];
        product[k] = sum;
    }
    at->spare = at->power;
    at->power = product;
}

/* power = power^2: half the products. */
static void square(raising *at) {
    long double *product = at->spare;
    const long double *a = at->power;
    for (size_t k = 0; k <= at->n; k++) {
        long double sum = 0;
        for (size_t j = 0; 2 * j < k; j++)
            sum += a[j] * a[k - j];
        product[k] = 2 * sum + (k % 2 == 0 ? a[k / 2] * a[k / 2] : 0);
    }
    at->spare = at->power;
    at->power = product;
}

/* By the digits of T: if c^m is good to (m - 1)(n + 3) units, c^2m is to (2m - 1)(n + 3) and c^(m + 1) to m (n + 3). */
static void raise_by_squaring(raising *at, uint64_t times) {
    int bit = 63;
    while (!(times >> bit & 1))
        bit--;
    for (size_t k = 0; k <= at->n; k++)
        at->power[k] = at->series[k];
    for (bit--; bit >= 0; bit--) {
        square(at);
        if (times >> bit & 1)
            multiply(at, at->series);
    }
    at->units = (long double)(times - 1) * (long double)(at->n + 3);
}

static double cost_of_raising(double n, uint64_t times) {
    double products = 1;
    for (uint64_t rest = (double)times >= n ? 0 : times; rest > 1; rest >>= 1)
        products += 0.5 + (double)(rest & 1);
    return products * n * n / 2;
}

/* The series to the power of the bins, times `first` e^(rate x), the rate good to 8 units: 10 for each k, n + 4 in all beside. */
static void raise_all(raising *at, const pld__kernel_allotment *allotment, long double first, long double rate) {
    if (allotment->used >= at->n)
        raise_by_recurrence(at, allotment->used);
    else
        raise_by_squaring(at, allotment->used);
    if (allotment->used == allotment->batches)
        return;
    at->idle[0] = first;
    for (size_t k = 1; k <= at->n; k++)
        at->idle[k] = at->idle[k - 1] * rate / (long double)k;
    multiply(at, at->idle);
    at->units += 11 * (long double)at->n + 16;
}

static long double idle_share(const pld__kernel_allotment *allotment) {
    return (long double)(allotment->batches - allotment->used) / (long double)allotment->batches;
}

/* (T184): E[M^k] is k! times a coefficient of the T-th power of the series of E[R^k]/(t^k k!), E[R^k] = e^(m^2 k (k - 1)/2): logs
 * are good to far less than what is added. */
pld_status pld__counts_fill_powers(const pld__kernel_allotment *allotment, size_t most, pld__counts *counts) {
    static const long double LARGEST_LOG = 9000, SLACK = 1e-8L;
    long double mean = allotment->mean, factorial = 0;
    size_t n = 1;
    while (n < most && n < PLD__COUNTS_POWERS && mean * mean * (long double)((n + 1) * (n + 1)) / 2 < LARGEST_LOG)
        n++;
    raising at;
    pld_status status = raising_create(n, &at);
    if (status != PLD_OK)
        return status;
    for (size_t k = 0; k <= n; k++) {
        factorial += k > 0 ? logl((long double)k) : 0;
        long double grown = mean * mean * (long double)k * ((long double)k - 1) / 2;
        at.series[k] = expl(grown - (long double)k * logl((long double)allotment->batches) - factorial);
    }
    raise_all(&at, allotment, 1, idle_share(allotment));
    factorial = 0;
    counts->powers = 0;
    for (size_t k = 0; k <= n; k++) {
        factorial += k > 0 ? logl((long double)k) : 0;
        long double log_power = logl(at.power[k]) + factorial;
        if (!(at.power[k] > LEAST && log_power < 1e4L && at.units * U < SLACK / 4))
            break;
        counts->log_power[k] = log_power + SLACK;
        counts->powers = k;
    }
    pld__free(at.series);
    return PLD_OK;
}

/* --- one bin -------------------------------------------------------------------------------------------------------- */

/* Its sum at one v: y = e^(mean z + offset). */
typedef struct {
    const pld__counts *of;
    long double v, offset;
    long double *sum, *block; /* for each k */
    long double first, last;  /* the term of 0 at the first node, of n at the last one */
    long double farthest;     /* |z| */
} bin;

/* Where -z^2/2 + k m z - y is largest, roughly. */
static double peak_of(const bin *at, double k) {
    double m = (double)at->of->allotment.mean, offset = (double)at->offset, low = -1, high = k * m;
    while (low > -1e5 && k * m - m * exp(m * low + offset) - low < 0)
        low *= 2;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        *(k * m - m * exp(m * middle + offset) - middle > 0 ? &low : &high) = middle;
    }
    return low;
}

static void flush(const bin *at, size_t n) {
    for (size_t k = 0; k <= n; k++) {
        at->sum[k] += at->block[k];
        at->block[k] = 0;
    }
}

/* All terms of one node: e^(-z^2/2) y^k e^-y. z^2 is exact. */
static void add_node(bin *at, int64_t j, bool is_first) {
    size_t n = at->of->grid.most;
    long double z = (long double)j * (long double)at->of->grid.inner;
    long double y = expl(at->of->allotment.mean * z + at->offset), term = expl(-z * z / 2) * expl(-y);
    if (is_first)
        at->first = term;
    for (size_t k = 0; k < n; k++) {
        at->block[k] += term;
        term *= y;
    }
    at->block[n] += term;
    at->last = term;
}

/* What the nodes beyond an end add, over the term there: the log of terms is concave, with this slope. */
static long double beyond(long double slope, long double step) {
    return slope > 1e-3L ? 1 / expm1l(slope * step * (1 - 1e-9L)) : INFINITY;
}

/* Terms, relative to their sum (T184): to the left those of 0 have the largest share, to the right those of n. */
static long double range_error(const bin *at, int64_t low, int64_t high) {
    const pld__counts_grid *grid = &at->of->grid;
    long double m = at->of->allotment.mean, step = grid->inner, left = (long double)low * step, right = (long double)high * step;
    long double to_left = -left - m * expl(m * left + at->offset) * (1 + 1e-9L),
                to_right = right - (long double)grid->most * m * (1 + 1e-9L) + m * expl(m * right + at->offset) * (1 - 1e-9L);
    return (at->first * beyond(to_left, step) / at->sum[0] + at->last * beyond(to_right, step) / at->sum[grid->most]) *
           (1 + 1e-6L);
}

/* Probabilities of one bin in at->sum; how far each may be off, relative, beside what y may be. INFINITY: too far. */
static long double fill_bin(bin *at) {
    const pld__counts_grid *grid = &at->of->grid;
    size_t n = grid->most;
    long double m = at->of->allotment.mean, step = grid->inner;
    long double cut = (logl(MOST_RATE + 4 * (long double)n) - at->offset) / m; /* y is no larger there */
    long double low = peak_of(at, 0) - REACH, high = fminl(peak_of(at, (double)n) + REACH, cut);
    if (!(low < high && fmaxl(-low, high) / step < MOST_NODE && (high - low) / step < 1e6L))
        return INFINITY;
    int64_t from = (int64_t)floorl(low / step), to = (int64_t)floorl(high / step);
    for (size_t k = 0; k <= n; k++)
        at->sum[k] = at->block[k] = 0;
    for (int64_t j = from; j <= to; j++) {
        add_node(at, j, j == from);
        if ((j - from) % BLOCK == BLOCK - 1)
            flush(at, n);
    }
    flush(at, n);
    at->farthest = fmaxl(fabsl(low), fabsl(high)) + 2 * step;
    long double range = range_error(at, from, to), factor = step / ROOT_TURN;
    for (size_t k = 0; k <= n; k++) {
        at->sum[k] *= factor;
        factor /= (long double)(k + 1);
        if (!(at->sum[k] > LEAST))
            return INFINITY;
    }
    return 2 * range + U * (16 + BLOCK + 2 + (long double)(to - from) / BLOCK);
}

/* --- the table ------------------------------------------------------------------------------------------------------ */

static bool has_bits(double number, int bits) {
    int power;
    double scaled = ldexp(frexp(number, &power), bits);
    return scaled == floor(scaled);
}

static bool is_valid(const pld__counts_grid *grid) {
    return grid->most <= PLD__COUNTS_MOST && grid->step > 1e-6 && grid->step < 10 && has_bits(grid->step, 20) &&
           grid->inner > 1e-4 && grid->inner < 10 && has_bits(grid->inner, 8) && grid->first <= grid->last &&
           grid->last - grid->first < 100000 && fabs((double)grid->first * grid->step) < 1e4 &&
           fabs((double)grid->last * grid->step) < 1e4;
}

double pld__counts_cost(const pld__kernel_allotment *allotment, const pld__counts_grid *grid) {
    double n = grid->most, inner = (2 * (double)REACH + 5) / grid->inner;
    return (double)(grid->last - grid->first + 1) * (inner * (n / 30 + 5) + cost_of_raising(n, allotment->used) / 40);
}

/* Node j: one line of the table, and what it is off by (T185). */
static void fill_node(pld__counts *counts, int64_t j, bin *at, raising *raised) {
    const pld__kernel_allotment *allotment = &counts->allotment;
    size_t n = counts->grid.most;
    long double *line = counts->mass + (size_t)(j - counts->grid.first) * (n + 1);
    long double m = allotment->mean, half = m * m / 2, log_batches = logl((long double)allotment->batches);
    at->v = (long double)j * (long double)counts->grid.step;
    at->offset = at->v - half - log_batches;
    at->sum = raised->series;
    long double own = fill_bin(at);
    if (!(own < 1e-6L)) {
        counts->sound = false;
        return;
    }
    long double rate = expl(at->v) * idle_share(allotment);
    raise_all(raised, allotment, expl(-rate), rate);
    for (size_t k = 0; k <= n; k++) {
        line[k] = raised->power[k];
        counts->sound &= line[k] > LEAST && isfinite(line[k]);
    }
    /* y is good to its exponent, of at most three sums, and to 4 units; each factor y/k of a term adds 2. */
    long double turn = U * (8 + 20 * (m * at->farthest + half + fabsl(at->v) + log_batches));
    long double error = (long double)allotment->used * own + (long double)n * (turn + 3 * U) + raised->units * U;
    counts->turn = fmaxl(counts->turn, turn * (1 + 1e-6L));
    counts->error = fmaxl(counts->error, error * (1 + 1e-6L));
}

static pld_status fill_table(pld__counts *counts, raising *raised) {
    const pld__counts_grid *grid = &counts->grid;
    bin at = {.of = counts, .block = pld__allocate(grid->most + 1, sizeof *at.block)};
    pld_status status = at.block ? PLD_OK : PLD_ERROR_MEMORY;
    double each = pld__counts_cost(&counts->allotment, grid) / (double)counts->nodes;
    counts->sound = true;
    for (int64_t j = grid->first; j <= grid->last && counts->sound && status == PLD_OK; j++) {
        status = pld__work_on(each);
        if (status == PLD_OK)
            fill_node(counts, j, &at, raised);
    }
    pld__free(at.block);
    return status;
}

pld_status pld__counts_create(const pld__kernel_allotment *allotment, const pld__counts_grid *grid, pld__counts *counts) {
    *counts = (pld__counts){.allotment = *allotment, .grid = *grid};
    if (!pld__counts_takes(allotment) || !is_valid(grid))
        return PLD_OK;
    raising raised = {0};
    counts->nodes = (size_t)(grid->last - grid->first + 1);
    counts->mass = pld__allocate(counts->nodes * (grid->most + 1), sizeof *counts->mass);
    pld_status status = counts->mass ? raising_create(grid->most, &raised) : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        status = pld__counts_fill_powers(allotment, PLD__COUNTS_POWERS, counts);
    if (status == PLD_OK)
        status = fill_table(counts, &raised);
    pld__free(raised.series);
    counts->sound &= counts->error < 1e-3L && counts->turn < 1e-3L;
    if (status != PLD_OK)
        pld__counts_free(counts);
    return status;
}
