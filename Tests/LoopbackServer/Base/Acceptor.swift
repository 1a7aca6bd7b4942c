import CPlatform
import Glibc

/// Takes the connections of one port, each on a thread of its own.
final class Acceptor: Sendable {
  struct Figures {
    var accepted = 0
    var open = 0
    var peak = 0
  }

  let figures = Locked(Figures())
  private let socket: ListeningSocket
  private let stopping = Gate()
  private let workers = Workers()
  private let isRunning = Locked(true)

  /// Listens, and calls `serve` with the number (from 1) of each connection; its wire is closed behind the call.
  init(_ binding: Binding, serve: @escaping @Sendable (Int, Wire) -> Void) throws {
    socket = try ListeningSocket(binding)
    let loop = AcceptLoop(figures: figures, stopping: stopping, workers: workers, serve: serve)
    for descriptor in socket.descriptors {
      guard workers.start({ loop.run(descriptor) }) else {
        stop()
        throw LoopbackError("no thread left")
      }
    }
  }

  deinit { stop() }

  var port: Int { socket.port }

  /// Ends every connection and thread, and closes the port; a second call does nothing.
  func stop() {
    let isFirst = isRunning.withLock { running in
      defer { running = false }
      return running
    }
    guard isFirst else { return }
    stopping.open()
    workers.joinAll()
    socket.close()
  }
}

/// The accepting threads' own part, which does not keep the acceptor alive.
private struct AcceptLoop: Sendable {
  let figures: Locked<Acceptor.Figures>
  let stopping: Gate
  let workers: Workers
  let serve: @Sendable (Int, Wire) -> Void

  /// Takes connections until the stop.
  func run(_ listener: Int32) {
    while !stopping.isOpen {
      let descriptor = cplatform_accept(listener)
      if descriptor >= 0 {
        take(descriptor)
      } else if errno == EAGAIN {
        var watched = [
          pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
          pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, -1)
      } else if errno != EINTR && errno != ECONNABORTED {
        // Out of descriptors: the connection stays in the backlog until some are free.
        _ = stopping.wait(.milliseconds(20))
      }
    }
  }

  private func take(_ descriptor: Int32) {
    let number = figures.withLock { figures in
      figures.accepted += 1
      figures.open += 1
      figures.peak = max(figures.peak, figures.open)
      return figures.accepted
    }
    let isStarted = workers.start {
      let wire = Wire(descriptor: descriptor, stop: stopping)
      serve(number, wire)
      wire.close()
      figures.withLock { $0.open -= 1 }
    }
    if !isStarted {
      close(descriptor)
      figures.withLock { $0.open -= 1 }
    }
  }
}
