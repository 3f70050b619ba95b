// The function that the compiler calls for `@UIApplicationMain`. Sources/Apps/UIKitEntry defines it; names are NSStrings.
int UIApplicationMain(int argc, char **argv, void *principalClassName, void *delegateClassName);
