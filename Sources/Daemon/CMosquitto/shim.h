// What Swift sees of libmosquitto.
#include <mosquitto.h>
#include <mqtt_protocol.h>
