// One request and its answer through libcurl(3): the rest of a part, or the whole where there is none.
import CCurl
import Glibc
import HelperLines
import HelperRights
import TransferProtocol

/// Writes what comes to standard output, which is the part.
final class Exchange {
  private let order: TransferOrder
  private let daemon: DaemonLink
  private let curl: UnsafeMutableRawPointer
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  /// The bytes of the part when this began; 0: the answer is to be the whole.
  private var offset: Int64 = 0
  private var answer = AnswerHeader()
  /// As of the whole, and without what comes after the content.
  private var fields = AnswerFields()
  private var hasAnswered = false
  private var hasBegun = false
  /// The server sends the rest of the part, and not the whole.
  private var isRest = false
  /// It may send no more than a piece of the rest.
  private var isPiece = false
  /// The bytes of the whole, where it sends the rest.
  private var end: Int64 = .max
  private var received: Int64 = 0
  private var told: Int64 = -1
  /// Found in a callback, where the connection cannot be given up yet.
  private var outcome: TransferNews.Ending?

  static let part = STDOUT_FILENO
  static let file: CInt = 4

  init(_ order: TransferOrder, for daemon: DaemonLink) {
    self.order = order
    self.daemon = daemon
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let curl = curl_easy_init() else { daemon.end(TransferNews.Ending(.badAnswer, words: "no memory")) }
    self.curl = curl
  }

  func run() -> TransferNews.Ending {
    errorBuffer[0] = 0
    let resumes = order.method == "GET" && !order.sends && order.validator != nil
    offset = resumes ? Int64(max(lseek(Self.part, 0, SEEK_END), 0)) : 0
    let code = configure()
    guard code == CURLE_OK else { return ending(code) }
    let result = curl_easy_perform(curl)
    if let outcome { return outcome }
    guard result == CURLE_OK else { return ending(result) }
    guard hasBegun || begin(hasContent: false) else { return outcome ?? TransferNews.Ending(.lost) }
    // A rest in chunks, or one that ends with the connection, ends where the server likes. It is of the version that was asked for, so
    // the next attempt goes on from there, unless nothing came.
    guard !isRest || received == end else {
      let words = "the server has sent \(received) of \(end) bytes, and says that this is the whole"
      return received > offset ? TransferNews.Ending(.lost, words: words) : giveUpPart(words)
    }
    // Another attempt asks what comes after that: of a rest whose end nobody knows, a server may send a piece (RFC 9110, 15.3.7).
    guard !isPiece else {
      if told != received { daemon.say(.progressed(received)) }
      return TransferNews.Ending(.lost, words: "the server does not say whether more comes after \(received) bytes")
    }
    // The app asked for the whole, and has it.
    return TransferNews.Ending(.done, status: isRest ? 200 : status, headers: fields.values)
  }

  private var status: Int { roost_curl_long(curl, CURLINFO_RESPONSE_CODE) }

  // MARK: The request

