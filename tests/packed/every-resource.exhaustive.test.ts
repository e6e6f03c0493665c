import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { createPackedStack, installPacked } from "../support/packed-package";
import { KEY, startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { counts, type Stack } from "../support/stack";

// Every resource and a function of the packed package, in a project outside of this repository.

let platform: Simulator;
let barest: Simulator;
let stack: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  barest = await startPlatform({ mode: "documented-only" });
  const project = await createPackedStack({ secrets: { "cloudplatform:apiKey": KEY } });
  stack = project.stack;
  await installPacked(stack, project.packed);
}, 300_000);

afterAll(async () => {
  await platform?.close();
  await barest?.close();
  stack?.remove();
});

test.each([
  { deployment: "full", start: () => platform },
  { deployment: "documentedOnly", start: () => barest },
] as const)("on a deployment: $deployment", async ({ deployment, start }) => {
  const simulator = start();
  const { url, streaming } = simulator;
  streaming.addVideo({ id: 5, subtitles: [{ language: "lb" }] });
  await stack.configure({ config: { "cloudplatform:baseUrl": url } });
  const declarations = RESOURCES.map(({ name, documentedOnly: { prepare, exported } }) => {
    const args = JSON.stringify(prepare(simulator));
    return `export const of${name} = new cloudplatform.${name}("it", ${args}).${exported[0]};`;
  });
  stack.program(`${declarations.join("\n")}
export const languages = cloudplatform
  .getVideoSubtitlesOutput({ videoId: 5 })
  .subtitles.apply((list) => list.map(({ language }) => language));`);

  expect(counts(await stack.up())).toEqual({ created: RESOURCES.length + 1 });
  expect(await stack.outputs()).toEqual({
    ...Object.fromEntries(
      RESOURCES.map(({ name, documentedOnly }) => [`of${name}`, documentedOnly.exported[1]]),
    ),
    languages: ["lb"],
  });
  expect(objectsOf(simulator)).toEqual(RESOURCES.map(({ name }) => [name, 1]));
  expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: RESOURCES.length + 1 });
  await stack.drift();
  await stack.destroy();
  expect(objectsOf(simulator)).toEqual(
    RESOURCES.map(({ name, documentedOnly: { left } }) => [name, left[deployment]]),
  );
});

/** The number of objects of each resource at the platform. */
function objectsOf(simulator: Simulator): Array<[name: string, count: number]> {
  return RESOURCES.map(({ name, scenarios: [{ objects }] }) => [
    name,
    Object.keys(objects(simulator)).length,
  ]);
}
