/**
 * Imports go down only. Each entry names folders of sdk/src of one level; a file imports from its own level or from lower ones.
 * docs/architecture.md says what is in each.
 */
const levels = [
  ["util", "errors"],
  ["log"],
  ["platform/http"],
  ["platform/tasks", "platform/evidence"],
  ["platform/api"],
  ["platform"],
  ["operation"],
  ["pulumi"],
  ["provider"],
  ["doors/dynamic/program"],
  ["resources", "functions"],
  ["doors"],
  ["cli", "testing"],
];

/** Folders of which neither imports the other. */
const separate = [
  ["doors/dynamic", "doors/plugin"],
  ["doors/dynamic/program", "provider"],
  ["resources", "functions"],
  ["resources", "provider"],
  ["functions", "provider"],
];

const below = (folders) => `^sdk/src/(${folders.join("|")})/`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circle",
      comment:
        "A type-only import does not exist at run time: the handler of a function imports the types of the function.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "known-folder",
      comment: "A new folder of sdk/src needs its level in .dependency-cruiser.cjs.",
      severity: "error",
      from: { path: "^sdk/src/[^/]+/", pathNot: below(levels.flat()) },
      to: {},
    },
    {
      name: "plugin-without-sdk",
      comment:
        "The executable of the plugin has Pulumi's protocol, and nothing else of the SDK that programs use.",
      severity: "error",
      from: { path: "^sdk/src/doors/plugin/" },
      to: { path: "^sdk/src/doors/dynamic/program/", dependencyTypesNot: ["type-only"] },
    },
    ...levels.map((folders, index) => ({
      name: `${folders.join("-")}-imports-down`,
      severity: "error",
      from: {
        path: below(folders),
        // A folder may be inside of one that is a level of its own.
        pathNot: below(levels.slice(0, index).flat()),
      },
      to: { path: "^sdk/src/", pathNot: below(levels.slice(0, index + 1).flat()) },
    })),
    ...separate.flatMap(([one, other]) => [
      {
        name: `${one}-without-${other}`,
        severity: "error",
        from: { path: below([one]) },
        to: { path: below([other]) },
      },
      {
        name: `${other}-without-${one}`,
        severity: "error",
        from: { path: below([other]) },
        to: { path: below([one]) },
      },
    ]),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
  },
};
