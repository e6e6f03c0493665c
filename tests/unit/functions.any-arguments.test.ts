import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FUNCTIONS } from "../support/function-fixtures";
import { isProbe } from "../support/scripted-server";
import { useAnyReply } from "./functions/setup";

const requests = useAnyReply();

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.integer(),
  fc.string(),
  fc.double(),
  fc.uuid(),
  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, "", "0", " 1", "1e3", "..", "success", "2026-02-30"),
);

describe.each(FUNCTIONS)("$name, with random arguments", ({ name, plain, arguments: names }) => {
  test("sends one request, or none and reports each invalid argument", () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 20 }, fc.string()), anything),
        async (args) => {
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
        },
      ),
      { numRuns: 150 },
    ));
});
