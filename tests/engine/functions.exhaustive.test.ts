import { beforeAll, expect, test } from "@jest/globals";
import { failing, projectEnv, type Result, start } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

// How the errors of functions end a program, and how functions run in scripts. examples.exhaustive.test.ts has a program for
// each function, tests/program/functions.test.ts what they return in previews and updates.

const { platform, stack } = useDeployment({}, { ownProcess: true });

beforeAll(() => {
  platform.streaming.addVideo({ id: 5, subtitles: [{ name: "Deutsch", language: "de" }] });
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
