#define _GNU_SOURCE
#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int cplatform_path_kind(const char *path, int follow) {
  struct stat found;
  if (fstatat(AT_FDCWD, path, &found, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? CPLATFORM_MISSING : -1;
  if (S_ISDIR(found.st_mode)) return CPLATFORM_FOLDER;
  return S_ISLNK(found.st_mode) ? CPLATFORM_LINK : CPLATFORM_OTHER;
}

char *cplatform_list_folder(const char *path, size_t *size) {
  DIR *folder = opendir(path);
  if (!folder) return NULL;
  char *names = NULL;
  FILE *list = open_memstream(&names, size);
  if (!list) {
    closedir(folder);
    return NULL;
  }
  errno = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    fwrite(entry->d_name, 1, strlen(entry->d_name) + 1, list);
  }
  int number = errno;
  closedir(folder);
  fclose(list);
  if (number == 0) return names;
  free(names);
  errno = number;
  return NULL;
}

int cplatform_is_mount_point(const char *path) {
  struct statx found;
  if (statx(AT_FDCWD, path, 0, STATX_TYPE, &found) == 0 &&
      (found.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) {
    if (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) return 1;
  }
  /* Older kernels do not say, and the root of a subvolume is none but acts like one. */
  struct stat here, above;
  char *parent = NULL;
  if (asprintf(&parent, "%s/..", path) < 0) return 0;
  int differs =
      stat(path, &here) == 0 && stat(parent, &above) == 0 && here.st_dev != above.st_dev;
  free(parent);
  return differs;
}

int cplatform_exchange(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int cplatform_lock_file(const char *path) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return -1;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  int number = errno;
  close(descriptor);
  errno = number;
  return -1;
}

int cplatform_is_open_at(int descriptor, const char *path) {
  struct stat held, named;
  return fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

void cplatform_copy_mode(const char *from, const char *to) {
  struct stat found;
  if (stat(from, &found) != 0) return;
  /* Only root or a member of the group may give the group away: as far as it goes. */
  if (chown(to, (uid_t)-1, found.st_gid) != 0) errno = 0;
  chmod(to, found.st_mode & 07777);
}

int cplatform_sync(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  int failed = fsync(descriptor);
  int number = errno;
  close(descriptor);
  /* A file system that cannot sync a folder says EINVAL: nothing to do about it. */
  if (failed && number == EINVAL) return 0;
  errno = number;
  return failed;
}
