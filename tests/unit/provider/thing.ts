import { z } from "zod";
import { type AnyProperty, propertiesOf } from "../../../sdk/src/operation/properties";
import type { Change, Resource } from "../../../sdk/src/operation/resource";
import { TestClock } from "../../support/clock";
import { useCleanup } from "../../support/handler-setup";
import { InProcessResource } from "../../support/in-process-resource";
import { startScriptedServer } from "../../support/scripted-server";

// A resource of these tests, to test the process side without a real handler.

export interface Inputs {
  size: number;
  label?: string;
  note?: string;
}
export interface State {
  size: number;
  label?: string;
  url?: string;
}

export type Thing = Resource<Inputs, State>;

export const KEY = "a-key-of-an-account";

const { closeLater } = useCleanup();

/** A step that changes the thing. */
export function setting(change: Partial<State>, more: Partial<Change<State>> = {}): Change<State> {
  return {
    send: async () => [],
    sets: () => change,
    ...more,
  };
}

/** A step that the program fails to send. */
export function failing(message: string): Change<State> {
  return setting({}, { send: () => Promise.reject(new Error(message)) });
}

/** A creation of a thing that the platform shows in its reply. */
export function creationOf(state: State) {
  const object = { id: "thing-1", state };
  return {
    known: state,
    step: { send: async () => object },
  };
}

/** A resource of these parts. Without `identity`, things cannot be read. */
export async function setUp(
  parts: Partial<Thing>,
  clock = new TestClock(),
  settings: Record<string, string> = {},
) {
  const server = closeLater(await startScriptedServer(() => ({ status: 404, body: {} })));
  const inputs = z.strictObject({
    size: z.number(),
    label: z.string().optional(),
    note: z.string().optional(),
  }) as unknown as z.ZodType<Inputs>;
  const properties = propertiesOf<Inputs, State>(inputs, {
    size: { kind: "replaces" },
    label: { default: "none" },
  });
  const handler: Thing = {
    type: "Thing",
    inputs,
    properties: { ...properties, note: { ...properties.note, transient: true } as AnyProperty },
    creation: ({ note: _, ...state }) => creationOf(state),
    change: (_live, { change: { note: _, ...change } }) =>
      Object.keys(change).length > 0 ? [setting(change)] : [],
    removal: () => [{ send: async () => [] }],
    ...parts,
  };
  const place = { baseUrl: server.url, apiKey: KEY, clock, settings };
  const resource = new InProcessResource(handler, place, "thing");
  return { resource, handler };
}
