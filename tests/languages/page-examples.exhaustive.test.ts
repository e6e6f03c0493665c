import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { filesIn } from "../docs/register";
import { projectEnv, root, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { createRouter, KEY, startPlatform } from "../support/platform";
import type { Stack } from "../support/stack";
import { temporaryFolder } from "../support/temporary-folder";
import { describeLanguages, generateSdks, usePython } from "./sdks";

// The examples of the pages in YAML and Python, run one after the other as the program of one stack, with the real CLI.

const sdks = temporaryFolder();
afterAll(() => sdks.remove());

/** A task that the platform has, in place of that of the examples. */
const TASK = "b6cd2e2e-6d0f-4ba5-9d9a-3e9a9f1c2a10";

/** The page, the number of the example, and the program. */
type Example = [page: string, number: number, program: string];

const EXAMPLES = (language: string): Example[] =>
  [...filesIn("docs/resources", ".md"), ...filesIn("docs/functions", ".md")].flatMap((page) => {
    const [, section = ""] = readFileSync(join(root, page), "utf8").split(/^## Example Usage$/m);
    const blocks =
      section.split(/^## /m)[0]?.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")) ?? [];
    return [...blocks].map(([, program = ""], index): Example => [page, index + 1, program]);
  });

const ROUTER = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

const CONFIG: Record<string, string> = {
  domain: "example.com",
  video: "lecture",
  router: "core",
  routerId: ROUTER,
};
const SECRETS: Record<string, string> = {
  edgeAdminKey: KEY,
  resellerKey: KEY,
  videoId: "5001",
  resource: "1701",
};

/** Sets what a program requires, and nothing else: in Pulumi YAML each value of the configuration has a name. */
async function configure(stack: Stack, program: string): Promise<void> {
  const isRequired = ([key]: [string, string]) =>
    new RegExp(`^  ${key}: \\{ type|require\\w*\\("${key}"\\)`, "m").test(program);
  const [config, secrets] = [CONFIG, SECRETS].map((values) =>
    Object.fromEntries(Object.entries(values).filter(isRequired)),
  );
  for (const key of Object.keys({ ...CONFIG, ...SECRETS })) stack.unset(key);
  await stack.configure({ ...(config && { config }), ...(secrets && { secrets }) });
}

const PLACE = { projectId: 1234, regionId: 76 };

/** Adds what the examples find at the platform. */
async function prepare(platform: Simulator): Promise<void> {
  platform.certificates.add({ id: 321, state: "failed" });
  platform.subnets.add({ id: "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2", cidr: "10.0.2.0/24" });
  platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "lb" }] });
  platform.streaming.addAiTasks([{ status: "FAILURE" }]);
  platform.analytics.answer(() => ({ data: { traffic: [] } }));
  await createRouter(platform);
}

test("there are as many examples in Python as in YAML, on all pages", () => {
  expect(EXAMPLES("python").map(([page]) => page)).toEqual(EXAMPLES("yaml").map(([page]) => page));
  expect(new Set(EXAMPLES("yaml").map(([page]) => page)).size).toBe(13);
});

describeLanguages("the examples", () => {
  beforeAll(() => generateSdks("current", sdks.path), 900_000);

  describe.each(["yaml", "python"])("in %s", (language) => {
    const { platform, stack } = useDeployment(
      { taskTime: 0 },
      language === "yaml" ? { yaml: true } : { ownProcess: true },
    );

    beforeAll(async () => {
      await prepare(platform);
      platform.routers.add({ ...PLACE, id: ROUTER, name: "core" });
      if (language === "python") await usePython(stack, sdks.path);
    }, 900_000);

    // In Python, the first example of each page stands for the others: it takes twice as long.
    const examples = EXAMPLES(language).filter(([, number]) => language === "yaml" || number === 1);

    test.each(examples)("%s, example %i", async (page, _, program) => {
      const task = platform.tasks.all()[0]?.id ?? "";
      const text = program.replace(TASK, task);
      SECRETS.taskId = task;
      if (page.endsWith("get-router.md") && text.includes("edge-router"))
        platform.routers.add({ ...PLACE, name: "edge-router" });
      if (language === "yaml") stack.program(text);
      else stack.write("__main__.py", text);
      await configure(stack, text);
      await stack.up();
    });
  });

  // The section of README.md, from an empty folder to a deleted router. The packages are those of this checkout, and the generator
  // stands for `pulumi package add`, which the language hosts that set-up builds lack.
  describe("README's program in Python", () => {
    const folder = temporaryFolder();
    afterAll(() => folder.remove());

    test("creates a router with the commands that stand below it", async () => {
      const [, section = ""] = readFileSync(join(root, "README.md"), "utf8").split(/^### Python$/m);
      const blocks = section.split(/^## /m)[0]?.matchAll(/^```\w+\n(.*?)^```$/gms) ?? [];
      const [project = "", program = "", commands = ""] = [...blocks].map(([, block]) => block);
      const cwd = join(folder.path, "network");
      cpSync(join(sdks.path, "python"), join(cwd, "sdks", "cloudplatform"), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"), "junction");
      writeFileSync(join(cwd, "Pulumi.yaml"), project);
      writeFileSync(join(cwd, "__main__.py"), program);
      const platform = await startPlatform({ taskTime: 0 });
      const env: NodeJS.ProcessEnv = {
        ...(await projectEnv()),
        PULUMI_HOME: join(folder.path, "pulumi"),
        PULUMI_BACKEND_URL: `file://${folder.path}`,
        PULUMI_CONFIG_PASSPHRASE: "passphrase",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      };
      env.PATH = [join(cwd, "venv", "bin"), env.PATH].join(delimiter);
      const typed = commands
        .replace(/^npm install .*$/m, "")
        .replace(
          /^pulumi package add (\S+)$/m,
          "test -f $1 && python3 -m venv venv && pip install -q -r requirements.txt ./sdks/cloudplatform",
        )
        .replace("https://api.example.com", platform.url)
        .replace(/^pulumi config set --secret .*$/m, (line) => `${line} '${KEY}'`)
        .replace(/^pulumi up$/m, "pulumi up --yes");
      try {
        await run("bash", ["-euc", typed], { cwd, env });
        expect(platform.routers.all()).toMatchObject([{ project_id: 1234, region_id: 76 }]);
        await run("pulumi", ["destroy", "--yes"], { cwd, env });
        expect(platform.routers.all()).toEqual([]);
      } finally {
        await platform.close();
      }
    }, 600_000);
  });
});
