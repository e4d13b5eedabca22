#include "compose/fft.h"

#include "base/budget.h"
#include "base/work.h"

#include <fftw3.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* FFTW's planner is not thread-safe; executing a plan is. This lock is for ourselves, and for the plans kept below. */
static pthread_mutex_t planner_lock = PTHREAD_MUTEX_INITIALIZER;

/* FFTW has one of its own, in its library of threads, that a program that plans itself meets too. */
static void share_planner(void) {
#ifdef PLD_FFTW_THREADS
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fftw_make_planner_thread_safe);
#endif
}

size_t pld__fft_length(size_t n) {
    size_t best = SIZE_MAX;
    for (size_t seven = 2; seven < 2 * n + 2; seven *= 7)
        for (size_t five = seven; five < 2 * n + 2; five *= 5)
            for (size_t three = five; three < 2 * n + 2; three *= 3) {
                size_t length = three;
                while (length < n)
                    length *= 2;
                best = length < best ? length : best;
            }
    return best;
}

size_t pld__fft_buffer(size_t length) {
    return 2 * (length / 2 + 1);
}

/* Plans are kept for the life of the process: computing twiddle factors takes as long as a transform. A plan is made on one
 * buffer and executed on others of the same alignment, which pld__allocate guarantees. A curve has some dozens of lengths; what
 * is kept of long ones is limited, as a plan and the buffers at work on it take up to 13 bytes a point; where memory is budgeted,
 * to a small part of that. */
enum { KEPT = 256, KEPT_POINTS = 1 << 23, POINT = 16, KEPT_SHARE = 32 };
static struct kept_plan {
    size_t length;
    int forward;
    fftw_plan plan;
} kept[KEPT];
static size_t kept_count, kept_points;

static fftw_plan make_plan(size_t length, double *buffer, int forward) {
    /* The guru64 interface takes lengths beyond 2^31. */
    fftw_iodim64 dimension = {.n = (ptrdiff_t)length, .is = 1, .os = 1};
    fftw_complex *complex_buffer = (fftw_complex *)buffer;
    return forward ? fftw_plan_guru64_dft_r2c(1, &dimension, 0, NULL, buffer, complex_buffer, FFTW_ESTIMATE)
                   : fftw_plan_guru64_dft_c2r(1, &dimension, 0, NULL, complex_buffer, buffer, FFTW_ESTIMATE);
}

double pld__fft_memory(size_t length) {
    return POINT * (double)length;
}

static size_t most_kept_points(void) {
    size_t most = KEPT_POINTS;
    for (const pld__budget *budget = pld__budget_current(); budget; budget = budget->outer)
        most = budget->limit / (KEPT_SHARE * POINT) < most ? budget->limit / (KEPT_SHARE * POINT) : most;
    return most;
}

/* A plan and whether it is kept; FFTW_ESTIMATE leaves the buffer's contents alone. */
static fftw_plan find_plan(size_t length, double *buffer, int forward, int *is_kept) {
    *is_kept = 1;
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i].length == length && kept[i].forward == forward)
            return kept[i].plan;
    fftw_plan plan = make_plan(length, buffer, forward);
    *is_kept = plan && kept_count < KEPT && kept_points + length <= most_kept_points();
    if (*is_kept) {
        kept[kept_count++] = (struct kept_plan){length, forward, plan};
        kept_points += length;
    }
    return plan;
}

size_t pld__fft_kept(size_t *points) {
    pthread_mutex_lock(&planner_lock);
    size_t count = kept_count;
    *points = kept_points;
    pthread_mutex_unlock(&planner_lock);
    return count;
}

/* FFTW ends the process when an allocation fails. What is free before is free then, unless another thread takes it. */
static int has_room(size_t length) {
    enum { RESERVE = 1 << 20, TWICE = 2 * POINT };
    void *room = length < (SIZE_MAX - RESERVE) / TWICE ? malloc(RESERVE + TWICE * length) : NULL;
    free(room);
    return room != NULL;
}

static pld_status transform(size_t length, double *buffer, int forward) {
    int is_kept;
    share_planner();
    pthread_mutex_lock(&planner_lock);
    fftw_plan plan = find_plan(length, buffer, forward, &is_kept);
    pthread_mutex_unlock(&planner_lock);
    if (!plan)
        return PLD_ERROR_MEMORY;
    if (forward)
        fftw_execute_dft_r2c(plan, buffer, (fftw_complex *)buffer);
    else
        fftw_execute_dft_c2r(plan, (fftw_complex *)buffer, buffer);
    if (!is_kept) {
        pthread_mutex_lock(&planner_lock);
        fftw_destroy_plan(plan);
        pthread_mutex_unlock(&planner_lock);
    }
    return PLD_OK;
}

/* Units of a transform, for each point and halving. */
static const double WORK = 0.0025;

static pld_status run(size_t length, double *buffer, int forward) {
    pld_status worked = pld__work_on(WORK * (double)length * log2((double)length + 1));
    if (worked != PLD_OK)
        return worked;
    if (!has_room(length) || !pld__budget_charge(POINT * length))
        return PLD_ERROR_MEMORY;
    pld_status status = transform(length, buffer, forward);
    pld__budget_release(POINT * length);
    return status;
}

pld_status pld__fft_forward(size_t length, double *buffer) {
    return run(length, buffer, 1);
}

pld_status pld__fft_backward(size_t length, double *buffer) {
    return run(length, buffer, 0);
}
