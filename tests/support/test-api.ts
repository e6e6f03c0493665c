import { type Api, apiOf, type Reader } from "../../sdk/src/platform/api/api";
import { Evidence } from "../../sdk/src/platform/evidence/evidence";
import type { Send } from "../../sdk/src/platform/http/call";
import { type Clock, systemClock } from "../../sdk/src/util/clock";
import { platformError } from "./platform-error";

/** What the answers of a deployment show of which each area answers the probes as the API, or none. */
export function evidenceOf(answers = true, clock: Clock = systemClock): Evidence {
  const probed: Send = async ({ path }) => {
    if (!answers) throw platformError({ status: 404, path });
    return { status: 200, body: { count: 0, results: [] } };
  };
  return new Evidence(probed, "https://api.example.com", clock);
}

/** The API that sends its requests with `send`. */
export function testApi(send: Send, options: Partial<Reader> = {}): Api {
  return apiOf(send, { evidence: evidenceOf(), ...options });
}
