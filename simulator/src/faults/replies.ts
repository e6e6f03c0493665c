import { STATUS_CODES } from "node:http";
import { Problem } from "../core/problem";
import { gatewayPage } from "../http/answers";
import type { Answer } from "../http/wire";
import { answered, type Effect, type Scene } from "./effect";
import { inField, ofAnotherType, withOtherTypes } from "./json";

export const resetBefore: Effect = () => ({ kind: "reset" });

export const resetAfter: Effect = ({ proceed }) => {
  proceed();
  return { kind: "reset" };
};

export function hang({ processed }: { processed?: boolean }): Effect {
  return replacing(processed, () => ({ kind: "silence" }));
}

/** It takes effect at once: only the reply is late. */
export function slow({ ms }: { ms: number }): Effect {
  return ({ proceed }) => {
    const delivery = proceed();
    return { ...delivery, after: (delivery.after ?? 0) + ms };
  };
}

interface Status {
  readonly code: number;
  readonly processed?: boolean;
  readonly retryAfter?: number;
  readonly message?: string;
}

export function status({ code, processed, retryAfter, message }: Status): Effect {
  const phrase = STATUS_CODES[code] ?? "Unknown";
  const problem = new Problem(code, classOf(phrase), message ?? phrase);
  const headers = retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
  return replacing(processed, ({ refuse }) => {
    const refusal = refuse(problem);
    return answered({ ...refusal, headers: { ...refusal.headers, ...headers } });
  });
}

/** In each second only so many requests pass; a refused request does not count. */
export function rateLimit({ perSecond, retryAfter }: { perSecond: number; retryAfter?: number }): Effect {
  const refusal = status({ code: 429, ...(retryAfter !== undefined && { retryAfter }) });
  let passed: number[] = [];
  return (scene) => {
    const now = scene.settings.now();
    passed = passed.filter((time) => now - time < 1000);
    if (passed.length >= perSecond) return refusal(scene);
    passed.push(now);
    return undefined;
  };
}

/** "Not Found" is a NotFoundError, and no error is one twice. */
function classOf(phrase: string): string {
  return `${phrase.replace(/ Error$/, "").replace(/[^a-zA-Z]/g, "")}Error`;
}

export function html({ code, processed }: { code: number; processed?: boolean }): Effect {
  return replacing(processed, () => answered(gatewayPage(code)));
}

export const empty: Effect = changing((answer) => {
  const { "content-type": _, ...headers } = answer.headers;
  return answered({ ...answer, headers, text: undefined });
});

/** Half of a JSON text, which is none: the bracket at its end is missing. */
export function truncated({ broken }: { broken?: boolean }): Effect {
  return changing((answer, text) => {
    const part = text.slice(0, Math.ceil(text.length / 2));
    return broken ? { kind: "part", answer, part } : answered({ ...answer, text: part });
  });
}

export function drip({ ms }: { ms: number }): Effect {
  return changing((answer) => ({ kind: "drip", answer, pause: ms }));
}

export function typesChanged({ field }: { field?: string }): Effect {
  return changingJson((value) =>
    field === undefined ? withOtherTypes(value) : inField(value, field, ofAnotherType),
  );
}

/** Texts that the platform would never send: whoever prints them has to be ready for it. */
export function textsReplaced({ field, text }: { field: string; text: string }): Effect {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    return typeof value === "string" ? text : value;
  };
  return changingJson((value) => inField(value, field, replaced));
}

/** Undefined when it is no JSON: another fault may have been there before. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In place of the reply, to a request that has taken effect or has not. */
function replacing(processed: boolean | undefined, delivery: (scene: Scene) => ReturnType<Effect>): Effect {
  return (scene) => {
    if (processed) scene.proceed();
    return delivery(scene);
  };
}

/** The reply with its value changed, if it is JSON. */
function changingJson(change: (value: unknown) => unknown): Effect {
  return changing((answer, text) => {
    const value = parsed(text);
    const changed = value === undefined ? text : JSON.stringify(change(value));
    return changed === text ? undefined : answered({ ...answer, text: changed });
  });
}

/** The reply with its body changed, if it has one. */
function changing(change: (answer: Answer, text: string) => ReturnType<Effect>): Effect {
  return ({ proceed }) => {
    const delivery = proceed();
    if (delivery.kind !== "answer" || !delivery.answer.text) return undefined;
    const changed = change(delivery.answer, delivery.answer.text);
    return changed && { ...delivery, ...changed };
  };
}
