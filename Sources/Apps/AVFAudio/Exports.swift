// `import AVFAudio` brings Foundation with it, as Apple's does.

@_exported public import Foundation
