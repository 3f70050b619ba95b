// The part of libmosquitto that Swift sees.
#include <mosquitto.h>
#include <mqtt_protocol.h>
