// Pictures of apps. They are shown as images, in which no script runs and nothing is loaded.

/** Shows `svg` in an `img` element, and forgets the one before. */
export function image(element, svg) {
  const old = element.src;
  element.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}

/** Takes the picture out of an `img` element, and forgets it. */
export function forget(element) {
  if (element.src.startsWith("blob:")) URL.revokeObjectURL(element.src);
  element.removeAttribute("src");
}
