/* A pair put together from pieces of Gaussian mixture pairs, and outcomes of loss 0.
 *
 * A piece is a stretch of x on which the loss of a mixture pair rises, taken with a weight, and perhaps with P and Q
 * exchanged. Which piece an outcome comes from may be thought of as published: it has the same loss then as in its own pair, so
 * masses, and D, of the pieces add up (T100). The line of such a pair, along which its loss increases, is the loss itself. */
#ifndef PLD_PAIR_PIECES_H
#define PLD_PAIR_PIECES_H

#include "pair/mixture.h"

enum { PLD__PIECES_MOST = 176, PLD__PIECES_SIDES_MOST = 176, PLD__PIECE_NODES = 513 };

typedef struct pld__piece {
    size_t sides; /* which mixture pair */
    long double weight;
    double rho;      /* the weight is within a factor 1 +- rho */
    double from, to; /* the stretch of x; may be infinite */
    bool exchanged;  /* P is the second of the two mixtures, Q the first */
    bool rises_all;  /* the loss rises everywhere, also outside of the stretch */
    int side; /* 1, -1: the stretch has all losses > 0, or < 0, of the pair as it is exchanged, and no others; 0: all of them */

    /* Filled in by pld__pieces_mechanism. */
    double near, far; /* the stretch as far as positions are told from infinity */
    double low, high; /* losses of the piece, exchanged as it is */
    double *x, *loss; /* places where positions are looked for first, by increasing loss */
    double log_mass;  /* of the larger of both masses in it */
} pld__piece;

typedef struct pld__pieces {
    size_t sides_count, count;
    pld__mixture_pair sides[PLD__PIECES_SIDES_MOST];
    pld__piece piece[PLD__PIECES_MOST];
    long double still;    /* mass of both P and Q at loss 0, within a factor 1 +- 16 u */
    long double left_out; /* P- and Q-mass, each, of whole outcomes that are in no piece, at losses that may be anything */
    double *nodes;        /* x and loss of all pieces */
} pld__pieces;

/* No pieces yet; NULL without memory. */
pld__pieces *pld__pieces_create(void);

/* Two mixtures more, in units of sigma, weights and means as pld__mixture_mechanism takes them; *index says which they are.
 * Nothing is asked of their loss. What components leave out is added to *dropped. */
PLD_WARN_UNUSED pld_status pld__pieces_add_sides(pld__pieces *pieces, size_t p_count, const long double *p_weight,
                                                 const double *p_mean, size_t q_count, const long double *q_weight,
                                                 const double *q_mean, long double *dropped, size_t *index);

/* The mechanism of these pieces, which it takes over (they are freed on failure): weights and masses make up 1 on both sides but
 * for `dropped`, components that mixtures leave out, and what is left out. `resolved` and `note` as in pld__mechanism_create. */
PLD_WARN_UNUSED pld_status pld__pieces_mechanism(pld__pieces *pieces, long double dropped, const char *resolved, const char *note,
                                                 pld_mechanism **mechanism);

/* Frees the pieces themselves, which were allocated; NULL is nothing. */
void pld__pieces_free(void *pieces);

/* Where a piece has this loss, between near and far; an end of the stretch beyond them. It depends on nothing but the loss, so
 * that what ends in a place and what begins there leave nothing out. */
double pld__piece_position(const pld__pieces *pieces, const pld__piece *piece, double loss);

/* pieces_sketch.c: for planning and estimates. */
pld_status pld__pieces_sketch_points(const void *pair, double reach, unsigned refinement, pld__sketch_point **points,
                                     size_t *count);
double complex pld__pieces_log_moment(const void *pair, double complex s);

#endif
