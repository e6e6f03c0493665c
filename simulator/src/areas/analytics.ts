import { z } from "zod";
import {
  type AnalyticsAnswer,
  type AnalyticsRequest,
  analyticsAnswer,
  analytics as api,
} from "../contract/analytics";
import { counter, optionalFields } from "../core/schemas";
import { ok, operation } from "../http/operation";
import type { Area, AreaPlatform } from "./area";
import { objectKind } from "./object-kind";

/** Returns any JSON value, such as an `AnalyticsAnswer`. */
export type AnalyticsAnswering = (request: AnalyticsRequest) => unknown;

/** The simulator does not evaluate queries. */
export interface AnalyticsHandle {
  /** Sets the function that answers queries. Without a function, the `answers` of control endpoints apply, and otherwise the built-in numbers. */
  answer(answering?: AnalyticsAnswering): void;
}

const answerFields = analyticsAnswer.extend({
  /** The answer is for queries that contain this text. */
  contains: z.string(),
});
const storedAnswer = answerFields.extend({ id: z.int() });

export function analyticsArea({ memory }: AreaPlatform): Area<AnalyticsHandle> {
  const answers = memory.records("answers", { schema: storedAnswer, keyOf: ({ id }) => id, noun: "answer" });
  const added = memory.value("added", counter, 0);
  const fallback: AnalyticsAnswering = (request) => {
    const text = textOf(request);
    const newest = answers.all().findLast(({ contains }) => text.includes(contains));
    const { data, errors } = newest ?? builtInAnswer(text);
    return errors === undefined ? { data } : { data, errors };
  };
  let answering = fallback;
  return {
    handle: {
      answer: (wanted = fallback) => {
        answering = wanted;
      },
    },
    operations: [
      operation(api.query, ({ body }) => {
        const message = typeof body.query === "string" ? braceError(body.query) : undefined;
        // Errors in a query are not errors of HTTP.
        return ok(message === undefined ? answering(body) : { data: null, errors: [{ message }] });
      }),
    ],
    objects: [
      objectKind({
        name: "answers",
        all: () => answers.all(),
        idOf: ({ id }) => id,
        addition: answerFields.extend({ contains: z.string().default("") }),
        add: (answer) => {
          added.set(added.get() + 1);
          return answers.set({ id: added.get(), ...answer });
        },
        change: z.strictObject(optionalFields(answerFields.shape)),
        apply: ({ id }, change) => answers.change(id, change),
        remove: ({ id }) => answers.remove(id),
      }),
    ],
    state: () => ({ answers: answering === fallback ? "built-in" : "set" }),
  };
}

/** What is searched for data sets: the query, or the whole payload if it has none. */
function textOf(request: AnalyticsRequest): string {
  return typeof request.query === "string" ? request.query : JSON.stringify(request);
}

/**
 * Strings and comments. A string without its end matches as well: otherwise a search would start again at each quote, which
 * takes minutes for a long query.
 */
const STRINGS_AND_COMMENTS = /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|#[^\n]*/g;

/** Why the braces of a query do not match; undefined if they do. */
function braceError(query: string): string | undefined {
  let depth = 0;
  for (const character of query.replace(STRINGS_AND_COMMENTS, "")) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return 'Syntax Error: Unexpected "}".';
  }
  return depth === 0 ? undefined : 'Syntax Error: Expected "}", found <EOF>.';
}

/** Numbers by country, as of a small site: the name of the number in each data set, and the number for each country. */
const dataSets: Readonly<Record<string, readonly [name: string, numbers: Record<string, number>]>> = {
  traffic: ["bytes", { DE: 48_318_382_080, FR: 21_474_836_480, US: 12_884_901_888 }],
  requests: ["count", { DE: 1_204_511, FR: 530_872, US: 318_040 }],
  uniqueVisitors: ["count", { DE: 8_412, FR: 3_907, US: 2_265 }],
};

/** The data sets that a query names, or all if it names none. */
function builtInAnswer(text: string): AnalyticsAnswer {
  const all = Object.entries(dataSets).map(([set, [name, numbers]]) => [
    set,
    Object.entries(numbers).map(([country, number]) => ({ country, [name]: number })),
  ]);
  const named = all.filter(([set]) => new RegExp(`\\b${set}\\b`).test(text));
  return { data: Object.fromEntries(named.length === 0 ? all : named) };
}
