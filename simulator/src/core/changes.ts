/** Calls its listeners after each change of something. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly report = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
