import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { isPlainJson } from "../support/plain-json";
import { isSecret, resolved, startEngine, tell, unwrapped } from "./mocks";

// Every resource beside the router, as a program meets it.

type Options = pulumi.CustomResourceOptions;
type Outputs = Record<string, pulumi.Output<unknown>>;

interface Kind {
  type: string;
  /** Makes one with all of its inputs; those that a program may have to hide come from `hide`. */
  make(hide: <T>(value: T) => pulumi.Input<T>, opts?: Options): pulumi.CustomResource;
  inputs: Record<string, unknown>;
  hidden: string;
  /** What the platform adds to the inputs. */
  live: Record<string, unknown>;
}

const plainly = <T>(value: T): pulumi.Input<T> => value;

const MESSAGE = { globalQuotas: { projectCountLimit: { limit: 10, usage: 7 } }, regionalQuotas: [] };
const LIMITS = {
  globalLimits: { projectCountLimit: 10 },
  regionalLimits: [{ regionId: 76, cpuCountLimit: 200 }],
};

const KINDS: Kind[] = [
  {
    type: "QuotaNotificationThreshold",
    make: (hide, opts) =>
      new cloudplatform.QuotaNotificationThreshold(
        "it",
        { clientId: 42, threshold: hide(70), lastMessage: null, lastSending: "2026-01-31T12:00:00Z" },
        opts,
      ),
    inputs: { clientId: 42, threshold: 70, lastMessage: null, lastSending: "2026-01-31T12:00:00Z" },
    hidden: "threshold",
    live: { lastMessage: MESSAGE, lastSending: "2026-02-01T12:00:00Z" },
  },
  {
    type: "QuotaLimitRequest",
    make: (hide, opts) =>
      new cloudplatform.QuotaLimitRequest(
        "it",
        { description: hide("More"), requestedLimits: LIMITS, waitForDecision: true },
        opts,
      ),
    inputs: { description: "More", requestedLimits: LIMITS, waitForDecision: true },
    hidden: "description",
    live: { requestId: 5, status: "done", createdAt: "2026-01-01", updatedAt: "2026-01-02" },
  },
  {
    type: "EdgeGroupMembership",
    make: (hide, opts) =>
      new cloudplatform.EdgeGroupMembership(
        "it",
        { groupId: hide("9223372036854775807"), clientId: 42 },
        opts,
      ),
    inputs: { groupId: "9223372036854775807", clientId: 42 },
    hidden: "groupId",
    live: {},
  },
  {
    type: "ResellerNotificationSettings",
    make: (hide, opts) =>
      new cloudplatform.ResellerNotificationSettings(
        "it",
        {
          resellerId: 8,
          notificationSettingsId: 31,
          email: hide("oncall@example.com"),
          notificationType: "failed_login",
          enabled: false,
        },
        opts,
      ),
    inputs: {
      resellerId: 8,
      notificationSettingsId: 31,
      email: "oncall@example.com",
      notificationType: "failed_login",
      enabled: false,
    },
    hidden: "email",
    live: {},
  },
  {
    type: "CertificateForceRetry",
    make: (hide, opts) =>
      new cloudplatform.CertificateForceRetry("it", { certId: 321, triggers: hide(["a"]) }, opts),
    inputs: { certId: 321, triggers: ["a"] },
    hidden: "triggers",
    live: { outcome: "started", message: "The issuing process has been started." },
  },
];

const token = (type: string) => `pulumi-nodejs:dynamic/cloudplatform:${type}`;

/** The outputs of a resource but for its id and URN. */
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

