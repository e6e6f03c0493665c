import { STATUS_CODES } from "node:http";
import type { Answer } from "./wire";

/** The HTML page of a gateway or ingress in front of the platform. It has no request id. */
export function gatewayPage(status: number): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const text = `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`;
  return { status, headers: { "content-type": "text/html" }, text };
}
