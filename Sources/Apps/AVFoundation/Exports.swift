// `import AVFoundation` brings the audio session and Foundation with it, as Apple's does.

@_exported public import AVFAudio
@_exported public import Foundation
