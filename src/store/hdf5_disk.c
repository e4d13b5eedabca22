#include "store/hdf5_disk.h"

#include "store/file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 2)
#include <H5FDdevelop.h>
#endif

/* A file as the library holds it. */
typedef struct file {
    H5FD_t public; /* first: the library knows it by this */
    pld__hdf5_disk *disk;
    haddr_t allocated, end;
} file;

static void remember(pld__hdf5_disk *disk, int code) {
    disk->code = disk->code != 0 ? disk->code : code;
}

static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t most) {
    pld__hdf5_disk *const *given = H5Pget_driver_info(access);
    file *made = given ? calloc(1, sizeof *made) : NULL;
    struct stat about;
    (void)name;
    (void)flags;
    (void)most;
    if (made == NULL || fstat((*given)->descriptor, &about) != 0) {
        free(made);
        return NULL;
    }
    made->disk = *given;
    made->end = (flags & H5F_ACC_TRUNC) != 0 ? 0 : (haddr_t)about.st_size;
    return &made->public;
}

static herr_t close_file(H5FD_t *opened) {
    free((file *)opened);
    return 0;
}

static herr_t query(const H5FD_t *opened, unsigned long *flags) {
    (void)opened;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t get_allocated(const H5FD_t *opened, H5FD_mem_t type) {
    (void)type;
    return ((const file *)opened)->allocated;
}

static herr_t set_allocated(H5FD_t *opened, H5FD_mem_t type, haddr_t address) {
    (void)type;
    ((file *)opened)->allocated = address;
    return 0;
}

static haddr_t get_end(const H5FD_t *opened, H5FD_mem_t type) {
    (void)type;
    return ((const file *)opened)->end;
}

/* What is beyond the end is zeros, as in a file with holes. */
static herr_t read_bytes(H5FD_t *opened, H5FD_mem_t type, hid_t list, haddr_t address, size_t size, void *buffer) {
    const file *from = (const file *)opened;
    unsigned char *bytes = buffer;
    (void)type;
    (void)list;
    for (size_t done = 0; done < size;) {
        ssize_t more = pread(from->disk->descriptor, bytes + done, size - done, (off_t)(address + done));
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more < 0) {
            remember(from->disk, errno);
            return -1;
        }
        if (more == 0) {
            memset(bytes + done, 0, size - done);
            break;
        }
        done += (size_t)more;
    }
    return 0;
}

static herr_t write_bytes(H5FD_t *opened, H5FD_mem_t type, hid_t list, haddr_t address, size_t size, const void *buffer) {
    file *to = (file *)opened;
    const unsigned char *bytes = buffer;
    (void)type;
    (void)list;
    for (size_t done = 0; done < size && to->disk->code == 0;) {
        ssize_t more = pwrite(to->disk->descriptor, bytes + done, size - done, (off_t)(address + done));
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more <= 0) {
            remember(to->disk, more < 0 ? errno : EIO);
        } else {
            done += (size_t)more;
        }
    }
    to->end = to->end > address + size ? to->end : address + size;
    return 0;
}

static herr_t cut(H5FD_t *opened, hid_t list, hbool_t closing) {
    file *to = (file *)opened;
    (void)list;
    (void)closing;
    if (to->end != to->allocated) {
        if (to->disk->code == 0 && ftruncate(to->disk->descriptor, (off_t)to->allocated) != 0) {
            remember(to->disk, errno);
        }
        to->end = to->allocated;
    }
    return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 2)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* of those that are free for use */
#endif
    .name = "pld descriptor",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(pld__hdf5_disk *),
    .open = open_file,
    .close = close_file,
    .query = query,
    .get_eoa = get_allocated,
    .set_eoa = set_allocated,
    .get_eof = get_end,
    .read = read_bytes,
    .write = write_bytes,
    .truncate = cut,
    .fl_map = H5FD_FLMAP_DICHOTOMY};

/* A list of properties that leads to the descriptor; negative if there is none. */
static hid_t access_to(pld__hdf5_disk *disk) {
    hid_t id = H5FDregister(&driver), access = H5Pcreate(H5P_FILE_ACCESS);
    bool good = id >= 0 && access >= 0 && H5Pset_driver(access, id, &disk) >= 0 &&
                H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0;
    if (id >= 0) {
        H5FDunregister(id); /* the list has it */
    }
    if (!good && access >= 0) {
        H5Pclose(access);
    }
    return good ? access : -1;
}

hid_t pld__hdf5_disk_create(pld__hdf5_disk *disk) {
    static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    hid_t access = access_to(disk), create = H5Pcreate(H5P_FILE_CREATE), made = -1;
    /* What a writer leaves that dies is known by how it begins, and the library writes its beginning last. */
    if (pwrite(disk->descriptor, signature, sizeof signature, 0) != sizeof signature) {
        remember(disk, errno ? errno : EIO);
    }
    if (access >= 0 && H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0) {
        made = H5Fcreate("descriptor", H5F_ACC_TRUNC, create, access);
    }
    H5Pclose(create);
    H5Pclose(access);
    return made;
}

hid_t pld__hdf5_disk_open(pld__hdf5_disk *disk) {
    hid_t access = access_to(disk);
    hid_t opened = access >= 0 ? H5Fopen("descriptor", H5F_ACC_RDONLY, access) : -1;
    H5Pclose(access);
    return opened;
}
