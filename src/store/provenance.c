#include "store/provenance.h"

#include "base/base.h"
#include "store/hdf5.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLD_COMMIT
#define PLD_COMMIT "unknown"
#endif
#ifndef PLD_FFTW_VERSION
#define PLD_FFTW_VERSION "unknown"
#endif
#ifndef PLD_VERSION_STRING
#define PLD_VERSION_STRING "unknown"
#endif

enum { TEXT_SIZE = 32, CIRCUMSTANCES = 6 };

struct pld__provenance {
    char hdf5[TEXT_SIZE], time[TEXT_SIZE];
    pld_attribute circumstances[CIRCUMSTANCES];
    pld_series *series;
    pld_attribute **attributes; /* one array for each series */
    size_t count;
};

const char *pld__provenance_commit(void) {
    return PLD_COMMIT;
}

static pld_status fill_circumstances(pld__provenance *made) {
    unsigned major = 0, minor = 0, release = 0;
    time_t now = time(NULL);
    struct tm calendar;
    pld__hdf5_session session;
    pld_status status = pld__hdf5_begin(0, &session);
    if (status != PLD_OK) {
        return status;
    }
    bool known = H5get_libversion(&major, &minor, &release) >= 0;
    status = pld__hdf5_end(&session, known ? PLD_OK : PLD_ERROR_MEMORY);
    if (status != PLD_OK) {
        return status;
    }
    snprintf(made->hdf5, sizeof made->hdf5, "%u.%u.%u", major, minor, release);
    if (gmtime_r(&now, &calendar) == NULL || strftime(made->time, sizeof made->time, "%Y-%m-%dT%H:%M:%SZ", &calendar) == 0) {
        snprintf(made->time, sizeof made->time, "unknown");
    }
    const pld_attribute circumstances[CIRCUMSTANCES] = {
        {.name = "program", .text = "pld"},
        {.name = "program_version", .text = PLD_VERSION_STRING},
        {.name = "program_commit", .text = PLD_COMMIT},
        {.name = "fftw_version", .text = PLD_FFTW_VERSION},
        {.name = "hdf5_version", .text = made->hdf5},
        {.name = "created_utc", .text = made->time},
    };
    memcpy(made->circumstances, circumstances, sizeof circumstances);
    return PLD_OK;
}

/* The attributes of one series and, behind them, those it does not have yet. */
static bool extend(pld__provenance *made, const pld_series *given) {
    pld_attribute *attributes = calloc(given->attribute_count + CIRCUMSTANCES, sizeof *attributes);
    if (attributes == NULL) {
        return false;
    }
    size_t count = given->attribute_count;
    if (count > 0) {
        memcpy(attributes, given->attributes, count * sizeof *attributes);
    }
    for (size_t i = 0; i < CIRCUMSTANCES; i++) {
        if (pld_series_attribute(given, made->circumstances[i].name) == NULL) {
            attributes[count++] = made->circumstances[i];
        }
    }
    made->attributes[made->count] = attributes;
    made->series[made->count] = *given;
    made->series[made->count].attributes = attributes;
    made->series[made->count].attribute_count = count;
    made->count++;
    return true;
}

pld_status pld__provenance_add(const pld_series *series, size_t count, pld__provenance **provenance) {
    pld__provenance *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    made->series = calloc(count + 1, sizeof *made->series);
    made->attributes = calloc(count + 1, sizeof *made->attributes);
    bool good = made->series != NULL && made->attributes != NULL && fill_circumstances(made) == PLD_OK;
    for (size_t i = 0; i < count && good; i++) {
        good = extend(made, &series[i]);
    }
    if (!good) {
        pld__provenance_free(made);
        return PLD_ERROR_MEMORY;
    }
    *provenance = made;
    return PLD_OK;
}

const pld_series *pld__provenance_series(const pld__provenance *provenance) {
    return provenance->series;
}

void pld__provenance_free(pld__provenance *provenance) {
    if (provenance == NULL) {
        return;
    }
    for (size_t i = 0; i < provenance->count; i++) {
        free(provenance->attributes[i]);
    }
    free(provenance->attributes);
    free(provenance->series);
    free(provenance);
}
