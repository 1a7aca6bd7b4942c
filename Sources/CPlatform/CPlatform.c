#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int cplatform_open_unnamed(const char *directory) {
  int descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return descriptor;
  /* A file system without O_TMPFILE: a name that is taken away at once. */
  char *name = NULL;
  if (asprintf(&name, "%s/.batchfetch-XXXXXX", directory) < 0) return -1;
  descriptor = mkostemp(name, O_CLOEXEC);
  if (descriptor >= 0) unlink(name);
  free(name);
  return descriptor;
}

static int copy_to(int source, int target) {
  char buffer[65536];
  off_t offset = 0;
  for (;;) {
    ssize_t got = pread(source, buffer, sizeof buffer, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return (int)got;
    for (ssize_t done = 0; done < got;) {
      ssize_t put = write(target, buffer + done, (size_t)(got - done));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return -1;
      done += put;
    }
    offset += got;
  }
}

int cplatform_keep_unnamed(int descriptor, const char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0) return 0;
  /* The name is taken, or the file lies on another file system or has no link to give: a
     neighbour is made first and moved over. */
  char *neighbour = NULL;
  if (asprintf(&neighbour, "%s.XXXXXX", path) < 0) return -1;
  int copy = mkostemp(neighbour, O_CLOEXEC);
  int failed = copy < 0 || copy_to(descriptor, copy) != 0 || fchmod(copy, 0644) != 0 ||
               rename(neighbour, path) != 0;
  int number = errno;
  if (copy >= 0) {
    close(copy);
    if (failed) unlink(neighbour);
  }
  free(neighbour);
  errno = number;
  return failed ? -1 : 0;
}

int cplatform_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int cplatform_epoll_watch(int epoll, int descriptor, int directions, uint64_t tag) {
  struct epoll_event event = {.events = 0, .data.u64 = tag};
  if (directions & 1) event.events |= EPOLLIN;
  if (directions & 2) event.events |= EPOLLOUT;
  if (!directions) return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
  int failed = epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event);
  if (failed && errno == ENOENT) failed = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
  return failed;
}

int cplatform_epoll_wait(int epoll, uint64_t *tags, int *directions, int capacity,
                         int milliseconds) {
  struct epoll_event events[256];
  int count = epoll_wait(epoll, events, capacity < 256 ? capacity : 256, milliseconds);
  for (int index = 0; index < count; index++) {
    uint32_t seen = events[index].events;
    tags[index] = events[index].data.u64;
    directions[index] = (seen & (EPOLLIN | EPOLLHUP | EPOLLRDHUP) ? 1 : 0) |
                        (seen & EPOLLOUT ? 2 : 0) | (seen & EPOLLERR ? 4 : 0);
  }
  return count;
}

int cplatform_wake_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cplatform_wake_signal(int wake) {
  uint64_t one = 1;
  while (write(wake, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void cplatform_wake_clear(int wake) {
  uint64_t count;
  while (read(wake, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

void cplatform_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

void cplatform_wake_wait(int wake, int milliseconds) {
  struct pollfd waited = {.fd = wake, .events = POLLIN};
  while (poll(&waited, 1, milliseconds) < 0 && errno == EINTR) {
  }
}

int64_t cplatform_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int has_route(const struct sockaddr *target, socklen_t size) {
  int probe = socket(target->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return 0;
  int reachable = connect(probe, target, size) == 0;
  close(probe);
  return reachable;
}

int cplatform_has_route_v6(void) {
  struct sockaddr_in6 target = {.sin6_family = AF_INET6, .sin6_port = htons(53)};
  target.sin6_addr.s6_addr[0] = 0x2a;
  return has_route((struct sockaddr *)&target, sizeof target);
}

int cplatform_lacks_descriptors(void) {
  int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return errno == EMFILE || errno == ENFILE;
  close(probe);
  return 0;
}

int cplatform_has_descriptors(int count) {
  int number = 0;
  for (; number < INT_MAX && count > 0; number++)
    if (fcntl(number, F_GETFD) < 0 && errno == EBADF) count--;
  return cplatform_raise_descriptor_limit(number) >= number;
}

static void *wait_in_line(void *line) {
  pthread_mutex_lock(line);
  pthread_mutex_unlock(line);
  return NULL;
}

int cplatform_has_threads(int count) {
  pthread_mutex_t line = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[64];
  int started = 0;
  if (count > 64) count = 64;
  /* All at once, or one place would do for all. */
  pthread_mutex_lock(&line);
  while (started < count && pthread_create(&threads[started], NULL, wait_in_line, &line) == 0)
    started++;
  pthread_mutex_unlock(&line);
  for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
  return started == count;
}

int cplatform_has_route(void) {
  struct sockaddr_in target = {.sin_family = AF_INET, .sin_port = htons(53)};
  target.sin_addr.s_addr = htonl(0x08000001);
  return has_route((struct sockaddr *)&target, sizeof target) || cplatform_has_route_v6();
}

int cplatform_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int64_t cplatform_raise_descriptor_limit(int64_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  if (limit.rlim_cur != RLIM_INFINITY && (int64_t)limit.rlim_cur < wanted) {
    struct rlimit raised = limit;
    raised.rlim_cur = limit.rlim_max == RLIM_INFINITY || (int64_t)limit.rlim_max > wanted
                          ? (rlim_t)wanted
                          : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (int64_t)limit.rlim_cur;
}
