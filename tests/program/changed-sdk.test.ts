import { afterEach, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { omitStacksOfPromises } from "../../sdk/src/pulumi/internals/constructor-stacks";
import { connectEngine } from "../../sdk/src/pulumi/internals/engine";
import { isMocked, waitForRequests } from "../../sdk/src/pulumi/internals/mocks";
import { getStore, organizationOfProgram } from "../../sdk/src/pulumi/internals/run";
import { cloudplatformMocks } from "../../sdk/src/testing";

// A later version of Pulumi's SDK may lack what it does not document. CONTRIBUTING.md has the table of all uses.

const printed: string[] = [];
const write = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
  printed.push(String(text));
  return true;
});

afterEach(() => {
  printed.length = 0;
  write.mockClear();
});

const NONE = () => ({});
const failing = (() => {
  throw new Error("Cannot find module\nRequire stack: …");
}) as unknown as NodeJS.Require;

const warnsOnce = (lost: string) =>
  expect(printed).toEqual([
    expect.stringMatching(new RegExp(`^warning: .*${lost}.*\\[pulumi-sdk-changed\\]`)),
  ]);

test("without the store, resources keep the organization in their names, and the log names no run", async () => {
  await pulumi.runtime.setMocks(cloudplatformMocks(), "project", "dev", false, "acme");
  const { options } = getStore(NONE).settings;
  expect(organizationOfProgram()).toBe("acme");
  expect(options.engineAddr).toBeUndefined();
  getStore(() => failing("state"));
  warnsOnce("the log names no run");
});

test("without the class of the mocks, a program counts as not mocked", async () => {
  await pulumi.runtime.setMocks(cloudplatformMocks());
  expect(isMocked()).toBe(true);
  expect([isMocked(NONE), isMocked(NONE)]).toEqual([false, false]);
  warnsOnce("functions ask the platform in tests of programs");
});

test("without the end of all requests, failuresOf ends early", async () => {
  await waitForRequests({});
  warnsOnce("failuresOf reports nothing of resources that are created late");
});

test("without the function that creates promises, their stacks are formatted", () => {
  omitStacksOfPromises(NONE);
  warnsOnce("takes time in programs with many resources");
});

test("without the messages of the engine, operations run without progress in their rows", () => {
  const engine = connectEngine(["127.0.0.1:1"], failing);
  engine.status("urn", "text");
  warnsOnce("the progress of resources");
});
