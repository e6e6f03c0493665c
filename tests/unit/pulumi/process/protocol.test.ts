import { afterEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { defineError } from "../../../../sdk/src/errors/definition";
import type { PlannedChange, ResourceHandler } from "../../../../sdk/src/lifecycle/handler";
import { TestClock } from "../../../support/clock";
import { InProcessResource, type ResourceState } from "../../../support/in-process-resource";
import { type ScriptedServer, startScriptedServer } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";

// A resource of these tests, to test the protocol without a real handler.

interface Inputs {
  size: number;
  label?: string;
  /** Has no default: a removed one keeps its value. */
  colour?: string;
  note?: string;
}
interface State {
  size: number;
  label?: string;
  colour?: string;
  url?: string;
}

type Handler = ResourceHandler<Inputs, State>;

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Counts the pending sleeps. */
class WatchedClock extends TestClock {
  asleep = 0;

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.asleep += 1;
    try {
      await super.sleep(ms, signal);
    } finally {
      this.asleep -= 1;
    }
  }
}

async function setUp(
  methods: Partial<Handler>,
  states: Record<string, string> = {},
  clock = new TestClock(),
) {
  const server = await startScriptedServer(({ path }) => {
    const state = states[path.split("/").at(-1) ?? ""];
    return state
      ? { body: { state, error: state === "ERROR" ? "No capacity" : null } }
      : { status: 404, body: {} };
  });
  servers.push(server);
  const handler: Handler = {
    type: "Thing",
    inputs: z.strictObject({
      size: z.number(),
      label: z.string().optional(),
      colour: z.string().optional(),
      note: z.string().optional(),
    }) as unknown as z.ZodType<Inputs>,
    properties: {
      size: { replaces: true },
      label: { optional: true, default: "none" },
      colour: { optional: true },
      note: { optional: true, transient: true },
    },
    create: async ({ note: _, ...inputs }) => ({ id: "thing-1", state: inputs }),
    read: async (_id, state) => state,
    update: async (_id, state, { inputs }) => ({ ...state, ...inputs }),
    delete: async () => {},
    uniqueKeys: () => [],
    work: { create: () => [] },
    ...methods,
  };
  const place = { baseUrl: server.url, apiKey: "a-key-of-an-account", clock };
  const resource = new InProcessResource(handler, place, "thing");
  return { resource, handler };
}

describe("the arguments of a handler", () => {
  test("are the declared inputs and the state, without hidden properties", async () => {
    const got: unknown[] = [];
    const { resource } = await setUp({
      create: async (inputs) => {
        got.push(inputs);
        return { id: "thing-1", state: { size: inputs.size } };
      },
      update: async (id, state, desired) => {
        got.push(id, state, desired);
        return { size: state.size, label: desired.inputs.label ?? "" };
      },
      read: async (id, state) => {
        got.push(id, state);
        return state;
      },
      delete: async (id, state) => {
        got.push(id, state);
      },
    });
    await resource.up({ size: 1, note: "once" }, { create: "1m" });
    await resource.up({ size: 1, label: "a" }, { create: "1m" });
    await resource.refresh();
    await resource.destroy();
    expect(got).toEqual([
      { size: 1, note: "once" },
      "thing-1",
      { size: 1 },
      { inputs: { size: 1, label: "a" }, change: { label: "a" }, isFresh: false },
      "thing-1",
      { size: 1, label: "a" },
      "thing-1",
      { size: 1, label: "a" },
    ]);
  });

  test("contain the difference to the state, with the defaults of removed inputs", async () => {
    const desired: Array<PlannedChange<Inputs>> = [];
    const { resource } = await setUp({
      update: async (_id, state, wanted) => {
        desired.push(wanted);
        return { ...state, ...wanted.change };
      },
    });
    await resource.up({ size: 1, label: "a", colour: "red" });
    await resource.up({ size: 1, colour: "blue" });
    await resource.up({ size: 1 });
    expect(desired.map(({ inputs, change }) => [inputs, change])).toEqual([
      [
        { size: 1, colour: "blue" },
        { label: "none", colour: "blue" },
      ],
      [{ size: 1 }, {}],
    ]);
    expect(resource.outputs).toEqual({ size: 1, label: "none", colour: "blue" });
  });

  test("contain no change of an input that was never declared, whatever the platform has", async () => {
    const changes: object[] = [];
    const { resource } = await setUp({
      create: async ({ size }) => ({ id: "thing-1", state: { size, label: "its own" } }),
      update: async (_id, state, { change }) => {
        changes.push(change);
        return { ...state, ...change };
      },
    });
    await resource.up({ size: 1 });
    await resource.up({ size: 1, colour: "red" });
    expect(changes).toEqual([{ colour: "red" }]);
    expect(resource.outputs).toEqual({ size: 1, label: "its own", colour: "red" });
  });

  test("contain a change right after the creation if the created or adopted object differs", async () => {
    const desired: Array<PlannedChange<Inputs>> = [];
    const { resource } = await setUp({
      create: async ({ size }) => ({ id: "thing-1", state: { size, label: "its own", colour: "red" } }),
      update: async (_id, state, wanted) => {
        desired.push(wanted);
        return { ...state, ...wanted.change };
      },
    });
    await resource.up({ size: 1, colour: "blue" });
    expect(desired).toEqual([
      { inputs: { size: 1, colour: "blue" }, change: { colour: "blue" }, isFresh: true },
    ]);
    expect(resource.outputs).toEqual({ size: 1, label: "its own", colour: "blue" });
  });
});

