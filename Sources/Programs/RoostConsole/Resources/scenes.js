// The scenes of the app in front, side by side: the one that is shown, and those that the user may show again.

import { ask } from "./ask.js";
import { call } from "./link.js";
import { app as appOf, device, onChange, title } from "./device.js";
import { image } from "./image.js";
import { drawn, onDrawn } from "./screen.js";

const section = document.getElementById("scenes");
const list = document.getElementById("scenes-list");
const STATES = {
  unattached: "disconnected", foregroundInactive: "inactive", foregroundActive: "active", background: "background",
};
/** Milliseconds between two questions for the picture that is kept of one scene. */
const AGAIN = 1000;
/** By card: the document that it shows. */
const shots = new WeakMap();
/** By session: the picture that was kept of it when it was asked for last. */
const kept = new Map();
let asking = false;

function button(name, label, deed) {
  const button = document.createElement("button");
  button.textContent = name;
  button.setAttribute("aria-label", `${name} ${label}`);
  button.addEventListener("click", deed);
  return button;
}

function titleOf(scene, number) {
  try {
    const { title } = JSON.parse(scene.activity ?? "{}");
    if (typeof title === "string" && title) return title;
  } catch {
    // An activity is an app's, and may be anything.
  }
  return `Scene ${number + 1}`;
}

async function svgOf(id, { session, front }) {
  if (front === "true" && drawn.has(session)) return drawn.get(session);
  const last = kept.get(session);
  if (last && performance.now() - last.asked < AGAIN) return last.svg ?? drawn.get(session);
  const asked = performance.now();
  const svg = await call("Scenes.Snapshot", { id, scene: session }).then((reply) => reply.svg, () => undefined);
  kept.set(session, { svg, asked });
  // The app draws one when it leaves the screen.
  return svg ?? drawn.get(session);
}

/** Shows the pictures that are not shown yet; where a file is no picture, the words stay. */
async function showPictures(id) {
  for (const item of list.children) {
    const svg = await svgOf(id, item.dataset);
    if (!svg || svg === shots.get(item)) continue;
    shots.set(item, svg);
    const picture = document.createElement("img");
    picture.alt = "";
    image(picture, svg);
    await picture.decode().then(() => item.querySelector(".shot").replaceChildren(picture), () => {});
    URL.revokeObjectURL(picture.src);
  }
}

function card(id, scene, number) {
  const item = document.createElement("li");
  const name = titleOf(scene, number);
  item.dataset.session = scene.session;
  item.dataset.state = scene.state;
  item.dataset.front = scene.front;
  const label = document.createElement("strong");
  label.textContent = name;
  const state = document.createElement("span");
  state.className = `state ${STATES[scene.state]}`;
  state.textContent = STATES[scene.state];
  const shot = document.createElement("div");
  shot.className = "shot";
  shot.textContent = "No picture yet";
  const parameters = { id, session: scene.session };
  const row = document.createElement("div");
  row.className = "row";
  if (!scene.front) row.append(button("Show", name, () => ask("Scenes.Activate", parameters)));
  if (scene.state !== "unattached") row.append(button("Close", name, () => ask("Scenes.Close", parameters)));
  row.append(button("Discard", name, () => ask("Scenes.Discard", parameters)));
  item.append(label, state, shot, row);
  return item;
}

onChange(async () => {
  const id = device.locked ? undefined : device.front[0];
  section.hidden = appOf(id)?.style !== "scene";
  if (section.hidden) { list.replaceChildren(); delete list.dataset.shown; kept.clear(); return; }
  if (asking) return;
  asking = true;
  try {
    const { scenes } = await call("Scenes.List", { id });
    for (const session of kept.keys()) {
      if (!scenes.some((scene) => scene.session === session)) kept.delete(session);
    }
    // The pictures are asked for when something is another than before.
    const shown = JSON.stringify([id, scenes]);
    if (list.dataset.shown !== shown && device.front[0] === id) {
      list.dataset.shown = shown;
      document.getElementById("scenes-title").textContent = `Scenes of ${title(id)}`;
      list.replaceChildren(...scenes.map((scene, number) => card(id, scene, number)));
    }
    await showPictures(id);
  } catch {
    // The app has been removed meanwhile, or the daemon is gone, which is told elsewhere.
  } finally {
    asking = false;
  }
});

// The card of a scene in front is as live as its screen.
onDrawn(async () => {
  if (asking || section.hidden) return;
  asking = true;
  await showPictures(device.front[0]);
  asking = false;
});

document.getElementById("new-scene").addEventListener("click", () => {
  if (device.front[0]) ask("Scenes.New", { id: device.front[0] });
});
