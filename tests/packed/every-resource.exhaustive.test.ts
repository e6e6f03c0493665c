import { expect, test } from "@jest/globals";
import { usePackedProject } from "../support/packed-package";
import { RESOURCES } from "../support/resource-fixtures";
import { counts } from "../support/stack";

// Every resource and a function of the packed package, in a project outside of this repository, on a deployment that has the documented
// operations only.

const { platform, stack } = usePackedProject(undefined, { mode: "documented-only" });

/** The number of objects of each resource at the platform. */
const objects = () =>
  RESOURCES.map(({ name, scenario }) => [name, Object.keys(scenario.objects(platform)).length]);

test("up creates every resource once, and destroy leaves what their documentation says", async () => {
  platform.streaming.addVideo({ id: 5, subtitles: [{ language: "lb" }] });
  const declarations = RESOURCES.map(({ name, documentedOnly: { prepare, exported } }) => {
    const args = JSON.stringify(prepare(platform));
    return `export const of${name} = new cloudplatform.${name}("it", ${args}).${exported[0]};`;
  });
  stack.program(`${declarations.join("\n")}
export const languages = cloudplatform
  .getVideoSubtitlesOutput({ videoId: 5 })
  .subtitles.apply((list) => list.map(({ language }) => language));`);

  expect(counts(await stack.up())).toEqual({ created: RESOURCES.length + 1 });
  const exported = RESOURCES.map(({ name, documentedOnly }) => [`of${name}`, documentedOnly.exported[1]]);
  expect(await stack.outputs()).toEqual({ ...Object.fromEntries(exported), languages: ["lb"] });
  expect(objects()).toEqual(RESOURCES.map(({ name }) => [name, 1]));
  expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: RESOURCES.length + 1 });
  await stack.destroy();
  expect(objects()).toEqual(RESOURCES.map(({ name, documentedOnly: { left } }) => [name, left]));
});
