// The app in front: its picture, drawn anew while somebody looks, and fingers and keys that go back to it.

import { call } from "./link.js";
import { app as appOf, device, onChange, refresh, title } from "./device.js";

const box = document.getElementById("app");
const picture = document.getElementById("picture");
const card = document.getElementById("card");
const overlay = document.getElementById("elements");
const phone = document.getElementById("phone");
/** Milliseconds between two looks at a screen: while it is used, and while it is only looked at. */
const BUSY = 80;
const IDLE = 400;
/** Milliseconds that a finger has to rest: a little more than UILongPressGestureRecognizer.minimumPressDuration. */
const LONG = 600;
/** Milliseconds after a touch or a key in which the screen counts as used. */
const USED = 1000;
const KEYS = {
  Enter: "return", Backspace: "delete", Escape: "escape", ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left",
  ArrowRight: "right",
};

/** The last picture that an app in front has drawn, and when. */
export const live = { id: undefined, svg: undefined, at: 0 };

let shown;
let seen;
let used = -USED;
let wake = () => {};
let input = Promise.resolve();

/** The app that has the screen and takes input. */
export function activeApp() {
  if (device.locked) return undefined;
  return device.front.map(appOf).find((app) => app?.state === "active");
}

// The picture comes from an app: it is shown as an image, in which no script runs and nothing is loaded.
export function image(element, svg) {
  const old = element.src;
  element.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}

function showFront() {
  const id = device.locked ? undefined : device.front[0];
  box.hidden = !id;
  if (id !== shown) {
    shown = id;
    seen = undefined;
    overlay.replaceChildren();
    card.hidden = true;
    picture.removeAttribute("src");
    picture.hidden = true;
    if (id) {
      box.setAttribute("aria-label", title(id));
      showKept(id);
    }
  }
  box.classList.toggle("still", Boolean(id) && activeApp()?.id !== id);
  wake();
}

/** Until the app has drawn its screen, the picture that the switcher has of it. */
async function showKept(id) {
  try {
    const { svg } = await call("Scenes.Snapshot", { id });
    if (shown === id && seen === undefined) { image(picture, svg); picture.hidden = false; }
  } catch {
    // None is kept yet.
  }
}

function showCard(id, why) {
  const name = document.createElement("strong");
  name.textContent = title(id);
  const text = document.createElement("p");
  text.textContent = why;
  card.replaceChildren(name, text);
  card.hidden = false;
  picture.hidden = true;
  // Asked as if nothing had been seen, so that a picture takes the card's place.
  seen = undefined;
}

async function look() {
  const app = activeApp();
  if (!app || document.hidden) return;
  try {
    const drawn = await call("Apps.Picture", { id: app.id, seen });
    if (shown !== app.id) return;
    if (drawn.svg) {
      image(picture, drawn.svg);
      const isPicture = await picture.decode().then(() => true, () => false);
      if (shown !== app.id) return;
      if (isPicture) {
        fit();
        picture.alt = `Screen of ${title(app.id)}`;
        picture.hidden = false;
        card.hidden = true;
        Object.assign(live, { id: app.id, svg: drawn.svg, at: performance.now() });
        await showElements(app.id);
      } else {
        showCard(app.id, "This app draws something that is no picture.");
      }
    }
    if (card.hidden) seen = drawn.picture;
  } catch (error) {
    if (error.name !== "org.roost.Apps.Refused") return;
    // It shows no views, or it is no longer active, which the page has not heard yet.
    await refresh();
    if (shown === app.id && activeApp()?.id === app.id) {
      showCard(app.id, app.saying || "This app runs, and shows no views.");
    }
  }
}

/** The glass is as wide as the screen that the app has drawn: it may have been turned. */
function fit() {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (!width || !height) return;
  phone.style.setProperty("--width", width);
  phone.style.setProperty("--height", height);
}

/** Looks again and again, never twice at a time. */
export async function watch() {
  for (;;) {
    await look();
    const pause = performance.now() - used < USED ? BUSY : IDLE;
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, activeApp() ? pause : 60_000);
    });
  }
}

