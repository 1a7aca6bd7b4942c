#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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
