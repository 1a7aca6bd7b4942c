#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* curl.h may wrap the variadic functions in type-checking macros; Swift sees neither macros nor
   variadics, so each kind of value has one forwarder. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_data(CURL *easy, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_open_socket(CURL *easy, curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode ccurl_set_close_socket(CURL *easy, curl_closesocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}
static inline CURLcode ccurl_set_prerequest(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode ccurl_set_ssl_context(CURL *easy, curl_ssl_ctx_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, value);
}

// The list is the caller's to free; NULL when there are no cookies.
static inline struct curl_slist *ccurl_get_cookies(CURL *easy) {
  struct curl_slist *cookies = NULL;
  return curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &cookies) == CURLE_OK ? cookies : NULL;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_text(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}
/* CURLINFO_TLS_SSL_PTR without its struct: the SSL of the connection in use, or NULL. */
static inline void *ccurl_get_tls(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode ccurl_multi_set_socket(CURLM *multi, curl_socket_callback value,
                                               void *user) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, user);
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode ccurl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value,
                                              void *user) {
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, user);
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

/* struct CURLMsg holds a union that Swift imports awkwardly: one finished transfer, or 0. */
static inline int ccurl_multi_finished(CURLM *multi, CURL **easy, CURLcode *code) {
  int left = 0;
  CURLMsg *message = NULL;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *code = message->data.result;
    return 1;
  }
  return 0;
}
/* Copies the address that curl is about to connect to; its width in bytes, 0 for another family. */
static inline int ccurl_address(const struct curl_sockaddr *peer, unsigned char *bytes) {
  if (peer->family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)(const void *)&peer->addr)->sin_addr, 4);
    return 4;
  }
  if (peer->family == AF_INET6) {
    memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)&peer->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}
/* The socket it asks for, or -1 and errno in number. */
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *peer, int *number) {
  struct rlimit limit;
  int opened = socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
  if (opened < 0) *number = errno;
  /* The lowest free number is taken, so that hardly any is free above a high one. The last few are
     for others: libdispatch ends the process when it cannot look at its own threads. */
  if (opened < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0 || (rlim_t)opened + 4 < limit.rlim_cur)
    return opened;
  close(opened);
  *number = EMFILE;
  return -1;
}
static inline int ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
#endif
