#ifndef CPLATFORM_H
#define CPLATFORM_H
#include <stddef.h>
#include <stdint.h>
/* What only C can say: variadic system calls and names behind _GNU_SOURCE.
   _GNU_SOURCE is defined in the .c file alone: in a public header it would change glibc's structs
   between modules. */

/* Opens a file without a name (O_TMPFILE) in a directory, or -1 and errno. */
int cplatform_open_unnamed(const char *directory);
/* Gives that file a name, over an older file of that name, in one step; -1 and errno. */
int cplatform_keep_unnamed(int descriptor, const char *path);

/* What stands at a path; -1 and errno where nobody can tell. */
enum { CPLATFORM_MISSING, CPLATFORM_FOLDER, CPLATFORM_LINK, CPLATFORM_OTHER };
int cplatform_path_kind(const char *path, int follow);
/* The names in a folder, each with its NUL, to be freed; NULL and errno. */
char *cplatform_list_folder(const char *path, size_t *size);
/* Whether a folder is the root of a mount, so that it cannot be renamed. */
int cplatform_is_mount_point(const char *path);
/* Swaps two names in one step; -1 and errno. */
int cplatform_exchange(const char *first, const char *second);
/* Opens or makes a file and locks it; EWOULDBLOCK where another process holds the lock. */
int cplatform_lock_file(const char *path);
/* Whether the open file is the one that stands at the path. */
int cplatform_is_open_at(int descriptor, const char *path);
/* Gives a folder the permissions, and where allowed the group, of another. */
void cplatform_copy_mode(const char *from, const char *to);
/* Waits until a file or the names in a folder are on the disk; -1 and errno. */
int cplatform_sync(const char *path);

/* epoll: its event is a packed struct with a union, which Swift does not read well.
   A tag is handed back with the directions that are ready: 1 readable, 2 writable, 4 failed. */
int cplatform_epoll_create(void);
/* Watches for the directions (0: no longer); 0, or -1 and errno. */
int cplatform_epoll_watch(int epoll, int descriptor, int directions, uint64_t tag);
/* Fills up to capacity tags and directions; their count, or -1 and errno. */
int cplatform_epoll_wait(int epoll, uint64_t *tags, int *directions, int capacity,
                         int milliseconds);
/* A descriptor that wakes a poll; -1 and errno. */
int cplatform_wake_create(void);
void cplatform_wake_signal(int wake);
void cplatform_wake_clear(int wake);
/* Blocks until it was signalled, or for the milliseconds (-1: however long). */
void cplatform_wake_wait(int wake, int milliseconds);
/* The monotonic clock. C structs of time and sockets stay here: which module Swift finds them in
   hangs on the order in which modules are built. */
int64_t cplatform_monotonic_nanoseconds(void);
/* Whether there is a route to the global IPv6 Internet; nothing is sent. */
int cplatform_has_route_v6(void);
/* Whether so many files can still be opened, the limit raised as far as that needs. */
int cplatform_has_descriptors(int count);
/* Whether so many threads, 64 at most, can be started beside each other. */
int cplatform_has_threads(int count);
/* Whether no socket can be opened for want of descriptors. */
int cplatform_lacks_descriptors(void);
/* Whether there is a route to the Internet at all, by IPv4 or IPv6; nothing is sent. */
int cplatform_has_route(void);
/* Columns of the terminal behind a descriptor, 0 when it is none or does not say. */
int cplatform_terminal_columns(int descriptor);
/* Raises the soft limit of descriptors towards the number wanted, as far as the hard limit lets it;
   what it is then. */
int64_t cplatform_raise_descriptor_limit(int64_t wanted);
/* Names the calling thread, for tools that list threads; 15 characters at most. */
void cplatform_name_thread(const char *name);
/* accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC: no child ever inherits a connection. */
int cplatform_accept(int listener);
#endif
