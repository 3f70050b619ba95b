// Launches of programs that may be on any file system, such as one that does not answer: a thread looks at them first.
import AppLink
import Bundles
import Keys
import LifecycleModel
import Processes

extension Launcher {
  /// The finds of threads for a launch, where the loop may not look.
  struct Findings {
    var places: Sandbox.FarPlaces = [:]
    /// The moment for which a sealed bundle is known to be what was installed.
    var verified: BundleMoment?
    /// The folder of its desktop entry that it starts in, which answers.
    var startFolder: String?
    /// The programs elsewhere; nil where there are none, or nobody has looked.
    var looked: (question: ProgramQuestion, found: FoundPrograms)?
  }

  /// A path of whose file system a thread waits for an answer.
  var pathWaitedFor: String? { places.asked?.path ?? programs.asked?.path ?? startFolders.asked }

  /// Puts off the launch of an executable that is elsewhere, or that a program elsewhere runs, until it is known that it can run.
  func lookElsewhere(
    _ serial: ProcessSerial, _ bundle: AppBundle, _ launch: LifecycleModel.Launch, _ findings: Findings
  ) {
    awaited[serial] = AwaitedLaunch(since: .now)
    let (app, question) = (bundle.app.id, bundle.programQuestion)
    look(question, of: app) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let problem): giveUp(serial, app, BundleError(bundle: bundle.path, .executable(problem)))
      case .success(let found):
        openPrograms(found.elsewhere, of: app) { [weak self] result in
          switch result {
          case .failure(let problem): self?.giveUp(serial, app, BundleError(bundle: bundle.path, .executable(problem)))
          case .success(let places):
            var findings = findings
            findings.places.merge(places) { $1 }
            findings.looked = (question, found)
            self?.surround(serial, app, launch, findings)
          }
        }
      }
    }
  }

  /// Asks one question, of which nobody waits for the answer any longer than ``FarPatience/time``.
  func look(
    _ question: ProgramQuestion, of app: AppID, then: @escaping (Result<FoundPrograms, Executable.Problem>) -> Void
  ) {
    programs.ask([question], of: app) { answers, unanswered in
      if let answer = answers[question] { return then(answer) }
      then(.failure((unanswered[question] ?? .silent).problem(of: question.path)))
    }
  }

  /// For the rules of a sandbox.
  private func openPrograms(
    _ paths: [String], of app: AppID, then: @escaping (Result<Sandbox.FarPlaces, Executable.Problem>) -> Void
  ) {
    places.ask(closesIn ? Sandbox.farRules(ofPrograms: paths) : [], of: app) { opened, unanswered in
      if let (rule, why) = unanswered.first { return then(.failure(why.problem(of: rule.path))) }
      then(.success(opened))
    }
  }

  /// Looks at the programs that a scan has left out. `then` is told what is wrong with them, and whether one of a `TryExec` has come or
  /// gone, by which another scan finds other apps.
  func look(at unlooked: [BundleCatalog.Unlooked], then: @escaping ([BundleError], Bool) -> Void) {
    programs.ask(unlooked.map(\.question), of: nil) { [weak self] answers, unanswered in
      var (problems, isOther): ([BundleError], Bool) = ([], false)
      for one in unlooked {
        var problem = unanswered[one.question]?.problem(of: one.question.path)
        if case .failure(let error)? = answers[one.question] { problem = error }
        if case .installed(let program) = one.question, answers[one.question] != nil {
          if self?.note(program, isThere: problem == nil) == true { isOther = true }
          // A program that is not installed is no mistake.
          problem = nil
        }
        if let problem { problems.append(BundleError(bundle: one.bundle, .executable(problem))) }
      }
      then(problems, isOther)
    }
  }
}

extension Unanswered {
  fileprivate nonisolated func problem(of path: String) -> Executable.Problem {
    switch self {
    case .silent: .silent(path)
    case .crowded: .crowded(path)
    case .noThread: .noThread(path)
    }
  }
}
