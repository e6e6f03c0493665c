import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { isPlainJson } from "../support/plain-json";
import { RESOURCES, type Resource } from "../support/resource-fixtures";
import { describeOutput, isSecret, resolved, startEngine, unwrapped } from "./mocks";

// Every resource in a program.

type Options = pulumi.CustomResourceOptions;
type ResourceClass = new (name: string, args: object, opts?: Options) => pulumi.CustomResource;

const PLACE = { projectId: 1, regionId: 2 };
const unchanged = <T>(value: T): pulumi.Input<T> => value;

/** Registers a resource with all of its inputs. `change` is applied to the secret input. */
function maker({ name, program: { inputs, secret } }: Resource) {
  const Class = (cloudplatform as unknown as Record<string, ResourceClass>)[name] as ResourceClass;
  return (change: <T>(value: T) => pulumi.Input<T> = unchanged, opts?: Options) =>
    new Class("it", { ...inputs, [secret]: change(inputs[secret]) }, opts);
}

/** Something about each output of a resource, without its id and URN. */
async function ofOutputs<T>(
  resource: pulumi.CustomResource,
  about: (output: pulumi.Output<unknown>) => Promise<T>,
) {
  const outputs = Object.entries(resource).filter(
    ([name, value]) => pulumi.Output.isInstance(value) && !/^(id|urn|__.*)$/.test(name),
  );
  const all = outputs.map(async ([name, output]) => [name, await about(output)] as const);
  return Object.fromEntries(await Promise.all(all)) as Record<string, T>;
}

describe.each(RESOURCES)("$name", (resource) => {
  const { inputs, secret, live, idOutput, completed = [] } = resource.program;
  const make = maker(resource);
  const names = Object.keys({ ...inputs, ...live });

  test("registers as a dynamic resource of the package, with the declared inputs only", async () => {
    const engine = await startEngine();
    const urn = await resolved(make().urn);
    expect(urn).toBe(`urn:pulumi:dev::project::${resource.state.type}::it`);
    expect(engine.registered).toEqual([
      {
        ...{ type: resource.state.type, name: "it", provider: "" },
        inputs: { ...inputs, __provider: resource.state.provider, __urn: urn },
      },
    ]);
    expect(isPlainJson(engine.of("it").inputs)).toBe(true);
  });

  test("registers with its organization, its provider and its timeouts", async () => {
    const engine = await startEngine(undefined, { organization: "acme" });
    const provider = new cloudplatform.Provider("account", { apiKey: "key" });
    const customTimeouts = { create: "5m", delete: "1h" };
    await resolved(make(unchanged, { provider, customTimeouts }).urn);
    expect(engine.of("it")).toMatchObject({
      provider: expect.stringContaining("::account::"),
      inputs: { __org: "acme", __timeouts: customTimeouts },
    });
  });

  test("has outputs that all resolve to the values of the platform", async () => {
    await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    expect(await ofOutputs(make(), resolved)).toEqual({ ...inputs, ...live });
  });

  test("has outputs that all resolve, also if the deployment does not return them", async () => {
    await startEngine();
    const missing = Object.fromEntries(names.map((name) => [name, undefined]));
    const id = idOutput === undefined ? {} : { [idOutput]: "id-of-it" };
    const values = await ofOutputs(make(), resolved);
    expect(Object.keys(values).sort()).toEqual(names.sort());
    expect(values).toEqual({ ...missing, ...inputs, ...id });
  });

  test("keeps secrets secret, as inputs and as outputs, and nothing else", async () => {
    const engine = await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    const outputs = await ofOutputs(make(pulumi.secret), describeOutput);
    expect(outputs[secret]).toEqual({ known: true, secret: true, value: inputs[secret] });
    const registered = engine.of("it").inputs;
    expect(Object.keys(registered).filter((name) => isSecret(registered[name]))).toEqual([secret]);
    expect(unwrapped(registered[secret])).toEqual(inputs[secret]);
  });

  test("has the declared values in a preview, and those of the platform are unknown", async () => {
    await startEngine(undefined, { preview: true });
    const outputs = await ofOutputs(make(), describeOutput);
    const known = Object.keys(outputs).filter((name) => outputs[name]?.known);
    expect(known.sort()).toEqual(
      Object.keys(inputs)
        .filter((name) => !completed.includes(name))
        .sort(),
    );
  });

  test("accepts an unknown value", async () => {
    const engine = await startEngine(undefined, { preview: true });
    const router = new cloudplatform.Router("edge", PLACE);
    const late = <T>(value: T) => router.routerId.apply(() => value) as pulumi.Output<T>;
    expect((await ofOutputs(make(late), describeOutput))[secret]).toMatchObject({ known: false });
    expect(engine.of("it").inputs[secret]).not.toEqual(inputs[secret]);
  });
});

test("a resource has no organization if the backend has none", async () => {
  const engine = await startEngine(undefined, { organization: "organization" });
  await resolved(new cloudplatform.Router("edge", PLACE).urn);
  expect(engine.of("edge").inputs.__org).toBeUndefined();
});

test("an omitted value is not an input, and the output is known only after creation", async () => {
  const engine = await startEngine(undefined, { preview: true });
  const settings = new cloudplatform.ResellerNotificationSettings("it", {
    ...{ resellerId: 8, email: "oncall@example.com", notificationType: "failed_login" },
  });
  for (const name of ["enabled", "notificationSettingsId"] as const) {
    expect((await describeOutput<unknown>(settings[name])).known).toBe(false);
    expect(engine.of("it").inputs).not.toHaveProperty(name);
  }
});

const globalQuotas = { projectCountUsage: { limit: 40, usage: 36 } };
const regionalQuotas = [{ regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } }];

test.each([
  [{ globalQuotas }, false],
  [{ regionalQuotas }, false],
  [{ globalQuotas, regionalQuotas }, true],
])("the last warning %j of a threshold is known in a preview: %s", async (lastMessage, known) => {
  await startEngine(undefined, { preview: true });
  const args = { clientId: 42, threshold: 70, lastMessage };
  const threshold = new cloudplatform.QuotaNotificationThreshold("early", args);
  const value = known ? lastMessage : undefined;
  expect(await describeOutput(threshold.lastMessage)).toEqual({ known, secret: false, value });
});
