import type { Operation } from "../http/operation";
import type { ErrorShape } from "../http/shapes";
import type { Platform } from "../platform";

/**
 * One area of the platform: what it serves, how it words errors, and what a test may do with it directly.
 * To add one: write `areaOf(platform)` in a file or folder here, and add it to the register in `index.ts`.
 */
export interface Area<Handle = unknown> {
  /** What the simulator's owner gets as `simulator.<name>`. */
  readonly handle: Handle;
  readonly operations?: readonly Operation[];
  /** The paths that belong to the area and the shape of errors under them. */
  readonly errors?: { readonly under: readonly string[]; readonly shape: ErrorShape };
  /** Control endpoints of the area, below /_simulator and without a key. */
  readonly controls?: readonly Operation[];
  /** The area's part of GET /_simulator/state. */
  readonly state: () => unknown;
}

export type AreaOf<Handle> = (platform: Platform) => Area<Handle>;
