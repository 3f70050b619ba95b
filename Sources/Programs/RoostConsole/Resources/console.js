// The console: a device in the browser. The parts know each other by what they import; this begins.

import "./home.js";
import "./panels.js";
import "./permission.js";
import "./scenes.js";
import "./events.js";
import "./timeline.js";
import "./system.js";
import { connect } from "./link.js";
import { watch } from "./front.js";

connect();
watch();
