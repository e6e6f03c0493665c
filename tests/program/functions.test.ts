import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { type Simulator, startSimulator } from "../../simulator/src";
import { FUNCTIONS } from "../support/function-fixtures";
import { KEY } from "../support/platform";
import { failureOf } from "../support/until";
import { describeOutput, hideMocks, startEngine } from "./mocks";

const KEYS = ["key-of-the-stack", "key-of-another-account", "key-of-the-environment"] as const;
const [STACK_KEY, OTHER_KEY, ENVIRONMENT_KEY] = KEYS;
const PLACE = { projectId: 1, regionId: 2 };
const SECRET = pulumi.secret("hunter2-the-second");

const open: Simulator[] = [];
let platform: Simulator;

beforeEach(async () => {
  platform = await startPlatform();
  configure({ apiKey: STACK_KEY, baseUrl: platform.url }, ["apiKey"]);
  await startEngine();
  hideMocks();
});

afterEach(async () => {
  delete process.env.CLOUDPLATFORM_API_KEY;
  delete process.env.CLOUDPLATFORM_BASE_URL;
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A platform with the objects that the functions read. */
async function startPlatform(): Promise<Simulator> {
  const started = await startSimulator({ apiKeys: [...KEYS, KEY], taskTime: 0 });
  open.push(started);
  for (const { prepare } of FUNCTIONS) await prepare?.(started);
  started.clearRequests();
  return started;
}

function configure(config: Record<string, string>, secrets: string[] = []): void {
  pulumi.runtime.setAllConfig(
    Object.fromEntries(Object.entries(config).map(([key, value]) => [`cloudplatform:${key}`, value])),
    secrets.map((key) => `cloudplatform:${key}`),
  );
}

async function startPreview(): Promise<void> {
  await startEngine(undefined, { preview: true });
  hideMocks();
}

/** The keys of the requests, in order. */
/** The requests of functions. A GET may show whether the server is the API. */
const called = ({ requests }: Simulator) =>
  requests.filter(({ path, query }) => path !== "/streaming/ai/tasks" || String(query.limit) !== "1");

const keysUsed = (platform: Simulator) => called(platform).map(({ keyIndex }) => KEYS[keyIndex ?? -1]);

/** The value of an output, or its error. */
function promiseOf<T>(output: pulumi.Output<T>): Promise<T> {
  return (output as unknown as { promise(): Promise<T> }).promise();
}

/** The error of an output. Several promises of the output are rejected with it, and all of them must be handled. */
function failureOfOutput(output: pulumi.Output<unknown>): Promise<Error> {
  const { isKnown, isSecret } = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
  return Promise.allSettled([isKnown, isSecret]).then(() => failureOf(promiseOf(output)));
}

type Form<R> = (args: object, opts?: object) => R;

/** The functions with an Output form. Both forms take one argument here. */
const ALL = FUNCTIONS.flatMap(({ name, output: fixture }) => {
  if (!fixture) return [];
  const { args, value, result, changesPlatform = false } = fixture;
  const forms = cloudplatform as unknown as Record<string, unknown>;
  const [plain, output] = [forms[name], forms[`${name}Output`]] as [
    Form<Promise<unknown>>,
    Form<pulumi.Output<unknown>>,
  ];
  return {
    name,
    plain: (argument: unknown, opts?: pulumi.InvokeOptions) => plain(args(argument), opts),
    output: (argument: unknown, opts?: pulumi.InvokeOutputOptions) => output(args(argument), opts),
    found: (one = platform) => value(one),
    result,
    changesPlatform,
  };
});

const READS = ALL.filter(({ changesPlatform }) => !changesPlatform);

const SUBTITLES = { videoId: 5 };

describe.each(ALL)("$name on Outputs", ({ plain, output, found, result }) => {
  test("returns the result of the plain form", async () => {
    expect(await plain(found())).toMatchObject(result);
    platform.certificates.change(321, { state: "failed" });
    expect(await promiseOf(output(found()))).toMatchObject(result);
    expect(keysUsed(platform)).toEqual([STACK_KEY, STACK_KEY]);
    const [plainly, onOutputs] = called(platform);
    expect(onOutputs).toMatchObject({ path: plainly?.path, query: plainly?.query, body: plainly?.body });
  });

  test("accepts outputs of other resources as arguments", async () => {
    expect(await promiseOf(output(pulumi.output(Promise.resolve(found()))))).toMatchObject(result);
  });

  test("is secret if an argument is secret, and not because the key is secret", async () => {
    expect(await describeOutput(output(found()))).toMatchObject({ known: true, secret: false });
    expect(await describeOutput(output(pulumi.secret(found())))).toMatchObject({ known: true, secret: true });
  });

  test("is unknown if an argument is unknown, and sends no request", async () => {
    await startPreview();
    const { routerId } = new cloudplatform.Router("edge", PLACE);
    expect(await describeOutput(output(routerId))).toMatchObject({ known: false, secret: false });
    expect(await describeOutput(output(pulumi.secret(routerId)))).toMatchObject({
      known: false,
      secret: true,
    });
    expect(platform.requests).toEqual([]);
  });

  test("fails like the plain form if an argument is invalid", async () => {
    const error = await failureOf(plain(Number.NaN));
    expect(error).toMatchObject({ name: "InvalidArguments", __pulumiRunError: true });
    const { name, message } = error;
    const same = { name, message, __pulumiRunError: true };
    expect(await failureOfOutput(output(Number.NaN))).toMatchObject(same);
    expect(platform.requests).toEqual([]);
  });

  test("fails like the plain form if the platform refuses, and the program ends without a stack trace", async () => {
    platform.faults.add("status:code=403");
    const refusal = { name: "PlatformError", status: 403, __pulumiRunError: true };
    expect(await failureOf(plain(found()))).toMatchObject(refusal);
    expect(await failureOfOutput(output(found()))).toMatchObject(refusal);
  });
});

test.each([
  ["the path of a request", () => cloudplatform.getTaskOutput({ taskId: SECRET })],
  ["the message of the function", () => cloudplatform.getRouterOutput({ ...PLACE, name: SECRET })],
])("a secret argument is masked in %s, and in all properties of the error", async (_, call) => {
  const error = await failureOfOutput(call());
  expect(error.message).toContain("[secret]");
  expect(inspect(error)).not.toContain("hunter2");
});

test("properties of a result are Outputs", async () => {
  const found = cloudplatform.getVideoSubtitlesOutput(SUBTITLES);
  expect(await promiseOf(found.subtitles.apply((list) => list.map(({ name }) => name)))).toEqual(["Deutsch"]);
  expect(platform.requests).toHaveLength(1);
});

describe("in a preview", () => {
  beforeEach(async () => {
    await startPreview();
  });

  test.each(READS)("$name sends a request, in both forms", async ({ plain, output, found, result }) => {
    expect(await plain(found())).toMatchObject(result);
    expect(await describeOutput(output(found()))).toMatchObject({ known: true, value: result });
    expect(platform.requests).toHaveLength(2);
  });

  test("paginateAiTasks sends a request", async () => {
    const { value } = await cloudplatform.paginateAiTasks().next();
    expect(value).toMatchObject({ count: 3 });
  });

  test("forceRetryCertificate starts no retry in either form: its result is unknown", async () => {
    const plainly = await cloudplatform.forceRetryCertificate({ certId: 321 });
    const onOutputs = cloudplatform.forceRetryCertificateOutput({ certId: 321 });
    for (const { certId, outcome, message } of [pulumi.output(plainly), onOutputs]) {
      expect(await describeOutput(certId)).toMatchObject({ known: true, value: 321 });
      expect(await describeOutput(outcome)).toMatchObject({ known: false });
      expect(await describeOutput(message)).toMatchObject({ known: false });
    }
    expect(plainly.certId).toBe(321);
    expect(platform.requests).toEqual([]);
    expect(platform.certificates.get(321)?.state).toBe("failed");
  });

  test("forceRetryCertificate reports invalid arguments and settings", async () => {
    expect(await failureOf(cloudplatform.forceRetryCertificate({ certId: 0 }))).toMatchObject({
      name: "InvalidArguments",
    });
    configure({ baseUrl: platform.url });
    expect(await failureOf(cloudplatform.forceRetryCertificate({ certId: 321 }))).toMatchObject({
      name: "ConfigurationError",
    });
  });
});

class Office extends pulumi.ComponentResource {
  readonly router: cloudplatform.Router;

  constructor(opts?: pulumi.ComponentResourceOptions) {
    super("company:network:Office", "office", {}, opts);
    this.router = new cloudplatform.Router("edge", PLACE, { parent: this });
  }
}

class Company extends pulumi.ComponentResource {
  constructor() {
    super("company:network:Company", "company");
    new Office({ parent: this });
  }
}

/** The values of dependsOn, each of which contains a router. */
const DEPENDENCIES: Array<[what: string, dependency: () => pulumi.InvokeOutputOptions["dependsOn"]]> = [
  ["a resource", () => new cloudplatform.Router("edge", PLACE)],
  ["a component with a resource in it", () => new Office()],
  ["a component in a component", () => new Company()],
  ["an Output of a resource", () => pulumi.output(new cloudplatform.Router("edge", PLACE))],
  ["a promise of a resource", () => Promise.resolve(new cloudplatform.Router("edge", PLACE))],
  ["a list", () => [new cloudplatform.Provider("account"), new cloudplatform.Router("edge", PLACE)]],
  ["a list of Outputs", () => [pulumi.output(new cloudplatform.Router("edge", PLACE))]],
  ["an Output of a list", () => pulumi.output([new cloudplatform.Router("edge", PLACE)])],
];

describe.each(DEPENDENCIES)("with dependsOn %s", (_what, dependency) => {
  test("a result is unknown in a preview if the router does not exist yet, and no request is sent", async () => {
    await startPreview();
    const found = cloudplatform.getVideoSubtitlesOutput(SUBTITLES, { dependsOn: dependency() as never });
    expect(await describeOutput(found)).toMatchObject({ known: false, secret: false });
    expect(platform.requests).toEqual([]);
  });

  test("the request is sent after the router is created, and not before", async () => {
    let make = () => {};
    const made = new Promise<void>((resolve) => {
      make = resolve;
    });
    await startEngine(async ({ type, inputs }) => {
      if (type.endsWith(":Router")) await made;
      return inputs;
    });
    hideMocks();
    const late = promiseOf(
      cloudplatform.getVideoSubtitlesOutput(SUBTITLES, { dependsOn: dependency() as never }),
    );
    await promiseOf(cloudplatform.getAiTasksOutput());
    expect(platform.requests.map(({ path }) => path)).toEqual(["/streaming/ai/tasks"]);
    make();
    expect(await late).toMatchObject({ videoId: 5 });
  });

  test("the result passes its dependencies on to resources that use it", async () => {
    const found = cloudplatform.getVideoSubtitlesOutput(SUBTITLES, { dependsOn: dependency() as never });
    const { allResources } = found as unknown as { allResources(): Promise<Set<pulumi.Resource>> };
    const types = [...(await allResources())].map((resource) => resource.constructor.name);
    expect(types).toContain("Router");
  });
});

test("with dependsOn an existing resource a result is known in a preview", async () => {
  await startEngine(undefined, { preview: true, exist: true });
  hideMocks();
  const dependsOn = [new cloudplatform.Router("other", PLACE), new Office()];
  const found = cloudplatform.getVideoSubtitlesOutput(SUBTITLES, { dependsOn });
  expect(await describeOutput(found)).toMatchObject({ known: true, secret: false });
  const alone = cloudplatform.getVideoSubtitlesOutput(SUBTITLES, { dependsOn: [] });
  expect(await describeOutput(alone)).toMatchObject({ known: true });
});

describe("the account", () => {
  let other: Simulator;

  beforeEach(async () => {
    other = await startPlatform();
  });

  const another = () => new cloudplatform.Provider("other", { apiKey: OTHER_KEY, baseUrl: other.url });

  test.each(ALL)("of $name is that of the given provider", async ({ plain, output, found }) => {
    const provider = another();
    await plain(found(other), { provider });
    await promiseOf(output(found(other), { provider }));
    expect(keysUsed(other)).toEqual([OTHER_KEY, OTHER_KEY]);
    expect(platform.requests).toEqual([]);
  });

  test("is that of the provider of a parent's parent", async () => {
    const group = new pulumi.ComponentResource("company:network:Group", "group", {}, { provider: another() });
    const office = new Office({ parent: group });
    await cloudplatform.getVideoSubtitles(SUBTITLES, { parent: office });
    await cloudplatform.getVideoSubtitles(SUBTITLES, { parent: office.router });
    expect(keysUsed(other)).toEqual([OTHER_KEY, OTHER_KEY]);
  });

  test("is that of the given provider, also if the parent has another one", async () => {
    const office = new Office({
      providers: [new cloudplatform.Provider("third", { apiKey: ENVIRONMENT_KEY })],
    });
    await cloudplatform.getVideoSubtitles(SUBTITLES, { parent: office, provider: another() });
    expect(keysUsed(other)).toEqual([OTHER_KEY]);
    expect(platform.requests).toEqual([]);
  });

  test("is that of the stack if the parent has no provider", async () => {
    await cloudplatform.getVideoSubtitles(SUBTITLES, { parent: new Office() });
    expect(keysUsed(platform)).toEqual([STACK_KEY]);
  });

  test("takes each setting from the provider, else from the stack, else from the environment", async () => {
    process.env.CLOUDPLATFORM_API_KEY = ENVIRONMENT_KEY;
    process.env.CLOUDPLATFORM_BASE_URL = other.url;
    const ask = (provider?: cloudplatform.Provider) =>
      cloudplatform.getVideoSubtitles(SUBTITLES, provider ? { provider } : {});
    await ask(new cloudplatform.Provider("own-key", { apiKey: OTHER_KEY }));
    await ask(new cloudplatform.Provider("nothing-of-its-own"));
    await ask();
    expect(keysUsed(platform)).toEqual([OTHER_KEY, STACK_KEY, STACK_KEY]);
    configure({ apiKey: STACK_KEY }, ["apiKey"]);
    await ask();
    expect(keysUsed(other)).toEqual([STACK_KEY]);
    configure({});
    await ask(new cloudplatform.Provider("own-address", { baseUrl: platform.url }));
    await ask();
    expect(keysUsed(platform).slice(3)).toEqual([ENVIRONMENT_KEY]);
    expect(keysUsed(other)).toEqual([STACK_KEY, ENVIRONMENT_KEY]);
  });

  test("takes all settings from the provider, not only the key", async () => {
    configure({ apiKey: STACK_KEY, baseUrl: platform.url, maxRetries: "0" }, ["apiKey"]);
    platform.faults.add("reset-after@GET");
    await failureOf(cloudplatform.getVideoSubtitles(SUBTITLES));
    expect(platform.requests).toHaveLength(1);
  });

  test.each(ALL)(
    "of $name may be secret in all settings, and the result is not secret",
    async ({ output, found }) => {
      const provider = new cloudplatform.Provider("secret", {
        apiKey: pulumi.secret(OTHER_KEY),
        baseUrl: pulumi.secret(other.url),
        maxRetries: pulumi.output(1),
      });
      expect(await describeOutput(output(found(other), { provider }))).toMatchObject({
        known: true,
        secret: false,
      });
      expect(keysUsed(other)).toEqual([OTHER_KEY]);
    },
  );

  const FOREIGN =
    "the provider of a function must be an instance of cloudplatform.Provider [foreign-provider]";
  class Foreign extends pulumi.ProviderResource {}

  test.each(ALL)("of $name must be a provider of this package", async ({ plain, output, found }) => {
    for (const provider of [new Foreign("other-cloud", "a"), new Foreign("pulumi-nodejs", "b")]) {
      const error = await failureOf(plain(found(), { provider }));
      expect(error).toMatchObject({ message: FOREIGN, __pulumiRunError: true });
      expect(() => output(found(), { provider })).toThrow(FOREIGN);
    }
    expect(platform.requests).toEqual([]);
  });

  test("is not that of a parent's provider of another package", async () => {
    const office = new Office({ providers: [new Foreign("other-cloud", "other-cloud")] });
    await cloudplatform.getVideoSubtitles(SUBTITLES, { parent: office });
    expect(keysUsed(platform)).toEqual([STACK_KEY]);
  });

  const MISSING = [
    "cloudplatform:apiKey is missing [api-key-missing]. Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY.",
    "cloudplatform:baseUrl is missing [base-url-missing]. Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL.",
  ].join("\n");

  test.each(ALL)(
    "of $name is missing: the program ends with an error that says what to do",
    async ({ plain, output, found }) => {
      configure({});
      const missing = { name: "ConfigurationError", message: MISSING, __pulumiRunError: true };
      expect(await failureOf(plain(found()))).toMatchObject(missing);
      expect(await failureOfOutput(output(found()))).toMatchObject(missing);
    },
  );
});

describe("an account that is unknown in a preview", () => {
  const later = async () => {
    await startPreview();
    const { routerId } = new cloudplatform.Router("edge", PLACE);
    return new cloudplatform.Provider("later", { apiKey: routerId, baseUrl: platform.url });
  };

  test.each(ALL)(
    "$name: the plain form fails, and the result of the Output form is unknown",
    async ({ name, plain, output, found }) => {
      const provider = await later();
      expect(await failureOf(plain(found(), { provider }))).toMatchObject({
        message: `${name}: the settings of its provider are not known in this preview [provider-settings-unknown]. A function whose name ends in Output waits for them, and its result is unknown in this preview.`,
        __pulumiRunError: true,
      });
      expect(await describeOutput(output(found(), { provider }))).toMatchObject({
        known: false,
        secret: false,
      });
      expect(platform.requests).toEqual([]);
    },
  );

  test("paginateAiTasks fails", async () => {
    const provider = await later();
    const pages = cloudplatform.paginateAiTasks({}, { provider });
    expect((await failureOf(pages.next())).message).toMatch(/^paginateAiTasks: the settings of its provider/);
  });
});
