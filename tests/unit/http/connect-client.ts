import { type Client, type ClientOptions, createClient } from "../../../sdk/src/http/client";
import { TestClock } from "../../support/clock";

const open: Client[] = [];

/** The package's way to one address, on a clock that stands still unless a test moves it. */
export function connect(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = new TestClock();
  const client = createClient({
    baseUrl,
    apiKey: "the-secret-key",
    requestTimeout: 30_000,
    maxRetries: 4,
    maxConcurrentRequests: 10,
    userAgent: "pulumi-cloudplatform/test",
    clock,
    ...options,
  });
  open.push(client);
  return { client, clock };
}

export async function disconnectAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
}
