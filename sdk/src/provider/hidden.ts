import type { JsonObject } from "../util/json";

/** Properties that travel beside the user's own; the CLI does not show names that begin with two underscores. */
export interface Hidden {
  /** The provider text. Only the engine's node process reads it. */
  __provider?: string;
  /** Program to check, never stored: whose inputs these are. */
  __urn?: string;
  /** The resource option customTimeouts, which the engine does not hand on. */
  __timeouts?: Timeouts;
  /** In the state: a letter for each optional input that the user declared. */
  __declared?: string;
  /** In the state: the object's id at the platform, where Pulumi had to be told another before it was known. */
  __id?: string;
  /** In the state of an interrupted run: the platform's tasks that were awaited. */
  __tasks?: string[];
  /** In the state of an interrupted run: fields that may be as they were, or as they were to be. */
  __unsure?: string[];
}

export type Timeouts = Partial<Record<"create" | "read" | "update" | "delete", string>>;

/** Takes apart what the engine hands over: the user's own properties, and the hidden ones. */
export function split(properties: JsonObject): { own: JsonObject; hidden: Hidden } {
  const own: JsonObject = {};
  const hidden: JsonObject = {};
  for (const [key, value] of Object.entries(properties)) (key.startsWith("__") ? hidden : own)[key] = value;
  return { own, hidden: hidden as Hidden };
}

/** The user's own properties that are certain. */
export function certain({ own, hidden: { __unsure: unsure = [] } }: ReturnType<typeof split>): JsonObject {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !unsure.includes(name)));
}