  private func configure() -> CURLcode {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, 20),
      (CURLOPT_CONNECTTIMEOUT, max(order.stall, 1)), (CURLOPT_LOW_SPEED_TIME, max(order.stall, 1)),
      (CURLOPT_LOW_SPEED_LIMIT, Self.slowest), (CURLOPT_BUFFERSIZE, 128 << 10),
    ]
    // Neither the app nor a server has it read files, or talk to anything but a web server.
    var texts: [(CURLoption, String)] = [
      (CURLOPT_URL, order.url), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
    ]
    if offset > 0 { texts.append((CURLOPT_RANGE, "\(offset)-")) }
    var codes = [roost_curl_set_error_buffer(curl, errorBuffer)]
    codes += numbers.map { roost_curl_set_long(curl, $0, $1) }
    if order.sends {
      // libcurl follows a redirect of an upload by another upload, and one of its own POST as ``followsByGET`` says.
      let (kind, size) =
        isPost ? (CURLOPT_POST, CURLOPT_POSTFIELDSIZE_LARGE) : (CURLOPT_UPLOAD, CURLOPT_INFILESIZE_LARGE)
      codes.append(roost_curl_set_long(curl, kind, 1))
      codes.append(roost_curl_set_size(curl, size, lseek(Self.file, 0, SEEK_END)))
      lseek(Self.file, 0, SEEK_SET)
    }
    switch order.method {
    case "HEAD": codes.append(roost_curl_set_long(curl, CURLOPT_NOBODY, 1))
    case "GET" where !order.sends, "POST" where order.sends: break
    case let method: texts.append((CURLOPT_CUSTOMREQUEST, method))
    }
    codes += texts.map { roost_curl_set_text(curl, $0, $1) }
    codes.append(roost_curl_set_headers(curl, headers(ofBody: true)))
    codes.append(roost_curl_set_proxy_headers(curl, Self.list(fields { $0 })))
    // This object lives as long as the process.
    var callbacks = Self.callbacks(Unmanaged.passRetained(self).toOpaque())
    codes.append(roost_curl_set_callbacks(curl, &callbacks))
    return codes.first { $0 != CURLE_OK } ?? CURLE_OK
  }

  private var isPost: Bool { order.method == "POST" }

  /// Whether the answer that begins sends on to a page that says how it went, which has no use for the body or for a method of the
  /// app's own (RFC 9110, 15.4.2 to 15.4.4).
  private var followsByGET: Bool { status == 303 || isPost && (status == 301 || status == 302) }

  /// In bytes a second.
  private static let slowest = 64

  /// - Parameter ofBody: with the app's fields that tell of what is sent.
  private func headers(ofBody: Bool) -> UnsafeMutablePointer<curl_slist>? {
    // Without `Expect`, which libcurl adds and waits a second for, and without a type for what a POST sends: the app gives one, or none.
    let ofApp = fields { !$0 }.filter { ofBody || !$0.lowercased().hasPrefix("content-") }
    var lines = ofApp + ["Expect:", "Content-Type:"]
    if offset > 0, let validator = order.validator { lines.append("If-Range: \(validator)") }
    return Self.list(lines)
  }

  /// The app's, for the next proxy or for the server. The secret of a proxy is for nobody else (RFC 9110, 11.7.2): behind
  /// a redirect to another host libcurl keeps back `Authorization` and `Cookie`, and not this.
  private func fields(_ areMeant: (_ forProxy: Bool) -> Bool) -> [String] {
    order.headers.filter { areMeant($0.key.lowercased() == "proxy-authorization") }.map { "\($0): \($1)" }
  }

  private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    lines.reduce(nil) { curl_slist_append($0, $1) ?? $0 }
  }

  // MARK: The answer

  private static func callbacks(_ data: UnsafeMutableRawPointer) -> roost_curl_callbacks {
    roost_curl_callbacks(
      data: data,
      header: { bytes, size, count, data in Exchange.from(data).took(header: bytes, size * count) },
      write: { bytes, size, count, data in Exchange.from(data).took(content: bytes, size * count) },
      read: { bytes, size, count, data in Exchange.from(data).give(bytes, size * count) },
      seek: { _, offset, origin in
        lseek(Exchange.file, offset, origin) < 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK
      },
      progress: { data, _, _, _, _ in
        Exchange.from(data).tell()
        return 0
      })
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Exchange {
    guard let data else { _exit(EXIT_FAILURE) }
    return Unmanaged<Exchange>.fromOpaque(data).takeUnretainedValue()
  }

  /// libcurl ends the exchange when a callback takes less than it was given.
  private func took(header bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    if line.starts(with: "HTTP/".utf8) { beganToAnswer() }
    if answer.take(String(decoding: line, as: UTF8.self), bytes: count) { return count }
    outcome = TransferNews.Ending(.badAnswer, words: "the server's header has more than \(AnswerHeader.limit) bytes")
    return 0
  }

  /// The status is known, and nothing else yet.
  private func beganToAnswer() {
    // Before any content, which may come late or never: a server that redirects has done what it was asked for as well.
    if status >= 200, !hasAnswered, order.method != "GET", order.method != "HEAD" {
      hasAnswered = true
      daemon.say(.answered)
    }
    guard followsByGET else { return }
    // libcurl sends both behind any redirect as long as they are set.
    _ = roost_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, nil)
    _ = roost_curl_set_headers(curl, headers(ofBody: false))
  }

  private func took(content bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes, hasBegun || begin(hasContent: true) else { return 0 }
    guard received + Int64(count) <= end else {
      outcome = giveUpPart("the server has sent more than the \(end) bytes of the whole")
      return 0
    }
    guard received + Int64(count) <= order.room else {
      outcome = tooLarge
      return 0
    }
    var written = 0
    while written < count {
      let result = write(Self.part, bytes + written, count - written)
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        outcome = errno == EFBIG ? tooLarge : TransferNews.Ending(.storage, errno: errno)
        return 0
      }
      written += result
    }
    received += Int64(count)
    moved += Int64(count)
    return count
  }

  /// The next bytes of the file to send.
  private func give(_ bytes: UnsafeMutablePointer<CChar>?, _ most: Int) -> Int {
    var count = Glibc.read(Self.file, bytes, most)
    while count < 0, errno == EINTR { count = Glibc.read(Self.file, bytes, most) }
    guard count >= 0 else { return Int(CURL_READFUNC_ABORT) }
    moved += Int64(count)
    return count
  }

  /// The first byte of the content has come, or there is none: now it is known whether it is the rest or the whole.
  private func begin(hasContent: Bool) -> Bool {
    hasBegun = true
    isRest = offset > 0 && status == 206
    if offset > 0, status == 416, answer.ends(at: offset, of: order) {
      outcome = doneWithPart
      return false
    }
    // Also where the whole comes, of another version: the daemon, and the one after it, have not read yet what the part would be of.
    if offset > 0, !isRest || !answer.continues(offset, of: order) {
      outcome = giveUpPart("the server has no rest for the part that is here")
      return false
    }
    if isRest, let range = answer.range { (end, isPiece) = (range.end, !range.namesWhole && order.whole == nil) }
    received = isRest ? offset : 0
    guard ftruncate(Self.part, Int(received)) == 0, lseek(Self.part, Int(received), SEEK_SET) >= 0 else {
      outcome = TransferNews.Ending(.storage, errno: errno)
      return false
    }
    let said = Int64(roost_curl_size(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
    // An answer to HEAD has the length of what a GET would bring (RFC 9110, 8.6).
    let length = hasContent || said == 0 ? said : -1
    let expected = length >= 0 ? length.addingReportingOverflow(received) : nil
    if let expected, expected.overflow || expected.partialValue > order.room {
      outcome = tooLarge
      return false
    }
    told = received
    fields = answer.fields
    if isRest {
      fields.remove("Content-Range")
      fields.remove("Content-Length")
      if let whole = expected?.partialValue { fields.add("Content-Length", String(whole)) }
    }
    daemon.say(
      .began(
        TransferNews.Beginning(
          validator: isRest ? order.validator : status == 200 ? answer.validator : nil,
          expected: isPiece ? nil : expected?.partialValue, received: received)))
    return true
  }

  /// The part is the whole. This answer has no content, and the fields that tell of content are left out.
  private var doneWithPart: TransferNews.Ending {
    fields = answer.fields
    for name in ["Content-Range", "Content-Type", "Content-Encoding", "Content-Language", "Content-Length"] {
      fields.remove(name)
    }
    fields.add("Content-Length", String(offset))
    return TransferNews.Ending(.done, status: 200, headers: fields.values)
  }

  /// The part is of no use, and the next attempt asks for the whole.
  private func giveUpPart(_ words: String) -> TransferNews.Ending {
    _ = ftruncate(Self.part, 0)
    daemon.say(.began(TransferNews.Beginning(validator: nil, expected: nil, received: 0)))
    return TransferNews.Ending(.lost, words: words)
  }

  private var tooLarge: TransferNews.Ending {
    TransferNews.Ending(.tooLarge, words: "the server has more than the \(order.room) bytes that there is room for")
  }

  /// libcurl asks some times a second, also while nothing comes.
  private func tell() {
    // A server can send frames, and extensions of chunks, without end and without content.
    ProcessorShare.hasReturned(earned: earned)
    daemon.endWithDaemon(within: share.rest(earned: earned) ?? 0)
    guard hasBegun, received != told, monotonicSeconds() != toldAt else { return }
    toldAt = monotonicSeconds()
    told = received
    daemon.say(.progressed(received))
  }

  private var toldAt = 0
  private var share = ProcessorShare()
  /// The bytes of content that have come or gone.
  private var moved: Int64 = 0 { didSet { ProcessorShare.hasReturned(earned: earned) } }
  private var earned: Int64 { moved &* Self.nanosecondsOfByte }
  /// Of a processor: any decrypts more than 4 MB in a second.
  private static let nanosecondsOfByte: Int64 = 250

  private func monotonicSeconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  // MARK: The end

  private func ending(_ code: CURLcode) -> TransferNews.Ending {
    let said = String(cString: errorBuffer)
    let words = String((said.isEmpty ? String(cString: curl_easy_strerror(code)) : said).prefix(200))
    let wasSentOn = roost_curl_long(curl, CURLINFO_REDIRECT_COUNT) > 0
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return TransferNews.Ending(.unreachable, words: words)
    case CURLE_OPERATION_TIMEDOUT: return TransferNews.Ending(.timedOut, words: words)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return TransferNews.Ending(.tls, words: words)
    case CURLE_TOO_MANY_REDIRECTS: return TransferNews.Ending(.redirect, words: words)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      // libcurl counts a redirect when it has followed it.
      let isRedirect = wasSentOn || (300..<400).contains(status)
      return TransferNews.Ending(isRedirect ? .redirect : .badAnswer, words: words)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: return TransferNews.Ending(.badAnswer, words: words)
    case CURLE_OUT_OF_MEMORY:
      // libcurl 7.88 says so of a line that is longer than its buffer may grow (Curl_dyn_addn()).
      return TransferNews.Ending(.badAnswer, words: "a line of the server's header is too long")
    default: return TransferNews.Ending(.lost, words: words)
    }
  }
}
