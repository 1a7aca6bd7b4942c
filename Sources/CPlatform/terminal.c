#define _GNU_SOURCE
#include "CPlatform.h"
#include <pthread.h>
#include <sys/ioctl.h>
#include <termios.h>

int cplatform_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void cplatform_name_thread(const char *name) { (void)pthread_setname_np(pthread_self(), name); }
