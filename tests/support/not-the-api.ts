import type { ScriptedReply } from "./scripted-server";

/** The replies of servers that are not the API. */
export const NOT_THE_API: Record<string, ScriptedReply> = {
  "a page": {
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html><head><title>404 Not Found</title></head></html>",
  },
  "a line of text": { status: 404, headers: { "content-type": "text/plain" }, body: "default backend - 404" },
  "no body": { status: 404 },
  "a gateway's message": { status: 404, body: { message: "no Route matched with those values" } },
  "an error": { status: 404, body: { error: "Not found" } },
  "a framework's status and error": { status: 404, body: { status: 404, error: "Not Found" } },
  "a framework's errors": { status: 404, body: { errors: { detail: "Not Found" } } },
};
