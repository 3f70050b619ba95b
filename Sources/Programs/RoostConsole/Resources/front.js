// The apps in front: one on the telephone itself, and each further one, or further scene of one, beside it.

import { app as appOf, device, onChange, title } from "./device.js";
import { send, takeInput } from "./input.js";
import { Screen } from "./screen.js";

const main = new Screen(document.getElementById("phone"));
const beside = document.getElementById("beside");
/** Those on screens beside the telephone, in their order there. */
let others = [];

function key({ id, session }) { return `${id} ${session ?? ""}`; }

/** Scenes in front have places of their own; an app without scenes has one. */
function placesOf(id) {
  const scenes = appOf(id)?.scenes.filter(({ state }) => state.startsWith("foreground")) ?? [];
  if (scenes.length === 0) return [{ id, name: title(id) }];
  return scenes.map(({ session }, number) => (
    { id, session, name: scenes.length > 1 ? `${title(id)}, ${number + 1}` : title(id) }));
}

/** The places in front. One that is shown already stays where it is, so that nothing jumps from under a finger. */
function placesInFront() {
  if (device.locked) return [];
  const places = [...new Set(device.front)].flatMap(placesOf);
  const shown = [main, ...others].map(({ place }) => place && key(place));
  const at = (place) => { const index = shown.indexOf(key(place)); return index < 0 ? shown.length : index; };
  return places.toSorted((one, other) => at(one) - at(other));
}

function addScreen() {
  beside.append(document.getElementById("phone-beside").content.cloneNode(true));
  const screen = new Screen(beside.lastElementChild);
  takeInput(screen);
  screen.watch();
  return screen;
}

onChange(() => {
  const [first, ...rest] = placesInFront();
  main.show(first);
  while (others.length > rest.length) others.pop().remove();
  while (others.length < rest.length) others.push(addScreen());
  for (const [index, screen] of others.entries()) screen.show(rest[index]);
});

document.addEventListener("visibilitychange", () => { for (const screen of [main, ...others]) screen.look(); });

/** The whole device is shaken, and every app in front with it. */
export function shake() { for (const screen of [main, ...others]) send(screen, { type: "motion" }); }

/** Begins to look. */
export function watch() {
  takeInput(main);
  main.watch();
}
