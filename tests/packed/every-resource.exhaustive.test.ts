import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { usePackedProject } from "../support/packed-package";
import { startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { counts } from "../support/stack";

// Every resource and a function of the packed package, in a project outside of this repository.

const { platform, stack } = usePackedProject();
let barest: Simulator;

beforeAll(async () => {
  barest = await startPlatform({ mode: "documented-only" });
});

afterAll(() => barest?.close());

test.each([
  { deployment: "full", start: () => platform },
  { deployment: "documentedOnly", start: () => barest },
] as const)(
  "on a deployment ($deployment), up creates every resource once, and destroy leaves what their documentation says",
  async ({ deployment, start }) => {
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
  },
);

/** The number of objects of each resource at the platform. */
function objectsOf(simulator: Simulator): Array<[name: string, count: number]> {
  return RESOURCES.map(({ name, scenario: { objects } }) => [name, Object.keys(objects(simulator)).length]);
}
