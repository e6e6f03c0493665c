import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { counts } from "../support/stack";
import { temporaryFolder } from "../support/temporary-folder";
import {
  changesOf,
  DEPLOYMENT,
  describeLanguages,
  generateSdks,
  prepare,
  SCHEMA,
  TYPESCRIPT,
  useTypeScript,
} from "./sdks";

// A program in TypeScript has the choice between the classes of the package and the generated SDK. A stack moves from one to the
// other and back, as docs/languages.md describes it: the program changes one import, and nothing changes at the platform.

const sdks = temporaryFolder();
afterAll(() => sdks.remove());

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
  include: ["*.ts"],
};

const SETTINGS = `
import { config } from "pulumi-cloudplatform-sdk";
export const { ifExists, maxRetries } = config;
`;

/** The examples that the documentation of the SDK has. */
function examples(): string[] {
  const { resources, functions } = JSON.parse(fs.readFileSync(SCHEMA, "utf8"));
  const entries: Array<{ description: string }> = Object.values({ ...resources, ...functions });
  return entries.flatMap(({ description }) =>
    [...description.matchAll(/^```typescript\n(.*?)^```/gms)].map(([, program = ""]) => program),
  );
}

describeLanguages("a program in TypeScript", () => {
  const { platform, stack } = useDeployment(...DEPLOYMENT);

  beforeAll(async () => {
    await prepare(platform, stack);
    await generateSdks("current", sdks.path);
    await useTypeScript(stack, sdks.path);
  }, 900_000);

  test("compiles with the SDK as it does with the classes, and so do the examples in the SDK", async () => {
    for (const [index, program] of examples().entries()) stack.write(`example-${index}.ts`, program);
    stack.write("tsconfig.json", JSON.stringify(TSCONFIG));
    expect(examples().length).toBeGreaterThan(20);
    await run(join("node_modules", ".bin", "tsc"), [], { cwd: stack.folder, env: stack.env });
  });

  test("reads the settings of the account with the SDK", async () => {
    await stack.configure({ config: { "cloudplatform:ifExists": "adopt", "cloudplatform:maxRetries": "3" } });
    stack.write("index.ts", SETTINGS);
    await stack.up();
    expect(await stack.outputs()).toEqual({ ifExists: "adopt", maxRetries: 3 });
  });

  test("moves to the SDK without a change", async () => {
    stack.write("index.ts", TYPESCRIPT.classes);
    await stack.up();
    platform.clearRequests();
    stack.write("index.ts", TYPESCRIPT.sdk);
    await expectMoved();
  });

  test("moves back to the classes without a change", async () => {
    stack.write("index.ts", TYPESCRIPT.classes);
    await expectMoved();
  });

  /** Only the second account is another resource. Those of the package, and the stack itself, are the same. */
  async function expectMoved(): Promise<void> {
    const before = await objects();
    expect(counts(await stack.preview())).toEqual({ "to create": 1, "to delete": 1, unchanged: 7 });
    expect(counts(await stack.up())).toEqual({ created: 1, deleted: 1, unchanged: 7 });
    await stack.up("--expect-no-changes");
    await stack.drift();
    expect(await objects()).toEqual(before);
    expect(changesOf(platform)).toEqual([]);
  }

  /** The names and ids of the objects in the state. */
  async function objects(): Promise<string[]> {
    const { deployment } = JSON.parse(await stack.export());
    const all: Array<{ urn: string; type: string; id: string }> = deployment.resources;
    return all
      .filter(({ type }) => /cloudplatform:(index:)?[A-Z]/.test(type))
      .map(({ urn, id }) => `${urn.split("::").at(-1)} ${id}`)
      .sort();
  }
});
