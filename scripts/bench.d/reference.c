/* The limit to measure against: libcurl's multi interface on epoll, a window of N transfers,
   each body written to a file as it comes, and with --magic typed by libmagic from its first 4 KB.
   It judges nothing, digests nothing and reports nothing.

     reference --urls FILE --out DIR [-n N] [--magic] [--ca PEM] [--connect-to HOST:PORT:HOST:PORT] */
#include <curl/curl.h>
#include <fcntl.h>
#include <magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HEAD = 4096, EVENTS = 256 };

struct slot {
  CURL *easy;
  int file;
  size_t filled;
  char head[HEAD];
};

static CURLM *multi;
static magic_t cookie;
static int poller, folder;
static long timeout = -1;
static char *rest; /* of the list of URLs */
static size_t number, good, bad, types;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static size_t receive(char *bytes, size_t size, size_t count, void *user) {
  struct slot *slot = user;
  size_t length = size * count, kept = HEAD - slot->filled;
  if (kept > length) kept = length;
  memcpy(slot->head + slot->filled, bytes, kept);
  slot->filled += kept;
  for (size_t done = 0; done < length;) {
    ssize_t written = write(slot->file, bytes + done, length - done);
    if (written < 0) return 0;
    done += (size_t)written;
  }
  return length;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  struct epoll_event event = {.data.fd = socket};
  (void)easy, (void)user;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(poller, EPOLL_CTL_DEL, socket, NULL);
    curl_multi_assign(multi, socket, NULL);
    return 0;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  epoll_ctl(poller, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
  curl_multi_assign(multi, socket, &poller);
  return 0;
}

static int set_timeout(CURLM *handle, long milliseconds, void *user) {
  (void)handle, (void)user;
  timeout = milliseconds;
  return 0;
}

/* Takes the next URL of the list and starts it; 0 when there is none. */
static int start(struct slot *slot) {
  char name[32], *url = rest;
  if (!*url) return 0;
  rest = strchr(url, '\n');
  *rest++ = 0;
  snprintf(name, sizeof name, "%07zu", ++number);
  slot->filled = 0;
  slot->file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (slot->file < 0) die(name);
  curl_easy_setopt(slot->easy, CURLOPT_URL, url);
  curl_multi_add_handle(multi, slot->easy);
  return 1;
}

static void end(struct slot *slot, CURLcode code) {
  curl_multi_remove_handle(multi, slot->easy);
  close(slot->file);
  if (code == CURLE_OK) good++; else bad++;
  if (cookie && magic_buffer(cookie, slot->head, slot->filled)) types++;
}

static char *read_list(const char *path) {
  int file = open(path, O_RDONLY);
  off_t length = file < 0 ? -1 : lseek(file, 0, SEEK_END);
  char *text = length < 0 ? NULL : malloc((size_t)length + 2);
  if (!text || pread(file, text, (size_t)length, 0) != length) die(path);
  if (length > 0 && text[length - 1] != '\n') text[length++] = '\n';
  text[length] = 0;
  close(file);
  return text;
}

int main(int count, char **words) {
  const char *out = ".", *certificates = NULL;
  struct curl_slist *detour = NULL;
  int window = 64, live = 0, running = 0;
  for (int i = 1; i < count; i++) {
    const char *word = words[i], *value = i + 1 < count ? words[i + 1] : "";
    if (!strcmp(word, "--magic")) {
      cookie = magic_open(MAGIC_MIME_TYPE);
      if (!cookie || magic_load(cookie, NULL)) die("libmagic");
      continue;
    }
    if (!strcmp(word, "--urls")) rest = read_list(value);
    else if (!strcmp(word, "--out")) out = value;
    else if (!strcmp(word, "-n")) window = atoi(value);
    else if (!strcmp(word, "--ca")) certificates = value;
    else if (!strcmp(word, "--connect-to")) detour = curl_slist_append(NULL, value);
    else die(word);
    i++;
  }
  if (!rest || (folder = open(out, O_DIRECTORY | O_RDONLY)) < 0) die("--urls, --out");
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);

  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  poller = epoll_create1(EPOLL_CLOEXEC);
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timeout);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)window * 4);
  struct slot *slots = calloc((size_t)window, sizeof *slots);
  for (int i = 0; i < window; i++) {
    struct slot *slot = slots + i;
    slot->easy = curl_easy_init();
    curl_easy_setopt(slot->easy, CURLOPT_PRIVATE, slot);
    curl_easy_setopt(slot->easy, CURLOPT_WRITEDATA, slot);
    curl_easy_setopt(slot->easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(slot->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(slot->easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(slot->easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(slot->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    /* The folder of Debian's build would be read again for each connection. */
    curl_easy_setopt(slot->easy, CURLOPT_CAPATH, NULL);
    if (certificates) curl_easy_setopt(slot->easy, CURLOPT_CAINFO, certificates);
    if (detour) curl_easy_setopt(slot->easy, CURLOPT_CONNECT_TO, detour);
    live += start(slot);
  }
  struct epoll_event events[EVENTS];
  curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
  while (live > 0) {
    int ready = epoll_wait(poller, events, EVENTS, timeout < 0 ? 1000 : (int)timeout);
    /* At once is at once, whatever else is ready: a slot is filled the moment it is free. */
    if (ready == 0 || timeout == 0) {
      timeout = -1;
      curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    for (int i = 0; i < ready; i++) {
      int what = 0;
      if (events[i].events & EPOLLIN) what |= CURL_CSELECT_IN;
      if (events[i].events & EPOLLOUT) what |= CURL_CSELECT_OUT;
      if (events[i].events & (EPOLLERR | EPOLLHUP)) what |= CURL_CSELECT_ERR;
      curl_multi_socket_action(multi, events[i].data.fd, what, &running);
    }
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left))) {
      struct slot *slot;
      CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &slot);
      end(slot, code);
      live += start(slot) - 1;
    }
  }
  printf("{\"ok\":%zu,\"failed\":%zu,\"typed\":%zu}\n", good, bad, types);
  return bad > 0;
}
