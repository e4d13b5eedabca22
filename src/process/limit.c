#include "process/limit.h"

#include "base/base.h"
#include "base/budget.h"
#include "compose/fft.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* For stacks, streams and tables of the program, what malloc adds, code not met yet and a first, coarse query. */
enum { RESERVE = 1 << 20, LEAST_ROOM = 1 << 20, MEBIBYTE = 1 << 20 };

/* Of the HDF5 library at work on a file of results. */
enum { FILES = 4 << 20 };

/* Blocks from this size on are given back to the system when they are freed. */
enum { LARGE_BLOCK = 1 << 16 };

static struct {
    pld__budget budget;
    char text[64];
    size_t bytes;  /* the limit */
    size_t itself; /* what the process takes without any query */
    bool is_set, has_files;
} process;

/* What was freed is gone: memory that malloc keeps for later is resident like any other. */
static void give_back_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
    mallopt(M_TRIM_THRESHOLD, LARGE_BLOCK);
    mallopt(M_ARENA_MAX, 1);
#endif
}

/* FFTW sets itself up, some megabytes, with the first transform: that comes before it is asked what is resident. */
static pld_status meet_libraries(void) {
    enum { LENGTH = 1024 };
    double *buffer = pld__allocate(pld__fft_buffer(LENGTH), sizeof(double));
    if (buffer == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < pld__fft_buffer(LENGTH); i++) {
        buffer[i] = 0;
    }
    pld_status status = pld__fft_forward(LENGTH, buffer);
    if (status == PLD_OK) {
        status = pld__fft_backward(LENGTH, buffer);
    }
    pld__free(buffer);
    return status;
}

/* Whole mebibytes: what is left for queries, and so their answers, should be the same the next time. */
static size_t whole_mebibytes(double bytes) {
    double count = ceil(bytes / MEBIBYTE);
    return count * MEBIBYTE < (double)SIZE_MAX / 2 ? (size_t)count * MEBIBYTE : SIZE_MAX / 2;
}

static pld_status refuse(double least, const char *what, pld_error *error) {
    char allowed[64];
    snprintf(allowed, sizeof allowed, "at least %zuM", whole_mebibytes(least) / MEBIBYTE);
    return pld__error_argument(error, process.text, allowed, "'%s' of memory is too little for %s", process.text, what);
}

static size_t without_queries(void) {
    return process.itself + (process.has_files ? FILES : 0);
}

static pld_status set_budget(pld_error *error) {
    if (process.bytes < without_queries() + LEAST_ROOM) {
        return refuse((double)without_queries() + LEAST_ROOM, "the program and its libraries", error);
    }
    process.budget.limit = process.bytes - without_queries();
    return PLD_OK;
}

pld_status pld__process_limit(const char *text, size_t bytes, pld_error *error) {
    snprintf(process.text, sizeof process.text, "%s", text);
    if (!process.is_set) {
        give_back_memory();
        pld_status status = meet_libraries();
        if (status != PLD_OK) {
            return status;
        }
        process.itself = whole_mebibytes((double)pld__resident() + RESERVE);
        pld__budget_open(&process.budget, SIZE_MAX);
        process.is_set = true;
    }
    process.bytes = bytes;
    return set_budget(error);
}

pld_status pld__process_limit_files(pld_error *error) {
    process.has_files = true;
    return process.is_set ? set_budget(error) : PLD_OK;
}

pld_status pld__process_limit_blame(pld_status status, pld_error *error) {
    size_t refused = process.is_set ? atomic_load(&process.budget.refused) : 0;
    if (status != PLD_ERROR_MEMORY || refused == 0) {
        return status;
    }
    return refuse((double)without_queries() + LEAST_ROOM + (double)atomic_load(&process.budget.wanted), "this", error);
}
