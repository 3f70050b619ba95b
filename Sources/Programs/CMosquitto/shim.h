// The part of libmosquitto that Swift sees, and the numbers of the system calls that it is left.
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <sys/syscall.h>
