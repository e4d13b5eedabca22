/* pld sweep --dry-run. */
#ifndef PLD_REPORT_FORECAST_H
#define PLD_REPORT_FORECAST_H

#include "options/command.h"

/* Prints how many points there are and what those that are left will take, by so many ranks. */
PLD_WARN_UNUSED pld_status pld__sweep_forecast_print(const pld_study *study, const pld_sweep *sweep, unsigned ranks,
                                                     pld_error *error);

#endif
