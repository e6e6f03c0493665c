import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";
import { typescriptProgram } from "../../../../sdk/src/cli/import/typescript";
import { anyText } from "../../../support/any-text";

const declaration = { type: "Router", name: "edge", inputs: { projectId: 1, regionId: 2 } };

const scalar = fc.oneof(anyText(), fc.integer(), fc.boolean(), fc.constant(null));
const inputsOf = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    value,
  );

describe("the printed program", () => {
  test("consists of plain text for a terminal and a CI runner", () => {
    const name = "\u001b[2J\u009b31m\u202e\u2028\u{e0001}##[error]\r\n::error::";
    const [, statement = ""] = typescriptProgram([{ ...declaration, inputs: { [name]: [name] } }]).split(
      "\n\n",
    );
    const text = '"\\u001b[2J\\u009b31m\\u202e\\u2028\\u{e0001}#\\u0023[error]\\r\\n::error::"';
    expect(statement.split("\n")[1]?.trim().replaceAll("\\u0023#", "#\\u0023")).toBe(`${text}: [${text}],`);
  });

  test("has the values of the inputs, whatever they are", () => {
    fc.assert(
      fc.property(
        anyText(),
        inputsOf(fc.oneof(scalar, fc.array(scalar), inputsOf(scalar), fc.array(inputsOf(scalar)))),
        (name, inputs) => {
          const program = typescriptProgram([{ ...declaration, name, inputs: inputs as never }]);
          const { outputText } = ts.transpileModule(program, {
            compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
          });
          let declared: unknown[] = [];
          class Router {
            constructor(...args: unknown[]) {
              declared = args;
            }
          }
          new Function("require", "exports", outputText)(() => ({ Router }), {});
          expect(JSON.stringify(declared)).toBe(JSON.stringify([name, inputs]));
        },
      ),
    );
  });
});
