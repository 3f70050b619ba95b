// The few functions of librsvg and cairo that roost-picture calls, as their headers declare them (librsvg/rsvg.h, cairo.h,
// glib/gerror.h), and the numbers of the system calls that it is left. The flags that pkg-config has for their headers,
// and for the hundreds that these include, have SwiftPM warn at each build that it does not take all of them.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

typedef struct _RsvgHandle RsvgHandle;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef int gboolean;
// Enumerations.
typedef int cairo_format_t;
typedef int cairo_status_t;
typedef cairo_status_t (*cairo_write_func_t)(void *closure, const unsigned char *data, unsigned int length);

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;

typedef struct {
  double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, size_t length, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
// RsvgLength, of which nobody here wants to know, is behind the pointers to void.
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, void *width, gboolean *has_height, void *height, gboolean *has_viewbox,
    RsvgRectangle *viewbox);
gboolean rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *canvas, const RsvgRectangle *viewport, GError **error);

cairo_surface_t *cairo_image_surface_create(cairo_format_t format, int width, int height);
cairo_t *cairo_create(cairo_surface_t *surface);
cairo_status_t cairo_surface_write_to_png_stream(cairo_surface_t *surface, cairo_write_func_t write, void *closure);
const char *cairo_status_to_string(cairo_status_t status);
