/* A factor in doubles, to aim with: nothing here is a bound. */
#ifndef PLD_VERIFY_AIM_H
#define PLD_VERIFY_AIM_H

#include "verify/factor.h"

enum { PLD__AIM_HEIGHTS = 12 };

typedef struct pld__aim {
    const pld__verify_factor *factor;
    double count;
    size_t counts[2];
    double *log_coefficient[2], *mean[2];     /* P, Q of a mixture */
    double low, high, spread, q_spread, cone; /* heights at which neither list has a zero are below `cone` */
    double p_least, p_most;
    double ratio;            /* as of the factor */
    double *log_mass, *loss; /* of atoms */
    /* Nodes first * width .. last * width of a mixture, and log r_P, log r_Q there. */
    double width;
    long first, last;
    double *log_p, *log_q;
    /* At the tilt prepared for: log of the integrand along each height without its part in t, and the angle that t multiplies. */
    double tilt;
    double heights[PLD__AIM_HEIGHTS];
    double *along, *angle;
} pld__aim;

/* False without memory. Clear it in any case. */
bool pld__aim_init(pld__aim *aim, const pld__verify_factor *factor);
void pld__aim_clear(pld__aim *aim);

/* About log E e^(tilt L); INFINITY where that takes too many nodes. */
double pld__aim_log_moment(pld__aim *aim, double tilt);

/* About log f, f = P^(1+tilt) Q^-tilt, of a mixture, and the mean of Q's component there. */
double pld__aim_log_density(const pld__aim *aim, double tilt, double x, double *q_mean);

/* About the loss at an outcome of a mixture. */
double pld__aim_loss(const pld__aim *aim, double x);

/* Makes pld__aim_log_decay know about a tilt; false without memory. */
bool pld__aim_prepare(pld__aim *aim, double tilt);

/* About the least bound of log |E e^(sL)| for Re s = tilt and all |Im s| >= t; *height is where it was found. */
double pld__aim_log_decay(const pld__aim *aim, double t, double *height);

#endif
