// renameat2(2) and syncfs(2), which Glibc's module leaves out: stdio.h and unistd.h declare them for _GNU_SOURCE alone.
#pragma once

// RENAME_EXCHANGE: the two names change places in one step.
static const unsigned int exchangeNames = 1u << 1;

int renameat2(int folder, const char *name, int other_folder, const char *other_name, unsigned int flags);

int syncfs(int descriptor);
