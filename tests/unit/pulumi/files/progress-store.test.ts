import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  currentScope,
  FileProgressStore,
  forgetEntry,
  type ProgressEntry,
  resourceKey,
} from "../../../../sdk/src/pulumi/files/progress-store";
import { useProgressFolder } from "../../../support/progress-folder";

const { home, folder, started, files } = useProgressFolder();

const lookup = { salt: "s", digest: "d", at: 0 };
const entry: ProgressEntry = { progress: { id: "one", tasks: ["t1"], lookup }, address: "https://a/" };

describe("an entry", () => {
  test("is found by the next process, and under no other key", () => {
    started().save("a", entry);
    expect(started().load("a")).toEqual(entry);
    expect(started().load("b")).toBeUndefined();
  });

  test("is replaced by a later one", () => {
    const store = started();
    store.save("a", entry);
    store.save("a", { progress: { id: "two" } });
    expect([store.load("a"), started().load("a")]).toEqual([
      { progress: { id: "two" } },
      { progress: { id: "two" } },
    ]);
    expect(files()).toHaveLength(1);
  });

  test("does not exist after it is removed", () => {
    started().save("a", entry);
    const store = started();
    store.remove("a");
    expect([store.load("a"), started().load("a"), files()]).toEqual([undefined, undefined, []]);
  });

  test("that is older than a month is removed", () => {
    started().save("a", entry);
    const long = Date.now() / 1_000 - 40 * 86_400;
    for (const file of files()) utimesSync(join(folder(), file), long, long);
    expect(started().load("a")).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test.each([
    ["is incomplete", (text: string) => text.slice(0, 10)],
    ["is of another version", () => '{"facts":{"name":"edge"},"id":"one"}'],
    ["is not an object", () => "[]"],
  ])("that %s is ignored, and the others are read", (_, spoil) => {
    started().save("a", entry);
    const [file = ""] = files();
    started().save("b", entry);
    writeFileSync(join(folder(), file), spoil(readFileSync(join(folder(), file), "utf8")));
    expect([started().load("a"), started().load("b")]).toEqual([undefined, entry]);
    started().save("a", entry);
    expect(started().load("a")).toEqual(entry);
  });

  test("that cannot be removed does not prevent the others from being read", () => {
    started().save("a", entry);
    const stuck = join(folder(), "stuck");
    mkdirSync(join(stuck, "inner"), { recursive: true });
    utimesSync(stuck, 0, 0);
    expect(started().load("a")).toEqual(entry);
  });

  test("that cannot be written is ignored", () => {
    writeFileSync(join(home(), "cloudplatform"), "a file in its place");
    const store = started();
    store.save("a", entry);
    store.remove("a");
    expect(store.load("a")).toBeUndefined();
  });
});

describe("the scope of a state", () => {
  const { PULUMI_BACKEND_URL, PULUMI_HOME } = process.env;
  const cwd = process.cwd();
  let project: string;

  beforeEach(() => {
    setEnvironment({ PULUMI_BACKEND_URL: undefined, PULUMI_HOME: home() });
    logIn("https://api.pulumi.com");
    project = join(home(), "project");
    mkdirSync(join(project, "program"), { recursive: true });
    process.chdir(join(project, "program"));
  });

  afterEach(() => {
    setEnvironment({ PULUMI_BACKEND_URL, PULUMI_HOME });
    process.chdir(cwd);
  });

  function setEnvironment(variables: Record<string, string | undefined>): void {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  const logIn = (current: string) =>
    writeFileSync(join(home(), "credentials.json"), JSON.stringify({ current, accounts: {} }));

  const projectWith = (url: string) =>
    writeFileSync(join(project, "Pulumi.yaml"), `name: demo\nbackend:\n  url: ${url}\nruntime: nodejs\n`);

  test("is another one with another backend in PULUMI_BACKEND_URL", () => {
    process.env.PULUMI_BACKEND_URL = "file:///one";
    const one = currentScope();
    process.env.PULUMI_BACKEND_URL = "file:///other";
    expect(currentScope()).not.toBe(one);
  });

  test("is another one with another backend chosen by pulumi login, but for a backend in PULUMI_BACKEND_URL", () => {
    const one = currentScope();
    logIn("file:///other");
    expect(currentScope()).not.toBe(one);
    process.env.PULUMI_BACKEND_URL = "https://api.pulumi.com";
    expect(currentScope()).toBe(one);
  });

  test("is another one with another backend in Pulumi.yaml above the program", () => {
    projectWith("file:///one");
    const one = currentScope();
    projectWith("file:///other");
    const other = currentScope();
    expect(other).not.toBe(one);
    writeFileSync(join(project, "Pulumi.yaml"), "name: demo\nruntime: nodejs\n");
    expect([one, other]).not.toContain(currentScope());
  });

  test.each([["nothing"], ["{"], ['"text"']])("can be found if the login is %s", (text) => {
    if (text === "nothing") rmSync(join(home(), "credentials.json"));
    else writeFileSync(join(home(), "credentials.json"), text);
    expect(currentScope()).toBe(currentScope());
  });

  test("is another one in another folder", () => {
    const one = currentScope();
    process.chdir(home());
    expect(currentScope()).not.toBe(one);
  });

  test("and the URN and the organization identify a creation, which the program forgets", () => {
    const store = new FileProgressStore();
    const key = resourceKey(store.scope, "urn:a", "acme");
    expect(resourceKey(store.scope, "urn:a", undefined)).not.toBe(key);
    expect(resourceKey(store.scope, "urn:b", "acme")).not.toBe(key);
    store.save(key, entry);
    forgetEntry("urn:b", "acme");
    expect(new FileProgressStore().load(key)).toEqual(entry);
    forgetEntry("urn:a", "acme");
    expect(new FileProgressStore().load(key)).toBeUndefined();
  });
});
