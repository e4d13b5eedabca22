#include "serve/http/http.h"

#include "base/clock.h"
#include "serve/http/page.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS_MOST = 800, IDLE_SECONDS = 30, CONNECTION_MEMORY = 1 << 16 };

/* One connection, from its beginning to its end, which may see many requests. */
typedef struct connection {
    struct connection *next, *previous;
    int socket;
    double since;   /* when it began to be waited for */
    bool is_served; /* a request is complete, and we are the ones who are waited for */
} connection;

struct pld__http {
    const pld__service *service;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* of the list */
    connection *connections;
};

/* One request. The job is its first member, so that it can be found again when that is finished. */
typedef struct exchange {
    pld__job job;
    struct MHD_Connection *connection;
    connection *of;
    char *path, *body;
    size_t dropped;
    const pld__page_file *file;
    bool is_refused, is_submitted;
} exchange;

/* --- connections ---------------------------------------------------------------------------------------------------- */

static void connection_opened(pld__http *http, struct MHD_Connection *of, void **place) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD);
    connection *made = info ? calloc(1, sizeof *made) : NULL;
    if (made == NULL) {
        return; /* watched by the library's own limit of idle time alone */
    }
    made->socket = info->connect_fd;
    made->since = pld__seconds_now();
    pthread_mutex_lock(&http->lock);
    made->next = http->connections;
    if (made->next != NULL) {
        made->next->previous = made;
    }
    http->connections = made;
    pthread_mutex_unlock(&http->lock);
    *place = made;
}

static void connection_closed(pld__http *http, connection *gone) {
    if (gone == NULL) {
        return;
    }
    pthread_mutex_lock(&http->lock);
    *(gone->previous ? &gone->previous->next : &http->connections) = gone->next;
    if (gone->next != NULL) {
        gone->next->previous = gone->previous;
    }
    pthread_mutex_unlock(&http->lock);
    free(gone);
}

static void notice_connection(void *context, struct MHD_Connection *of, void **place, enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        connection_opened(context, of, place);
    } else {
        connection_closed(context, *place);
    }
}

static void set_served(pld__http *http, connection *of, bool is_served) {
    if (of != NULL) {
        pthread_mutex_lock(&http->lock);
        of->is_served = is_served;
        of->since = pld__seconds_now();
        pthread_mutex_unlock(&http->lock);
    }
}

