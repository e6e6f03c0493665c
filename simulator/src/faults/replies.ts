import { STATUS_CODES } from "node:http";
import { Problem } from "../core/problem";
import type { Answer } from "../http/wire";
import { answered, type Effect } from "./effect";

/** Another reply, to a request that has taken effect or has not. */
export function replacing(processed: boolean | undefined, effect: Effect): Effect {
  return (scene) => {
    if (processed) scene.proceed();
    return effect(scene);
  };
}

/** The reply with another body, if it has one. */
export function changingBody(change: (answer: Answer, text: string) => ReturnType<Effect>): Effect {
  return ({ proceed }) => {
    const delivery = proceed();
    if (delivery.kind !== "answer" || !delivery.answer.text) return undefined;
    const changed = change(delivery.answer, delivery.answer.text);
    return changed && { ...delivery, ...changed };
  };
}

/** The reply with another value, if it is JSON: another fault may have changed it before. */
export function changingJson(change: (value: unknown) => unknown): Effect {
  return changingBody((answer, text) => {
    const value = parsed(text);
    const changed = value === undefined ? text : JSON.stringify(change(value));
    return changed === text ? undefined : answered({ ...answer, text: changed });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ErrorReply {
  readonly code: number;
  readonly retryAfter?: number;
  readonly message?: string;
}

/** An error in the form of the area. */
export function errorReply({ code, retryAfter, message }: ErrorReply): Effect {
  const phrase = STATUS_CODES[code] ?? "Unknown";
  // "Not Found" is a NotFoundError, and "Internal Server Error" an InternalServerError.
  const kind = `${phrase.replace(/ Error$/, "").replace(/[^a-zA-Z]/g, "")}Error`;
  const headers = retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
  return ({ refuse }) => {
    const refusal = refuse(new Problem(code, kind, message ?? phrase));
    return answered({ ...refusal, headers: { ...refusal.headers, ...headers } });
  };
}

/** In each second only so many requests pass. A refused request does not count. */
export function rateLimit({ perSecond, ...rest }: { perSecond: number; retryAfter?: number }): Effect {
  const refusal = errorReply({ code: 429, ...rest });
  let passed: number[] = [];
  return (scene) => {
    const now = scene.settings.now();
    passed = passed.filter((time) => now - time < 1000);
    if (passed.length >= perSecond) return refusal(scene);
    passed.push(now);
    return undefined;
  };
}
