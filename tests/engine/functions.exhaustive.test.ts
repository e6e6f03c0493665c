import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing, projectEnv, type Result, start } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

const { platform, stack } = useDeployment({ issuanceTime: "manual" }, { ownProcess: true });

const HIDDEN = "a-name-that-nobody-reads";
const FORCE_RETRY = { method: "POST", path: "/cdn/sslData/321/force-retry" };

beforeAll(() => {
  platform.certificates.add({ id: 321, state: "failed" });
  platform.streaming.addVideo({ id: 5, subtitles: [{ name: "Deutsch", language: "de" }] });
  platform.streaming.addVideo({ id: 6, subtitles: [{ name: HIDDEN }] });
  platform.streaming.addAiTasks([{ status: "FAILURE" }, { status: "SUCCESS" }, { status: "FAILURE" }]);
  platform.analytics.answer(({ variables }) => ({ data: { requested: variables ?? null } }));
});

const requested = () => platform.requests.map(({ method, path }) => `${method} ${path}`).sort();

/** The output of a command must not contain the key. */
function expectNoKey({ output }: Result): void {
  expect(output).not.toContain(KEY);
}

describe("a program with all functions", () => {
  const program = `
const edge = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
const video = new pulumi.Config().requireSecretNumber("video");

const retry = cloudplatform.forceRetryCertificateOutput({ certId: 321 });
export const certificate = retry.certId;
export const outcome = retry.outcome;

export const languages = cloudplatform
  .getVideoSubtitles({ videoId: 5 })
  .then(({ subtitles }) => subtitles.map(({ language }) => language));
export const hidden = cloudplatform.getVideoSubtitlesOutput({ videoId: video }).subtitles[0].name;

export const failed = cloudplatform.getAiTasksOutput({ status: "FAILURE" }).count;
async function statuses() {
  const found: Array<string | undefined> = [];
  for await (const { results } of cloudplatform.paginateAiTasks({ limit: 2, ordering: "status" }))
    found.push(...results.map(({ status }) => status));
  return found;
}
export const all = statuses();

const query = "query($router: ID!) { traffic(router: $router) { bytes } }";
export const traffic = cloudplatform.queryAnalyticsOutput({ query, variables: { router: edge.routerId } }).data;
export const afterwards = cloudplatform.queryAnalyticsOutput({ query }, { dependsOn: edge }).data;

const { projectId, regionId, routerId } = edge;
export const found = cloudplatform.getRouterOutput({ projectId, regionId, routerId }).name;
export const names = cloudplatform
  .getRoutersOutput({ projectId, regionId }, { dependsOn: edge })
  .routers.apply((routers) => routers.map(({ name }) => name));`;

  const PROBE = "GET /streaming/ai/tasks";
  const READS = [
    "GET /streaming/ai/tasks",
    "GET /streaming/ai/tasks",
    "GET /streaming/ai/tasks",
    "GET /streaming/videos/5/subtitles",
    "GET /streaming/videos/6/subtitles",
  ];

  const routerId = () => platform.routers.all()[0]?.id;

  test("a preview calls the functions with known arguments, and starts no force retry", async () => {
    await stack.configure({ secrets: { video: "6" } });
    stack.program(program);
    const preview = await stack.preview();
    // The preview of the router asks for its name.
    expect(requested()).toEqual(["GET /cloud/v1/routers/1/2", ...READS]);
    expect(preview.stdout).toMatch(/certificate *: 321/);
    expect(preview.stdout).toMatch(/outcome *: \[unknown\]/);
    expect(preview.stdout).toMatch(/traffic *: \[unknown\]/);
    expect(preview.stdout).toMatch(/afterwards *: \[unknown\]/);
    expect(preview.stdout).toMatch(/found *: \[unknown\]/);
    expect(preview.stdout).toMatch(/names *: \[unknown\]/);
    expect(preview.stdout).toMatch(/failed *: 2/);
    expect(preview.output).not.toContain(HIDDEN);
    expectNoKey(preview);
  });

  test("up starts one force retry, and calls all functions", async () => {
    expectNoKey(await stack.up());
    expect(platform.count(FORCE_RETRY)).toBe(1);
    expect(platform.count({ path: "/cdn/advanced/v2/query" })).toBe(2);
    // The force retry is followed by a check of the server.
    expect(requested().filter((call) => call.includes("/streaming/"))).toEqual([PROBE, ...READS]);
    expect(await stack.outputs()).toEqual({
      certificate: 321,
      outcome: "started",
      languages: ["de"],
      hidden: "[secret]",
      failed: 2,
      all: ["FAILURE", "FAILURE", "SUCCESS"],
      traffic: { requested: { router: routerId() } },
      afterwards: { requested: null },
      found: "edge-router",
      names: ["edge-router"],
    });
  });

  test("the state contains no key and no secret in clear text", async () => {
    const state = await stack.export();
    expect(state).toContain('"FAILURE"');
    expect(state).not.toContain(HIDDEN);
    expect(state).not.toContain(KEY);
    const shown = await stack.pulumi("stack", "output", "hidden", "--show-secrets");
    expect(shown.stdout.trim()).toBe(HIDDEN);
  });

  test("the next up starts a force retry again: every run of the program is a call", async () => {
    await stack.up();
    expect(platform.count(FORCE_RETRY)).toBe(1);
    expect((await stack.outputs()).outcome).toBe("inProgress");
  });

  test("refresh and destroy do not run the program, and call nothing", async () => {
    expectNoKey(await stack.refresh());
    expectNoKey(await stack.destroy());
    // The deletion of the router reads one AI task, to check that the server is the API. The functions read pages.
    const read = platform.requests.filter(
      ({ path, query }) => /cdn|streaming/.test(path) && query.limit !== "1",
    );
    expect(read).toEqual([]);
  });
});