describe("the state", () => {
  test("contains the handler's outputs and the declared inputs, without those that only a creation uses", async () => {
    const { resource } = await setUp({});
    await resource.up({ size: 1, label: "a", note: "once" });
    expect(resource.state).toEqual({
      id: "thing-1",
      inputs: { size: 1, label: "a", __provider: expect.any(String) },
      outputs: { size: 1, label: "a", __declared: ["label"], __provider: expect.any(String) },
    });
  });

  test("is unchanged if an input that only a creation uses is added, changed or removed", async () => {
    const { resource } = await setUp({});
    await resource.up({ size: 1, note: "once" });
    const before = structuredClone(resource.state);
    for (const args of [{ size: 1, note: "twice" }, { size: 1 }, { size: 1, note: "once" }])
      expect(await resource.up(args)).toBe("same");
    expect(resource.state).toEqual(before);
  });

  test("has no __declared if no optional input is declared", async () => {
    const { resource } = await setUp({});
    await resource.up({ size: 1 });
    expect(resource.state?.outputs).toEqual({ size: 1, __provider: expect.any(String) });
  });

  test("is plain JSON, whatever the handler returns", async () => {
    const { resource } = await setUp({
      create: async () => ({
        id: 17 as unknown as string,
        state: { size: 1, url: undefined, big: 2n ** 60n, at: new Date(0) } as unknown as State,
      }),
    });
    await resource.up({ size: 1 });
    expect(resource.state?.id).toBe("17");
    expect(resource.outputs).toEqual({ size: 1, big: "1152921504606846976", at: "1970-01-01T00:00:00.000Z" });
  });

  test("keeps the timeouts after a refresh and an update", async () => {
    const { resource } = await setUp({});
    await resource.up({ size: 1 }, { delete: "1h" });
    await resource.refresh();
    await resource.up({ size: 1, label: "a" }, { delete: "1h" });
    expect(resource.state?.outputs.__timeouts).toEqual({ delete: "1h" });
    expect(resource.state?.inputs.__timeouts).toEqual({ delete: "1h" });
  });
});

describe("the result of a refresh", () => {
  test("has the inputs that would declare the live object, for declared properties", async () => {
    const { resource } = await setUp({ read: async () => ({ size: 5, label: "changed", url: "u" }) });
    await resource.up({ size: 1 });
    await resource.refresh();
    expect(resource.inputs).toEqual({ size: 5 });
    expect(resource.outputs).toEqual({ size: 5, label: "changed", url: "u" });
  });
});

describe("a failure", () => {
  test("before anything exists leaves the state empty", async () => {
    const { resource } = await setUp({ create: () => Promise.reject(new Error("No.")) });
    const error = await failureOf<Error & { id?: string; properties?: object }>(resource.up({ size: 1 }));
    expect(error.message).toBe("No.");
    expect([error.id, error.properties, error.stack, `${error}`]).toEqual([undefined, undefined, "", ""]);
    expect(resource.state).toBeUndefined();
  });

  test("after the object exists keeps its id, its state, and all that later methods need", async () => {
    const { resource } = await setUp({
      create: async (_inputs, context) => {
        context.save({ id: "thing-1", known: { size: 1, url: "u" } });
        throw new Error("Then this.");
      },
    });
    const error = await failureOf(resource.up({ size: 1, label: "a", note: "once" }, { create: "1m" }));
    expect(error.message).toBe("Then this.");
    expect(resource.state).toEqual({
      id: "thing-1",
      inputs: expect.objectContaining({ size: 1, label: "a" }),
      outputs: {
        size: 1,
        url: "u",
        __declared: ["label"],
        __timeouts: { create: "1m" },
        __provider: expect.any(String),
      },
      initErrors: ["Then this."],
    });
  });

  test("of an update after something changed keeps the earlier and the new declared inputs", async () => {
    const changes: object[] = [];
    const { resource } = await setUp({
      update: async (id, state, { change }, context) => {
        changes.push(change);
        context.save({ id, known: state });
        throw new Error("Half of it.");
      },
    });
    await resource.up({ size: 1, label: "a" });
    await failureOf(resource.up({ size: 1 }));
    await failureOf(resource.up({ size: 1 }));
    expect(changes).toEqual([{ label: "none" }, { label: "none" }]);
    expect(resource.outputs).toEqual({ size: 1, label: "a" });
  });

  test("of a refresh or a deletion leaves the state unchanged", async () => {
    const no = () => Promise.reject(new Error("No."));
    const { resource } = await setUp({ read: no, delete: no });
    await resource.up({ size: 1 });
    const before = structuredClone(resource.state);
    expect((await failureOf(resource.refresh())).message).toBe("No.");
    expect((await failureOf(resource.destroy())).message).toBe("No.");
    expect(resource.state).toEqual(before);
  });
});

