import { parse, View } from "vega";
import { compile } from "vega-lite";

/**
 * Draws a plot without a browser.
 *
 * @param {object} specification A specification of Vega-Lite.
 */
export function svg(specification) {
  return new View(parse(compile(specification).spec), { renderer: "none" }).toSVG();
}
