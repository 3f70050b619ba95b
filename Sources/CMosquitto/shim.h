// What Swift sees of libmosquitto.
#include <mosquitto.h>
