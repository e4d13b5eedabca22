#include "serve/listen.h"

#include "base/base.h"
#include "store/failure.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* -1 if it cannot be had, and errno says why. */
static int listen_on(const struct addrinfo *address) {
    int made = socket(address->ai_family, address->ai_socktype, address->ai_protocol), on = 1;
    if (made < 0) {
        return -1;
    }
    (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on); /* else the port stays taken for a minute after each end */
    if (bind(made, address->ai_addr, address->ai_addrlen) != 0 || listen(made, SOMAXCONN) != 0 ||
        fcntl(made, F_SETFL, O_NONBLOCK) != 0 || fcntl(made, F_SETFD, FD_CLOEXEC) != 0) {
        int reason = errno;
        close(made);
        errno = reason;
        return -1;
    }
    return made;
}

static unsigned port_of(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) {
        return 0;
    }
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

pld_status pld__listen(const char *address, unsigned port, int *socket, unsigned *found, pld_error *error) {
    const char *name = address ? address : "127.0.0.1";
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *list = NULL;
    char service[16];
    int made = -1;
    snprintf(service, sizeof service, "%u", port);
    if (getaddrinfo(name, service, &hints, &list) != 0) {
        return pld__error_argument(error, name, "an address or a name of this machine", "--bind: '%s' is no address", name);
    }
    for (const struct addrinfo *one = list; one != NULL && made < 0; one = one->ai_next) {
        made = listen_on(one);
    }
    int reason = errno;
    freeaddrinfo(list);
    if (made < 0) {
        return pld__error_file(error, service, "port %u of %s cannot be listened on: %s", port, name, strerror(reason));
    }
    *socket = made;
    *found = port_of(made);
    return PLD_OK;
}
