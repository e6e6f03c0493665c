import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { PlatformError } from "../../sdk/src";
import { FUNCTIONS } from "../support/function-fixtures";
import { NOT_THE_API } from "../support/not-the-api";
import { startPlatform } from "../support/platform";
import { isProbe, type ScriptedReply } from "../support/scripted-server";
import { failureOf } from "../support/until";
import { setUpScripted, useAnyReply } from "./functions/setup";

// Every function reports invalid arguments before it sends a request, and a server that is not the API.

const requests = useAnyReply();

const NO_OBJECT: Array<[args: unknown, message: string]> = [null, [], "321"].map((args) => [
  args,
  "the arguments must be an object",
]);

const often = (name: string) => ({ arbitrary: fc.constant(name), weight: 20 });

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, "", "0", " 1", "1e3", "..", "success", "2026-02-30"),
);

describe.each(FUNCTIONS)("$name", ({ name, plain, invalid, arguments: names, prepare, argument }) => {
  test.each([...invalid, ...NO_OBJECT])("reports invalid arguments: %j, %s", async (args, message) => {
    const error = await failureOf(plain(args));
    expect(error).toMatchObject({ name: "InvalidArguments", message: `${name}: ${message}` });
    // The error ends a program without a stack trace.
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect(requests()).toEqual([]);
  });

  test("sends one request with random arguments, or none and reports each invalid one in a line", () =>
    fc.assert(
      fc.asyncProperty(fc.dictionary(fc.oneof(...names.map(often), fc.string()), anything), async (args) => {
        requests().length = 0;
        const error = await plain(args).then(
          () => undefined,
          (thrown: Error) => thrown,
        );
        const sent = requests().filter((request) => name === "getAiTasks" || !isProbe(request));
        expect(sent).toHaveLength(error === undefined ? 1 : 0);
        if (error === undefined) return;
        expect(error.name).toBe("InvalidArguments");
        for (const line of error.message.split("\n")) {
          expect(line.startsWith(`${name}: `)).toBe(true);
          expect(line).not.toContain("Invalid input");
        }
      }),
      { numRuns: 150 },
    ));

  // platform/evidence/server.test.ts has the other replies of servers that are not the API.
  test("fails with an error that names the server if each request is answered 404 in place of the API", async () => {
    const platform = await startPlatform();
    await prepare?.(platform);
    const args = argument(platform);
    await platform.close();
    const { url } = await setUpScripted(() => NOT_THE_API["a page"] as ScriptedReply);
    const error = await failureOf(plain(args));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error.message).toContain(`failed: the server at ${url} answered 404 (`);
    expect(error.message).toContain(
      "[server-not-verified]\nCheck `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL)",
    );
  });
});
