import { isMissing } from "./reply";

/** What one deployment of the platform was found to have and to lack. Shared by all operations of an account. */
export class Deployment {
  /** The path under which tasks are read, once it is known. */
  taskPath: string | undefined;
  private readonly missing = new Set<string>();

  /** A list; undefined where this deployment has none of that name. A missing one is requested once. */
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
