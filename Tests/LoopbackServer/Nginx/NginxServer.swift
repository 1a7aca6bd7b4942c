import Foundation

/// Debian's nginx, started on the loopback interface for tests that want a real server.
///
/// The listening socket is opened here and handed over, as at nginx's own upgrade (its `NGINX`
/// environment variable), so that connections are taken from the first moment and no port is lost.
public final class NginxServer: Sendable {
  public enum Protocols: String, Sendable {
    case http11 = ""
    case http2 = " http2"
  }

  /// Whether there is an nginx to start.
  public static let isInstalled = binary != nil

  public let port: Int
  private let scheme: String
  private let folder: TemporaryFolder
  private let process: Locked<ChildProcess?>

  /// Serves the files of a folder.
  ///
  /// - Parameters:
  ///   - certificate: HTTPS with it; plain HTTP without.
  ///   - directives: further lines of the configuration's server block, as locations.
  public init(
    serving root: String, certificate: TestCertificate? = nil, protocols: Protocols = .http11,
    directives: String = ""
  ) throws {
    guard let binary = Self.binary else { throw LoopbackError("nginx is not installed") }
    let socket = try ListeningSocket(.ipv4)
    // nginx finds its inherited socket by address, and then needs our copy no more.
    defer { socket.close() }
    port = socket.port
    scheme = certificate == nil ? "http" : "https"
    folder = TemporaryFolder()
    var listen = "listen \(socket.port) backlog=4096"
    var security = ""
    if let certificate {
      listen += " ssl" + protocols.rawValue
      folder.write(certificate.certificatePEM, to: "certificate.pem")
      folder.write(certificate.keyPEM, to: "key.pem")
      security = "ssl_certificate certificate.pem; ssl_certificate_key key.pem;"
    }
    folder.write(
      Self.configuration(listen: listen, security: security, root: root, directives: directives),
      to: "nginx.conf")
    let arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", folder.path + "/error.log"]
    let environment = ["NGINX=\(ChildProcess.handedDescriptor);"]
    func start(_ more: [String] = []) throws -> ChildProcess {
      try ChildProcess(
        binary, arguments + more, environment: environment, handing: socket.descriptors[0])
    }
    guard try start(["-t", "-q"]).waitForEnd() == 0 else {
      throw LoopbackError(
        "nginx refuses its configuration: " + folder.read("error.log"))
    }
    process = Locked(try start())
  }

  deinit { stop() }

  public func url(_ path: String, host: String = "localhost") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// Ends nginx by its process number and removes its files.
  public func stop() {
    let running = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let running else { return }
    running.terminate()
    running.waitForEnd()
    folder.remove()
  }

  // MARK: The process

  private static let binary = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  // MARK: The configuration

  private static func configuration(
    listen: String, security: String, root: String, directives: String
  ) -> String {
    """
    \(geteuid() == 0 ? "user root;" : "")
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log error.log warn;
    worker_rlimit_nofile 8192;
    events { worker_connections 4096; }
    http {
      types {
        text/html html; text/plain txt; application/json json; application/pdf pdf;
        image/jpeg jpg jpeg; image/png png; image/gif gif; image/webp webp; image/svg+xml svg;
        image/heic heic; image/avif avif; image/bmp bmp; image/tiff tif tiff;
        video/mp4 mp4 m4v; video/quicktime mov; video/mpeg mpg mpeg; video/x-msvideo avi;
        audio/mpeg mp3; audio/mp4 m4a; audio/wav wav; audio/aiff aif aiff;
      }
      default_type application/octet-stream;
      access_log off;
      sendfile on;
      tcp_nodelay on;
      keepalive_requests 100000;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      server {
        \(listen);
        \(security)
        root "\(root)";
        \(directives)
      }
    }
    """
  }
}
