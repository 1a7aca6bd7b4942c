internal import COpenSSL

/// SHA-256 over bytes as they stream, by the library that uses the processor's instructions.
package final class StreamDigest {
  private let context: OpaquePointer?

  package init() {
    context = EVP_MD_CTX_new()
    // Looked up once: "the context keeps the digest" for every later start.
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Forgets what was added.
  package func begin() {
    EVP_DigestInit_ex(context, nil, nil)
  }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// The digest of what was added so far; more may be added.
  package func soFar() -> SHA256Digest {
    let copy = StreamDigest()
    EVP_MD_CTX_copy_ex(copy.context, context)
    return copy.finish()
  }

  /// The digest of all that was added since `begin`.
  package func finish() -> SHA256Digest {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      buffer.initialize(repeating: 0)
      EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      return SHA256Digest(UnsafeRawBufferPointer(buffer))
    }
  }
}
