import { describe, expect, test } from "@jest/globals";
import { withArticle } from "../../sdk/src/util/text";
import { importing, withExisting } from "../support/existing-object";
import { RESOURCES } from "../support/resource-fixtures";
import { failureOf } from "../support/until";

// `get` reads an object that exists, and the option `import` adopts one without changing it.

const messageOf = async (work: Promise<unknown>) => (await failureOf(work)).message;

const readable = RESOURCES.flatMap(({ name, handler, existing }) =>
  existing === "cannot be read" ? [] : [{ name, handler, ...existing }],
);

describe.each(readable)("$name", (subject) => {
  const { name: type, args, scope = {}, different, missing, notFound, malformed } = subject;

  describe("get", () => {
    test("returns all outputs, and sends no change", async () => {
      const { resource, id, outputs, sent } = await withExisting(subject);
      expect(await resource.get(id, scope)).toEqual(outputs);
      expect(sent()).toEqual([]);
    });

    test("of a missing object fails, unless each id has an object", async () => {
      const { resource } = await withExisting(subject);
      const reading = resource.get(missing, scope);
      if (typeof notFound === "string") expect(await messageOf(reading)).toBe(notFound);
      else expect(await reading).toMatchObject(notFound);
    });

    test("with an invalid id fails, and sends nothing", async () => {
      const { resource, requests } = await withExisting(subject);
      expect(await messageOf(resource.get(malformed.id, scope))).toBe(
        `"${malformed.id}" is not the id of ${withArticle(type)}: ${malformed.problem} [invalid-id]`,
      );
      expect(requests()).toEqual([]);
    });
  });

  describe("the option import", () => {
    test("adds an equal object to the state, and sends no change", async () => {
      const { resource, id, outputs, sent } = await withExisting(subject);
      expect(await resource.up(importing(id, args))).toBe("create");
      expect(resource.state?.id).toBe(id);
      expect(resource.outputs).toEqual(outputs);
      expect(resource.inputs).toEqual(args);
      expect(resource.engine.logs.map(({ text }) => text)).toEqual([
        `${type} ${id} is imported: nothing was created or changed`,
      ]);
      expect(sent()).toEqual([]);
    });

    test("of an object that differs fails in the preview, under the property", async () => {
      const { resource, id, sent } = await withExisting(subject);
      const { failures } = await resource.check(
        importing(id, { ...args, [different.property]: different.value }),
      );
      const reason =
        "differs from the existing object, and an import changes nothing: " +
        `declare the value of the object; it is ${different.actual} [import-differs]`;
      expect(failures).toEqual([{ property: different.property, reason }]);
      expect(sent()).toEqual([]);
    });

    test("of an object that has changed since the preview fails, and sends no change", async () => {
      const { platform, resource, id, sent } = await withExisting(subject);
      const { inputs } = await resource.check(importing(id, args));
      subject.change(platform);
      expect(await messageOf(resource.createChecked(inputs))).toMatch(
        / (differs from the inputs, and an import changes nothing: .* \[import-changed\]|does not exist)/,
      );
      expect(sent()).toEqual([]);
    });

    test("does not compare unknown inputs in a preview", async () => {
      const { resource, id } = await withExisting(subject);
      const unknown = { ...args, [different.property]: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" };
      expect((await resource.check(importing(id, unknown))).failures).toEqual([]);
    });
  });
});
