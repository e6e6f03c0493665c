import { inspect } from "node:util";
import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { type Simulator, startSimulator } from "../../simulator/src";
import { FUNCTIONS } from "../support/function-fixtures";
import { useCleanup } from "../support/handler-setup";
import { KEY } from "../support/platform";
import { failureOf } from "../support/until";
import { configure, describeOutput, hideMocks, resolved, startEngine } from "./mocks";

const KEYS = ["key-of-the-stack", "key-of-another-account"] as const;
const [STACK_KEY, OTHER_KEY] = KEYS;
const PLACE = { projectId: 1, regionId: 2 };
const SECRET = pulumi.secret("hunter2-the-second");

const { closeLater } = useCleanup();
let platform: Simulator;

beforeEach(async () => {
  platform = await startPlatform();
  configure({ apiKey: STACK_KEY, baseUrl: platform.url }, ["apiKey"]);
  await startProgram();
});

/** A platform with the objects that the functions read. */
async function startPlatform(): Promise<Simulator> {
  const started = closeLater(await startSimulator({ apiKeys: [...KEYS, KEY], taskTime: 0 }));
  for (const { prepare } of FUNCTIONS) await prepare?.(started);
  started.clearRequests();
  return started;
}

async function startProgram(...args: Parameters<typeof startEngine>): Promise<void> {
  await startEngine(...args);
  hideMocks();
}

const startPreview = () => startProgram(undefined, { preview: true });

/** The requests of functions, without those that show whether the server is the API. */
const called = ({ requests }: Simulator) =>
  requests.filter(({ path, query }) => path !== "/streaming/ai/tasks" || String(query.limit) !== "1");
const keysUsed = (platform: Simulator) => called(platform).map(({ keyIndex }) => KEYS[keyIndex ?? -1]);

const failureOfOutput = (output: pulumi.Output<unknown>) => failureOf(resolved(output));

const subtitles = (opts?: pulumi.InvokeOptions) => cloudplatform.getVideoSubtitles({ videoId: 5 }, opts);
const subtitlesOutput = (opts?: pulumi.InvokeOutputOptions) =>
  cloudplatform.getVideoSubtitlesOutput({ videoId: 5 }, opts);

type Form<R> = (args: object, opts?: object) => R;

/** The functions with an Output form. Both forms take one argument here. */
const ALL = FUNCTIONS.flatMap(({ name, output: fixture }) => {
  if (!fixture) return [];
  const { args, value, result, changesPlatform = false } = fixture;
  const forms = cloudplatform as unknown as Record<string, unknown>;
  const plain = forms[name] as Form<Promise<unknown>>;
  const output = forms[`${name}Output`] as Form<pulumi.Output<unknown>>;
  return {
    name,
    plain: (argument: unknown, opts?: pulumi.InvokeOptions) => plain(args(argument), opts),
    output: (argument: unknown, opts?: pulumi.InvokeOutputOptions) => output(args(argument), opts),
    found: (one = platform) => value(one),
    result,
    changesPlatform,
  };
});

