import type { JsonObject } from "../../sdk/src/util/json";
import { useCleanup } from "./handler-setup";
import { InProcessResource } from "./in-process-resource";
import { changes, KEY, startPlatform } from "./platform";

export const { closeLater: opened } = useCleanup();

/** A platform with an object that another program has created, and a resource that does not exist yet. */
export async function withExisting({ handler, args }: { handler: { type: string }; args: JsonObject }) {
  const platform = opened(await startPlatform({ taskTime: 0 }));
  const other = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY }, "other");
  await other.up(args);
  const { id } = other.state as { id: string };
  const { outputs } = other;
  const [changed, requested] = [changes(platform).length, platform.requests.length];
  const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY }, "edge");
  return {
    platform,
    resource,
    id,
    outputs,
    /** The changes and the requests since the object exists. */
    sent: () => changes(platform).slice(changed),
    requests: () => platform.requests.slice(requested),
  };
}

/** The arguments with the option `import`. */
export const importing = (id: string, args: JsonObject) => ({ ...args, __import: id });
