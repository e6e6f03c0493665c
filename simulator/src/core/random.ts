import { createHash } from "node:crypto";
import type { Value } from "./memory";

/**
 * A repeatable source of ids and durations: the same seed and purpose give the same sequence.
 * Each purpose has a sequence of its own, so that one more request id does not shift the router ids.
 */
export class RandomSource {
  readonly #origin: string;
  readonly #drawn: Value<number>;

  /** `drawn` counts what was drawn. A counter in the memory keeps ids from being given again after a restart. */
  constructor(seed: string, purpose: string, drawn: Value<number> = counter()) {
    this.#origin = `${seed}:${purpose}`;
    this.#drawn = drawn;
  }

  bytes(): Buffer {
    this.#drawn.set(this.#drawn.get() + 1);
    return digest(`${this.#origin}:${this.#drawn.get()}`);
  }

  uuid(): string {
    return uuidOf(this.bytes());
  }

  /** From 0 up to, and not including, 1. */
  fraction(): number {
    return this.bytes().readUInt32BE() / 2 ** 32;
  }

  between(min: number, max: number): number {
    return Math.round(min + (this.bytes().readUInt32BE() / 0xffffffff) * (max - min));
  }
}

function counter(): Value<number> {
  let count = 0;
  return {
    get: () => count,
    set: (next) => {
      count = next;
    },
  };
}

/** The same text always gives the same UUID: for things that exist without having been created here. */
export function derivedUuid(text: string): string {
  return uuidOf(digest(text));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex", 0, 16);
  const variant = ((bytes.readUInt8(8) & 0x3f) | 0x80).toString(16);
  return hex.replace(/^(.{8})(.{4}).(.{3})..(.{2})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}
