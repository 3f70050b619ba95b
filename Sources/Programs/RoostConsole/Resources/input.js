// Fingers and keys on a screen, which go to its app as input: one event after the other.

import { call } from "./link.js";

/** Milliseconds that a finger has to rest: a little more than UILongPressGestureRecognizer.minimumPressDuration. */
const LONG = 600;
/** Milliseconds between two places of a finger that moves: thirty a second are a smooth line. */
const MOVE = 33;
const KEYS = {
  Enter: "return", Backspace: "delete", Escape: "escape", ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left",
  ArrowRight: "right",
};

/** By app: its events, one after the other. An app that answers slowly keeps no other waiting. */
const sent = new Map();

/** Sends an event of the user to the app that a screen shows, if that takes input. */
export function send(screen, event) {
  const app = screen.active();
  if (!app) return;
  const input = screen.place.session ? { ...event, scene: screen.place.session } : event;
  screen.use();
  const line = (sent.get(app.id) ?? Promise.resolve())
    .then(() => call("Apps.SendInput", { id: app.id, input: JSON.stringify(input) }))
    .catch(() => {}).then(() => {
      screen.look();
      if (sent.get(app.id) === line) sent.delete(app.id);
    });
  sent.set(app.id, line);
}

/** Hands on all that a person does on a screen. */
export function takeInput(screen) {
  const { box, phone } = screen;

  function touch(phase, [x, y], time) {
    send(screen, { type: "touches", touches: [{ finger: 0, phase, x, y, taps: 1 }], time });
  }

  function tap(place) {
    touch("began", place, 0);
    touch("ended", place, 0.05);
  }

  /** By the keyboard's menu key, or a mouse's other button. */
  function longPress(place) {
    touch("began", place, 0);
    setTimeout(() => {
      touch("stationary", place, LONG / 1000);
      touch("ended", place, LONG / 1000 + 0.05);
    }, LONG);
  }

  /** The point in the app's own measure. */
  function point({ clientX, clientY }) {
    const area = box.getBoundingClientRect();
    const width = Number(getComputedStyle(phone).getPropertyValue("--width"));
    const height = Number(getComputedStyle(phone).getPropertyValue("--height"));
    return [(clientX - area.left) * width / area.width, (clientY - area.top) * height / area.height];
  }

  function middle(element) {
    const area = element.getBoundingClientRect();
    return point({ clientX: area.x + area.width / 2, clientY: area.y + area.height / 2 });
  }

  takeFingers(screen, touch, point);

  // Without a finger: the keyboard, or a screen reader, presses the button over an element.
  box.addEventListener("click", (event) => {
    if (event.detail === 0 && event.target.dataset.element !== undefined) tap(middle(event.target));
  });

  box.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A finger that rests has its own way.
    if (event.pointerType === "touch" || !screen.active()) return;
    const isKey = event.target.dataset.element !== undefined && !event.pointerType;
    longPress(isKey ? middle(event.target) : point(event));
  });

  box.addEventListener("keydown", (event) => {
    if (!screen.active() || event.ctrlKey || event.altKey || event.metaKey) return;
    const { element, kind } = event.target.dataset;
    const types = element === undefined || kind.startsWith("text") || kind.startsWith("secureText");
    // On a button the keyboard's own keys press it.
    if (!types && (event.key === "Enter" || event.key === " ")) return;
    if (KEYS[event.key]) {
      for (const phase of ["began", "ended"]) {
        send(screen, { type: "presses", presses: [{ phase, key: KEYS[event.key] }] });
      }
    } else if ([...event.key].length === 1) {
      send(screen, { type: "text", text: event.key });
    } else {
      return;
    }
    event.preventDefault();
  });

  box.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text").slice(0, 10_000);
    if (text) send(screen, { type: "text", text });
    event.preventDefault();
  });
}

function takeFingers(screen, touch, point) {
  const { box } = screen;
  let finger;

  box.addEventListener("pointerdown", (event) => {
    if (finger !== undefined || event.button !== 0 || !screen.active()) return;
    box.setPointerCapture(event.pointerId);
    box.focus({ preventScroll: true });
    const place = point(event);
    touch("began", place, 0);
    // A finger that rests sends nothing, and is told of all the same.
    const rest = setTimeout(() => touch("stationary", place, LONG / 1000), LONG);
    finger = { id: event.pointerId, since: event.timeStamp, moved: event.timeStamp, rest };
    event.preventDefault();
  });

  box.addEventListener("pointermove", (event) => {
    if (finger?.id !== event.pointerId || event.timeStamp - finger.moved < MOVE) return;
    finger.moved = event.timeStamp;
    clearTimeout(finger.rest);
    touch("moved", point(event), (event.timeStamp - finger.since) / 1000);
  });

  for (const [name, phase] of [["pointerup", "ended"], ["pointercancel", "cancelled"]]) {
    box.addEventListener(name, (event) => {
      if (finger?.id !== event.pointerId) return;
      clearTimeout(finger.rest);
      touch(phase, point(event), (event.timeStamp - finger.since) / 1000);
      finger = undefined;
    });
  }
}
