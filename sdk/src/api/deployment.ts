import { isMissing } from "./reply";

/**
 * Which undocumented operations a deployment of the platform has, as found out by requests. Shared by an account's
 * resources.
 */
export class Deployment {
  /** The path of the operation that reads tasks, once it is known. */
  taskPath: string | undefined;
  /** The paths of lists that are being searched for one object. */
  readonly searchedLists = new Set<string>();
  /** The paths of lists with so many objects that each search should use a filter. */
  readonly longLists = new Set<string>();
  private readonly missing = new Set<string>();

  /**
   * Calls a list operation; undefined if the deployment does not have it. A missing operation is requested only once.
   */
  async list<T>(name: string, list: () => Promise<T>): Promise<T | undefined> {
    if (this.missing.has(name)) return undefined;
    try {
      return await list();
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.missing.add(name);
      return undefined;
    }
  }
}
