import { describe, expect, test } from "@jest/globals";
import { defineError } from "../../../sdk/src/errors/definition";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { handlerSetUp } from "../../support/handler-setup";
import { InProcessResource } from "../../support/in-process-resource";
import { failureOf } from "../../support/until";
import { setting, setUp } from "./thing";

// What all operations of a provider process share. tests/process/partial-failures.test.ts has the end of the process.

const CANNOT = defineError({
  code: "cannot-do-it",
  message: () => "This deployment cannot do it",
});

test("prints the same warning once in a process, and each info", async () => {
  const { resource } = await setUp({
    change: (_live, { change }) => [setting(change, { send: async () => CANNOT.error() }), "Done."],
  });
  await resource.up({ size: 1 });
  for (const label of ["a", "b", "c"]) await resource.update({ ...resource.state?.inputs, size: 1, label });
  expect(resource.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
    "warning: This deployment cannot do it [cannot-do-it]",
    "info: Done.",
    "info: Done.",
    "info: Done.",
  ]);
});

test("warns once if a key would be sent in clear text, unless the platform is on the local machine", async () => {
  const { handler } = await setUp({});
  const place = { baseUrl: "http://127.example.com", apiKey: "a-key-of-an-account" };
  const exposed = new InProcessResource(handler, place);
  for (const size of [1, 2]) await exposed.check({ size });
  expect(exposed.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
    "warning: the platform's address begins with http://, so the API key travels in clear text [api-key-in-clear-text]. Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
  ]);
  for (const baseUrl of [
    "https://api.example.com",
    "http://127.0.0.1:1",
    "http://localhost:1",
    "http://[::1]:1",
  ]) {
    const safe = new InProcessResource(handler, { ...place, baseUrl });
    await safe.check({ size: 1 });
    expect(safe.engine.logs).toEqual([]);
  }
});

const { open, setUpScripted } = handlerSetUp(router, { taskTime: 0 });

test.each([
  ["1234567", "1234567", ["[api-key-not-masked]"]],
  ["12345678", "[api key]", []],
])(
  "the key %s is printed as %s where the platform quotes it, and a warning says so once",
  async (apiKey, printed, codes) => {
    const body = { message: `The key ${apiKey} is not known` };
    const { server } = await setUpScripted(() => ({ status: 400, body }));
    const resource = new InProcessResource(router, { baseUrl: server.url, apiKey });
    const args = { projectId: 1, regionId: 2, name: "edge-router" };
    expect((await failureOf(resource.up(args))).message).toContain(`The key ${printed} is not known`);
    await resource.check(args);
    expect(resource.engine.logs.flatMap(({ text }) => /\[[a-z-]+\]/.exec(text) ?? [])).toEqual(codes);
  },
);

describe("a key that the platform refuses", () => {
  const refused = { apiKeys: ["another-key"] };
  const inputs = (name: string) => ({ projectId: 1, regionId: 2, name });

  test("belongs to the Provider that the error names, or to the stack's configuration", async () => {
    const { resource } = await open(refused);
    const { message } = await failureOf(resource().up({ ...inputs("edge-1"), __account: "reseller" }));
    expect(message).toContain('Check the key of Provider "reseller": its argument apiKey in the program');
    expect(message).not.toContain("pulumi config set");
    const ofStack = await failureOf(resource("other").up(inputs("edge-2")));
    expect(ofStack.message).toContain("pulumi config set --secret cloudplatform:apiKey");
  });

  test("has its advice once: each resource of the account fails in the same way", async () => {
    const { resource } = await open({ ...refused, sharedProcess: true });
    const messages: string[] = [];
    for (const name of ["edge-1", "edge-2", "edge-3"])
      messages.push((await failureOf(resource(name).up(inputs(name)))).message);
    expect(messages.filter((message) => message.includes("[unauthorized]"))).toHaveLength(3);
    expect(messages.filter((message) => message.includes("Check the key"))).toHaveLength(1);
  });
});
