// The D-Bus client of libsystemd, to ask systemd as systemctl does.
#include <systemd/sd-bus.h>
