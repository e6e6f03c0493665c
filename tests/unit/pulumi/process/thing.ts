import { z } from "zod";
import type { ResourceHandler } from "../../../../sdk/src/lifecycle/handler";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource } from "../../../support/in-process-resource";
import { startScriptedServer } from "../../../support/scripted-server";
// A resource of these tests, to test the process side without a real handler.

export interface Inputs {
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

const { closeLater } = useCleanup();

/** A resource with these methods, and a platform whose tasks have these states. */
export async function setUp(
  methods: Partial<Handler>,
  states: Record<string, string> = {},
  clock = new TestClock(),
) {
  const server = closeLater(
    await startScriptedServer(({ path }) => {
      const state = states[path.split("/").at(-1) ?? ""];
      return state
        ? { body: { state, error: state === "ERROR" ? "No capacity" : null } }
        : { status: 404, body: {} };
    }),
  );
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
