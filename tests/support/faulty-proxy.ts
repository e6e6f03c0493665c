import { type Answer, type ScriptedServer, type Seen, startScriptedServer } from "./scripted-server";

/** What is to happen to a request in place of its being handed on: an answer, a broken connection before or after. */
export type Fault = Answer | "break" | "lose the reply" | undefined;

/** Stands before another server and lets requests fail as a test wants it; the others pass. */
export function startFaultyProxy(
  target: string,
  faultFor: (request: Seen, index: number) => Fault,
): Promise<ScriptedServer> {
  return startScriptedServer(async (request, index) => {
    const fault = faultFor(request, index);
    if (fault === "break" || typeof fault === "object") return fault;
    const answer = await handOn(target, request);
    return fault === "lose the reply" ? "break" : answer;
  });
}

/** Asks the server that stands behind. */
export async function handOn(target: string, { method, path, headers, body }: Seen): Promise<Answer> {
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
