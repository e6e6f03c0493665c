import { describe, expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";

// A program that declares resources starts quickly: the code that sends requests is loaded only if it is needed.

/** The files that the code loads, relative to the package's folder or to node_modules. */
async function loadedBy(code: string): Promise<string[]> {
  const list = `console.log(JSON.stringify(Object.keys(require.cache)))`;
  const { stdout } = await run("node", ["-e", `${code};${list}`], { cwd: root, env: await projectEnv() });
  const files: string[] = JSON.parse(stdout);
  return files.map((file) => file.replaceAll("\\", "/").replace(/^.*\/(sdk\/dist|node_modules)\//, ""));
}

describe("a program that imports the package loads", () => {
  const loaded = loadedBy(`require("pulumi-cloudplatform")`);

  test("neither zod nor undici", async () => {
    expect((await loaded).filter((file) => /^(zod|undici)\//.test(file))).toEqual([]);
  });

  test("nothing of the process side, the command and the mocks, and of the other wings only what functions need to report errors", async () => {
    const others = (await loaded).filter((file) =>
      /^(cli|testing|pulumi\/process|lifecycle|platform)\//.test(file),
    );
    expect(others.sort()).toEqual([
      "lifecycle/inputs/validate.js",
      "platform/api/analytics-error.js",
      "platform/http/error.js",
      "platform/settings.js",
    ]);
  });
});

test("the mocks for tests of programs load zod with the first resource, and not undici", async () => {
  const resource = {
    type: "pulumi-nodejs:dynamic/cloudplatform:EdgeGroupMembership",
    name: "member",
    inputs: { groupId: 1, clientId: 2 },
  };
  const mocks = `require("pulumi-cloudplatform/testing").cloudplatformMocks()`;
  const loaded = await loadedBy(`${mocks}.newResource(${JSON.stringify(resource)})`);
  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^zod\//)]));
  expect(loaded.filter((file) => /^undici\//.test(file))).toEqual([]);
});

test("the process side loads the handlers of the resources at hand, and undici with the first request", async () => {
  const loaded = await loadedBy(`require("pulumi-cloudplatform/provider").EdgeGroupMembership`);
  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^pulumi\/process\//)]));
  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^zod\//)]));
  expect(loaded.filter((file) => /^undici\//.test(file))).toEqual([]);
  const handlers = loaded.filter((file) => /^resources\/.*\/handler\.js$/.test(file));
  expect(handlers).toEqual(["resources/edge-group-membership/handler.js"]);
});

test("a declarative stack loads zod, and neither undici nor the process side", async () => {
  const loaded = await loadedBy(
    `const dist = require("path").dirname(require.resolve("pulumi-cloudplatform"));` +
      `require(dist + "/stack/declare"); require(dist + "/stack/kinds").loadKinds()`,
  );
  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^zod\//)]));
  expect(loaded.filter((file) => /^(undici|pulumi\/process)\//.test(file))).toEqual([]);
});
