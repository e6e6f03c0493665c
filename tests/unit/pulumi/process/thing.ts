import { z } from "zod";
import type { Change, Resource, Wish } from "../../../../sdk/src/lifecycle/resource";
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
export interface State {
  size: number;
  label?: string;
  colour?: string;
  url?: string;
}

export type Thing = Resource<Inputs, State>;
export type ThingWish = Wish<Inputs, State>;

const { closeLater } = useCleanup();

/** A step that changes the thing. */
export function setting(change: Partial<State>, more: Partial<Change<State>> = {}): Change<State> {
  return {
    touches: Object.keys(change),
    send: async () => ({}),
    after: (state) => ({ ...state, ...change }),
    ...more,
  };
}

/** A step that the program fails to send. */
export function failing(message: string): Change<State> {
  return setting({}, { send: () => Promise.reject(new Error(message)) });
}

/** A creation of a thing that the platform shows in its reply. */
export function creationOf(state: State, more: Partial<Change<State>> = {}) {
  const object = { id: "thing-1", state };
  return {
    noun: "thing",
    lockKey: "thing",
    key: state,
    known: state,
    step: { send: async () => ({ object }), ...more },
  };
}

/** The same on a platform that lists things. The thing may differ from the inputs. */
export function listedCreationOf(state: State) {
  const list = async () => [];
  return { ...creationOf(state), objects: { list, listAll: list, keyOf: () => "thing" } };
}

/** A resource of these parts, on a platform whose tasks have these states. Without `read`, things cannot be read. */
export async function setUp(
  parts: Partial<Thing>,
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
  const handler: Thing = {
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
    creation: ({ note: _, ...state }) => creationOf(state),
    change: (_live, { change: { note: _, ...change } }) =>
      Object.keys(change).length > 0 ? [setting(change)] : [],
    removal: () => [{ removes: true, send: async () => ({}) }],
    ...parts,
  };
  const place = { baseUrl: server.url, apiKey: "a-key-of-an-account", clock };
  const resource = new InProcessResource(handler, place, "thing");
  return { resource, handler };
}
