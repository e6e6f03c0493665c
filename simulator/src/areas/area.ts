import type { MemoryPart } from "../core/memory";
import type { Operation } from "../http/operation";
import type { Platform } from "../platform";
import type { ObjectKind } from "./object-kind";

/**
 * One area of the platform. To add one, describe its operations in `contract/`, write `areaOf(platform)` in a file or folder
 * here, and add its line to `index.ts`.
 */
export interface Area<Handle = unknown> {
  /** What a test gets as `simulator.<name>`. */
  readonly handle: Handle;
  readonly operations?: readonly Operation[];
  /** Control endpoints, the seed file and the page show, create, change and delete these objects. */
  readonly objects?: readonly ObjectKind[];
  /** Other control endpoints. */
  readonly controls?: readonly Operation[];
  /** The area's part of GET /_simulator/state. */
  readonly state: () => unknown;
}

export interface AreaPlatform extends Omit<Platform, "memory"> {
  /** The area's own part: it contains everything that a state file has to keep. */
  readonly memory: MemoryPart;
}
