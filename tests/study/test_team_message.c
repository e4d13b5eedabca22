/* Tests of src/study/team_message.c. */
#include "study/team_message.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 3 };

static void test_round_trip(void) {
    double message[PLD__TEAM_FAILURE + 64];
    pld__team_request sent = {.fingerprint = UINT64_C(0xfedcba9876543210), .kind = PLD__TEAM_ASKS, .count = 2}, got;
    size_t length = pld__team_request_write(message, &sent);
    for (size_t i = 0; i < 2 * (2 + WIDTH); i++) {
        message[length + i] = (double)i / 3;
    }
    CU_ASSERT_TRUE(pld__team_request_read(message, length + 2 * (2 + WIDTH), WIDTH, &got));
    CHECK(got.fingerprint == sent.fingerprint && got.kind == PLD__TEAM_ASKS && got.count == 2, "another request");
    CU_ASSERT_EQUAL(pld__team_request_row(&got, 1, WIDTH)[0], 5.0 / 3);
    CHECK(!pld__team_request_read(message, length + 2 * (2 + WIDTH) - 1, WIDTH, &got), "a request that is cut");
    CHECK(!pld__team_request_read(message, length + 2 * (2 + WIDTH), WIDTH + 1, &got), "rows of another length");
    sent = (pld__team_request){.kind = PLD__TEAM_FAILED, .status = PLD_ERROR_FILE, .slot = 12345, .error = {.message = "why"}};
    length = pld__team_request_write(message, &sent);
    CU_ASSERT_TRUE(length <= pld__team_room(WIDTH));
    CU_ASSERT_TRUE(pld__team_request_read(message, length, WIDTH, &got));
    CHECK(got.status == PLD_ERROR_FILE && got.slot == 12345 && strcmp(got.error.message, "why") == 0, "another failure");
}

static void test_replies(void) {
    double reply[PLD__TEAM_REPLY];
    const size_t sent[] = {7, 0, 1000000};
    size_t slots[PLD__BUNDLE_MOST], count = 0;
    pld__team_order order = PLD__TEAM_END;
    size_t length = pld__team_reply_write(reply, PLD__TEAM_COMPUTE, sent, 3);
    CU_ASSERT_TRUE(pld__team_reply_read(reply, length, &order, slots, &count));
    CHECK(order == PLD__TEAM_COMPUTE && count == 3 && memcmp(slots, sent, sizeof sent) == 0, "another reply");
    CU_ASSERT_FALSE(pld__team_reply_read(reply, length - 1, &order, slots, &count));
}

/* Numbers that no rank sends are refused. */
static void test_crafted(void) {
    static const double wrong[] = {-1, NAN, INFINITY, 1e300};
    pld__team_request request = {.kind = PLD__TEAM_FAILED, .status = PLD_ERROR_MEMORY}, got;
    double message[PLD__TEAM_FAILURE], reply[PLD__TEAM_REPLY];
    size_t slots[PLD__BUNDLE_MOST], count = 0;
    pld__team_order order = PLD__TEAM_END;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        for (size_t place = 0; place < 6; place++) {
            size_t length = pld__team_request_write(message, &request);
            message[place] = wrong[i];
            CHECK(!pld__team_request_read(message, length, WIDTH, &got), "%g at %zu is taken", wrong[i], place);
        }
        for (size_t place = 0; place < 3; place++) {
            size_t length = pld__team_reply_write(reply, PLD__TEAM_COMPUTE, &(size_t){5}, 1);
            reply[place] = wrong[i];
            CHECK(!pld__team_reply_read(reply, length, &order, slots, &count), "%g at %zu is taken", wrong[i], place);
        }
    }
    request.status = PLD_OK;
    CHECK(!pld__team_request_read(message, pld__team_request_write(message, &request), WIDTH, &got), "a failure without one");
    memset(message, 0, sizeof message);
    CHECK(!pld__team_request_read(message, 3, WIDTH, &got), "a message that is too short");
}

int main(void) {
    CU_TestInfo tests[] = {
        {"requests", test_round_trip}, {"replies", test_replies}, {"crafted messages", test_crafted}, CU_TEST_INFO_NULL};
    return suite_run("study/team_message", tests);
}
