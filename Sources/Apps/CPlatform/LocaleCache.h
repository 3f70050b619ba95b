// FoundationEssentials.LocaleCache.cache, where Foundation keeps what `Locale.current` is. It has no function that
// changes it: until Swift 6.3 `Locale.current` is en_001 on Linux, whatever the environment says.
#include <stdint.h>

// Two locks, the second around the current locale. Absent where Foundation is a shared library, which hides it.
extern __attribute__((weak)) const uintptr_t roost_locale_cache[2] __asm__(
    "$s20FoundationEssentials11LocaleCacheV5cacheACvpZ");

static inline const uintptr_t *_Nullable roost_locale_cache_address(void) { return roost_locale_cache; }
