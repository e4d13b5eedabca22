/* Real transforms in place. The only place that knows FFTW. */
#ifndef PLD_COMPOSE_FFT_H
#define PLD_COMPOSE_FFT_H

#include <pld/status.h>
#include <stddef.h>

/* The smallest length >= n that is a product of 2, 3, 5, 7 and even. */
size_t pld__fft_length(size_t n);

/* Doubles that a buffer for `length` points needs: n/2 + 1 complex numbers. */
size_t pld__fft_buffer(size_t length);

/* Bytes that a transform takes beside its buffer. */
double pld__fft_memory(size_t length);

/* Both are unnormalised and work in a buffer from pld__allocate. Plans are estimated, never measured: results must not depend on
 * timing. */
pld_status pld__fft_forward(size_t length, double *buffer);
pld_status pld__fft_backward(size_t length, double *buffer);

/* How many plans are kept for the life of the process, and of how many points; never more than two limits. */
size_t pld__fft_kept(size_t *points);

#endif
