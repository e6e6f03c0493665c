import { afterEach, describe, expect, test } from "@jest/globals";
import { handlerSetUp, told } from "../support/handler-setup";
import { RESOURCES } from "../support/resource-fixtures";

// A deployment that has only the documented operations, and answers 404 to all others.

describe.each(RESOURCES)("$name, with 404 replies", ({ handler, documentedOnly: fixture }) => {
  const { setUp, tearDown } = handlerSetUp(handler, { taskTime: 0 });

  afterEach(tearDown);

  describe.each(["json", "html"] as const)("in %s", (unknownPaths) => {
    async function start() {
      const { platform, resource } = await setUp({ mode: "documented-only", unknownPaths });
      return { platform, resource, args: fixture.prepare(platform) };
    }

    async function startCreated() {
      const started = await start();
      await started.resource.up(started.args);
      started.platform.clearRequests();
      return started;
    }

    test("is created", async () => {
      const { resource, args } = await start();
      expect(await resource.up(args)).toBe("create");
      const { id } = fixture;
      expect(resource.state?.id).toEqual(typeof id === "string" ? id : expect.stringMatching(id));
      expect(resource.outputs).toEqual(fixture.outputs);
      expect(told(resource)).toEqual(fixture.messages);
    });

    test("sends nothing if its inputs stay the same", async () => {
      const { platform, resource, args } = await startCreated();
      expect(await resource.up(args)).toBe("same");
      expect(platform.requests).toEqual([]);
    });

    test("stays in the state on a refresh, also if its object is gone: it cannot be read", async () => {
      const { platform, resource } = await startCreated();
      const before = structuredClone(resource.state);
      await resource.refresh();
      expect(resource.state).toEqual(before);
      fixture.remove?.(platform);
      await resource.refresh();
      expect(resource.state).toEqual(before);
    });

    test("can be deleted, and the user reads what stays", async () => {
      const { resource } = await startCreated();
      resource.engine.logs.length = 0;
      await resource.destroy();
      expect(resource.state).toBeUndefined();
      // Each run says again what the deployment cannot do.
      expect(told(resource).filter((text) => !fixture.messages.includes(text))).toEqual(
        fixture.deletionMessages,
      );
    });
  });
});
