#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/ssl.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <openssl/err.h>

/* Macros of OpenSSL that Swift does not see, one forwarder each. */
static inline int cssl_ctx_set_min_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version) == 1;
}
static inline int cssl_ctx_set_groups(SSL_CTX *context, const char *names) {
  return SSL_CTX_set1_groups_list(context, names) == 1;
}
static inline void cssl_ctx_set_options(SSL_CTX *context, uint64_t options) {
  SSL_CTX_set_options(context, options);
}
/* SSL_OP_NO_RENEGOTIATION is a shifted 64-bit macro. */
static inline uint64_t cssl_op_no_renegotiation(void) { return SSL_OP_NO_RENEGOTIATION; }
static inline int cssl_certificate_count(const STACK_OF(X509) *chain) {
  return chain ? sk_X509_num(chain) : 0;
}
static inline X509 *cssl_certificate_at(const STACK_OF(X509) *chain, int index) {
  return sk_X509_value(chain, index);
}
/* An ASN.1 time in seconds since 1970; 0 when it cannot be read. */
static inline int cssl_time(const ASN1_TIME *time, int64_t *seconds) {
  ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
  int days = 0, rest = 0;
  int read = epoch && time && ASN1_TIME_diff(&days, &rest, epoch, time);
  ASN1_TIME_free(epoch);
  *seconds = (int64_t)days * 86400 + rest;
  return read;
}
/* Whether a certificate says where its issuer's certificate can be fetched. */
static inline int cssl_names_issuer_address(X509 *certificate) {
  AUTHORITY_INFO_ACCESS *access = X509_get_ext_d2i(certificate, NID_info_access, NULL, NULL);
  int found = 0;
  for (int index = 0; access && index < sk_ACCESS_DESCRIPTION_num(access); index++) {
    ACCESS_DESCRIPTION *entry = sk_ACCESS_DESCRIPTION_value(access, index);
    if (OBJ_obj2nid(entry->method) == NID_ad_ca_issuers && entry->location->type == GEN_URI)
      found = 1;
  }
  AUTHORITY_INFO_ACCESS_free(access);
  return found;
}
/* A place of our own in every SSL_CTX, so that callbacks find what they belong to. */
static inline int cssl_ctx_new_index(void) {
  return CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, NULL);
}
/* Whether a certificate, not itself, was issued by one of the others. */
static inline int cssl_issuer_is_among(X509 *certificate, const STACK_OF(X509) *others) {
  for (int index = 0; others && index < sk_X509_num(others); index++) {
    X509 *other = sk_X509_value(others, index);
    if (other != certificate && X509_check_issued(other, certificate) == X509_V_OK) return 1;
  }
  return 0;
}
#include <openssl/pem.h>

/* Forwarders for what Swift does not see: OpenSSL's macros and variadic functions. */
static inline EVP_PKEY *copenssl_make_rsa_key(size_t bits) { return EVP_RSA_gen(bits); }
static inline EVP_PKEY *copenssl_make_ec_key(const char *curve) { return EVP_EC_gen(curve); }
static inline int copenssl_set_max_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_max_proto_version(context, version);
}
static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add_extra_chain_cert(context, certificate);
}
static inline void copenssl_allow_partial_writes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}
#endif
