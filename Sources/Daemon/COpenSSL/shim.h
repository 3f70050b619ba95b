// The part of OpenSSL's libcrypto that Swift sees.
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
