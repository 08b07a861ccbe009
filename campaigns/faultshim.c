/* What happens when the Nth call that changes a file fails, or when the power goes? Loaded by LD_PRELOAD.
 *
 * Two modes, both only for files below one folder. Fault: counts the calls that change something and lets the
 * chosen one fail, once or from then on, or kills the process there. Record: lets every call through and writes down what it did, so that
 * the states a power cut could leave can be rebuilt. Switched by the exported functions, through ctypes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static long wanted, seen, fired;
static int code, lasting, shortened, armed, quiet;
static char fired_at[PATH_MAX + 64];
static int record = -1;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

void shim_arm(const char *below, long nth, int error, int stays, int cuts_writes) {
    snprintf(folder, sizeof folder, "%s", below);
    wanted = nth; seen = 0; fired = 0; code = error; lasting = stays; shortened = cuts_writes;
    fired_at[0] = 0;
    armed = 1;
}
void shim_disarm(void) { armed = 0; }
long shim_seen(void) { return seen; }
long shim_fired(void) { return fired; }
const char *shim_fired_at(void) { return fired_at; }

static int below(const char *path) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}
static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}
static void at(int directory, const char *name, char *path) {
    char base[PATH_MAX];
    if (name[0] == '/' || directory == AT_FDCWD || !path_of(directory, base)) snprintf(path, PATH_MAX, "%s", name);
    else snprintf(path, PATH_MAX, "%.2000s/%.2000s", base, name);
}
/* 1 when this call is to fail; errno is set then. */
static int fails(const char *call, const char *path) {
    if (!armed || quiet || !below(path)) return 0;
    seen++;
    if (seen != wanted && !(lasting && seen > wanted)) return 0;
    if (!fired) snprintf(fired_at, sizeof fired_at, "%s %.3000s", call, path);
    fired++;
    if (code == 0) kill(getpid(), SIGKILL);
    errno = code;
    return 1;
}
static int fails_on(const char *call, int file) {
    char path[PATH_MAX];
    return armed && !quiet && path_of(file, path) && fails(call, path);
}

/* The record: one header per event, then the path, then the bytes. */
struct event { uint32_t kind, path_bytes; uint64_t offset, data_bytes; };
enum { WRITE = 1, SYNC, TRUNCATE, CREATE, UNLINK, RENAME, MARK, MKDIR };
static void note(uint32_t kind, const char *path, uint64_t offset, const void *data, uint64_t bytes) {
    if (record < 0 || quiet || (kind != MARK && !below(path))) return;
    struct event event = {kind, (uint32_t)strlen(path), offset, bytes};
    struct iovec parts[] = {{&event, sizeof event}, {(void *)path, event.path_bytes}, {(void *)data, bytes}};
    quiet = 1;
    if (writev(record, parts, 3) < 0) _exit(99);
    quiet = 0;
}
static void note_on(uint32_t kind, int file, uint64_t offset, const void *data, uint64_t bytes) {
    char path[PATH_MAX];
    if (record >= 0 && !quiet && path_of(file, path)) note(kind, path, offset, data, bytes);
}
int shim_record(const char *below_folder, const char *log) {
    snprintf(folder, sizeof folder, "%s", below_folder);
    record = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return record;
}
void shim_mark(long number) { note(MARK, "", (uint64_t)number, "", 0); }

/* A write that fails with "no space" may have written a part first. */
static size_t cut(size_t bytes) { return shortened && fired == 1 && bytes > 1 ? bytes / 2 : 0; }

