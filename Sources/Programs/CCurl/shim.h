// libcurl for Swift, which cannot call functions with any number of arguments, and the numbers of the system calls that
// it is left.
#include <curl/curl.h>
#include <sys/syscall.h>

static inline CURLcode roost_curl_set_long(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode roost_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode roost_curl_set_text(CURL *curl, CURLoption option, const char *text) {
  return curl_easy_setopt(curl, option, text);
}

static inline CURLcode roost_curl_set_headers(CURL *curl, struct curl_slist *headers) {
  return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

// Fields for a proxy alone: no server gets them, here or behind a redirect.
static inline CURLcode roost_curl_set_proxy_headers(CURL *curl, struct curl_slist *headers) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
  return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_PROXYHEADER, headers) : code;
}

// CURLOPT_ERRORBUFFER: of CURL_ERROR_SIZE bytes, for as long as the handle.
static inline CURLcode roost_curl_set_error_buffer(CURL *curl, char *buffer) {
  return curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, buffer);
}

struct roost_curl_callbacks {
  void *data;
  size_t (*header)(char *bytes, size_t size, size_t count, void *data);
  size_t (*write)(char *bytes, size_t size, size_t count, void *data);
  size_t (*read)(char *bytes, size_t size, size_t count, void *data);
  int (*seek)(void *data, curl_off_t offset, int origin);
  int (*progress)(void *data, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now);
};

static inline CURLcode roost_curl_set_callbacks(CURL *curl, const struct roost_curl_callbacks *callbacks) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, callbacks->header);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, callbacks->data);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, callbacks->write);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, callbacks->data);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_READFUNCTION, callbacks->read);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_READDATA, callbacks->data);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, callbacks->seek);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_SEEKDATA, callbacks->data);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, callbacks->progress);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, callbacks->data);
  return code;
}

static inline long roost_curl_long(CURL *curl, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(curl, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t roost_curl_size(CURL *curl, CURLINFO info) {
  curl_off_t value = -1;
  return curl_easy_getinfo(curl, info, &value) == CURLE_OK ? value : -1;
}
