import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  changeName,
  creationName,
  FileRecordStore,
  forgetRecords,
  placeOf,
  type StoredRecord,
} from "../../../../sdk/src/pulumi/files/record-store";
import { saltedDigestOf } from "../../../../sdk/src/util/digest";
import { useProgressFolder } from "../../../support/progress-folder";

const currentScope = () => placeOf(process.cwd()).scope;

const { home, folder, started, files } = useProgressFolder();

const environment = { ...process.env };
beforeEach(() => {
  process.env.PULUMI_HOME = home();
});
afterEach(() => {
  process.env = { ...environment };
});

const creation = { salt: "s", digest: "d", at: 0, declared: [] };
const record: StoredRecord = {
  unfinished: { id: "one", tasks: ["t1"], creation },
  scope: "scope",
  address: "https://a/",
};

describe("a record", () => {
  test("can be loaded by the next process under its name, until another one replaces it or it is removed", () => {
    const store = started();
    store.save("a", record);
    expect([started().load("a"), started().load("b")]).toEqual([record, undefined]);
    const later = { ...record, unfinished: { id: "two", touched: [] } };
    store.save("a", later);
    expect([store.load("a"), started().load("a")]).toEqual([later, later]);
    expect(files()).toHaveLength(1);
    started().remove("a");
    expect([started().load("a"), files()]).toEqual([undefined, []]);
  });

  test("disappears after a month", () => {
    started().save("a", record);
    const long = Date.now() / 1_000 - 40 * 86_400;
    for (const file of files()) utimesSync(join(folder(), file), long, long);
    expect(started().load("a")).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test.each([
    ["is incomplete", (text: string) => text.slice(0, 10)],
    ["is of another version", () => '{"facts":{"name":"edge"},"id":"one"}'],
    ["is not an object", () => "[]"],
  ])("has no effect on the others if it %s", (_, spoil) => {
    started().save("a", record);
    const [file = ""] = files();
    started().save("b", record);
    writeFileSync(join(folder(), file), spoil(readFileSync(join(folder(), file), "utf8")));
    expect([started().load("a"), started().load("b")]).toEqual([undefined, record]);
    started().save("a", record);
    expect(started().load("a")).toEqual(record);
  });

  test("has no effect on the others if it cannot be removed", () => {
    started().save("a", record);
    const stuck = join(folder(), "stuck");
    mkdirSync(join(stuck, "inner"), { recursive: true });
    utimesSync(stuck, 0, 0);
    expect(started().load("a")).toEqual(record);
  });

  test("does not exist if it cannot be written, and nothing is thrown", () => {
    writeFileSync(join(home(), "cloudplatform"), "a file in its place");
    const store = started();
    store.save("a", record);
    store.remove("a");
    expect(store.load("a")).toBeUndefined();
  });
});

describe("the scope of a state", () => {
  const cwd = process.cwd();
  let project: string;

  beforeEach(() => {
    delete process.env.PULUMI_BACKEND_URL;
    logIn("https://api.pulumi.com");
    project = join(home(), "project");
    mkdirSync(join(project, "program"), { recursive: true });
    process.chdir(join(project, "program"));
  });

  afterEach(() => process.chdir(cwd));

  const logIn = (current: string) =>
    writeFileSync(join(home(), "credentials.json"), JSON.stringify({ current, accounts: {} }));

  const projectWith = (url: string) =>
    writeFileSync(join(project, "Pulumi.yaml"), `name: demo\nbackend:\n  url: ${url}\nruntime: nodejs\n`);

  test.each<[string, () => void]>([
    [
      "backend in PULUMI_BACKEND_URL",
      () => Object.assign(process.env, { PULUMI_BACKEND_URL: "file:///other" }),
    ],
    ["backend chosen by pulumi login", () => logIn("file:///other")],
    ["backend in Pulumi.yaml above the program", () => projectWith("file:///other")],
    ["folder", () => process.chdir(home())],
  ])("changes with the %s", (_, change) => {
    const one = currentScope();
    change();
    const other = currentScope();
    expect(other).not.toBe(one);
    expect(currentScope()).toBe(other);
  });

  test("follows PULUMI_BACKEND_URL rather than pulumi login", () => {
    const one = currentScope();
    logIn("file:///other");
    process.env.PULUMI_BACKEND_URL = "https://api.pulumi.com";
    expect(currentScope()).toBe(one);
  });

  test.each([["nothing"], ["{"], ['"text"']])("can be found if the login is %s", (text) => {
    if (text === "nothing") rmSync(join(home(), "credentials.json"));
    else writeFileSync(join(home(), "credentials.json"), text);
    expect(currentScope()).toBe(currentScope());
  });

  test("identifies a creation together with the URN and the organization", () => {
    const name = creationName("scope", "urn:a", "acme");
    expect(creationName("scope", "urn:a", "acme")).toBe(name);
    for (const other of [
      creationName("scope", "urn:a"),
      creationName("scope", "urn:b", "acme"),
      creationName("other", "urn:a", "acme"),
      changeName("scope", "urn:a", "acme"),
    ])
      expect(other).not.toBe(name);
  });
});

describe("the program, once its state has a resource,", () => {
  /** The records of a resource, and whether they exist then. */
  function store(urn: string, { isReported = true } = {}) {
    const records = new FileRecordStore();
    const reported = isReported ? { reported: saltedDigestOf(["a state"]) } : {};
    const names = [creationName(records.scope, urn, "acme"), changeName(records.scope, urn, "acme")];
    for (const name of names) records.save(name, { ...record, ...reported });
    return () => names.map((name) => new FileRecordStore().load(name) !== undefined);
  }

  test("forgets the record of its creation and of its reported change, and no record of another resource", () => {
    const [one, other] = [store("urn:a"), store("urn:b")];
    forgetRecords("urn:a", "acme", "one");
    expect([one(), other()]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("keeps the record of a change whose result the engine has not got", () => {
    const exist = store("urn:a", { isReported: false });
    forgetRecords("urn:a", "acme", "one");
    expect(exist()).toEqual([false, true]);
  });

  test("keeps the record of another creation of the resource, whose object the state does not have", () => {
    const exist = store("urn:a");
    forgetRecords("urn:a", "acme", "two");
    expect(exist()).toEqual([true, false]);
  });
});
