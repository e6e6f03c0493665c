import { z } from "zod";
import type { MemoryPart, Value } from "../../core/memory";
import { counter, optionalFields } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import { analyticsAnswer } from "./query";

const storedAnswer = analyticsAnswer.extend({
  id: z.int(),
  /** The answer is for queries that contain this text. */
  contains: z.string(),
});

export interface StoredAnswer extends Readonly<z.infer<typeof storedAnswer>> {}

/** The answers that control endpoints and the seed file set. */
export class Answers {
  readonly #answers: Map<number, StoredAnswer>;
  readonly #added: Value<number>;

  constructor(memory: MemoryPart) {
    this.#answers = memory.records("answers", storedAnswer, ({ id }) => id);
    this.#added = memory.value("added", counter, 0);
  }

  all(): StoredAnswer[] {
    return [...this.#answers.values()];
  }

  /** The newest that matches. */
  find(query: string): StoredAnswer | undefined {
    return this.all().findLast(({ contains }) => query.includes(contains));
  }

  add(answer: Omit<StoredAnswer, "id">): StoredAnswer {
    const id = this.#added.get() + 1;
    this.#added.set(id);
    return this.keep({ id, ...answer });
  }

  keep(answer: StoredAnswer): StoredAnswer {
    this.#answers.set(answer.id, answer);
    return answer;
  }

  remove({ id }: StoredAnswer): void {
    this.#answers.delete(id);
  }
}

export function answerKind(answers: Answers): ObjectKind {
  const addition = storedAnswer.omit({ id: true }).extend({ contains: z.string().default("") });
  return objectKind({
    name: "answers",
    all: () => answers.all(),
    idOf: ({ id }) => id,
    addition,
    add: (answer) => answers.add(answer),
    change: z.strictObject(optionalFields(storedAnswer.omit({ id: true }).shape)),
    apply: (answer, change) => answers.keep({ ...answer, ...change }),
    remove: (answer) => answers.remove(answer),
  });
}