describe("an operation", () => {
  test("leaves no timer behind, whether it succeeds or fails", async () => {
    const clock = new WatchedClock();
    const { resource } = await setUp({ update: () => Promise.reject(new Error("No.")) }, {}, clock);
    await resource.up({ size: 1 });
    await failureOf(resource.update());
    expect(clock.pauses).toHaveLength(2);
    expect(clock.asleep).toBe(0);
  });

  test("ends with the timeout, and the error says so", async () => {
    const { resource } = await setUp({
      create: async (_inputs, context) => {
        await context.poll(async () => undefined, { decided: "nobody had decided" });
        return { id: "thing-1", state: { size: 1 } };
      },
    });
    const error = await failureOf(resource.up({ size: 1 }, { create: "45s" }));
    expect(error.message).toContain("the timeout of 45s has passed: nobody had decided after 45s");
  });

  test("that continues a failed creation reports the next step", async () => {
    const { resource } = await setUp({}, { t1: "FINISHED" });
    await resource.up({ size: 1 });
    const { inputs, outputs } = resource.state as ResourceState;
    resource.state = { id: "pending:t1", inputs, outputs: { ...outputs, __tasks: ["t1"] } };
    expect((await failureOf(resource.update())).message).toBe(
      "the object that the platform's task t1 was creating does not exist [nothing-created]. " +
        "Run `pulumi refresh`, which removes it from the state, and then `pulumi up`.",
    );
  });

  test("waits for a task of somebody else, whether it succeeds or fails", async () => {
    const { resource } = await setUp(
      {
        create: async ({ size }, context) => {
          await context.awaitForeignTask("t1");
          await context.awaitForeignTask("t2");
          return { id: "thing-1", state: { size } };
        },
      },
      { t1: "FINISHED", t2: "ERROR" },
    );
    expect(await resource.up({ size: 1 })).toBe("create");
  });

  const CANNOT = defineError({
    code: "cannot-do-it",
    message: () => "This deployment cannot do it",
    cause: "It cannot.",
  });

  test("prints the same warning once in a process, and each info", async () => {
    const { resource } = await setUp({
      update: async (_id, state, _desired, context) => {
        context.warn(CANNOT.error());
        context.info("Done.");
        return state;
      },
    });
    await resource.up({ size: 1 });
    for (const label of ["a", "b", "c"]) await resource.update({ ...resource.state?.inputs, size: 1, label });
    expect(resource.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      "warning: This deployment cannot do it [cannot-do-it]",
      "info: Done.",
      "info: Done.",
      "info: Done.",
    ]);
  });

  test("that waits in the queue at the end of its timeout ends at once", async () => {
    const { resource } = await setUp({
      create: (_inputs, context) => {
        void context.withKeyedLock("thing", () => new Promise(() => {}));
        return context.withKeyedLock("thing", async () => ({ id: "thing-1", state: { size: 1 } }));
      },
    });
    const { message } = await failureOf(resource.up({ size: 1 }, { create: "45s" }));
    expect(message).toContain("the timeout of 45s has passed, while waiting for another thing");
  });

  test("warns once if a key would be sent in clear text, unless the platform is on the local machine", async () => {
    const { handler } = await setUp({});
    const exposed = new InProcessResource(handler, {
      baseUrl: "http://127.example.com",
      apiKey: "a-key-of-an-account",
    });
    for (const size of [1, 2]) await exposed.check({ size });
    expect(exposed.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      "warning: the platform's address begins with http://, so the API key travels in clear text [api-key-in-clear-text]. Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
    ]);
    for (const baseUrl of [
      "https://api.example.com",
      "http://127.0.0.1:8080",
      "http://localhost:1",
      "http://[::1]:1",
    ]) {
      const safe = new InProcessResource(handler, { baseUrl, apiKey: "a-key-of-an-account" });
      await safe.check({ size: 1 });
      expect(safe.engine.logs).toEqual([]);
    }
  });

  test("without settings fails in check and in every other method", async () => {
    const { resource, handler } = await setUp({});
    await resource.up({ size: 1 });
    const nowhere = new InProcessResource(
      handler,
      { baseUrl: "nowhere", apiKey: "a-key-of-an-account" },
      "thing",
    );
    nowhere.state = resource.state;
    expect((await failureOf(nowhere.up({ size: 1 }))).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.refresh())).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.destroy())).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.update())).message).toContain("cloudplatform:baseUrl must begin");
  });
});
