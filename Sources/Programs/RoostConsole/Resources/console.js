// The console: a device in the browser. The parts know each other by what they import; this begins.

import "./panels.js";
import "./system.js";
import { connect } from "./link.js";
import { watch } from "./screen.js";

connect();
watch();
