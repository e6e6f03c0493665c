import { describe, expect, test } from "@jest/globals";
import { received, struct } from "../../../../sdk/src/doors/plugin/values";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { SimulatorOptions } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { InPluginResource } from "../../../support/in-plugin-resource";
import { InProcessResource, type ResourceState } from "../../../support/in-process-resource";
import { KEY, startPlatform } from "../../../support/platform";
import { RESOURCES } from "../../../support/resource-fixtures";

// Resources of programs in other languages, through the methods of the plugin. They have the same steps and states as in TypeScript.

const { closeLater } = useCleanup();

type Kind = new (...args: ConstructorParameters<typeof InProcessResource>) => InProcessResource;

async function start<K extends Kind>(handler: { type: string }, Resource: K, options: SimulatorOptions = {}) {
  const platform = closeLater(await startPlatform({ taskTime: 0, ...options }));
  const resource = new Resource(handler, { baseUrl: platform.url, apiKey: KEY }) as InstanceType<K>;
  return { platform, resource };
}

/** A state without what differs between two objects: ids and times. */
function shapeOf(state: ResourceState | undefined): object {
  const { inputs = {}, outputs = {} } = state ?? {};
  const { __declared, __provider, __secret } = outputs;
  return { inputs, names: Object.keys(outputs).sort(), hidden: { __declared, __provider, __secret } };
}

describe.each(RESOURCES)("$name", ({ handler, scenario, existing, documentedOnly }) => {
  const { first, changes, prepare } = scenario;

  /** The steps of a life, the states after them, and the requests. */
  async function life(Resource: Kind, mode: "full" | "documented-only") {
    const { platform, resource } = await start(handler, Resource, { mode });
    const seen: unknown[] = [];
    if (mode === "full") prepare?.(platform);
    const only = mode === "full" ? first : documentedOnly.prepare(platform);
    const others = mode === "full" ? changes : { update: { ...only, ...documentedOnly.change } };
    for (const args of [only, only, others.update ?? only, others.replace ?? others.update ?? only])
      seen.push(await resource.up(args), shapeOf(resource.state));
    await resource.refresh();
    seen.push(shapeOf(resource.state));
    await resource.destroy();
    const calls = platform.requests.map(({ method, path }) => `${method} ${path}`);
    return { seen, requested: calls.map((call) => call.replace(/[\w-]{36}/g, "{id}")) };
  }

  test.each(["full", "documented-only"] as const)(
    "has the steps, states and requests of TypeScript on a platform that is %s",
    async (mode) => {
      expect(await life(InPluginResource, mode)).toEqual(await life(InProcessResource, mode));
    },
  );

  if (existing !== "cannot be read") {
    const { args, scope = {}, missing, malformed } = existing;

    async function startExisting() {
      const { platform, resource } = await start(handler, InPluginResource);
      prepare?.(platform);
      await resource.up(args);
      const { id } = resource.state as ResourceState;
      const read = (path: string, properties: JsonObject = {}, urn = resource.urn) =>
        resource.plugin.read(
          new messages.ReadRequest().setUrn(urn).setId(path).setProperties(struct(properties)),
        );
      return { resource, id, read, path: [...Object.values(scope), id].join("/") };
    }

    test("is imported by an id alone, with inputs that show no change", async () => {
      const { resource, id, read, path } = await startExisting();
      const reply = await read(path);
      const inputs = received(reply.getInputs()).values;
      expect(reply.getId()).toBe(id);
      const outputs = received(reply.getProperties()).values;
      resource.state = { id, inputs, outputs };
      const { __provider, __imported, ...declared } = inputs;
      expect(await resource.up(declared)).toBe("same");
    });

    test("is read by `get`, with the id of the import or with that of TypeScript", async () => {
      const { id, read, path } = await startExisting();
      for (const reply of [await read(path), await read(id, scope)]) expect(reply.getId()).toBe(id);
    });

    test("`exists` asks whether there is an object with the id of the import", async () => {
      const { resource, id, read, path } = await startExisting();
      // The name is that of the engine.
      const exists = async (path: string) =>
        (await read(path, {}, resource.urn.replace(/::[^:]+$/, "::__exists__1"))).getId();
      expect(await exists(path)).toBe(id);
      if (typeof existing.notFound === "string")
        expect(await exists([...Object.values(scope), missing].join("/"))).toBe("");
      await expect(exists(malformed.id)).rejects.toThrow("[invalid-id]");
    });
  }
});
