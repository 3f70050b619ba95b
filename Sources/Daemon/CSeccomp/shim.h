// libseccomp, which makes the filters of seccomp(2).
#include <seccomp.h>
