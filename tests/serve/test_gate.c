/* Tests of src/serve/gate.c. The program is no library, so its file is taken in as it is. */
#include "serve/gate.c"

#include "support/suite.h"

static void test_hosts(void) {
    const pld__gate gate = {.port = 8765}, bound = {.bind = "lab.example", .port = 8765}, usual = {.port = 80},
                    six = {.bind = "fe80::1", .port = 8765};
    CU_ASSERT_TRUE(pld__gate_takes_host(&gate, "localhost:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&gate, "LOCALHOST:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&gate, "127.0.0.1:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&gate, "[::1]:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&usual, "localhost"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&usual, "localhost:80"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&bound, "lab.example:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&bound, "127.0.0.1:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_host(&six, "[fe80::1]:8765"));
    static const char *const others[] = {"",
                                         ":8765",
                                         "localhost",
                                         "localhost:",
                                         "localhost:876",
                                         "localhost:87650",
                                         "localhost:8765:8765",
                                         "localhost.:8765",
                                         "localhost.evil.example:8765",
                                         "127.0.0.1.evil.example:8765",
                                         "evil.example:8765",
                                         "lab.example:8765",
                                         "[::1:8765",
                                         "[::1]8765",
                                         "::1:8765",
                                         "127.0.0.2:8765",
                                         "user@localhost:8765"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        CU_ASSERT_FALSE(pld__gate_takes_host(&gate, others[i]));
    }
    CU_ASSERT_FALSE(pld__gate_takes_host(&gate, NULL));
    CU_ASSERT_FALSE(pld__gate_takes_host(&bound, "lab.example"));
}

static void test_origins(void) {
    CU_ASSERT_TRUE(pld__gate_takes_origin(NULL, "localhost:8765"));
    CU_ASSERT_TRUE(pld__gate_takes_origin("http://localhost:8765", "localhost:8765"));
    static const char *const others[] = {"",
                                         "null",
                                         "http://localhost",
                                         "http://127.0.0.1:8765",
                                         "https://localhost:8765",
                                         "http://localhost:8765.evil.example",
                                         "http://evil.example",
                                         "localhost:8765"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        CU_ASSERT_FALSE(pld__gate_takes_origin(others[i], "localhost:8765"));
    }
}

static void test_types(void) {
    CU_ASSERT_TRUE(pld__gate_takes_type("application/json"));
    CU_ASSERT_TRUE(pld__gate_takes_type("Application/JSON; charset=utf-8"));
    CU_ASSERT_FALSE(pld__gate_takes_type(NULL));
    CU_ASSERT_FALSE(pld__gate_takes_type("text/plain"));
    CU_ASSERT_FALSE(pld__gate_takes_type("application/jsonx"));
    CU_ASSERT_FALSE(pld__gate_takes_type("text/plain; application/json"));
}

int main(void) {
    CU_TestInfo tests[] = {{"hosts", test_hosts}, {"origins", test_origins}, {"content types", test_types}, CU_TEST_INFO_NULL};
    return suite_run("gate", tests);
}