ssize_t write(int file, const void *data, size_t bytes) {
    REAL(write);
    if (fails_on("write", file)) return cut(bytes) ? real(file, data, cut(bytes)) : -1;
    off_t end = record >= 0 && !quiet ? lseek(file, 0, (fcntl(file, F_GETFL) & O_APPEND) ? SEEK_END : SEEK_CUR) : 0;
    ssize_t done = real(file, data, bytes);
    if (done > 0) note_on(WRITE, file, (uint64_t)end, data, (uint64_t)done);
    return done;
}
#define PWRITE(name, type) \
    ssize_t name(int file, const void *data, size_t bytes, type offset) { \
        REAL(name); \
        if (fails_on(#name, file)) return cut(bytes) ? real(file, data, cut(bytes), offset) : -1; \
        ssize_t done = real(file, data, bytes, offset); \
        if (done > 0) note_on(WRITE, file, (uint64_t)offset, data, (uint64_t)done); \
        return done; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    if (fails_on("writev", file)) return -1;
    return real(file, parts, count);
}
#define SENDFILE(name, type) \
    ssize_t name(int to, int from, type *offset, size_t bytes) { \
        REAL(name); \
        return fails_on(#name, to) ? -1 : real(to, from, offset, bytes); \
    }
SENDFILE(sendfile, off_t)
SENDFILE(sendfile64, off64_t)
ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *end, size_t bytes, unsigned flags) {
    REAL(copy_file_range);
    return fails_on("copy_file_range", to) ? -1 : real(from, start, to, end, bytes, flags);
}
#define SYNCS(name) \
    int name(int file) { \
        REAL(name); \
        if (fails_on(#name, file)) return -1; \
        int done = real(file); \
        if (done == 0) note_on(SYNC, file, 0, "", 0); \
        return done; \
    }
SYNCS(fsync)
SYNCS(fdatasync)
#define FTRUNCATE(name, type) \
    int name(int file, type length) { \
        REAL(name); \
        if (fails_on(#name, file)) return -1; \
        int done = real(file, length); \
        if (done == 0) note_on(TRUNCATE, file, (uint64_t)length, "", 0); \
        return done; \
    }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)
int posix_fallocate64(int file, off64_t offset, off64_t length) {
    REAL(posix_fallocate64);
    return fails_on("posix_fallocate", file) ? code : real(file, offset, length);
}
int fchmod(int file, mode_t mode) {
    REAL(fchmod);
    return fails_on("fchmod", file) ? -1 : real(file, mode);
}
int chmod(const char *path, mode_t mode) {
    REAL(chmod);
    return fails("chmod", path) ? -1 : real(path, mode);
}
int rename(const char *from, const char *to) {
    REAL(rename);
    if (fails("rename", to)) return -1;
    int done = real(from, to);
    if (done == 0) note(RENAME, from, 0, to, strlen(to));
    return done;
}
int renameat(int a, const char *from, int b, const char *to) {
    REAL(renameat);
    char path[PATH_MAX];
    at(b, to, path);
    return fails("renameat", path) ? -1 : real(a, from, b, to);
}
int link(const char *from, const char *to) {
    REAL(link);
    return fails("link", to) ? -1 : real(from, to);
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
    REAL(linkat);
    char path[PATH_MAX];
    at(b, to, path);
    return fails("linkat", path) ? -1 : real(a, from, b, to, flags);
}
int unlink(const char *path) {
    REAL(unlink);
    if (access(path, F_OK) == 0 && fails("unlink", path)) return -1;
    int done = real(path);
    if (done == 0) note(UNLINK, path, 0, "", 0);
    return done;
}
int unlinkat(int directory, const char *name, int flags) {
    REAL(unlinkat);
    char path[PATH_MAX];
    at(directory, name, path);
    return fails("unlinkat", path) ? -1 : real(directory, name, flags);
}
int rmdir(const char *path) {
    REAL(rmdir);
    return fails("rmdir", path) ? -1 : real(path);
}
int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (access(path, F_OK) != 0 && fails("mkdir", path)) return -1;
    int done = real(path, mode);
    if (done == 0) note(MKDIR, path, 0, "", 0);
    return done;
}
int mkdirat(int directory, const char *name, mode_t mode) {
    REAL(mkdirat);
    char path[PATH_MAX];
    at(directory, name, path);
    return fails("mkdirat", path) ? -1 : real(directory, name, mode);
}

/* Opening counts only when it would create the file: an open of what is there takes no space. */
static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }
#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        int creates = (flags & O_CREAT) && (armed || record >= 0) && access(path, F_OK) != 0; \
        if (creates && fails(#name, path)) return -1; \
        int file = real(path, flags, mode); \
        if (creates && file >= 0) note(CREATE, path, 0, "", 0); \
        return file; \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name) \
    int name(int directory, const char *given, int flags, ...) { \
        REAL(name); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        char path[PATH_MAX]; \
        at(directory, given, path); \
        int creates = (flags & O_CREAT) && (armed || record >= 0) && access(path, F_OK) != 0; \
        if (creates && fails(#name, path)) return -1; \
        int file = real(directory, given, flags, mode); \
        if (creates && file >= 0) note(CREATE, path, 0, "", 0); \
        return file; \
    }
OPENAT(openat)
OPENAT(openat64)
