// SQLite of the machine, as Swift sees it.
#pragma once
#include <sqlite3.h>

/// Leaves the log beside the file when the connection is closed, as a kill does (sqlite.org/c3ref/c_dbconfig_defensive.html).
/// C, since Swift cannot call a function of a varying number of arguments.
static inline int sqlite_leave_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
