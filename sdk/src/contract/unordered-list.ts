/** How the items of a list without an order are compared. A key identifies an item, also in another notation. */
interface Items<K, V extends K, A extends K> {
  keyOf(item: K): string;
  /** Whether an actual item with the same key is as declared. Default: an item has nothing but its key. */
  same?(declared: V, actual: A): boolean;
}

/** A list without an order, as declared and as the platform has it. The platform may have several items with one key. */
export class UnorderedList<K, V extends K = K, A extends K = K> {
  constructor(private readonly items: Items<K, V, A>) {}

  /** Whether a list has an item with the same key. */
  has(list: K[] | undefined, item: K): boolean {
    const { keyOf } = this.items;
    return list?.some((other) => keyOf(other) === keyOf(item)) ?? false;
  }

  /** Whether the platform has an item as it is declared. */
  isFulfilled(item: V, actual: A[] | undefined): boolean {
    const { keyOf, same = () => true } = this.items;
    return actual?.some((other) => keyOf(other) === keyOf(item) && same(item, other)) ?? false;
  }

  /** The actual items that are not declared. */
  extra(declared: V[], actual: A[] | undefined): A[] {
    return actual?.filter((item) => !this.has(declared, item)) ?? [];
  }

  /** Whether the actual items are the declared ones. */
  readonly same = (declared: V[], actual: A[] | undefined): boolean =>
    actual !== undefined &&
    this.extra(declared, actual).length === 0 &&
    declared.every((item) => this.isFulfilled(item, actual));

  /**
   * The list to record after a change whose items are sent one by one: without those that others added or removed at the
   * same time.
   */
  readonly record = (actual: A[], recorded: A[], declared: V[]): A[] => {
    const isLost = (item: A) =>
      declared.some(
        (wanted) =>
          this.has([wanted], item) && !this.isFulfilled(wanted, actual) && this.isFulfilled(wanted, recorded),
      );
    return [
      ...actual.filter((item) => this.has([...recorded, ...declared], item) && !isLost(item)),
      ...recorded.filter(isLost),
    ];
  };
}
