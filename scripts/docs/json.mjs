/**
 * The text of a JSON file with small values on one line: otherwise it would have five times as many lines.
 *
 * @param {unknown} value
 */
export function formatJson(value) {
  return `${format(value, "")}\n`;
}

/**
 * @param {unknown} value
 * @param {string} indent
 * @returns {string}
 */
function format(value, indent) {
  const line = JSON.stringify(value);
  if (line.length + indent.length < 400 || typeof value !== "object") return line;
  const inner = `${indent} `;
  const items = Array.isArray(value)
    ? value.map((item) => format(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${format(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}
