// The connection to roost-console: calls of the control interfaces with their answers, and events.

const waiting = new Map();
const listeners = { event: [], daemon: [], line: [] };
let socket;
let last = 0;

/** Has `body` told of every event, of the daemon's coming and going, or of the line's. */
export function on(kind, body) { listeners[kind].push(body); }

/** Calls a method, such as "Device.Home". Fails with an Error whose message is a sentence for people. */
export function call(method, parameters = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) { reject(new Error("the console is not connected")); return; }
    last += 1;
    waiting.set(last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, call: `org.roost.${method}`, parameters }));
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
    tell("line", false);
    setTimeout(connect, 1000);
  };
}
