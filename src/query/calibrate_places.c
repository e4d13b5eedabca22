/* Numbers, and their places: the log of a number, with the sign that makes spending increase along it. */
#include "query/calibrate_search.h"

#include "base/base.h"

#include <math.h>

/* Of the distance asked for, how finely numbers are rounded. */
static const double ROUNDING = 0.02;

/* How far apart, by default; every question about an attack is many about delta. */
static const double DEFAULT_TOLERANCE = 1e-6, ATTACK_TOLERANCE = 1e-4;

/* The number that spends least (or most) of all. */
double pld__calibration_end(const pld__calibration_search *run, bool less) {
    return less == (run->open.sign > 0) ? run->open.low : run->open.high;
}

/* 0, where it is a number, is as far from 1 as 2 is. */
double pld__calibration_place(const pld__calibration_search *run, double value) {
    return run->open.sign * log(fmax(value, run->open.whole ? 0.5 : 0));
}

/* The number at a place, or the end of what is allowed. */
double pld__calibration_value_at(const pld__calibration_search *run, double place) {
    double least = pld__calibration_place(run, pld__calibration_end(run, true)),
           most = pld__calibration_place(run, pld__calibration_end(run, false));
    return exp(run->open.sign * fmin(fmax(place, least), most));
}

/* How far apart value and limit may be, as logs, around a number: by default so many digits of it; if tolerances are given, these
 * are about brackets, and the two numbers are as near to each other as such brackets can tell. */
double pld__calibration_distance(const pld__calibration_search *run, double value) {
    pld_target_kind kind = run->target->kind;
    double digits = kind == PLD_TARGET_ATTACK || kind == PLD_TARGET_MU ? ATTACK_TOLERANCE : DEFAULT_TOLERANCE;
    double asked = run->given > 0 ? 2 * run->given / (run->slope > 0 ? run->slope : 1) : digits;
    return fmax(asked, run->open.whole ? 1 / fmax(value, 0.5) : 0);
}

/* A number near a place: whole ones, and decimals that are short for the distance asked for, on the side that spends less (or
 * more). */
double pld__calibration_value_near(const pld__calibration_search *run, double place, bool less) {
    const pld__open_spec *open = &run->open;
    double value = pld__calibration_value_at(run, place), unit = 1;
    bool down = less == (open->sign > 0);
    if (!open->whole)
        unit = pow(10, floor(log10(ROUNDING * pld__calibration_distance(run, value) * value)));
    double units = value / unit;
    units = units < 0x1p50 ? (down ? floor(units * (1 + 4 * PLD__U)) : ceil(units * (1 - 4 * PLD__U))) : units;
    /* Dividing by a power of ten gives the double nearest to the decimal, multiplying by one below 1 does not. */
    value = unit < 1 ? units / round(1 / unit) : units * unit;
    /* The ends are themselves, however they are rounded. */
    if (value < open->low * (1 + 1e-12))
        return open->low;
    return value > open->high * (1 - 1e-12) ? open->high : value;
}
