#include "serve/gate.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PORT_OF_HTTP = 80 };

static bool is_name(const char *host, size_t length, const char *name) {
    return strlen(name) == length && strncasecmp(host, name, length) == 0;
}

bool pld__gate_takes_host(const pld__gate *gate, const char *host) {
    static const char *const loopback[] = {"localhost", "127.0.0.1", "::1"};
    char port[16];
    if (host == NULL) {
        return false;
    }
    bool bracketed = host[0] == '[';
    const char *begin = bracketed ? host + 1 : host, *end = begin + strcspn(begin, bracketed ? "]" : ":");
    const char *rest = bracketed && *end == ']' ? end + 1 : end;
    snprintf(port, sizeof port, ":%u", gate->port);
    if (strcmp(rest, port) != 0 && !(rest[0] == '\0' && gate->port == PORT_OF_HTTP)) {
        return false;
    }
    size_t length = (size_t)(end - begin);
    for (size_t i = 0; i < sizeof loopback / sizeof loopback[0]; i++) {
        if (is_name(begin, length, loopback[i])) {
            return true;
        }
    }
    return gate->bind != NULL && is_name(begin, length, gate->bind);
}

bool pld__gate_takes_origin(const char *origin, const char *host) {
    static const char scheme[] = "http://";
    return origin == NULL || (strncasecmp(origin, scheme, strlen(scheme)) == 0 && strcasecmp(origin + strlen(scheme), host) == 0);
}

bool pld__gate_takes_type(const char *content_type) {
    static const char json[] = "application/json";
    return content_type != NULL && strcspn(content_type, "; ") == strlen(json) &&
           strncasecmp(content_type, json, strlen(json)) == 0;
}
