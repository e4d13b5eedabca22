/* The tilted hockey-stick function g(y) = e^(-theta y) (1 - e^-y), y >= 0, theta > 0 (T9). */
#ifndef PLD_BOUND_HOCKEY_H
#define PLD_BOUND_HOCKEY_H

/* max g = theta^theta / (1 + theta)^(1 + theta), from g' = 0 at e^-y = theta/(1 + theta); rounded up. */
double pld__bound_hockey_maximum(double theta);

/* An upper bound of (sum of g(y0 + j width)^2 over j >= 0)^(1/2) for any y0: g^2 rises once and falls once, so the sum is at most
 * its integral / width plus its maximum, and the integral is 1/(2 theta (2 theta + 1)(theta + 1)). Infinite if theta <= 0. */
double pld__bound_hockey_norm(double theta, double width);

#endif
