#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int size) {
  return sqlite3_bind_text(statement, place, text, size, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int size) {
  return sqlite3_bind_blob(statement, place, bytes, size, SQLITE_TRANSIENT);
}
#endif
