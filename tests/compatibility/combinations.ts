import { type NODE, SDK, type TYPESCRIPT, toolVersion } from "./versions";

// The combinations in which the package is tested: the rows of docs/compatibility.md. Each row is a test.

export type Area = "oldest versions" | "versions" | "package managers" | "programs";
export type Manager = "npm" | "pnpm" | "yarn" | "plug'n'play" | "bun";

export interface Bundle {
  by: "esbuild" | "rolldown";
  /** Whether the bundle contains the package. It never contains @pulumi/pulumi. */
  includesPackage: boolean;
  /** The bundle is deployed without the package. */
  isAlone?: true;
}

export interface Combination {
  /** The test file that runs the row. */
  area: Area;
  /** What differs from other rows, apart from the versions. */
  what: string;
  /** What the user has to set. */
  set?: string;
  /** The error, of a combination that does not work. */
  error?: string;

  manager: Manager;
  sdk: string;
  node: keyof typeof NODE;
  typescript: keyof typeof TYPESCRIPT;
  language: "TypeScript" | "JavaScript";
  modules: "CommonJS" | "ES modules";
  /** Options of the compiler that differ from those of `pulumi new typescript`. */
  compilerOptions?: Record<string, unknown>;
  bundle?: Bundle;
  /** The program is an inline program of the Automation API, in this runtime. */
  automation?: "Node" | "Bun";
  /** The runtime in Pulumi.yaml. Default: `nodejs`. */
  runtime?: "bun";
  /** Additional variables of the environment. */
  env?: Record<string, string>;
}

/** A project of `pulumi new typescript` today. */
const USUAL = {
  manager: "npm",
  sdk: SDK.newest,
  node: "project",
  typescript: "5",
  language: "TypeScript",
  modules: "CommonJS",
} as const;

const NODENEXT = { module: "nodenext", moduleResolution: "nodenext" };
export const SET_NODENEXT = '`"module": "nodenext"` and `"moduleResolution": "nodenext"`';
const BUN = toolVersion("bun");
const YARN = toolVersion("@yarnpkg/cli-dist");
const ESBUILD = toolVersion("esbuild");
const ROLLDOWN = toolVersion("rolldown");
const WITHOUT_BOTH = "`--external:@pulumi/pulumi --external:pulumi-cloudplatform`";

/** What differs from a usual project, by the name of the row. */
const ROWS: Record<Area, Record<string, Partial<Combination>>> = {
  "oldest versions": { "The oldest versions": { sdk: SDK.oldest, node: "oldest" } },
  versions: {
    "The project of `pulumi new typescript`": {},
    "The newest versions": {
      set: `${SET_NODENEXT} in \`tsconfig.json\``,
      node: "newest",
      typescript: "6",
      compilerOptions: NODENEXT,
    },
    "TypeScript 6 with the `tsconfig.json` of `pulumi new typescript`": {
      set: SET_NODENEXT,
      error: "error TS5107: Option 'moduleResolution=node10' is deprecated",
      typescript: "6",
    },
    "TypeScript 7, which `@pulumi/pulumi` does not support": {
      set: "`npm install --save-dev typescript@6`",
      error: "TypeError: Cannot read properties of undefined (reading 'readFile')",
      typescript: "7",
    },
  },
  "package managers": {
    [`pnpm ${toolVersion("pnpm")}`]: { set: "`pnpm install --ignore-scripts`", manager: "pnpm" },
    [`Yarn ${YARN} with \`node_modules\``]: {
      set: "`nodeLinker: node-modules` in `.yarnrc.yml`",
      manager: "yarn",
    },
    [`Yarn ${YARN} with Plug'n'Play`]: {
      set: '`NODE_OPTIONS="--require=<project>/.pnp.cjs"`',
      manager: "plug'n'play",
      env: { NODE_OPTIONS: "--require=./.pnp.cjs" },
    },
    "Yarn's Plug'n'Play without `NODE_OPTIONS`": {
      set: "`NODE_OPTIONS` as above, or `nodeLinker: node-modules`",
      error: "It looks like the Pulumi SDK has not been installed",
      manager: "plug'n'play",
    },
    [`Bun ${BUN} as package manager`]: { manager: "bun" },
  },
  programs: {
    'TypeScript with ES modules (`"type": "module"`)': {
      set: `${SET_NODENEXT} in \`tsconfig.json\``,
      modules: "ES modules",
      compilerOptions: NODENEXT,
    },
    "JavaScript with CommonJS": { language: "JavaScript" },
    'JavaScript with ES modules (`"type": "module"`)': {
      language: "JavaScript",
      modules: "ES modules",
    },
    [`A bundle of esbuild ${ESBUILD}`]: {
      set: WITHOUT_BOTH,
      bundle: { by: "esbuild", includesPackage: false },
    },
    [`A bundle of esbuild ${ESBUILD} that includes the package`]: {
      set: "The package is installed in the folder of the bundle or above it",
      bundle: { by: "esbuild", includesPackage: true },
    },
    [`A bundle of Rolldown ${ROLLDOWN}, as an ES module`]: {
      set: "`external: [/^@pulumi\\//, /^pulumi-cloudplatform/]`",
      modules: "ES modules",
      bundle: { by: "rolldown", includesPackage: false },
    },
    [`A bundle of Rolldown ${ROLLDOWN}, as an ES module that includes the package`]: {
      set: "The package is installed in the folder of the bundle or above it",
      modules: "ES modules",
      bundle: { by: "rolldown", includesPackage: true },
    },
    "A bundle of esbuild, as an ES module that includes the package": {
      set: `${WITHOUT_BOTH}, or \`--format=cjs\``,
      error: 'Error: Dynamic require of "@pulumi/pulumi" is not supported',
      modules: "ES modules",
      bundle: { by: "esbuild", includesPackage: true },
    },
    "A bundle that includes the package, where the package is not installed": {
      set: "`npm install pulumi-cloudplatform` in the folder of the bundle",
      error: "[package-not-installed]",
      bundle: { by: "esbuild", includesPackage: true, isAlone: true },
    },
    "An inline program of the Automation API": {
      set: "The package is installed in the `workDir`",
      language: "JavaScript",
      modules: "ES modules",
      automation: "Node",
    },
    [`An inline program of the Automation API on Bun ${BUN}`]: {
      set: "The package is installed in the `workDir`, and Node is on the `PATH`",
      language: "JavaScript",
      modules: "ES modules",
      automation: "Bun",
    },
    [`\`runtime: bun\` in \`Pulumi.yaml\`, with Bun ${BUN}`]: {
      set: "Node is on the `PATH`",
      modules: "ES modules",
      runtime: "bun",
    },
  },
};

export const COMBINATIONS: Combination[] = Object.entries(ROWS).flatMap(([area, rows]) =>
  Object.entries(rows).map(([what, row]) => ({ ...USUAL, ...row, what, area: area as Area })),
);
