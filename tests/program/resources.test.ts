import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { isPlainJson } from "../support/plain-json";
import { RESOURCES, type Resource } from "../support/resource-fixtures";
import { describeOutput, isSecret, resolved, startEngine, unwrapped } from "./mocks";

// Every resource in a program.

type Options = pulumi.CustomResourceOptions;
type Outputs = Record<string, pulumi.Output<unknown>>;
type ResourceClass = new (name: string, args: object, opts?: Options) => pulumi.CustomResource;

const unchanged = <T>(value: T): pulumi.Input<T> => value;

/** Functions that register a resource with all of its inputs. */
function uses({ name, program: { inputs, secret, live, idOutput } }: Resource) {
  const Class = (cloudplatform as unknown as Record<string, ResourceClass>)[name] as ResourceClass;
  return {
    /** `change` is applied to the secret input. */
    make: (change: <T>(value: T) => pulumi.Input<T>, opts?: Options) =>
      new Class("it", { ...inputs, [secret]: change(inputs[secret]) }, opts),
    names: Object.keys({ ...inputs, ...live }).sort(),
    id: idOutput === undefined ? {} : { [idOutput]: "id-of-it" },
  };
}

/** The outputs of a resource without its id and URN. */
function outputsOf(resource: pulumi.CustomResource): Outputs {
  const all = Object.entries(resource).filter(([, value]) => pulumi.Output.isInstance(value));
  return Object.fromEntries(all.filter(([name]) => !/^(id|urn|__.*)$/.test(name))) as Outputs;
}

async function valuesOf(resource: pulumi.CustomResource): Promise<Record<string, unknown>> {
  const values = Object.entries(outputsOf(resource)).map(
    async ([name, output]) => [name, await resolved(output)] as const,
  );
  return Object.fromEntries(await Promise.all(values));
}

describe.each(RESOURCES)("$name", (resource) => {
  const { inputs, secret, live, completed = [] } = resource.program;
  const { make, names, id } = uses(resource);

  test("is registered as a dynamic resource of the package, with the declared inputs only", async () => {
    const engine = await startEngine();
    const urn = await resolved(make(unchanged).urn);
    expect(urn).toBe(`urn:pulumi:dev::project::${resource.state.type}::it`);
    expect(engine.registered).toEqual([
      {
        type: resource.state.type,
        name: "it",
        provider: "",
        inputs: {
          ...inputs,
          __provider: resource.state.provider,
          __urn: urn,
        },
      },
    ]);
    expect(isPlainJson(engine.of("it").inputs)).toBe(true);
  });

  test("is registered with its organization, if the backend has organizations", async () => {
    const registeredIn = async (organization: string) => {
      const engine = await startEngine(undefined, { organization });
      await resolved(make(unchanged).urn);
      return engine.of("it").inputs.__org;
    };
    expect(await registeredIn("acme")).toBe("acme");
    expect(await registeredIn("organization")).toBeUndefined();
  });

  test("is registered with its provider and its timeouts", async () => {
    const engine = await startEngine();
    const provider = new cloudplatform.Provider("account", { apiKey: "key" });
    const customTimeouts = { create: "5m", delete: "1h" };
    await resolved(make(unchanged, { provider, customTimeouts }).urn);
    expect(engine.of("it").provider).toContain("::account::");
    expect(engine.of("it").inputs.__timeouts).toEqual(customTimeouts);
  });

  test("has outputs that all resolve to the values of the platform", async () => {
    await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    expect(await valuesOf(make(unchanged))).toEqual({ ...inputs, ...live });
  });

  test("has outputs that all resolve, also if the deployment does not return them", async () => {
    await startEngine();
    const values = await valuesOf(make(unchanged));
    expect(Object.keys(values).sort()).toEqual(names);
    const missing = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(values).toEqual({ ...missing, ...inputs, ...id });
  });

  test("keeps secrets secret, as inputs and as outputs, and nothing else", async () => {
    const engine = await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    const made = make(pulumi.secret);
    expect(await describeOutput(outputsOf(made)[secret] as pulumi.Output<unknown>)).toEqual({
      known: true,
      secret: true,
      value: inputs[secret],
    });
    const registered = engine.of("it").inputs;
    expect(Object.keys(registered).filter((name) => isSecret(registered[name]))).toEqual([secret]);
    expect(unwrapped(registered[secret])).toEqual(inputs[secret]);
  });

  test("has the declared values in a preview, and those of the platform are unknown", async () => {
    await startEngine(undefined, { preview: true });
    const pending = Object.entries(outputsOf(make(unchanged))).map(
      async ([name, output]) => [name, (await describeOutput(output)).known] as const,
    );
    const known = Object.fromEntries(await Promise.all(pending));
    const isDecided = (name: string) => !(name in inputs) || completed.includes(name);
    expect(known).toEqual(Object.fromEntries(names.map((name) => [name, !isDecided(name)])));
  });

  test("accepts an unknown value", async () => {
    const engine = await startEngine(undefined, { preview: true });
    const router = new cloudplatform.Router("edge", { projectId: 1, regionId: 2 });
    const late = <T>(value: T) => router.routerId.apply(() => value) as pulumi.Output<T>;
    expect(await describeOutput(outputsOf(make(late))[secret] as pulumi.Output<unknown>)).toMatchObject({
      known: false,
    });
    expect(engine.of("it").inputs[secret]).not.toEqual(inputs[secret]);
  });
});

describe("an omitted value", () => {
  test("is not an input, and the output is known only after creation", async () => {
    const engine = await startEngine(undefined, { preview: true });
    const settings = new cloudplatform.ResellerNotificationSettings("it", {
      resellerId: 8,
      email: "oncall@example.com",
      notificationType: "failed_login",
    });
    expect((await describeOutput(settings.enabled)).known).toBe(false);
    expect((await describeOutput(settings.notificationSettingsId)).known).toBe(false);
    expect(engine.of("it").inputs).not.toHaveProperty("enabled");
    expect(engine.of("it").inputs).not.toHaveProperty("notificationSettingsId");
  });
});

describe("a component", () => {
  class Customer extends pulumi.ComponentResource {
    readonly parts: pulumi.CustomResource[];

    constructor(opts: pulumi.ComponentResourceOptions) {
      super("company:platform:Customer", "customer", {}, opts);
      const options = { parent: this };
      this.parts = [
        new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, options),
        new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 }, options),
        new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 }, options),
      ];
    }
  }

  test("can contain several resources, none of which waits for another", async () => {
    const engine = await startEngine();
    const { parts } = new Customer({});
    const urns = await Promise.all(parts.map(({ urn }) => resolved(urn)));
    expect(urns.map((urn) => urn.split("::").at(-1))).toEqual(["edge", "early", "partner"]);
    expect(engine.of("partner").inputs.__urn).toBe(urns[2]);
  });

  test("passes its account on to them", async () => {
    const engine = await startEngine();
    const provider = new cloudplatform.Provider("account", { apiKey: "key" });
    const { parts } = new Customer({ providers: [provider] });
    await Promise.all(parts.map(({ urn }) => resolved(urn)));
    for (const name of ["edge", "early", "partner"])
      expect(engine.of(name).provider).toContain("::account::");
  });
});
