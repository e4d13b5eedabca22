#include "process/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught = 0;

static void remember(int signal_number) {
    caught = signal_number;
}

void pld__signals_catch(void) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int pld__signals_caught(void) {
    return caught;
}
