#include "base/shelf.h"

#include "base/base.h"
#include "base/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct entry {
    struct entry *next;
    const pld__shelf_kind *kind;
    void *key, *thing;
    size_t key_size, bytes;
    uint64_t hash;
    size_t takers;
    uint64_t work; /* that it took to make it */
    bool is_kept;  /* on the shelf */
} entry;

enum { PLACES = 512, ALIGNMENT = 64, HEAD = (sizeof(entry) + sizeof(entry *) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

struct pld__shelf {
    pthread_mutex_t lock; /* of all below, and of takers */
    size_t bytes, most;
    entry *places[PLACES];
};

pld__shelf *pld__shelf_create(size_t most) {
    pld__shelf *shelf = pld__allocate(1, sizeof *shelf);
    if (!shelf)
        return NULL;
    memset(shelf, 0, sizeof *shelf);
    shelf->most = most;
    if (pthread_mutex_init(&shelf->lock, NULL) == 0)
        return shelf;
    pld__free(shelf);
    return NULL;
}

static void drop(entry *one) {
    one->kind->empty(one->thing);
    pld__free(one->key);
    pld__free(one);
}

/* Forgets what nobody has taken. */
static void clear(pld__shelf *shelf) {
    for (size_t i = 0; i < PLACES; i++)
        for (entry **at = &shelf->places[i]; *at;) {
            entry *one = *at;
            if (one->takers > 0) {
                at = &one->next;
                continue;
            }
            *at = one->next;
            shelf->bytes -= one->bytes;
            drop(one);
        }
}

void pld__shelf_free(pld__shelf *shelf) {
    if (!shelf)
        return;
    clear(shelf);
    pthread_mutex_destroy(&shelf->lock);
    pld__free(shelf);
}

static uint64_t hash_of(const void *key, size_t size) { /* FNV-1a */
    const unsigned char *bytes = key;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The one that is there, taken once more; NULL if there is none. Under the lock. */
static entry *find(pld__shelf *shelf, const pld__shelf_kind *kind, const void *key, size_t key_size, uint64_t hash) {
    entry *one = shelf->places[hash % PLACES];
    while (one && !(one->hash == hash && one->kind == kind && one->key_size == key_size && memcmp(one->key, key, key_size) == 0))
        one = one->next;
    if (one)
        one->takers++;
    return one;
}

static pld_status make(const pld__shelf_kind *kind, const void *key, size_t key_size, uint64_t hash, const void *context,
                       entry **made) {
    entry *one = pld__allocate(1, HEAD + kind->size);
    void *own = pld__allocate(1, key_size);
    if (!one || !own) {
        pld__free(one);
        pld__free(own);
        return PLD_ERROR_MEMORY;
    }
    memset(one, 0, HEAD + kind->size);
    memcpy(own, key, key_size);
    *one = (entry){.kind = kind, .key = own, .thing = (char *)one + HEAD, .key_size = key_size, .hash = hash, .takers = 1};
    memcpy((char *)one->thing - sizeof one, &one, sizeof one); /* so that the thing tells its entry */
    uint64_t before = pld__work_of_thread();
    pld_status status = kind->make(context, one->thing);
    one->work = pld__work_of_thread() - before;
    if (status != PLD_OK) {
        drop(one);
        return status;
    }
    one->bytes = HEAD + kind->size + key_size + kind->bytes(one->thing);
    *made = one;
    return PLD_OK;
}

/* Puts it on the shelf, unless another thread was first: then that one is taken. */
static entry *put(pld__shelf *shelf, entry *one) {
    pthread_mutex_lock(&shelf->lock);
    entry *there = find(shelf, one->kind, one->key, one->key_size, one->hash);
    if (!there) {
        one->is_kept = true;
        one->next = shelf->places[one->hash % PLACES];
        shelf->places[one->hash % PLACES] = one;
        shelf->bytes += one->bytes;
        if (shelf->bytes > shelf->most)
            clear(shelf);
    }
    pthread_mutex_unlock(&shelf->lock);
    if (there)
        drop(one);
    return there ? there : one;
}

pld_status pld__shelf_take(pld__shelf *shelf, const pld__shelf_kind *kind, const void *key, size_t key_size, const void *context,
                           const void **thing) {
    uint64_t hash = hash_of(key, key_size);
    entry *one = NULL;
    if (shelf) {
        pthread_mutex_lock(&shelf->lock);
        one = find(shelf, kind, key, key_size, hash);
        pthread_mutex_unlock(&shelf->lock);
    }
    if (one) {
        pld_status status = pld__work_on((double)one->work);
        if (status != PLD_OK) {
            pld__shelf_return(shelf, one->thing);
            return status;
        }
    }
    if (!one) {
        pld_status status = make(kind, key, key_size, hash, context, &one);
        if (status != PLD_OK)
            return status;
        one = shelf ? put(shelf, one) : one;
    }
    *thing = one->thing;
    return PLD_OK;
}

void pld__shelf_return(pld__shelf *shelf, const void *thing) {
    if (!thing)
        return;
    entry *one;
    memcpy(&one, (const char *)thing - sizeof one, sizeof one);
    if (!one->is_kept) {
        drop(one);
        return;
    }
    pthread_mutex_lock(&shelf->lock);
    one->takers--;
    pthread_mutex_unlock(&shelf->lock);
}
