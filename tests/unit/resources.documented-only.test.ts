import { describe, expect, test } from "@jest/globals";
import { handlerSetUp, logLines } from "../support/handler-setup";
import { InPluginResource } from "../support/in-plugin-resource";
import { InProcessResource } from "../support/in-process-resource";
import { RESOURCES } from "../support/resource-fixtures";

// A deployment with only the documented operations, in each form in which servers answer what they do not know, with default settings.

/** The values of the simulator's `unknownPaths`. */
const UNKNOWN_FORMS = ["message", "error", "detail", "empty", "html", "405"] as const;

const cases = RESOURCES.flatMap((resource) => [
  { ...resource, language: "TypeScript", Resource: InProcessResource },
  { ...resource, language: "another language", Resource: InPluginResource },
]);

describe.each(cases)("$name alone in a program in $language", (one) => {
  const { handler, documentedOnly: fixture, scenario, Resource } = one;
  const { objects } = scenario;
  const { setUp } = handlerSetUp(handler, { taskTime: 0 }, Resource);

  describe.each(UNKNOWN_FORMS)("with %s for unknown paths and tasks", (form) => {
    const options = { mode: "documented-only", unknownPaths: form, unknownTasks: form } as const;

    async function start() {
      const { platform, resource } = await setUp(options);
      const args = fixture.prepare(platform);
      expect(await resource.up(args)).toBe("create");
      return { platform, resource, args };
    }

    test("can be created, and then unchanged inputs send nothing", async () => {
      const { platform, resource, args } = await start();
      const { id } = fixture;
      expect(resource.state?.id).toEqual(typeof id === "string" ? id : expect.stringMatching(id));
      expect(resource.outputs).toEqual(fixture.outputs);
      expect(logLines(resource)).toEqual(fixture.messages);
      platform.clearRequests();
      expect(await resource.up(args)).toBe("same");
      expect(platform.requests).toEqual([]);
    });

    test("remains in the state on a refresh, also after its object was deleted, and can then be deleted", async () => {
      const { platform, resource } = await start();
      const before = structuredClone(resource.state);
      await resource.refresh();
      expect(resource.state).toEqual(before);
      fixture.remove?.(platform);
      await resource.refresh();
      expect(resource.state).toEqual(before);
      await resource.destroy();
      expect(resource.state).toBeUndefined();
    });

    if (fixture.change !== undefined) {
      const { change } = fixture;
      test("can be changed, and the state contains the change", async () => {
        const { resource, args } = await start();
        expect(await resource.up({ ...args, ...change })).toBe("update");
        expect(resource.outputs).toEqual({ ...fixture.outputs, ...change });
        expect(await resource.up({ ...args, ...change })).toBe("same");
      });
    }

    test("can be deleted, and log lines name what remains", async () => {
      const { platform, resource } = await start();
      resource.engine.logs.length = 0;
      await resource.destroy();
      expect(resource.state).toBeUndefined();
      // Each run reports again what the deployment cannot do.
      expect(logLines(resource).filter((text) => !fixture.messages.includes(text))).toEqual(
        fixture.deletionMessages,
      );
      expect(Object.keys(objects(platform))).toHaveLength(fixture.left);
    });

    test("each request of its creation is sent once", async () => {
      const { platform } = await start();
      const sent = platform.requests.filter(({ path }) => !/\/tasks/.test(path));
      const calls = sent.map(({ method, path }) => `${method} ${path}`);
      expect(calls).toEqual([...new Set(calls)]);
    });
  });
});
