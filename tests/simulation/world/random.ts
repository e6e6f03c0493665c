/** Random numbers that a seed decides. Each purpose has a source of its own, so that one more draw shifts no other. */
export class Random {
  private readonly state: [number, number, number, number];

  constructor(readonly seed: string) {
    this.state = [hash(`${seed}a`), hash(`${seed}b`), hash(`${seed}c`), 1];
    for (let round = 0; round < 12; round++) this.fraction();
  }

  /** The source of a purpose. */
  of(purpose: string | number): Random {
    return new Random(`${this.seed}/${purpose}`);
  }

  /** From 0 up to, and not including, 1: the generator sfc32. */
  fraction(): number {
    const { state } = this;
    const sum = (state[0] + state[1] + state[3]) | 0;
    state[3] = (state[3] + 1) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = (state[2] + (state[2] << 3)) | 0;
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** From `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** As likely from 1 to 10 as from 10 to 100. */
  magnitude(min: number, max: number): number {
    return Math.round(min * (max / min) ** this.fraction());
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.fraction() * from.length)] as T;
  }

  /** Each of them with this probability. */
  some<T>(from: readonly T[], probability = 0.5): T[] {
    return from.filter(() => this.chance(probability));
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as Array<[K, number]>;
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const found = entries.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    return (found ?? (entries[0] as [K, number]))[0];
  }
}

/** FNV-1a with a final mix. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
