// What the compiler calls for `@UIApplicationMain`; Sources/Apps/UIKitEntry defines it. The names are NSString objects.
int UIApplicationMain(int argc, char **argv, void *principalClassName, void *delegateClassName);
