// Takes in the acknowledgements of apps, and answers the requests that wait for them.

extension Lifecycle {
  mutating func acknowledged(
    _ serial: ProcessSerial, _ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn
  ) {
    var waiter: RequestID?
    if let app = owners[serial] { apps[app]?.note(answer, to: sequence, &turn) }
    update(serial, &turn) { waiter = $0.acknowledge(sequence, answer, &$1) }
    guard let waiter else { return }
    switch answer {
    case .elements(let list): turn.emit(.answer(waiter, .elements(list)))
    case .drawn(let picture, let svg): turn.emit(.answer(waiter, .drawn(picture: picture, svg: svg)))
    case .handled, .answered, .connected, .restorable, .pictured, .unsupported: turn.emit(.answer(waiter, .done))
    }
  }
}
