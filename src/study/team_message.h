/* What the processes of a sweep say to each other: rows of numbers.
 *
 *     to rank 0     fingerprint (two halves), kind, how many, then: slot, seconds, the row of each point that is finished;
 *                   of what failed: status, slot, the bytes of its pld_error
 *     from rank 0   order, how many, slots to be computed
 */
#ifndef PLD_STUDY_TEAM_MESSAGE_H
#define PLD_STUDY_TEAM_MESSAGE_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most points that go out at once, the length of a reply, and that of a message without rows. */
enum {
    PLD__BUNDLE_MOST = 64,
    PLD__TEAM_REPLY = 2 + PLD__BUNDLE_MOST,
    PLD__TEAM_FAILURE = 6 + (sizeof(pld_error) + sizeof(double) - 1) / sizeof(double)
};

typedef enum pld__team_kind { PLD__TEAM_ASKS, PLD__TEAM_FAILED, PLD__TEAM_LEAVES, PLD__TEAM_KINDS } pld__team_kind;
typedef enum pld__team_order { PLD__TEAM_COMPUTE, PLD__TEAM_WAIT, PLD__TEAM_END, PLD__TEAM_ORDERS } pld__team_order;

typedef struct pld__team_request {
    uint64_t fingerprint;
    pld__team_kind kind;
    size_t count;       /* of rows */
    const double *rows; /* inside the message */
    pld_status status;  /* of what failed */
    size_t slot;
    pld_error error;
} pld__team_request;

/* The longest request where rows have `width` numbers. */
size_t pld__team_room(size_t width);

/* Row i of a request: slot, seconds, `width` numbers. */
const double *pld__team_request_row(const pld__team_request *request, size_t i, size_t width);

/* Begins a message, whose rows the caller puts behind it, or fills in a failure; returns its length without rows. */
size_t pld__team_request_write(double *message, const pld__team_request *request);

/* False if the message is none. */
bool pld__team_request_read(const double *message, size_t length, size_t width, pld__team_request *request);

size_t pld__team_reply_write(double reply[PLD__TEAM_REPLY], pld__team_order order, const size_t *slots, size_t count);
bool pld__team_reply_read(const double *reply, size_t length, pld__team_order *order, size_t slots[PLD__BUNDLE_MOST],
                          size_t *count);

#endif
