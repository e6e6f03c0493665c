// The 16 colours of a terminal on two backgrounds. Each text reaches the contrast of WCAG AA.

/** @typedef {{ background: string, border: string, text: string, colors: string[] }} Theme */

const LIGHT = {
  background: "#ffffff",
  border: "#d0d7de",
  text: "#1f2328",
  colors: [
    ...["#24292f", "#b3131d", "#116329", "#7d4e00", "#0550ae", "#7a3cc8", "#1b6a76", "#59636e"],
    ...["#57606a", "#b3131d", "#116329", "#7d4e00", "#0550ae", "#7a3cc8", "#1b6a76", "#424a53"],
  ],
};

const DARK = {
  background: "#0d1117",
  border: "#30363d",
  text: "#e6edf3",
  colors: [
    ...["#8b949e", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
    ...["#8b949e", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc"],
  ],
};

/** @type {Record<"light" | "dark", Theme>} The names of the files. */
export const THEMES = { light: LIGHT, dark: DARK };
