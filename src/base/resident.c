#include "base/budget.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The kernel tells it in pages; elsewhere the most that was ever resident must do. */
size_t pld__resident(void) {
    unsigned long all = 0, resident = 0;
    long page = sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "re");
    bool told = file && fscanf(file, "%lu %lu", &all, &resident) == 2 && page > 0;
    if (file)
        (void)fclose(file);
    if (told)
        return (size_t)resident * (size_t)page;
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
#ifdef __APPLE__
    return (size_t)usage.ru_maxrss;
#else
    return (size_t)usage.ru_maxrss * 1024;
#endif
}
