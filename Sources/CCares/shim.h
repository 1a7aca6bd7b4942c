#ifndef CCARES_SHIM_H
#define CCARES_SHIM_H
#include <ares.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/* Names are lower case as the C library says them; the reason for each is that ares_options is a
   struct whose meaning hangs on a mask of macros. */
static inline int ccares_init(ares_channel *channel, ares_sock_state_cb changed, void *user,
                              int timeout_milliseconds, int tries) {
  struct ares_options options;
  memset(&options, 0, sizeof options);
  options.sock_state_cb = changed;
  options.sock_state_cb_data = user;
  options.timeout = timeout_milliseconds;
  options.tries = tries;
  return ares_init_options(channel, &options,
                           ARES_OPT_SOCK_STATE_CB | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES);
}

/* Both families; unsorted, since sorting opens a socket per address. */
static inline void ccares_look_up(ares_channel channel, const char *name,
                                  ares_addrinfo_callback done, void *user) {
  struct ares_addrinfo_hints hints;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = ARES_AI_NOSORT;
  ares_getaddrinfo(channel, name, NULL, &hints, done, user);
}

/* Microseconds until c-ares wants to be called, or -1. */
static inline int64_t ccares_wait(ares_channel channel) {
  struct timeval buffer;
  struct timeval *wait = ares_timeout(channel, NULL, &buffer);
  return wait ? (int64_t)wait->tv_sec * 1000000 + wait->tv_usec : -1;
}

/* Copies the address of a node; its width in bytes, 0 for another family. */
static inline int ccares_address(const struct ares_addrinfo_node *node, unsigned char *bytes) {
  if (node->ai_addr && node->ai_family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)(const void *)node->ai_addr)->sin_addr, 4);
    return 4;
  }
  if (node->ai_addr && node->ai_family == AF_INET6) {
    memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)node->ai_addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}
#endif
