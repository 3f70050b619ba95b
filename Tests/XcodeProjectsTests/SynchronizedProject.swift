// A project as Xcode 16 and later write them, condensed: folders instead of files, and no Info.plist of its own.

enum SynchronizedProject {
  static let files: [String: String] = [
    "Trail.xcodeproj/project.pbxproj": project,
    "Trail/AppDelegate.swift": "import UIKit\n\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n",
    "Trail/Map/MapController.swift": "import UIKit\nimport CoreLocation\n",
    "Trail/Map/Preview.swift": "import SwiftUI\n",
    "Trail/Info.plist":
      "<plist version=\"1.0\"><dict><key>UIBackgroundModes</key><array><string>location</string></array></dict></plist>",
    "Trail/Base.lproj/Main.storyboard": "<document/>",
    "Trail/en.lproj/Extra.strings": "",
    "Trail/de.lproj/Extra.strings": "",
    "Trail/Data/tracks.json": "[]",
    "Trail/Raw/one/a.bin": "a",
    "Trail/.DS_Store": "",
    "Trail/README.md": "",
    "Trail/Config/App.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = org.example.trail\n",
    "Trail/Old.m": "",
    "Kit/Distance.swift": "struct Distance {}\n",
    "Kit/Speed.swift": "struct Speed {}\n",
    "TrailTests/TrailTests.swift": "import XCTest\n",
  ]

  static let project = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	objectVersion = 77;
    	objects = {
    		E1 /* Exceptions for "Trail" folder in "Trail" target */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			membershipExceptions = (
    				Info.plist,
    				Map/Preview.swift,
    				Old.m,
    				"/Localized: Extra.strings",
    			);
    			target = T1 /* Trail */;
    		};
    		E2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Distance.swift, ); target = T1; };
    		E3 = {isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = PH1; membershipExceptions = (Data/tracks.json, ); };
    		S1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, E3, ); explicitFileTypes = {}; explicitFolders = (Raw, ); path = Trail; sourceTree = "<group>"; };
    		S2 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E2, ); path = Kit; sourceTree = "<group>"; };
    		S3 = {isa = PBXFileSystemSynchronizedRootGroup; path = TrailTests; sourceTree = "<group>"; };
    		G0 = {isa = PBXGroup; children = (S1, S2, S3, ); sourceTree = "<group>"; };
    		PH1 = {isa = PBXSourcesBuildPhase; files = (); };
    		PH2 = {isa = PBXResourcesBuildPhase; files = (); };
    		T1 = {isa = PBXNativeTarget; buildConfigurationList = L1; buildPhases = (PH1, PH2, ); fileSystemSynchronizedGroups = (S1, ); name = Trail; productType = "com.apple.product-type.application"; };
    		T2 = {isa = PBXNativeTarget; buildConfigurationList = L2; buildPhases = (); fileSystemSynchronizedGroups = (S3, ); name = TrailTests; productType = "com.apple.product-type.bundle.unit-test"; };
    		L0 = {isa = XCConfigurationList; buildConfigurations = (C0, ); defaultConfigurationName = Release; };
    		L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
    		L2 = {isa = XCConfigurationList; buildConfigurations = (C2, ); };
    		C0 = {isa = XCBuildConfiguration; buildSettings = { SWIFT_ACTIVE_COMPILATION_CONDITIONS = "DEBUG $(inherited)"; }; name = Debug; };
    		C1 = {
    			isa = XCBuildConfiguration;
    			baseConfigurationReferenceAnchor = S1 /* Trail */;
    			baseConfigurationReferenceRelativePath = Config/App.xcconfig;
    			buildSettings = {
    				GENERATE_INFOPLIST_FILE = YES;
    				INFOPLIST_FILE = Trail/Info.plist;
    				INFOPLIST_KEY_CFBundleDisplayName = "My Trail";
    				INFOPLIST_KEY_NSLocationWhenInUseUsageDescription = "Shows \\"you\\" on the map.";
    				INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES;
    				INFOPLIST_KEY_UIApplicationSupportsIndirectInputEvents = YES;
    				INFOPLIST_KEY_UIBackgroundModes = "location fetch";
    				INFOPLIST_KEY_UILaunchScreen_Generation = YES;
    				INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad = UIInterfaceOrientationPortraitUpsideDown;
    				INFOPLIST_KEY_UISupportedInterfaceOrientations_iPhone = "UIInterfaceOrientationPortrait UIInterfaceOrientationLandscapeLeft";
    				MARKETING_VERSION = 1.2;
    				PRODUCT_NAME = "$(TARGET_NAME)";
    				SUPPORTED_PLATFORMS = "iphoneos iphonesimulator";
    				SWIFT_APPROACHABLE_CONCURRENCY = YES;
    				SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;
    				SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY = YES;
    				SWIFT_VERSION = 5.0;
    			};
    			name = Debug;
    		};
    		C2 = {isa = XCBuildConfiguration; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = org.example.tests; }; name = Debug; };
    		R = {isa = PBXProject; buildConfigurationList = L0; mainGroup = G0; projectDirPath = ""; projectRoot = ""; targets = (T1, T2, ); };
    	};
    	rootObject = R;
    }
    """
}
