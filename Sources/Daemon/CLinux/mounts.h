// The mounts of a child: made before it gives up its rights, in namespaces that nobody else sees.
#ifndef ROOST_MOUNTS_H
#define ROOST_MOUNTS_H

#include <stdbool.h>

#include "clinux.h"

// In the child of roost_spawn(), with async-signal-safe calls alone. All of the file system is read-only afterwards, but for
// those of the places that are to be writable. False, and errno(3), where it cannot be done.
bool roost_enter_mounts(const struct roost_mounts *mounts);

// Closes what it has open; in the parent, where the child was ended on the way.
void roost_close_mounts(const struct roost_mounts *mounts);

#endif
