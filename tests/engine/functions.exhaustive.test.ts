import { beforeAll, expect, test } from "@jest/globals";
import { failing, projectEnv, type Result, start } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

// How functions are called in previews, updates and scripts. examples.exhaustive.test.ts has a program for each function.

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
const query = "query($router: ID!) { traffic(router: $router) { bytes } }";
export const traffic = cloudplatform.queryAnalyticsOutput({ query, variables: { router: edge.routerId } }).data;
export const afterwards = cloudplatform.queryAnalyticsOutput({ query }, { dependsOn: edge }).data;

const { projectId, regionId, routerId } = edge;
export const found = cloudplatform.getRouterOutput({ projectId, regionId, routerId }).name;`;

const TASKS = "GET /streaming/ai/tasks";
const READS = [TASKS, "GET /streaming/videos/5/subtitles", "GET /streaming/videos/6/subtitles"];

test("a preview calls the functions with known arguments, and starts no force retry", async () => {
  await stack.configure({ secrets: { video: "6" } });
  stack.program(program);
  const preview = await stack.preview();
  // The preview of the router asks for its name.
  expect(requested()).toEqual(["GET /cloud/v1/routers/1/2", ...READS]);
  expect(preview.stdout).toMatch(/certificate *: 321/);
  expect(preview.stdout).toMatch(/failed *: 2/);
  for (const name of ["outcome", "traffic", "afterwards", "found"])
    expect(preview.stdout).toMatch(new RegExp(`${name} *: \\[unknown\\]`));
  for (const secret of [HIDDEN, KEY]) expect(preview.output).not.toContain(secret);
});

test("up starts one force retry, and calls all functions", async () => {
  expect((await stack.up()).output).not.toContain(KEY);
  expect(platform.count(FORCE_RETRY)).toBe(1);
  expect(platform.count({ path: "/cdn/advanced/v2/query" })).toBe(2);
  // The force retry is followed by a check of the server, unless another function has shown before that it is the API.
  expect([...new Set(requested().filter((call) => call.includes("/streaming/")))]).toEqual(READS);
  expect(await stack.outputs()).toEqual({
    certificate: 321,
    outcome: "started",
    languages: ["de"],
    hidden: "[secret]",
    failed: 2,
    traffic: { requested: { router: platform.routers.all()[0]?.id } },
    afterwards: { requested: null },
    found: "edge-router",
  });
  const state = await stack.export();
  for (const secret of [HIDDEN, KEY]) expect(state).not.toContain(secret);
});

async function expectFailure(running: Promise<Result>, sentence: string): Promise<void> {
  const { output } = await failing(running);
  expect(output.replace(/\s+/g, " ")).toContain(sentence);
  expect(output).not.toMatch(/^\s+at |unhandled|[a-z]Error:/m);
  expect(output).not.toContain(KEY);
}

const NOT_FOUND =
  "GET /streaming/videos/404/subtitles was answered 404: Video 404 was not found. (request id";
const PLAIN = "cloudplatform.getVideoSubtitles({ videoId: 404 })";
const OUTPUT = "cloudplatform.getVideoSubtitlesOutput({ videoId: 404 })";

test.each<[what: string, program: string, sentence: string]>([
  ["in the plain form, whose result is not awaited", `${PLAIN};`, `error: ${NOT_FOUND}`],
  ["in the Output form, whose result is not used", `${OUTPUT};`, `error: ${NOT_FOUND}`],
  [
    "as the input of a resource",
    `new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: ${OUTPUT}.subtitles[0].name });`,
    `error serializing property "name": ${NOT_FOUND}`,
  ],
  [
    "in a program that is an async function",
    `export = async () => ({ found: await ${PLAIN} });`,
    `error: ${NOT_FOUND}`,
  ],
])("the error of a function ends the program with its message only: %s", async (_what, program, sentence) => {
  stack.program(program);
  await expectFailure(stack.preview(), sentence);
});

/** Runs a script beside the program, as `node script.mjs`. */
async function node(file: string, text: string): Promise<Result> {
  stack.write(file, text);
  const outer = Object.entries(await projectEnv()).filter(([name]) => !/^(PULUMI|CLOUDPLATFORM)_/.test(name));
  const account = { CLOUDPLATFORM_API_KEY: KEY, CLOUDPLATFORM_BASE_URL: platform.url };
  return start("node", [file], { cwd: stack.folder, env: { ...Object.fromEntries(outer), ...account } })
    .ended;
}

const CALLS = `
  const { subtitles } = await getVideoSubtitles({ videoId: 5 });
  console.log(subtitles[0].name);
  await getTask({ taskId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21" }).catch((error) =>
    console.log(error instanceof PlatformError, error.status, error.stack.includes("    at ")));
  getVideoSubtitlesOutput({ videoId: 5 }).apply(({ videoId }) => {
    console.log(videoId);
    // What keeps the process running.
    setTimeout(() => console.log(process.getActiveResourcesInfo().filter((name) => /TCP/.test(name))));
  });`;
const NAMES = "{ getTask, getVideoSubtitles, getVideoSubtitlesOutput, PlatformError }";

test.each([
  [
    "CommonJS",
    "script.cjs",
    `const ${NAMES} = require("pulumi-cloudplatform");\n(async () => {${CALLS}})();`,
  ],
  ["an ES module", "script.mjs", `import ${NAMES} from "pulumi-cloudplatform";\n${CALLS}`],
])(
  "outside of Pulumi functions run in %s, and their idle connections do not keep the process running",
  async (_form, file, text) => {
    const { code, stdout, stderr } = await node(file, text);
    expect([code, stderr, stdout]).toEqual([0, "", "Deutsch\ntrue 404 true\n5\n[]\n"]);
  },
);