describe.each(ALL)("$name on Outputs", ({ name, plain, output, found, result }) => {
  test("sends the request of the plain form, and returns its result", async () => {
    expect(await plain(found())).toMatchObject(result);
    platform.certificates.change(321, { state: "failed" });
    expect(await resolved(output(pulumi.output(Promise.resolve(found()))))).toMatchObject(result);
    expect(keysUsed(platform)).toEqual([STACK_KEY, STACK_KEY]);
    const [plainly, onOutputs] = called(platform);
    expect(onOutputs).toMatchObject({ path: plainly?.path, query: plainly?.query, body: plainly?.body });
  });

  test("has a secret result if an argument is secret, and not because the key is secret", async () => {
    expect(await describeOutput(output(found()))).toMatchObject({ known: true, secret: false });
    expect(await describeOutput(output(pulumi.secret(found())))).toMatchObject({ known: true, secret: true });
  });

  test("has an unknown result if an argument is unknown, and sends no request", async () => {
    await startPreview();
    const { routerId } = new cloudplatform.Router("edge", PLACE);
    for (const [argument, secret] of [[routerId, false] as const, [pulumi.secret(routerId), true] as const])
      expect(await describeOutput(output(argument))).toMatchObject({ known: false, secret });
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

  test("has the account of the given provider, whose settings may be secret", async () => {
    const other = await startPlatform();
    const provider = new cloudplatform.Provider("other", {
      apiKey: pulumi.secret(OTHER_KEY),
      baseUrl: pulumi.secret(other.url),
      maxRetries: pulumi.output(1),
    });
    await plain(found(other), { provider });
    const described = await describeOutput(output(found(other), { provider }));
    expect(described).toMatchObject({ known: true, secret: false });
    expect(keysUsed(other)).toEqual([OTHER_KEY, OTHER_KEY]);
    expect(platform.requests).toEqual([]);
  });

  test("has an unknown result if the account is unknown in a preview, and the plain form fails", async () => {
    const provider = await unknownAccount();
    expect(await failureOf(plain(found(), { provider }))).toMatchObject({
      message: `${name}: the settings of its provider are not known in this preview [provider-settings-unknown]. A function whose name ends in Output waits for them, and its result is unknown in this preview.`,
      __pulumiRunError: true,
    });
    const described = await describeOutput(output(found(), { provider }));
    expect(described).toMatchObject({ known: false, secret: false });
    expect(platform.requests).toEqual([]);
  });

  test("fails like the plain form with the provider of another package", async () => {
    const message =
      "the provider of a function must be an instance of cloudplatform.Provider [foreign-provider]";
    for (const provider of [new Foreign("other-cloud", "a"), new Foreign("pulumi-nodejs", "b")]) {
      const error = await failureOf(plain(found(), { provider }));
      expect(error).toMatchObject({ message, __pulumiRunError: true });
      expect(() => output(found(), { provider })).toThrow(message);
    }
    expect(platform.requests).toEqual([]);
  });

  test("fails like the plain form without an account, and says what to do", async () => {
    configure({});
    const message = expect.stringMatching(/\[api-key-missing\].*\n.*\[base-url-missing\]/);
    const missing = { name: "ConfigurationError", message, __pulumiRunError: true };
    expect(await failureOf(plain(found()))).toMatchObject(missing);
    expect(await failureOfOutput(output(found()))).toMatchObject(missing);
  });
});

class Foreign extends pulumi.ProviderResource {}

async function unknownAccount(): Promise<cloudplatform.Provider> {
  await startPreview();
  const { routerId } = new cloudplatform.Router("edge", PLACE);
  return new cloudplatform.Provider("later", { apiKey: routerId, baseUrl: platform.url });
}

test.each([
  ["the path of a request", () => cloudplatform.getTaskOutput({ taskId: SECRET })],
  ["the message of the function", () => cloudplatform.getRouterOutput({ ...PLACE, name: SECRET })],
])("a secret argument is masked in %s, and in all properties of the error", async (_, call) => {
  const error = await failureOfOutput(call());
  expect(error.message).toContain("[secret]");
  expect(inspect(error)).not.toContain("hunter2");
});

describe("in a preview", () => {
  beforeEach(startPreview);

  test.each(ALL.filter(({ changesPlatform }) => !changesPlatform))(
    "$name sends a request, in both forms",
    async ({ plain, output, found, result }) => {
      expect(await plain(found())).toMatchObject(result);
      expect(await describeOutput(output(found()))).toMatchObject({ known: true, value: result });
      expect(platform.requests).toHaveLength(2);
    },
  );

  test("paginateAiTasks sends a request, unless its account is unknown", async () => {
    const { value } = await cloudplatform.paginateAiTasks().next();
    expect(value).toMatchObject({ count: 3 });
    const pages = cloudplatform.paginateAiTasks({}, { provider: await unknownAccount() });
    expect((await failureOf(pages.next())).message).toMatch(/^paginateAiTasks: the settings of its provider/);
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
  });
});

const router = () => new cloudplatform.Router("edge", PLACE);

class Office extends pulumi.ComponentResource {
  readonly router: cloudplatform.Router;

  constructor(opts?: pulumi.ComponentResourceOptions) {
    super("company:network:Office", "office", {}, opts);
    this.router = new cloudplatform.Router("edge", PLACE, { parent: this });
  }
}

/** The values of dependsOn, each of which contains a router. */
const DEPENDENCIES: Array<[what: string, dependency: () => unknown]> = [
  ["a resource", router],
  ["a component with a resource in it", () => new Office()],
  ["an Output of a resource", () => pulumi.output(router())],
  ["a promise of a resource", () => Promise.resolve(router())],
  ["a list", () => [new cloudplatform.Provider("account"), router()]],
  ["a list of Outputs", () => [pulumi.output(router())]],
  ["an Output of a list", () => pulumi.output([router()])],
];

describe.each(DEPENDENCIES)("with dependsOn %s", (_what, dependency) => {
  const found = () => subtitlesOutput({ dependsOn: dependency() as never });

  test("a result is unknown in a preview if the router does not exist yet, and no request is sent", async () => {
    await startPreview();
    expect(await describeOutput(found())).toMatchObject({ known: false, secret: false });
    expect(platform.requests).toEqual([]);
  });

  test("the request is sent after the router is created, and not before", async () => {
    let make = () => {};
    const made = new Promise<void>((resolve) => {
      make = resolve;
    });
    await startProgram(async ({ type, inputs }) => {
      if (type.endsWith(":Router")) await made;
      return inputs;
    });
    const late = resolved(found());
    await resolved(cloudplatform.getAiTasksOutput());
    expect(platform.requests.map(({ path }) => path)).toEqual(["/streaming/ai/tasks"]);
    make();
    expect(await late).toMatchObject({ videoId: 5 });
  });

  test("the result passes its dependencies on to resources that use it", async () => {
    const { allResources } = found() as unknown as { allResources(): Promise<Set<pulumi.Resource>> };
    const types = [...(await allResources())].map((resource) => resource.constructor.name);
    expect(types).toContain("Router");
  });
});

test("with dependsOn existing resources, or none, a result is known in a preview", async () => {
  await startProgram(undefined, { preview: true, exist: true });
  for (const dependsOn of [[router(), new Office()], []])
    expect(await describeOutput(subtitlesOutput({ dependsOn }))).toMatchObject({
      known: true,
      secret: false,
    });
});

test("the account comes from the provider of a parent's parent", async () => {
  const other = await startPlatform();
  const provider = new cloudplatform.Provider("other", { apiKey: OTHER_KEY, baseUrl: other.url });
  const group = new pulumi.ComponentResource("company:network:Group", "group", {}, { provider });
  const office = new Office({ parent: group });
  await subtitles({ parent: office });
  await subtitles({ parent: office.router });
  expect(keysUsed(other)).toEqual([OTHER_KEY, OTHER_KEY]);
});
