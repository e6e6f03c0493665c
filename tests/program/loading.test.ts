import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";

// A program that declares resources starts quickly: the code that sends requests is loaded only if it is needed.

const MEMBER = {
  type: "pulumi-nodejs:dynamic/cloudplatform:EdgeGroupMembership",
  name: "member",
  inputs: { groupId: 1, clientId: 2 },
};

/** Loads modules of the package. */
const PROGRAM = `require("pulumi-cloudplatform")`;
const PROCESS = `void require("pulumi-cloudplatform/provider").EdgeGroupMembership.check({}, {})`;
const MOCKS = `require("pulumi-cloudplatform/testing").cloudplatformMocks().newResource(${JSON.stringify(MEMBER)})`;

/** The modules that the code loads, relative to the package's folder or to node_modules. */
async function loadedBy(code: string): Promise<string[]> {
  const list = `console.log(JSON.stringify(Object.keys(require.cache)))`;
  const { stdout } = await run("node", ["-e", `${code};${list}`], { cwd: root, env: await projectEnv() });
  const files: string[] = JSON.parse(stdout);
  return files.map((file) => file.replaceAll("\\", "/").replace(/^.*\/(sdk\/dist|node_modules)\//, ""));
}

test.each<[what: string, code: string, pattern: RegExp, ...loaded: string[]]>([
  [
    "a program, only what errors of functions and names of outputs need,",
    PROGRAM,
    /^(zod|undici)\/|^(cli|testing|provider|operation|platform)\/.*/,
    "operation/inputs/validate.js",
    "platform/api/analytics-error.js",
    "platform/api/router-outputs.js",
    "platform/http/error.js",
    "platform/settings.js",
  ],
  ["the mocks for tests of programs, with the first resource,", MOCKS, /^(zod|undici)\//, "zod/"],
  [
    "a process, before its first request,",
    PROCESS,
    /^(zod|undici|provider)\/|^resources\/.*\/handler\.js$/,
    ...["provider/", "resources/edge-group-membership/handler.js", "zod/"],
  ],
])("of the heavy modules, %s loads few", async (_, code, pattern, ...loaded) => {
  const matches = (await loadedBy(code)).flatMap((file) => pattern.exec(file)?.[0] ?? []);
  expect([...new Set(matches)].sort()).toEqual(loaded);
});
