import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Argument, Signature } from "../support/arguments";
import { FUNCTIONS } from "../support/function-fixtures";
import type { ReceivedRequest } from "../support/scripted-server";
import { failureOf } from "../support/until";
import { useAnyReply } from "./functions/setup";

const requests = useAnyReply();

type Given = Record<string, unknown>;

function received({ method, path, body }: ReceivedRequest): object {
  const [place, query] = path.split("?");
  return {
    method,
    path: place,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== "" && { body: JSON.parse(body) }),
  };
}

const validOf = (members: Record<string, Argument>) =>
  Object.fromEntries(Object.entries(members).map(([name, { valid }]) => [name, valid]));

function validArguments({ required, optional }: Signature): fc.Arbitrary<Given> {
  return fc.record({ ...validOf(required), ...validOf(optional) }, { requiredKeys: Object.keys(required) });
}

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.integer(),
  fc.string(),
  fc.double(),
  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, "", "0", " 1", "1e3", "..", "success", "2026-02-30"),
);

/** Arguments with at least one invalid value. */
function invalidArguments(signature: Signature): fc.Arbitrary<Given> {
  const { required, optional } = signature;
  const members = Object.entries({ ...required, ...optional });
  const wrong = members.map(([name, { isValid }]) =>
    anything
      .filter((value) => !isValid(value) && (name in required || value !== undefined))
      .map((value): Given => ({ [name]: value })),
  );
  const missing = Object.keys(required).map((name) => fc.constant({ [name]: undefined }));
  const anyInvalid = fc.string().filter((name) => !members.some(([known]) => known === name));
  const extra = anyInvalid.map((name): Given => Object.fromEntries([[name, 1]]));
  return fc
    .tuple(validArguments(signature), fc.oneof(...wrong, ...missing, extra))
    .map(([args, fault]) => Object.fromEntries([...Object.entries(args), ...Object.entries(fault)]));
}

describe.each(FUNCTIONS)("$name, with random arguments", ({ name, plain, signature }) => {
  test("sends exactly the given values if all of them are valid", () =>
    fc.assert(
      fc.asyncProperty(validArguments(signature), async (args) => {
        requests().length = 0;
        await plain(args);
        const wanted = { ...signature.received(args) } as { query?: object };
        if (wanted.query && Object.keys(wanted.query).length === 0) delete wanted.query;
        expect(requests().map(received)).toEqual([wanted]);
      }),
      { numRuns: 100 },
    ));

  test("sends nothing and reports the invalid arguments if one is invalid", () =>
    fc.assert(
      fc.asyncProperty(invalidArguments(signature), async (args) => {
        const error = await failureOf(plain(args));
        expect(error.name).toBe("InvalidArguments");
        for (const line of error.message.split("\n")) {
          expect(line.startsWith(`${name}: `)).toBe(true);
          expect(line).not.toContain("Invalid input");
        }
        expect(requests()).toEqual([]);
      }),
      { numRuns: 300 },
    ));
});