// For the keyboard and for screen readers there is a button over each element that the app tells of.
async function showElements(id) {
  const { elements } = await call("Apps.Elements", { id });
  if (shown !== id) return;
  const focused = document.activeElement?.dataset?.element;
  overlay.replaceChildren(...elements.map((element, number) => {
    const button = document.createElement("button");
    const name = element.label ?? element.identifier ?? element.kind;
    button.dataset.element = element.identifier ?? `${number} ${name}`;
    button.dataset.kind = element.kind;
    button.setAttribute("aria-label", element.value == null ? name : `${name}: ${element.value}`);
    for (const [side, length] of [
      ["left", element.x], ["top", element.y], ["width", element.width], ["height", element.height],
    ]) button.style.setProperty(side, `${length}px`);
    button.addEventListener("click", (event) => {
      if (event.detail === 0) tap(element.x + element.width / 2, element.y + element.height / 2);
    });
    return button;
  }));
  if (!focused) return;
  [...overlay.children].find((button) => button.dataset.element === focused)?.focus();
}

// Input: one event after the other, as fingers and keys make them.

function send(event) {
  const app = activeApp();
  if (!app) return;
  used = performance.now();
  input = input.then(() => call("Apps.SendInput", { id: app.id, input: JSON.stringify(event) }))
    .catch(() => {}).then(() => wake());
}

function touch(phase, x, y, time, taps = 1) {
  send({ type: "touches", touches: [{ finger: 0, phase, x, y, taps }], time });
}

/** By the keyboard's menu key, or a mouse's other button. */
function longPress(x, y) {
  touch("began", x, y, 0);
  setTimeout(() => {
    touch("stationary", x, y, LONG / 1000);
    touch("ended", x, y, LONG / 1000 + 0.05);
  }, LONG);
}

function tap(x, y) {
  touch("began", x, y, 0);
  touch("ended", x, y, 0.05);
}

/** The point in the app's own measure. */
function point(event) {
  const area = box.getBoundingClientRect();
  const width = Number(getComputedStyle(phone).getPropertyValue("--width"));
  const height = Number(getComputedStyle(phone).getPropertyValue("--height"));
  return [(event.clientX - area.left) * width / area.width, (event.clientY - area.top) * height / area.height];
}

let finger;

box.addEventListener("pointerdown", (event) => {
  if (finger !== undefined || event.button !== 0 || !activeApp()) return;
  box.setPointerCapture(event.pointerId);
  box.focus({ preventScroll: true });
  const place = point(event);
  touch("began", ...place, 0);
  // A finger that rests sends nothing, and is told of all the same.
  const rest = setTimeout(() => touch("stationary", ...place, LONG / 1000), LONG);
  finger = { id: event.pointerId, since: event.timeStamp, moved: event.timeStamp, rest };
  event.preventDefault();
});

box.addEventListener("pointermove", (event) => {
  // Thirty a second are a smooth line.
  if (finger?.id !== event.pointerId || event.timeStamp - finger.moved < 33) return;
  finger.moved = event.timeStamp;
  clearTimeout(finger.rest);
  touch("moved", ...point(event), (event.timeStamp - finger.since) / 1000);
});

for (const [name, phase] of [["pointerup", "ended"], ["pointercancel", "cancelled"]]) {
  box.addEventListener(name, (event) => {
    if (finger?.id !== event.pointerId) return;
    clearTimeout(finger.rest);
    touch(phase, ...point(event), (event.timeStamp - finger.since) / 1000);
    finger = undefined;
  });
}

box.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  const { element } = event.target.dataset;
  // A finger that rests has its own way.
  if (event.pointerType === "touch" || !activeApp()) return;
  if (element === undefined || event.pointerType) { longPress(...point(event)); return; }
  const area = event.target.getBoundingClientRect();
  longPress(...point({ clientX: area.x + area.width / 2, clientY: area.y + area.height / 2 }));
});

box.addEventListener("keydown", (event) => {
  if (!activeApp() || event.ctrlKey || event.altKey || event.metaKey) return;
  const onElement = event.target.dataset?.element !== undefined;
  const types = !onElement || event.target.dataset.kind.startsWith("text") || event.target.dataset.kind.startsWith("secureText");
  // On a button the keyboard's own keys press it.
  if (!types && (event.key === "Enter" || event.key === " ")) return;
  if (KEYS[event.key]) {
    for (const phase of ["began", "ended"]) send({ type: "presses", presses: [{ phase, key: KEYS[event.key] }] });
  } else if ([...event.key].length === 1) {
    send({ type: "text", text: event.key });
  } else {
    return;
  }
  event.preventDefault();
});

box.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text").slice(0, 10_000);
  if (text && activeApp()) send({ type: "text", text });
  event.preventDefault();
});

export function shake() { send({ type: "motion" }); }

onChange(showFront);
document.addEventListener("visibilitychange", () => wake());
