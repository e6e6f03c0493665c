import { STATUS_CODES } from "node:http";
import { Problem } from "../core/problem";
import type { Answer } from "../http/wire";
import { answered, type Effect, type Scene } from "./effect";
import type { Fault } from "./rule";
import { wrongTypes } from "./wrong-types";

type Of<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

export const resetBefore: Effect = () => ({ kind: "reset" });

export const resetAfter: Effect = ({ proceed }) => {
  proceed();
  return { kind: "reset" };
};

export function hang({ processed }: Of<"hang">): Effect {
  return replacing(processed, () => ({ kind: "silence" }));
}

/** It takes effect at once: only the reply is late. */
export function slow({ ms }: Of<"slow">): Effect {
  return ({ proceed }) => {
    const delivery = proceed();
    return { ...delivery, after: (delivery.after ?? 0) + ms };
  };
}

export function status({ code, processed, retryAfter, message }: Of<"status">): Effect {
  const phrase = STATUS_CODES[code] ?? "Unknown";
  const problem = new Problem(code, classOf(phrase), message ?? phrase);
  const headers = retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
  return replacing(processed, ({ refuse }) => {
    const refusal = refuse(problem);
    return answered({ ...refusal, headers: { ...refusal.headers, ...headers } });
  });
}

/** "Not Found" is a NotFoundError, and no error is one twice. */
function classOf(phrase: string): string {
  return `${phrase.replace(/ Error$/, "").replace(/[^a-zA-Z]/g, "")}Error`;
}

/** A page of the gateway before the platform: it has no request id. */
export function html({ code, processed }: Of<"html">): Effect {
  const title = `${code} ${STATUS_CODES[code] ?? ""}`.trim();
  const text = `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`;
  return replacing(processed, () =>
    answered({ status: code, headers: { "content-type": "text/html" }, text }),
  );
}

export const empty: Effect = changing((answer) => {
  const { "content-type": _, ...headers } = answer.headers;
  return answered({ ...answer, headers, text: undefined });
});

/** Half of a JSON text, which is none: the bracket at its end is missing. */
export function truncated({ broken }: Of<"truncated">): Effect {
  return changing((answer, text) => {
    const part = text.slice(0, Math.ceil(text.length / 2));
    return broken ? { kind: "part", answer, part } : answered({ ...answer, text: part });
  });
}

export function drip({ ms }: Of<"drip">): Effect {
  return changing((answer) => ({ kind: "drip", answer, pause: ms }));
}

export function typesChanged({ field }: Of<"wrong-types">): Effect {
  return changing((answer, text) => {
    const value = parsed(text);
    const changed = value === undefined ? text : JSON.stringify(wrongTypes(value, field));
    return changed === text ? undefined : answered({ ...answer, text: changed });
  });
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

/** The reply with its body changed, if it has one. */
function changing(change: (answer: Answer, text: string) => ReturnType<Effect>): Effect {
  return ({ proceed }) => {
    const delivery = proceed();
    if (delivery.kind !== "answer" || !delivery.answer.text) return undefined;
    const changed = change(delivery.answer, delivery.answer.text);
    return changed && { ...delivery, ...changed };
  };
}
