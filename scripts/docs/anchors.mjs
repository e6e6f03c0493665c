/**
 * The anchor that GitHub gives to a heading. The site uses the same anchors, so links work in both places.
 *
 * @param {string} text The heading without the `#` before it.
 */
export function anchorOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}
