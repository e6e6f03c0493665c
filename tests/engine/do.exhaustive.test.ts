import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { idForm, placeOf, scopeOf } from "../../sdk/src/operation/identity";
import type { JsonObject } from "../../sdk/src/util/json";
import type { SimulatorOptions } from "../../simulator/src";
import { eventually, type Result, root, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { DoCommand } from "../support/do-command";
import { CREATE, changes, KEY } from "../support/platform";
import { resource } from "../support/resource-fixtures";

// `pulumi do` with the real CLI: one command for one object, without a program and without a state.

const YES = ["--stateless", "--yes"];
const PLACE = ["--project-id", "1", "--region-id", "2"];

function useDo(options: SimulatorOptions) {
  const { platform, stack } = useDeployment(options, { yaml: true });
  let command: DoCommand;
  beforeAll(() => {
    command = new DoCommand(stack, { CLOUDPLATFORM_BASE_URL: platform.url, CLOUDPLATFORM_API_KEY: KEY });
  });
  afterAll(() => command.remove());
  /** Inputs as a file in Pulumi's own language: lists, objects, and ids that are numbers or texts. */
  const inputs = (values: JsonObject) => {
    const lines = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    const file = join(stack.folder, "inputs.pp");
    writeFileSync(file, lines.join("\n"));
    return ["--input", "pcl", "--input-file", file];
  };
  return { platform, stack, doing: () => command, inputs };
}

/** One with all commands, and one without a list and a change. */
const SUBJECTS = ["Router", "EdgeGroupMembership"].map(resource);

describe.each(SUBJECTS.map(({ name, handler, scenario }) => ({ name, handler, scenario })))(
  "$name",
  ({ name, handler: { identity, removal }, scenario }) => {
    const { platform, doing, inputs } = useDo({ taskTime: 0 });
    const { first, changes: later, objects, declared } = scenario;
    let id = "";

    beforeAll(() => scenario.prepare?.(platform));

    const objectsNow = () => Object.values(objects(platform));
    const hidden = ({ output }: Result) => output.match(/__\w+/g);

    test("a dry run of create asks, and changes nothing", async () => {
      const result = await doing().run(name, "create", ...inputs(first), "--stateless", "--dry-run");
      expect([result.code, hidden(result), changes(platform)]).toEqual([0, null, []]);
      expect(result.output).toContain("1 to create");
    });

    test("create prints the outputs, with the id of `pulumi import`", async () => {
      const outputs = (await doing().json(name, "create", ...inputs(first), ...YES)) as { id: string };
      ({ id } = outputs);
      expect(Object.keys(outputs).filter((key) => key.startsWith("__"))).toEqual([]);
      const form = identity && idForm({ ...scopeOf(identity), ...identity.id });
      if (form) expect(id.split("/")).toHaveLength(form.split("/").length);
      expect(objectsNow()).toEqual([declared(first)]);
    });

    if (identity) {
      test("read prints the object", async () => {
        expect(await doing().json(name, "read", id)).toMatchObject({ id });
        const result = await doing().run(name, "read", id);
        expect([result.code, hidden(result), changes(platform)]).toEqual([0, null, []]);
      });

      test("a malformed id is an error", async () => {
        const { code, output } = await doing().run(name, "read", `${id}/7`);
        expect([code, output]).toEqual([1, expect.stringMatching(/\[invalid-id\]/)]);
        expect(platform.requests).toEqual([]);
      });
    }

    if (identity?.list)
      test("list has the id of the object", async () => {
        const flags = Object.keys(placeOf(identity)).flatMap((property) => [
          `--${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
          String(first[property]),
        ]);
        expect(await doing().json(name, "list", ...flags)).toContainEqual({ id, name: expect.any(String) });
      });

    const { update, replace } = later;

    if (identity && update) {
      test("a dry run of patch shows the change, and sends nothing", async () => {
        const result = await doing().run(name, "patch", id, ...inputs(update), "--stateless", "--dry-run");
        expect([result.code, hidden(result), changes(platform)]).toEqual([0, null, []]);
      });

      test("patch changes the object", async () => {
        const result = await doing().run(name, "patch", id, ...inputs(update), ...YES);
        expect([result.code, hidden(result)]).toEqual([0, null]);
        expect(objectsNow()).toEqual([declared(update)]);
      });

      test("upsert gives the object all inputs, and the second time changes nothing", async () => {
        await doing().json(name, "upsert", id, ...inputs(first), ...YES);
        expect(objectsNow()).toEqual([declared(first)]);
        platform.clearRequests();
        await doing().json(name, "upsert", id, ...inputs(first), ...YES);
        expect(changes(platform)).toEqual([]);
      });
    }

    if (identity && replace)
      test("what would replace the object is refused", async () => {
        const { code, output } = await doing().run(name, "patch", id, ...inputs(replace), ...YES);
        expect([code, output]).toEqual([1, expect.stringMatching(/\[change-replaces\]/)]);
        expect(changes(platform)).toEqual([]);
      });

    if (identity && removal) {
      test("a dry run of delete deletes nothing, and delete deletes the object", async () => {
        const dry = await doing().run(name, "delete", id, "--stateless", "--dry-run");
        expect([dry.code, hidden(dry), changes(platform)]).toEqual([0, null, []]);
        const result = await doing().run(name, "delete", id, ...YES);
        expect([result.code, hidden(result)]).toEqual([0, null]);
        expect(objectsNow()).not.toContainEqual(declared(first));
      });

      // A client always has a threshold.
      if (identity.list)
        test("an object that is gone is not found, and upsert creates another one", async () => {
          const { code, output } = await doing().run(name, "read", id);
          expect([code, output]).toEqual([1, expect.stringContaining(`resource "${id}" was not found`)]);
          await doing().json(name, "upsert", id, ...inputs(first), ...YES);
          expect(objectsNow()).toContainEqual(declared(first));
        });
    }
  },
);

describe("the page about pulumi do", () => {
  const { platform, stack } = useDo({ taskTime: 0 });

  test("has commands that work as they are printed, one after the other", async () => {
    platform.routers.add({
      id: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
      projectId: 1234,
      regionId: 76,
      name: "core",
    });
    platform.certificates.add({ id: 321, state: "failed" });
    const page = readFileSync(join(root, "docs", "pulumi-do.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
    writeFileSync(join(stack.folder, "key"), `${KEY}\n`);
    const script = ["set -e; exec < key", ...blocks].join("\n");
    await run("bash", ["-c", script.replace("https://api.example.com", platform.url)], {
      cwd: stack.folder,
      env: { ...stack.env, PULUMI_OPTION_NON_INTERACTIVE: "true" },
    });
    expect(changes(platform).map(([call]) => call)).toEqual([
      "POST /cloud/v1/routers/1234/76",
      "PATCH /cloud/v2/routers/1234/76/{id}",
      "PATCH /cloud/v2/routers/1234/76/{id}",
      "DELETE /cloud/v1/routers/1234/76/{id}",
      "POST /fastedge/v1/admin/groups/17/client/42",
      "POST /cdn/sslData/321/force-retry",
    ]);
  });
});

describe("with a state", () => {
  const { platform, stack, doing } = useDo({ taskTime: 0 });
  const only = () => platform.routers.all().map(({ name }) => name);

  beforeAll(() => {
    const { version } = JSON.parse(readFileSync(join(root, "sdk", "package.json"), "utf8"));
    const folder = join(stack.env.PULUMI_HOME ?? "", "plugins", `resource-cloudplatform-v${version}`);
    mkdirSync(folder, { recursive: true });
    const plugin = join(root, "sdk", "plugin", "pulumi-resource-cloudplatform");
    writeFileSync(join(folder, "pulumi-resource-cloudplatform"), `#!/bin/sh\nexec ${plugin} "$@"\n`, {
      mode: 0o755,
    });
  });

  const managed = (...args: string[]) => doing().managed("Router", ...args, "--yes");

  test("create, patch, upsert and delete take the name of the resource, and show nothing of ours", async () => {
    const created = await managed("create", "edge", ...PLACE, "--name", "edge");
    expect([created.output.match(/__\w+/g), only()]).toEqual([null, ["edge"]]);
    expect(created.output).toMatch(/Router edge created .* FINISHED, task /);
    const patched = await managed("patch", "edge", "--name", "office");
    expect([patched.output.match(/__\w+/g), only()]).toEqual([null, ["office"]]);
    await managed("upsert", "edge", ...PLACE, "--name", "lab");
    expect(only()).toEqual(["lab"]);
    expect((await managed("delete", "edge")).code).toBe(0);
    expect(only()).toEqual([]);
  });
});

describe("a router", () => {
  const { platform, doing, inputs } = useDo({ taskTime: "manual" });
  const create = (name: string) => ["create", ...PLACE, "--name", name, ...YES];

  test("is created once by a command that is killed and run again", async () => {
    const killed = doing().begin("Router", ...create("edge"));
    await eventually(() => platform.tasks.pending().length > 0);
    killed.child.kill("SIGKILL");
    await killed.ended;
    platform.tasks.finish();
    expect(await doing().json("Router", ...create("edge"))).toMatchObject({ name: "edge" });
    expect(platform.count(CREATE)).toBe(1);
  });

  test("that exists is not created again, and the advice needs neither a program nor a state", async () => {
    const { code, output } = await doing().run("Router", ...create("edge"));
    expect([code, output]).toEqual([1, expect.stringMatching(/\[router-exists\]/)]);
    expect(output).not.toMatch(/resource option|`pulumi up`|recover/);
    expect(changes(platform)).toEqual([]);
  });

  test("whose creation takes too long is named, and upsert completes it", async () => {
    const failed = await doing().run("Router", ...create("slow"), "--cloudplatform:task-timeout", "1s");
    expect([failed.code, failed.output]).toEqual([1, expect.stringMatching(/\[task-unfinished\]/)]);
    const [, id = ""] = /The object exists: (\S+)\. `upsert`/.exec(failed.output) ?? [];
    platform.tasks.finish();
    const [, ...args] = create("slow");
    expect(await doing().json("Router", "upsert", id, ...args)).toMatchObject({ id, name: "slow" });
    expect(platform.routers.all().filter(({ name }) => name === "slow")).toHaveLength(1);
  });

  test("that is adopted is said to be, beside the result", async () => {
    platform.routers.add({ projectId: 1, regionId: 2, name: "shared" });
    const values = { projectId: 1, regionId: 2, name: "shared", ifExists: "adopt" };
    const { stdout, stderr } = await doing().run(
      "Router",
      "create",
      ...inputs(values),
      ...YES,
      "--output",
      "json",
    );
    expect(JSON.parse(stdout)).toMatchObject({ name: "shared" });
    expect(stderr).toMatch(/ifExists *: "adopt"/);
    expect(stderr).toMatch(/warning: adopts router/);
  });
});

describe("a function", () => {
  const { platform, doing } = useDo({ issuanceTime: "manual" });
  const RETRY = "POST /cdn/sslData/321/force-retry";

  beforeAll(() => {
    platform.certificates.add({ id: 321, state: "failed" });
    platform.routers.add({ projectId: 1, regionId: 2, name: "core" });
  });

  test("that reads prints its result", async () => {
    expect(await doing().json("getRouter", ...PLACE, "--name", "core")).toMatchObject({ name: "core" });
  });

  test("that acts sends nothing in a dry run, and its request once", async () => {
    const dry = await doing().json("forceRetryCertificate", "--cert-id", "321", "--dry-run");
    expect([dry, changes(platform)]).toEqual([{ certId: 321, outcome: null, message: null }, []]);
    expect(await doing().json("forceRetryCertificate", "--cert-id", "321")).toMatchObject({
      outcome: "started",
    });
    expect(changes(platform).map(([call]) => call)).toEqual([RETRY]);
  });
});
