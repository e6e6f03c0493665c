import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FileRecordStore, placeOf, type StoredRecord } from "../../../../sdk/src/pulumi/files/record-store";
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
  address: "https://a/",
  urn: "urn:a",
};

describe("a record", () => {
  test("can be loaded by the next process under its name, until another one replaces it or it is removed", () => {
    const store = started();
    store.save("a", record);
    expect([started().entries().get("a"), started().entries().get("b")]).toEqual([record, undefined]);
    const later = { ...record, unfinished: { id: "two", touched: [], creation } };
    store.save("a", later);
    expect([store.entries().get("a"), started().entries().get("a")]).toEqual([later, later]);
    expect(files()).toHaveLength(1);
    started().remove("a");
    expect([started().entries().get("a"), files()]).toEqual([undefined, []]);
  });

  test("disappears after a month", () => {
    started().save("a", record);
    const long = Date.now() / 1_000 - 40 * 86_400;
    for (const file of files()) utimesSync(join(folder(), file), long, long);
    expect(started().entries().get("a")).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test.each([
    ["is incomplete", (text: string) => text.slice(0, 10)],
    ["is of another version", () => '{"facts":{"name":"edge"},"id":"one"}'],
    ["is of a change, as in 0.1.0", () => '{"unfinished":{"id":"one","touched":["name"]},"object":"o"}'],
    ["is not an object", () => "[]"],
  ])("has no effect on the others if it %s", (_, spoil) => {
    started().save("a", record);
    const [file = ""] = files();
    started().save("b", record);
    writeFileSync(join(folder(), file), spoil(readFileSync(join(folder(), file), "utf8")));
    expect([started().entries().get("a"), started().entries().get("b")]).toEqual([undefined, record]);
    started().save("a", record);
    expect(started().entries().get("a")).toEqual(record);
  });

  test("that cannot be written is reported, and nothing is thrown", () => {
    writeFileSync(join(home(), "cloudplatform"), "a file in its place");
    const store = started();
    expect(store.save("a", record)).toBe(false);
    store.remove("a");
    expect(store.entries().get("a")).toBeUndefined();
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
    ["backend in a variable", () => Object.assign(process.env, { PULUMI_BACKEND_URL: "file:///other" })],
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

  test("names a record together with the URN, the organization and the platform", () => {
    const store = (scope = "scope") => new FileRecordStore({ folder: folder(), scope });
    const [resource, address] = [{ urn: "urn:a", organization: "acme" }, "https://a/"];
    const name = store().nameOf(resource, address);
    expect(store().nameOf(resource, address)).toBe(name);
    for (const other of [
      store().nameOf({ urn: "urn:a" }, address),
      store().nameOf({ ...resource, urn: "urn:b" }, address),
      store().nameOf(resource, "https://b/"),
      store("other").nameOf(resource, address),
    ])
      expect(other).not.toBe(name);
  });
});
