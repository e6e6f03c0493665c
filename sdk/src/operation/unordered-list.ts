interface Options<V, A> {
  /** Whether an actual item with the same key is as declared. Default: an item has nothing but its key. */
  same?(declared: V, actual: A): boolean;
  /** The platform may add an item again that was removed. */
  mayReturn?: true;
}

/**
 * A list without an order, as declared and as the platform has it. A key identifies an item, also in another notation. The platform may
 * have several items with one key.
 */
export class UnorderedList<K, V extends K = K, A extends K = K> {
  private readonly keyOf: (item: unknown) => string;

  constructor(
    keyOf: (item: K) => string,
    private readonly options: Options<V, A> = {},
  ) {
    this.keyOf = keyOf as typeof this.keyOf;
  }

  /** Whether a list has an item with the same key. */
  has(list: K[] | undefined, item: K): boolean {
    return this.keysOf(list ?? []).has(this.keyOf(item));
  }

  /** Whether the platform has an item as it is declared. */
  isFulfilled(item: V, actual: A[] | undefined): boolean {
    return this.fulfilled([item], actual ?? []).length > 0;
  }

  /** The actual items in the order of others, so that the order causes no difference. */
  inOrder(actual: A[], order: readonly K[] = []): A[] {
    const rank = new Map(order.map((item, index) => [this.keyOf(item), index]));
    const rankOf = (item: A) => rank.get(this.keyOf(item)) ?? rank.size;
    return actual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  /** The actual items that are not declared. */
  extra(declared: V[], actual: A[] | undefined): A[] {
    const keys = this.keysOf(declared);
    return actual?.filter((item) => !keys.has(this.keyOf(item))) ?? [];
  }

  /**
   * The list to reach: the actual one with the difference between the recorded and the declared one. What others have added or
   * removed stays as it is.
   */
  merged(declared: V[], recorded: readonly A[], actual: A[]): Array<V | A> {
    const removed = this.keysOf(this.without(recorded, declared));
    const isChanged = (item: V) => !this.isFulfilled(item, [...recorded]);
    const changed = new Map(declared.filter(isChanged).map((item) => [this.keyOf(item), item]));
    const kept = actual.filter((item) => !removed.has(this.keyOf(item)));
    const added = this.without([...changed.values()], actual);
    return [...kept.map((item) => changed.get(this.keyOf(item)) ?? item), ...added];
  }

  /** Whether the difference between the recorded and the declared list took effect. */
  applied(declared: V[], recorded: readonly K[], actual: A[]): boolean {
    const removed = this.options.mayReturn ? [] : this.without(recorded, declared);
    const added = declared.filter((item) => !this.has([...recorded], item) || this.has(actual, item));
    return (
      !removed.some((item) => this.has(actual, item)) && this.fulfilled(added, actual).length === added.length
    );
  }

  /** Whether the actual items are the declared ones. */
  same(declared: V[], actual: A[] | undefined): boolean {
    return (
      actual !== undefined &&
      this.extra(declared, actual).length === 0 &&
      this.fulfilled(declared, actual).length === declared.length
    );
  }

  /** The list to record after a change: without the items that others have added or removed at the same time. */
  record(actual: A[], recorded: A[], declared: V[]): A[] {
    const found = new Set(this.fulfilled(declared, actual));
    const lost = this.keysOf(this.fulfilled(declared, recorded).filter((item) => !found.has(item)));
    const known = this.keysOf(this.options.mayReturn ? declared : [...recorded, ...declared]);
    return [
      ...actual.filter((item) => known.has(this.keyOf(item)) && !lost.has(this.keyOf(item))),
      ...recorded.filter((item) => lost.has(this.keyOf(item))),
    ];
  }

  /** The declared items that the platform has as they are declared. Keys cost time, so each is made once. */
  private fulfilled(declared: V[], actual: A[]): V[] {
    const { same = () => true } = this.options;
    const byKey = new Map<string, A[]>();
    for (const item of actual) {
      const key = this.keyOf(item);
      byKey.set(key, [...(byKey.get(key) ?? []), item]);
    }
    return declared.filter((item) => byKey.get(this.keyOf(item))?.some((other) => same(item, other)));
  }

  private without<T extends K>(list: readonly T[], others: readonly K[]): T[] {
    const keys = this.keysOf([...others]);
    return list.filter((item) => !keys.has(this.keyOf(item)));
  }

  private keysOf(list: K[]): Set<string> {
    return new Set(list.map(this.keyOf));
  }
}
