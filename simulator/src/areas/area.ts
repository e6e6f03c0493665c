import type { MemoryPart } from "../core/memory";
import type { Operation } from "../http/operation";
import type { ErrorShape } from "../http/shapes";
import type { Platform } from "../platform";
import type { ObjectKind } from "./object-kind";

/**
 * One area of the platform: what it serves, how it words errors, and what a test may do with it directly.
 * To add one, write `areaOf(platform)` in a file or folder here, and add its line to `register.ts`.
 */
export interface Area<Handle = unknown> {
  /** What the simulator's owner gets as `simulator.<name>`. */
  readonly handle: Handle;
  readonly operations?: readonly Operation[];
  /** The paths that belong to the area and the shape of errors under them. */
  readonly errors?: { readonly under: readonly string[]; readonly shape: ErrorShape };
  /** What the area has. Control endpoints, the seed file and the page show, create, change and delete it. */
  readonly objects?: readonly ObjectKind[];
  /** Control endpoints, below /_simulator, for what is not the creation, change or deletion of an object. */
  readonly controls?: readonly Operation[];
  /** The area's part of GET /_simulator/state. */
  readonly state: () => unknown;
}

/** What an area works with. */
export interface AreaPlatform extends Omit<Platform, "memory"> {
  /** The area's own part: everything that a state file has to keep is in it. */
  readonly memory: MemoryPart;
}

export type AreaOf<Handle> = (platform: AreaPlatform) => Area<Handle>;
