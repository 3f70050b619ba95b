// Takes in the acknowledgements of apps, and answers the requests that wait for them.

extension Lifecycle {
  mutating func acknowledged(
    _ serial: ProcessSerial, _ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn
  ) {
    var waiter: RequestID?
    if let app = owners[serial] { apps[app]?.note(answer, to: sequence, &turn) }
    update(serial, &turn) { waiter = $0.acknowledge(sequence, answer, &$1) }
    guard let waiter else { return }
    if case .elements(let list) = answer {
      turn.emit(.answer(waiter, .elements(list)))
    } else {
      turn.emit(.answer(waiter, .done))
    }
  }
}