describe("an error of a function ends the program with its message only", () => {
  async function expectFailure(running: Promise<Result>, sentences: string[]): Promise<void> {
    const result = await failing(running);
    const text = result.output.replace(/\s+/g, " ");
    for (const sentence of sentences) expect(text).toContain(sentence);
    expect(result.output).not.toMatch(/^\s+at /m);
    expect(result.output).not.toMatch(/unhandled|[a-z]Error:/);
    expectNoKey(result);
  }

  const NO_VIDEO = [
    "error: GET /streaming/videos/404/subtitles was answered 404: Video 404 was not found. (request id",
    "Check the ids.",
  ];

  test.each<[what: string, program: string, sentences: string[]]>([
    [
      "of the plain form, whose result is exported",
      "export const found = cloudplatform.getVideoSubtitles({ videoId: 404 });",
      NO_VIDEO,
    ],
    [
      "of the plain form, whose result is not awaited",
      "cloudplatform.getVideoSubtitles({ videoId: 404 });",
      NO_VIDEO,
    ],
    [
      "of the Output form, whose result is not used",
      "cloudplatform.getVideoSubtitlesOutput({ videoId: 404 });",
      NO_VIDEO,
    ],
    [
      "whose result is the input of a resource",
      `const found = cloudplatform.getVideoSubtitlesOutput({ videoId: 404 });
       new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: found.subtitles[0].name });`,
      ['error serializing property "name": GET /streaming/videos/404/subtitles was answered 404'],
    ],
    [
      "in a program that is an async function",
      "export = async () => ({ found: await cloudplatform.getVideoSubtitles({ videoId: 404 }) });",
      NO_VIDEO,
    ],
  ])("%s", async (_what, program, sentences) => {
    stack.program(program);
    await expectFailure(stack.preview(), sentences);
  });

  test("in an up in which a force retry is refused", async () => {
    platform.certificates.change(321, { state: "not attached" });
    stack.program("export const { outcome } = cloudplatform.forceRetryCertificateOutput({ certId: 321 });");
    await stack.preview();
    expect(platform.requests).toEqual([]);
    await expectFailure(stack.up(), [
      "error: POST /cdn/sslData/321/force-retry was answered 400: certificate: Certificate is not attached to a resource.",
      " [certificate-not-attached] Attach",
      "Attach the certificate to a CDN resource and run again.",
    ]);
    expect(platform.count(FORCE_RETRY)).toBe(1);
  });
});

describe("outside of a Pulumi program, with environment variables only", () => {
  /** Runs a script beside the program, as `node script.mjs`. It prints how long the process ran after its last line. */
  async function node(file: string, text: string, env: Record<string, string> = {}): Promise<Result> {
    stack.write(file, text);
    const environment = Object.entries(await projectEnv()).filter(
      ([name]) => !/^(PULUMI|CLOUDPLATFORM)_/.test(name),
    );
    return start("node", [file], { cwd: stack.folder, env: { ...Object.fromEntries(environment), ...env } })
      .ended;
  }

  const account = () => ({ CLOUDPLATFORM_API_KEY: KEY, CLOUDPLATFORM_BASE_URL: platform.url });

  const calls = `
  const { subtitles } = await getVideoSubtitles({ videoId: 5 });
  console.log(subtitles[0].name);
  await getTask({ taskId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21" }).catch((error) =>
    console.log(error instanceof PlatformError, error.status, error.stack.includes("    at ")));
  getVideoSubtitlesOutput({ videoId: 5 }).apply(({ videoId }) => {
    console.log(videoId);
    const last = Date.now();
    process.on("exit", () => console.log("stayed", Date.now() - last));
  });`;

  const names = "getTask, getVideoSubtitles, getVideoSubtitlesOutput, PlatformError";

  test.each([
    [
      "CommonJS",
      "script.cjs",
      `const { ${names} } = require("pulumi-cloudplatform");\n(async () => {${calls}})();`,
    ],
    ["an ES module", "script.mjs", `import { ${names} } from "pulumi-cloudplatform";\n${calls}`],
  ])("functions work in %s, and the script ends by itself", async (_form, file, text) => {
    const { code, stdout, stderr } = await node(file, text, account());
    expect(stderr).toBe("");
    const lines = stdout.trim().split("\n");
    expect(lines.slice(0, -1)).toEqual(["Deutsch", "true 404 true", "5"]);
    // Idle connections would keep the process running for seconds.
    expect(Number(lines.at(-1)?.replace("stayed ", ""))).toBeLessThan(1500);
    expect(code).toBe(0);
  });

  test("the stack trace of an uncaught error names the script, and does not contain the key", async () => {
    const text = `import { getVideoSubtitles } from "pulumi-cloudplatform";\nawait getVideoSubtitles({ videoId: 404 });`;
    const result = await node("script.mjs", text, account());
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("Video 404 was not found.");
    expect(result.stderr).toMatch(/^\s+at /m);
    expectNoKey(result);
  });
});