describe.each(KINDS)("$type", ({ type, make, inputs, hidden, live }) => {
  const names = Object.keys({ ...inputs, ...live }).sort();

  test("is registered as a dynamic resource of the package, with what was declared and no more", async () => {
    const engine = await startEngine();
    const urn = await resolved(make(plainly).urn);
    expect(urn).toBe(`urn:pulumi:dev::project::${token(type)}::it`);
    expect(engine.registered).toEqual([
      {
        type: token(type),
        name: "it",
        provider: "",
        inputs: {
          ...inputs,
          __provider: `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`,
          __urn: urn,
        },
      },
    ]);
    expect(isPlainJson(engine.of("it").inputs)).toBe(true);
  });

  test("is registered with its provider and its time-outs", async () => {
    const engine = await startEngine();
    const provider = new cloudplatform.Provider("account", { apiKey: "key" });
    const customTimeouts = { create: "5m", delete: "1h" };
    await resolved(make(plainly, { provider, customTimeouts }).urn);
    expect(engine.of("it").provider).toContain("::account::");
    expect(engine.of("it").inputs.__timeouts).toEqual(customTimeouts);
  });

  test("has outputs that resolve, each of them, to what the platform made", async () => {
    await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    expect(await valuesOf(make(plainly))).toEqual({ ...inputs, ...live });
  });

  test("has outputs that resolve, each of them, also where the deployment cannot tell", async () => {
    await startEngine();
    const values = await valuesOf(make(plainly));
    expect(Object.keys(values).sort()).toEqual(names);
    expect(values).toEqual({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...inputs });
  });

  test("keeps what is secret so, on its way to the engine and back, and nothing else", async () => {
    const engine = await startEngine(({ inputs: declared }) => ({ ...declared, ...live }));
    const resource = make(pulumi.secret);
    expect(await tell(outputsOf(resource)[hidden] as pulumi.Output<unknown>)).toEqual({
      known: true,
      secret: true,
      value: inputs[hidden],
    });
    const registered = engine.of("it").inputs;
    expect(Object.keys(registered).filter((name) => isSecret(registered[name]))).toEqual([hidden]);
    expect(unwrapped(registered[hidden])).toEqual(inputs[hidden]);
  });

  test("has in a preview what is declared, and not what the platform decides", async () => {
    await startEngine(undefined, { preview: true });
    const told = Object.entries(outputsOf(make(plainly))).map(
      async ([name, output]) => [name, (await tell(output)).known] as const,
    );
    const known = Object.fromEntries(await Promise.all(told));
    const declared = Object.keys(inputs).map((name) => [name, true] as const);
    const decided = Object.keys(live).filter((name) => !(name in inputs));
    expect(known).toEqual({
      ...Object.fromEntries(declared),
      ...Object.fromEntries(decided.map((name) => [name, false])),
    });
  });

  test("takes a value that is not known yet", async () => {
    const engine = await startEngine(undefined, { preview: true });
    const router = new cloudplatform.Router("edge", { projectId: 1, regionId: 2 });
    const late = <T>(value: T) => router.routerId.apply(() => value) as pulumi.Output<T>;
    expect(await tell(outputsOf(make(late))[hidden] as pulumi.Output<unknown>)).toMatchObject({
      known: false,
    });
    expect(engine.of("it").inputs[hidden]).not.toEqual(inputs[hidden]);
  });
});

describe("what a resource leaves out", () => {
  test("is no input, and an output that is known only when it is made", async () => {
    const engine = await startEngine(undefined, { preview: true });
    const settings = new cloudplatform.ResellerNotificationSettings("it", {
      resellerId: 8,
      email: "oncall@example.com",
      notificationType: "failed_login",
    });
    expect((await tell(settings.enabled)).known).toBe(false);
    expect((await tell(settings.notificationSettingsId)).known).toBe(false);
    expect(engine.of("it").inputs).not.toHaveProperty("enabled");
    expect(engine.of("it").inputs).not.toHaveProperty("notificationSettingsId");
  });

  test("of a warning is unknown in a preview until it has all of its parts: programs do not meet half of it", async () => {
    await startEngine(undefined, { preview: true });
    const { lastMessage } = new cloudplatform.QuotaNotificationThreshold("it", {
      clientId: 42,
      threshold: 70,
      lastMessage: { globalQuotas: MESSAGE.globalQuotas },
    });
    expect((await tell(lastMessage)).known).toBe(false);
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

  test("may have several resources: none of them waits for another", async () => {
    const engine = await startEngine();
    const { parts } = new Customer({});
    const urns = await Promise.all(parts.map(({ urn }) => resolved(urn)));
    expect(urns.map((urn) => urn.split("::").at(-1))).toEqual(["edge", "early", "partner"]);
    expect(engine.of("partner").inputs.__urn).toBe(urns[2]);
  });

  test("hands its account on to them", async () => {
    const engine = await startEngine();
    const provider = new cloudplatform.Provider("account", { apiKey: "key" });
    const { parts } = new Customer({ providers: [provider] });
    await Promise.all(parts.map(({ urn }) => resolved(urn)));
    for (const name of ["edge", "early", "partner"])
      expect(engine.of(name).provider).toContain("::account::");
  });
});
