// The connection to roost-console: calls of the control interfaces with their answers, and events.

/** Calls a second, and those that may have been saved up: less than that for which roost-console ends a page. */
const RATE = 80;
const SAVED = 200;

const waiting = new Map();
const listeners = { event: [], daemon: [], line: [] };
let socket;
let last = 0;
/** Calls that are made when there is room for them again, in their order. */
const unsent = [];
let saved = SAVED;
let counted = performance.now();
let timer;

// Apps make the page ask, by what they draw and do, as often as they like.
function pace() {
  const now = performance.now();
  saved = Math.min(SAVED, saved + (now - counted) * RATE / 1000);
  counted = now;
  while (unsent.length > 0 && saved >= 1) {
    saved -= 1;
    socket.send(unsent.shift());
  }
  if (unsent.length > 0) timer ??= setTimeout(() => { timer = undefined; pace(); }, 1000 / RATE);
}

/** Has `body` told of every event, of the daemon's coming and going, or of the line's. */
export function on(kind, body) { listeners[kind].push(body); }

/** Calls a method, such as "Device.Home". Fails with an Error whose message is a sentence for people. */
export function call(method, parameters = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) { reject(new Error("the console is not connected")); return; }
    last += 1;
    waiting.set(last, { resolve, reject });
    unsent.push(JSON.stringify({ id: last, call: `org.roost.${method}`, parameters }));
    pace();
  });
}

function tell(kind, value) { for (const body of listeners[kind]) body(value); }

function take(message) {
  if (message.event) { tell("event", message.event); return; }
  if (message.daemon) { tell("daemon", message); return; }
  const asker = waiting.get(message.id);
  waiting.delete(message.id);
  if (!asker) return;
  if (message.reply) { asker.resolve(message.reply); return; }
  const { message: sentence, parameter } = message.parameters ?? {};
  const error = new Error(sentence ?? (parameter ? `${parameter} is not valid` : message.error));
  error.name = message.error;
  asker.reject(error);
}

export function connect() {
  socket = new WebSocket(new URL("socket", location.href.replace(/^http/, "ws")));
  socket.onopen = () => tell("line", true);
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error("the console has lost its connection"));
    waiting.clear();
    unsent.length = 0;
    tell("line", false);
    setTimeout(connect, 1000);
  };
}
