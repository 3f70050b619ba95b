// malloc_trim(3), which Swift's module of the C library leaves out.
#include <malloc.h>
