import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { failing, root } from "../support/command";
import {
  DECLARATIONS,
  listPositions,
  markedPositions,
  positionsOf,
  REQUIRE,
  runMocked,
} from "../support/positions";
import { RESOURCES } from "../support/resource-fixtures";
import { useTemporaryFolder } from "../support/temporary-folder";

// The state keeps where the program declares a resource. The programs run as processes of their own, because the position
// depends on how Node and Pulumi load them. `/* name */` precedes the expression that constructs the resource `name`.

const folder = useTemporaryFolder();

/** A module of ECMAScript in a folder without modules. */
const IMPORT = `import * as cloudplatform from ${JSON.stringify(join(root, "sdk", "dist", "index.js"))};`;

function write(name: string, program: string): string {
  const file = join(folder.path, name);
  writeFileSync(file, program);
  return file;
}

describe("the position of a resource is the expression of the program that constructs it", () => {
  test.each([
    ["a CommonJS module", "index.js", REQUIRE],
    ["a module of ECMAScript", "index.mjs", IMPORT],
    ["a module of ECMAScript in TypeScript", "index.mts", IMPORT],
  ])("in %s", async (_, name, head) => {
    const program = `${head}${DECLARATIONS}`;
    const file = write(name, program);
    expect(await positionsOf(file)).toEqual(markedPositions(file, program));
  });

  test("for every class, in a folder whose name has spaces, and if a transformation constructs others", async () => {
    // One process loads the programs one after the other, because most of its time is the start of Pulumi.
    const programs = {
      "classes.js": everyClass(),
      "my program (1).js": `${REQUIRE}${DECLARATIONS}`,
      "alarm.js": ALARM,
    };
    const files = Object.entries(programs).map(([name, program]) => ({
      program,
      file: write(name, program),
    }));
    const main = files.map(({ file }) => `require(${JSON.stringify(file)});`).join("\n");
    const marked = files.flatMap(({ file, program }) => Object.entries(markedPositions(file, program)));
    expect((await listPositions(write("index.js", main))).sort()).toEqual(marked.sort());
  });
});

/** A program with a resource of each class, and a provider. */
function everyClass(): string {
  const lines = RESOURCES.map(
    ({ name, program: { inputs } }) =>
      `/* ${name} */ new cloudplatform.${name}("${name}", ${JSON.stringify(inputs)});`,
  );
  const provider = '/* provider */ new cloudplatform.Provider("provider", { maxRetries: 3 });';
  return [REQUIRE, ...lines, provider].join("\n");
}

/** A program with a transformation that constructs resources of Pulumi and of the package. */
const ALARM = `${REQUIRE}
const pulumi = require("@pulumi/pulumi");
class Alarm extends pulumi.ComponentResource {
  constructor(name) {
    super("company:index:Alarm", name);
  }
}
const alarm = ({ name }) => {
  /* of-pulumi */ new Alarm("of-pulumi");
  /* member */ new cloudplatform.EdgeGroupMembership("member", { groupId: 1, clientId: 2 });
};
/* edge */ new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, { transformations: [alarm] });`;

test.each<[what: string, statement: string, text: string, env?: Record<string, string>]>([
  [
    "Pulumi throws before the registration",
    'new cloudplatform.Router("", place);',
    "Missing resource name argument",
  ],
  [
    "Pulumi throws in the registration",
    'new cloudplatform.Router("edge", place, { stateMigrations: [() => {}] });',
    "does not support state migrations",
  ],
  [
    "Pulumi throws after the constructor",
    'monitor.registerResource = (_, callback) => callback(new Error("refused")); new cloudplatform.Router("edge", place);',
    "refused",
  ],
  [
    "a transformation throws",
    'new cloudplatform.Router("edge", place, { transformations: [() => { throw new Error("refused"); }] });',
    "refused",
  ],
  [
    "Pulumi prints for promises that are never resolved, with PULUMI_DEBUG_PROMISE_LEAKS",
    'new cloudplatform.Router("edge", { ...place, name: new Promise(() => {}) });',
    "Promise leak",
    { PULUMI_DEBUG_PROMISE_LEAKS: "true" },
  ],
])("the line of the program is in the error that %s", async (_, statement, text, env = {}) => {
  const file = write(
    "index.js",
    `${REQUIRE}
const monitor = require("@pulumi/pulumi").runtime.getMonitor();
const place = { projectId: 1, regionId: 2 };
${statement}`,
  );
  const { stderr } = await failing(runMocked(file, env));
  expect(stderr).toContain(text);
  expect(stderr).toContain(`${file}:4:${statement.indexOf("new cloudplatform") + 1}`);
});
