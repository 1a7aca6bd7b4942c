#ifndef CPLATFORM_H
#define CPLATFORM_H
/* What only C can say: variadic system calls and names behind _GNU_SOURCE.
   _GNU_SOURCE is defined in the .c file alone: in a public header it would change glibc's structs
   between modules. */
#endif