static void close_slow(pld__http *http, double seconds) {
    double now = pld__seconds_now();
    pthread_mutex_lock(&http->lock);
    for (connection *one = http->connections; one != NULL; one = one->next) {
        if (!one->is_served && now - one->since > seconds) {
            shutdown(one->socket, SHUT_RDWR); /* the library sees the end and closes it */
        }
    }
    pthread_mutex_unlock(&http->lock);
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

static enum MHD_Result send_bytes(struct MHD_Connection *to, unsigned status, const char *type, void *bytes, size_t size,
                                  enum MHD_ResponseMemoryMode mode) {
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    struct MHD_Response *response = MHD_create_response_from_buffer(size, bytes, mode);
    if (response == NULL) {
        if (mode == MHD_RESPMEM_MUST_FREE) {
            free(bytes);
        }
        return MHD_NO;
    }
    enum MHD_Result done = MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        done &= MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    done &= MHD_queue_response(to, status, response);
    MHD_destroy_response(response);
    return done;
}

/* Takes the text of the reply. */
static enum MHD_Result send_reply(struct MHD_Connection *to, pld__reply *reply) {
    char *text = reply->text;
    reply->text = NULL;
    return send_bytes(to, text ? reply->status : MHD_HTTP_INTERNAL_SERVER_ERROR, "application/json", text,
                      text ? strlen(text) : 0, text ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
}

/* Called by whoever computed. */
static void finish(pld__job *job) {
    MHD_resume_connection(((exchange *)job)->connection);
}

/* --- requests ------------------------------------------------------------------------------------------------------- */

static const pld__page_file *find_file(const char *path) {
    for (const pld__page_file *file = pld__page_files; file->path != NULL; file++) {
        if (strcmp(file->path, path) == 0) {
            return file;
        }
    }
    return NULL;
}

/* True if a body of that length is announced which is not worth waiting for before it is refused. */
static bool has_long_body(struct MHD_Connection *of) {
    const char *text = MHD_lookup_connection_value(of, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return text != NULL && strtoull(text, NULL, 10) > PLD__BODY_DROPPED;
}

/* The head has come. */
static enum MHD_Result begin(pld__http *http, struct MHD_Connection *of, const char *path, const char *method, void **place) {
    const union MHD_ConnectionInfo *socket = MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *kept = MHD_get_connection_info(of, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    exchange *one = calloc(1, sizeof *one);
    if (one == NULL || (one->path = strdup(path)) == NULL) {
        free(one);
        return MHD_NO;
    }
    *place = one; /* freed when the request is over, whatever becomes of it */
    one->connection = of;
    one->of = kept ? kept->socket_context : NULL;
    one->file = find_file(path);
    one->job = (pld__job){.path = one->path, .socket = socket ? socket->connect_fd : -1, .finish = finish};
    const pld__head head = {.method = method,
                            .path = path,
                            .host = MHD_lookup_connection_value(of, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST),
                            .origin = MHD_lookup_connection_value(of, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN),
                            .content_type = MHD_lookup_connection_value(of, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE),
                            .is_page = one->file != NULL};
    one->is_refused = http->service->receive(http->service->context, &head, &one->job.reply);
    if (!one->is_refused && has_long_body(of)) {
        one->is_refused = true;
        one->job.reply = http->service->refuse_size();
    }
    return one->is_refused && has_long_body(of) ? send_reply(of, &one->job.reply) : MHD_YES;
}

/* A piece of the body; of what is refused it is thrown away, as an answer amid the body does not reach everybody. */
static enum MHD_Result take_body(pld__http *http, exchange *one, const char *bytes, size_t size) {
    if (!one->is_refused && one->job.size + size > PLD__BODY_MOST) {
        one->is_refused = true;
        one->job.reply = http->service->refuse_size();
    }
    if (one->is_refused) {
        one->dropped += size;
        return one->dropped > PLD__BODY_DROPPED ? MHD_NO : MHD_YES;
    }
    if (one->body == NULL && (one->body = malloc(PLD__BODY_MOST + 1)) == NULL) {
        return MHD_NO;
    }
    memcpy(one->body + one->job.size, bytes, size);
    one->job.size += size;
    return MHD_YES;
}

/* All of it has come. */
static enum MHD_Result complete(pld__http *http, exchange *one, struct MHD_Connection *of) {
    set_served(http, one->of, true);
    if (one->is_refused || one->is_submitted) {
        return send_reply(of, &one->job.reply);
    }
    if (one->file != NULL) {
        return send_bytes(of, MHD_HTTP_OK, one->file->type, (void *)one->file->bytes, one->file->size, MHD_RESPMEM_PERSISTENT);
    }
    if (one->body != NULL) {
        one->body[one->job.size] = '\0';
    }
    one->job.body = one->body ? one->body : "";
    one->is_submitted = true;
    MHD_suspend_connection(of); /* first: it may be finished before submit returns */
    http->service->submit(http->service->context, &one->job);
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *of, const char *path, const char *method, const char *version,
                              const char *bytes, size_t *size, void **place) {
    (void)version;
    if (*place == NULL) {
        return begin(context, of, path, method, place);
    }
    if (*size > 0) {
        enum MHD_Result taken = take_body(context, *place, bytes, *size);
        *size = 0;
        return taken;
    }
    return complete(context, *place, of);
}

static void forget(void *context, struct MHD_Connection *of, void **place, enum MHD_RequestTerminationCode code) {
    exchange *one = *place;
    (void)of;
    (void)code;
    if (one != NULL) {
        set_served(context, one->of, false);
        free(one->job.reply.text);
        free(one->body);
        free(one->path);
        free(one);
        *place = NULL;
    }
}

/* --- the server ----------------------------------------------------------------------------------------------------- */

static pld__http *start(int socket, const pld__service *service) {
    pld__http *http = calloc(1, sizeof *http);
    if (http == NULL || pthread_mutex_init(&http->lock, NULL) != 0) {
        free(http);
        close(socket);
        return NULL;
    }
    http->service = service;
    http->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, handle,
                                    http, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_CONNECTION, notice_connection, http,
                                    MHD_OPTION_NOTIFY_COMPLETED, forget, http, MHD_OPTION_CONNECTION_LIMIT,
                                    (unsigned)CONNECTIONS_MOST, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_END);
    if (http->daemon == NULL) {
        pthread_mutex_destroy(&http->lock);
        free(http);
        close(socket);
        return NULL;
    }
    return http;
}

static void close_door(pld__http *http) {
    int socket = MHD_quiesce_daemon(http->daemon);
    if (socket != MHD_INVALID_SOCKET) {
        close(socket);
    }
}

static void stop(pld__http *http) {
    MHD_stop_daemon(http->daemon);
    pthread_mutex_destroy(&http->lock);
    free(http);
}

__attribute__((visibility("default"))) const pld__http_functions pld__http_table;
const pld__http_functions pld__http_table = {
    .size = sizeof(pld__http_functions),
    .version = PLD_VERSION,
    .start = start,
    .close_slow = close_slow,
    .close_door = close_door,
    .stop = stop,
};
