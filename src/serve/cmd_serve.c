/* pld serve: a page and answers over HTTP. */
#include "serve/cmd_serve.h"

#include "base/base.h"
#include "base/number.h"
#include "options/failure.h"
#include "process/module.h"
#include "serve/gate.h"
#include "serve/http/http.h"
#include "serve/jobs.h"
#include "serve/listen.h"
#include "serve/request.h"
#include "store/masses.h"

#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PORT_USUAL = 8765, PORT_MOST = 65535, TIME_USUAL = 20, TIME_MOST = 86400 };
enum { FORBIDDEN = 403, NOT_FOUND = 404, NOT_ALLOWED = 405, TOO_LARGE = 413, NOT_JSON = 415 };

static const double grace_seconds = 3;
static const double slow_most = 30; /* seconds that a request may take to come, if it may take as long to be answered */
static const long tick_nanoseconds = 100000000;

typedef struct server {
    const pld__command_line *line;
    pld__gate gate;
    double time_limit;
    pld__jobs *jobs;
    const pld__http_functions *functions;
    pld__service service;
    pld__http *http;
} server;

/* --- requests ------------------------------------------------------------------------------------------------------- */

static bool refuse(pld__reply *reply, unsigned status, const char *word, const char *message, const char *allowed) {
    *reply = pld__request_refuse(status, word ? word : "", message, allowed);
    return true;
}

static bool receive(void *context, const pld__head *head, pld__reply *reply) {
    const server *own = context;
    char allowed[512];
    if (!pld__gate_takes_host(&own->gate, head->host)) {
        return refuse(reply, FORBIDDEN, head->host, "the request names another host", "the address that 'pld serve' printed");
    }
    if (!pld__gate_takes_origin(head->origin, head->host)) {
        return refuse(reply, FORBIDDEN, head->origin, "the request comes from a page of somebody else's", "pages of this server");
    }
    bool get = strcmp(head->method, "GET") == 0 || strcmp(head->method, "HEAD") == 0;
    pld__route route = head->is_page ? PLD__ROUTE_GET : pld__request_route(head->path);
    if (route == PLD__ROUTE_NONE) {
        pld__request_routes(allowed, sizeof allowed);
        return refuse(reply, NOT_FOUND, head->path, "there is nothing of this name", allowed);
    }
    if (route == PLD__ROUTE_GET ? !get : strcmp(head->method, "POST") != 0) {
        return refuse(reply, NOT_ALLOWED, head->method, "the method is not the one for this",
                      route == PLD__ROUTE_GET ? "GET" : "POST");
    }
    if (route == PLD__ROUTE_POST && !pld__gate_takes_type(head->content_type)) {
        return refuse(reply, NOT_JSON, head->content_type, "the content type is not JSON", "Content-Type: application/json");
    }
    return false;
}

static void submit(void *context, pld__job *job) {
    const server *own = context;
    pld__jobs_add(own->jobs, job);
}

static pld__reply refuse_size(void) {
    return pld__request_refuse(TOO_LARGE, "body", "the body is too long", "at most 64 KiB");
}

/* --- the line ------------------------------------------------------------------------------------------------------- */

static pld_status read_line(const pld__command_line *line, server *own, pld_error *error) {
    const char *port = line->given[PLD__OPTION_PORT], *limit = line->given[PLD__OPTION_TIME_LIMIT];
    uint64_t number = PORT_USUAL;
    own->time_limit = TIME_USUAL;
    if (line->operand_count > 0) {
        return pld__error_argument(error, line->operands[0], "options alone", "'%s' is one word too many", line->operands[0]);
    }
    if (port != NULL && (pld__number_parse_whole(port, &number, NULL) != PLD_OK || number > PORT_MOST)) {
        return pld__error_argument(error, port, "a whole number from 0 to 65535", "--port: '%s' is no port", port);
    }
    if (limit != NULL && (pld__number_parse_positive(limit, &own->time_limit, NULL) != PLD_OK || own->time_limit > TIME_MOST)) {
        return pld__error_argument(error, limit, "seconds, above 0 and at most 86400", "--time-limit: '%s' is no such time",
                                   limit);
    }
    own->gate = (pld__gate){.bind = line->given[PLD__OPTION_BIND], .port = (unsigned)number};
    return PLD_OK;
}

