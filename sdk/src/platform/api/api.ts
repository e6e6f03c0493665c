import type { Evidence } from "../evidence/evidence";
import type { Get, Send, Step } from "../http/call";

/** Reads the platform. It has only GET by its type. */
export interface Reader {
  get: Get;
  evidence: Evidence;
  /** Aborts the requests that have no other signal. */
  signal?: AbortSignal;
  /**
   * Which copies of a list may answer for one object, instead of a GET of its own. `recorded`: a copy in which the object is as
   * recorded, for a refresh of many objects. `any`: any copy, for a preview.
   */
  copies?: "recorded" | "any";
}

/** How the areas of the API send their requests. */
export interface Api extends Reader {
  send: Send;
}

/** The API whose requests, GET included, are sent with `send`. */
export function apiOf(send: Send, options: Omit<Reader, "get">): Api {
  return { ...options, send, get: (call) => send({ ...call, method: "GET" }) };
}

/** The API, with a note when the first byte of a change is about to leave: also of one that is sent again. */
export function apiThatNotes(api: Api, note: () => void): Api {
  const onStep = (step: Step) => {
    if (step === "connected") note();
  };
  return apiOf((call) => api.send(call.method === "GET" ? call : { ...call, onStep }), api);
}
