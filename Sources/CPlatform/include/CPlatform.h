#ifndef CPLATFORM_H
#define CPLATFORM_H
/* What only C can say: variadic system calls and names behind _GNU_SOURCE.
   _GNU_SOURCE is defined in the .c file alone: in a public header it would change glibc's structs
   between modules. */

/* Opens a file without a name (O_TMPFILE) in a directory, or -1 and errno. */
int cplatform_open_unnamed(const char *directory);
/* Gives that file a name, over an older file of that name, in one step; -1 and errno. */
int cplatform_keep_unnamed(int descriptor, const char *path);
#endif