static pld_status load_module(server *own, pld_error *error) {
#ifdef PLD_SERVE
    own->functions = pld__module_function(pld__module_load(PLD__HTTP_MODULE, false), PLD__HTTP_TABLE);
    if (own->functions != NULL && own->functions->size == sizeof *own->functions && own->functions->version == PLD_VERSION) {
        return PLD_OK;
    }
    return pld__error_argument(error, "serve",
                               PLD__HTTP_MODULE " of this version, beside the program or in its lib/pld, and libmicrohttpd",
                               "the server cannot be loaded");
#else
    (void)own;
    return pld__error_argument(error, "serve", "a program built with libmicrohttpd (-DPLD_SERVE=ON)",
                               "this program was built without the server");
#endif
}

/* --- the server ----------------------------------------------------------------------------------------------------- */

extern char **environ;

static void show_page(const server *own, const char *address) {
    char *arguments[] = {"xdg-open", (char *)address, NULL};
    pid_t child = 0;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) != 0) {
        fprintf(own->line->messages, "pld serve: xdg-open cannot be started; open the page yourself\n");
    }
}

static void announce(const server *own) {
    const char *name = own->gate.bind ? own->gate.bind : "127.0.0.1";
    bool is_ipv6 = strchr(name, ':') != NULL;
    char address[512];
    snprintf(address, sizeof address, "http://%s%s%s:%u/", is_ipv6 ? "[" : "", name, is_ipv6 ? "]" : "", own->gate.port);
    fprintf(own->line->output, "%s\n", address);
    fflush(own->line->output);
    if (own->line->given[PLD__OPTION_OPEN] != NULL) {
        show_page(own, address);
    }
}

static pld_status start(server *own, pld_error *error) {
    int socket = -1;
    pld_status status = pld__listen(own->gate.bind, own->gate.port, &socket, &own->gate.port, error);
    if (status == PLD_OK) {
        status = pld__jobs_start(own->line->query.threads, own->time_limit, &own->jobs);
    }
    if (status != PLD_OK) {
        close(socket);
        return status;
    }
    own->service = (pld__service){.context = own, .receive = receive, .submit = submit, .refuse_size = refuse_size};
    own->http = own->functions->start(socket, &own->service);
    return own->http ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Until a signal of the set comes, or so many ticks have gone by. Looks after requests and connections meanwhile. */
static bool wait_for(const sigset_t *ends, const server *own, double seconds) {
    const struct timespec tick = {.tv_nsec = tick_nanoseconds};
    double left = seconds;
    bool ended = false;
    while (!ended && left > 0 && (seconds == INFINITY || pld__jobs_count(own->jobs) > 0)) {
        ended = sigtimedwait(ends, NULL, &tick) > 0;
        pld__jobs_watch(own->jobs);
        own->functions->close_slow(own->http, fmin(own->time_limit, slow_most));
        left -= 1e-9 * (double)tick_nanoseconds;
    }
    return ended;
}

/* Requests that are there get their answers if that does not take long. */
static void end(server *own, const sigset_t *ends) {
    if (own->http != NULL) {
        own->functions->close_door(own->http);
        (void)wait_for(ends, own, grace_seconds);
    }
    if (own->jobs != NULL) {
        pld__jobs_stop(own->jobs);
    }
    if (own->http != NULL) {
        own->functions->stop(own->http);
    }
}

pld__exit pld__command_serve(const pld__command_line *line) {
    pld_error error = {.message = ""};
    server own = {.line = line};
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pld_status status = read_line(line, &own, &error);
    if (status == PLD_OK) {
        status = load_module(&own, &error);
    }
    if (status == PLD_OK) {
        pld__masses_forbid();
        signal(SIGPIPE, SIG_IGN);
        signal(SIGCHLD, SIG_IGN);
        pthread_sigmask(SIG_BLOCK, &ends, NULL);
        status = start(&own, &error);
    }
    if (status == PLD_OK) {
        announce(&own);
        (void)wait_for(&ends, &own, INFINITY);
    }
    end(&own, &ends);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
