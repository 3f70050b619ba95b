// SQLite of the machine, as Swift sees it.
#include <sqlite3.h>
