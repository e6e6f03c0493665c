// Plots as specifications of Vega-Lite.

/**
 * @typedef {{ rows: object[], title: string, x: string, y: string, color: string, facet: string, dash?: string }} Plot
 * The names of fields: for lines also the one that decides how they are dashed.
 */

const WIDTH = 220;
const HEIGHT = 180;

/**
 * Lines on logarithmic axes, one panel for each value of `facet`.
 *
 * @param {Plot} plot
 */
export function lines({ rows, title, x, y, color, facet, dash }) {
  const axis = (field) => ({ field, type: "quantitative", scale: { type: "log" } });
  return specification(
    { rows, title, facet },
    { type: "line", point: true },
    {
      x: axis(x),
      y: axis(y),
      color: byName(color),
      ...(dash && { strokeDash: byName(dash, { symbolType: "stroke" }) }),
    },
  );
}

/**
 * Groups of bars, one panel for each value of `facet`.
 *
 * @param {Plot} plot
 */
export function bars({ rows, title, x, y, color, facet }) {
  return specification(
    { rows, title, facet },
    { type: "bar" },
    {
      x: { field: x, type: "nominal", sort: null, title: null, axis: { labelAngle: 0 } },
      xOffset: { field: color, sort: null },
      y: { field: y, type: "quantitative", title: null },
      color: byName(color),
    },
  );
}

function byName(field, legend = {}) {
  return {
    field,
    type: "nominal",
    sort: null,
    title: null,
    legend: { orient: "bottom", columns: 2, labelLimit: 0, ...legend },
  };
}

function specification({ rows, title, facet }, mark, encoding) {
  const panels = [...new Set(rows.map((row) => row[facet]))];
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title,
    background: "white",
    data: { values: rows },
    facet: { field: facet, type: "nominal", sort: panels, title: null },
    columns: 2,
    spec: { width: WIDTH, height: HEIGHT, mark, encoding },
  };
}
