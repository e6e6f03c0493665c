import {
  type ReceivedRequest,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server";

/**
 * A reply in place of the platform's, or a broken connection: before the request is forwarded ("break") or after it.
 */
export type Fault = ScriptedReply | "break" | "lose the reply" | undefined;

/** A proxy of another server. Requests fail as `faultFor` says; the others are forwarded. */
export function startFaultyProxy(
  target: string,
  faultFor: (request: ReceivedRequest, index: number) => Fault,
): Promise<ScriptedServer> {
  return startScriptedServer(async (request, index) => {
    const fault = faultFor(request, index);
    if (fault === "break" || typeof fault === "object") return fault;
    const reply = await forward(target, request);
    return fault === "lose the reply" ? "break" : reply;
  });
}

/** Sends the request to the other server. */
export async function forward(
  target: string,
  { method, path, headers, body }: ReceivedRequest,
): Promise<ScriptedReply> {
  const reply = await fetch(target + path, {
    method,
    headers: {
      authorization: headers.authorization ?? "",
      ...(headers["content-type"] && { "content-type": headers["content-type"] }),
    },
    ...(body !== "" && { body }),
  });
  return {
    status: reply.status,
    headers: { "x-request-id": reply.headers.get("x-request-id") ?? "" },
    body: await reply.text(),
  };
}
