import type { Lookup } from "./steps/recognise";

/**
 * The progress of an operation on an object, which is what the state gets if the operation ends now. A handler saves it
 * before and after each step. The next attempt gets it as `previous`. What a killed process must not lose is also on disk.
 */
export interface Progress {
  /** The object's id at the platform. */
  id?: string;
  /** The known part of the object's state. */
  known?: object;
  /** The platform's tasks that the operation waits for. */
  tasks?: string[];
  /**
   * Properties whose values are not known: they were sent without a reply, or they were removed on the way and are not set
   * again yet. The next run compares them with the platform, also if the program is unchanged.
   */
  uncertain?: string[];
  /** Finds the object of a creation if nothing else is known about it. Contains no input in clear text. */
  lookup?: Lookup;
  /** Paths of the optional inputs that the earlier attempts declared. Handlers do not read it. */
  declared?: string[];
}
