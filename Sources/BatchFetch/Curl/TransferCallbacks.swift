internal import CCurl
internal import Glibc

/// The functions that curl calls; each finds its transfer behind the user pointer.
enum TransferCallbacks {
  private static func transfer(_ user: UnsafeMutableRawPointer?) -> Transfer? {
    user.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  static let body: curl_write_callback = { bytes, size, count, user in
    let length = size * count
    let wanted = transfer(user)?.receiveBody(
      UnsafeRawBufferPointer(start: bytes, count: length))
    return wanted == true ? length : length &+ 1
  }

  static let header: curl_write_callback = { bytes, size, count, user in
    let length = size * count
    let wanted = transfer(user)?.receiveHeader(
      UnsafeRawBufferPointer(start: bytes, count: length))
    return wanted == true ? length : length &+ 1
  }

  static let openSocket: curl_opensocket_callback = { user, _, address in
    guard let address else { return -1 }
    return transfer(user)?.openSocket(address) ?? -1
  }

  static let closeSocket: curl_closesocket_callback = { user, socket in
    user.map { Unmanaged<Epoll>.fromOpaque($0).takeUnretainedValue() }?.forget(socket)
    return close(socket)
  }

  static let ready: curl_prereq_callback = { user, _, _, _, _ in
    transfer(user)?.becomeReady() == true
      ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
  }

  static let tlsContext: curl_ssl_ctx_callback = { _, context, user in
    guard let context, let transfer = transfer(user) else { return CURLE_ABORTED_BY_CALLBACK }
    return transfer.prepareTLS(OpaquePointer(context)) ? CURLE_OK : CURLE_SSL_CERTPROBLEM
  }
}
