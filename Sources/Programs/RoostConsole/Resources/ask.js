// Orders of a person to the device, with the reason below when the device refuses.

import { call } from "./link.js";
import { refresh } from "./device.js";

const note = document.getElementById("note");

/** Calls, says why not, and returns what has come of it; undefined: it was refused. */
export async function ask(method, parameters) {
  note.textContent = "";
  try {
    return await call(method, parameters);
  } catch (error) {
    note.textContent = error.message;
    return undefined;
  } finally {
    await refresh();
  }
}
