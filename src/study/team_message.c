#include "study/team_message.h"

#include <string.h>

enum { HEAD = 4, FAILURE = HEAD + 2, ERROR_NUMBERS = PLD__TEAM_FAILURE - FAILURE };

size_t pld__team_room(size_t width) {
    size_t rows = HEAD + PLD__BUNDLE_MOST * (2 + width), failure = PLD__TEAM_FAILURE;
    return rows > failure ? rows : failure;
}

const double *pld__team_request_row(const pld__team_request *request, size_t i, size_t width) {
    return request->rows + i * (2 + width);
}

size_t pld__team_request_write(double *message, const pld__team_request *request) {
    message[0] = (double)(request->fingerprint >> 32);
    message[1] = (double)(request->fingerprint & UINT32_MAX);
    message[2] = request->kind;
    message[3] = (double)request->count;
    if (request->kind != PLD__TEAM_FAILED) {
        return HEAD;
    }
    message[HEAD] = request->status;
    message[HEAD + 1] = (double)request->slot;
    memset(message + FAILURE, 0, ERROR_NUMBERS * sizeof *message);
    memcpy(message + FAILURE, &request->error, sizeof request->error);
    return PLD__TEAM_FAILURE;
}

/* A whole number of a message, if it is one and at most `most`. */
static bool whole(double number, double most, size_t *value) {
    if (!(number >= 0 && number <= most)) {
        return false;
    }
    *value = (size_t)number;
    return true;
}

bool pld__team_request_read(const double *message, size_t length, size_t width, pld__team_request *request) {
    size_t high = 0, low = 0, kind = 0, status = 0;
    *request = (pld__team_request){.count = 0};
    if (length < HEAD || !whole(message[0], UINT32_MAX, &high) || !whole(message[1], UINT32_MAX, &low) ||
        !whole(message[2], PLD__TEAM_KINDS - 1, &kind) || !whole(message[3], PLD__BUNDLE_MOST, &request->count)) {
        return false;
    }
    request->fingerprint = (uint64_t)high << 32 | low;
    request->kind = (pld__team_kind)kind;
    request->rows = message + HEAD;
    if (request->kind != PLD__TEAM_FAILED) {
        return length == HEAD + request->count * (2 + width);
    }
    if (length != PLD__TEAM_FAILURE || request->count != 0 || !whole(message[HEAD], PLD_ERROR_PLATFORM, &status) ||
        status == PLD_OK || !whole(message[HEAD + 1], 0x1p53, &request->slot)) {
        return false;
    }
    request->status = (pld_status)status;
    memcpy(&request->error, message + FAILURE, sizeof request->error);
    request->error.message[sizeof request->error.message - 1] = '\0';
    request->error.word[sizeof request->error.word - 1] = '\0';
    request->error.allowed[sizeof request->error.allowed - 1] = '\0';
    request->error.family[sizeof request->error.family - 1] = '\0';
    return true;
}

size_t pld__team_reply_write(double reply[PLD__TEAM_REPLY], pld__team_order order, const size_t *slots, size_t count) {
    reply[0] = order;
    reply[1] = (double)count;
    for (size_t i = 0; i < count; i++) {
        reply[2 + i] = (double)slots[i];
    }
    return 2 + count;
}

bool pld__team_reply_read(const double *reply, size_t length, pld__team_order *order, size_t slots[PLD__BUNDLE_MOST],
                          size_t *count) {
    size_t kind = 0, given = 0;
    bool good = length >= 2 && whole(reply[0], PLD__TEAM_ORDERS - 1, &kind) && whole(reply[1], PLD__BUNDLE_MOST, &given) &&
                length == 2 + given;
    for (size_t i = 0; i < given && good; i++) {
        good = whole(reply[2 + i], 0x1p53, &slots[i]);
    }
    if (good) {
        *order = (pld__team_order)kind;
        *count = given;
    }
    return good;
}
