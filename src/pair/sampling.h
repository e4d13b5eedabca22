/* What Poisson sampling makes of one loss: P is (1 - rate) Q + rate P', so that e^loss = (1 - rate) + rate e^plain. */
#ifndef PLD_PAIR_SAMPLING_H
#define PLD_PAIR_SAMPLING_H

/* log((1 - rate) + rate e^plain), within 2^-61 of its size, for any plain loss and 0 <= rate <= 1. */
long double pld__sampled_loss(double rate, long double plain);

/* The inverse, for 0 < rate <= 1: the sampled loss of what is returned is `loss` within 2^-61 (4 + 2 log(1/rate)) of its size.
 * -INFINITY at and below log(1 - rate). */
long double pld__plain_loss(double rate, long double loss);

/* The derivative of the sampled by the plain loss, rate e^plain/((1 - rate) + rate e^plain): from 0 to 1, increasing. */
long double pld__sampled_slope(double rate, long double plain);

#endif
