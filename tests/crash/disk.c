/* A disk that can be full, fail or be slow, and that forgets at a power cut what was not synced: for LD_PRELOAD.
 *
 * It concerns the files below NIAGARA_CRASH_FOLDER only. What it does is told by the first bytes of the file
 * NIAGARA_CRASH_DISK, which all processes map. Where NIAGARA_CRASH_UNDO names a folder, what a write has replaced is kept
 * there, file by file, until the file is synced; tests/crash/disk.py puts it back after a power cut.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FINE, FULL, UNSYNCED, SLOW };
struct control { uint32_t trouble, microseconds, met; };
struct undo { int64_t at, size, kept; }; /* followed by the bytes that were there */

static struct control fine, *control = &fine;
static const char *folder, *undone;
static size_t folder_length;
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_unlink)(const char *);
static int (*real_fallocate)(int, off_t, off_t);

/* PostgreSQL writes its titles over the environment. */
static const char *copied(const char *text) { return text ? strdup(text) : NULL; }

__attribute__((constructor)) static void begin(void) {
    *(void **)&real_write = dlsym(RTLD_NEXT, "write");
    *(void **)&real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    *(void **)&real_pwritev = dlsym(RTLD_NEXT, "pwritev");
    *(void **)&real_fsync = dlsym(RTLD_NEXT, "fsync");
    *(void **)&real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    *(void **)&real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    *(void **)&real_unlink = dlsym(RTLD_NEXT, "unlink");
    *(void **)&real_fallocate = dlsym(RTLD_NEXT, "posix_fallocate");
    folder = copied(getenv("NIAGARA_CRASH_FOLDER"));
    undone = copied(getenv("NIAGARA_CRASH_UNDO"));
    const char *name = getenv("NIAGARA_CRASH_DISK");
    int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (!folder || fd < 0) return;
    folder_length = strlen(folder);
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped != MAP_FAILED) control = mapped;
    close(fd);
}

/* The path of a file below the folder, relative to it; NULL for any other. */
static const char *ours(int fd, char *path) {
    char link[32];
    if (!folder) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= (ssize_t)folder_length) return NULL;
    path[length] = 0;
    return strncmp(path, folder, folder_length) || path[folder_length] != '/' ? NULL : path + folder_length + 1;
}

static void met(void) { __atomic_add_fetch(&control->met, 1, __ATOMIC_RELAXED); }

static void delay(void) {
    if (control->trouble != SLOW) return;
    met();
    usleep(control->microseconds);
}

static int full(void) {
    if (control->trouble != FULL) return 0;
    met();
    return 1;
}

static void undo_path(const char *name, char *path) {
    snprintf(path, PATH_MAX, "%s/%s", undone, name);
    for (char *letter = path + strlen(undone) + 1; *letter; letter++)
        if (*letter == '/') *letter = '%';
}

/* What stands from `at` on is about to be replaced: `length` bytes of it. */
static void keep(int fd, const char *name, off_t at, size_t length) {
    char path[PATH_MAX];
    struct stat now;
    if (!undone || fstat(fd, &now)) return;
    undo_path(name, path);
    struct undo head = {at, now.st_size, 0};
    if (at < now.st_size) head.kept = (off_t)length < now.st_size - at ? (off_t)length : now.st_size - at;
    char *bytes = malloc(sizeof head + head.kept), own[64];
    ssize_t got = head.kept ? pread(fd, bytes + sizeof head, head.kept, at) : 0;
    if (got < 0 && errno == EBADF) { /* opened for writing alone, and so nothing that SQLite shares with other processes: */
        snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
        int old = open(own, O_RDONLY | O_CLOEXEC);
        got = pread(old, bytes + sizeof head, head.kept, at);
        close(old); /* for this lets go of all locks that the process has on the file */
    }
    memcpy(bytes, &head, sizeof head);
    pthread_mutex_lock(&keeping);
    int to = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (got != head.kept || real_write(to, bytes, sizeof head + got) < 0) abort();
    close(to);
    pthread_mutex_unlock(&keeping);
    free(bytes);
}

static void forget(const char *name) {
    char path[PATH_MAX];
    if (!undone) return;
    undo_path(name, path);
    pthread_mutex_lock(&keeping);
    real_unlink(path);
    pthread_mutex_unlock(&keeping);
}

/* Whether a write may go on. */
static int may_write(int fd, off_t at, size_t length) {
    char path[PATH_MAX];
    const char *name = ours(fd, path);
    if (!name) return 1;
    delay();
    if (full()) {
        errno = ENOSPC;
        return 0;
    }
    keep(fd, name, at, length);
    return 1;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    struct stat now;
    off_t at = folder && !fstat(fd, &now) && S_ISREG(now.st_mode) ? lseek(fd, 0, SEEK_CUR) : -1;
    if (at >= 0 && fcntl(fd, F_GETFL) & O_APPEND) at = now.st_size;
    return at >= 0 && !may_write(fd, at, length) ? -1 : real_write(fd, bytes, length);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
    return may_write(fd, at, length) ? real_pwrite(fd, bytes, length, at) : -1;
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return pwrite(fd, bytes, length, at); }

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
    size_t length = 0;
    for (int part = 0; part < count; part++) length += parts[part].iov_len;
    return may_write(fd, at, length) ? real_pwritev(fd, parts, count, at) : -1;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) { return pwritev(fd, parts, count, at); }

int posix_fallocate(int fd, off_t at, off_t length) {
    return may_write(fd, at, length) ? real_fallocate(fd, at, length) : ENOSPC;
}
int posix_fallocate64(int fd, off_t at, off_t length) { return posix_fallocate(fd, at, length); }

int ftruncate(int fd, off_t size) {
    char path[PATH_MAX];
    struct stat now;
    const char *name = ours(fd, path);
    if (name && !fstat(fd, &now) && size < now.st_size) keep(fd, name, size, now.st_size - size);
    return real_ftruncate(fd, size);
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

static int synced(int fd, int (*sync)(int)) {
    char path[PATH_MAX];
    const char *name = ours(fd, path);
    if (!name) return sync(fd);
    delay();
    if (control->trouble == UNSYNCED) {
        met();
        errno = EIO;
        return -1;
    }
    int outcome = sync(fd);
    if (!outcome) forget(name);
    return outcome;
}
int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int unlink(const char *path) {
    int outcome = real_unlink(path);
    if (!outcome && folder && !strncmp(path, folder, folder_length) && path[folder_length] == '/')
        forget(path + folder_length + 1);
    return outcome;
}
