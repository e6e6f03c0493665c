import fc from "fast-check";
import { anyText } from "./any-text";

// Texts that a platform may send and that a terminal, Pulumi or a CI runner would interpret.

/** One text with all of them. */
export const HOSTILE =
  "first\n::error file=a.ts::owned\r\n ::set-output name=x::owned\n##[group]owned\n##vso[task.setvariable variable=x]owned\n" +
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J <{%reset%}><{%fg 1%}> \u202eesrever\u202c \u2066a\u2069 \u200b\u2028\u2029\u0085\u0000\ud800 last";

const PIECES = [...HOSTILE, "::", "##", "##[", "##vso[", "<{%", "%}>", "\n::", "é", "😀", "\\"];

/** Arbitrary texts, some of them hostile, some long. */
export function hostileText(): fc.Arbitrary<string> {
  const mixed = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));
  const long = fc.tuple(mixed, fc.integer({ min: 1, max: 5_000 })).map(([text, times]) => text.repeat(times));
  return fc.oneof(mixed, fc.constant(HOSTILE), anyText(), { arbitrary: long, weight: 1 });
}

/** The parts of a printed text that would be interpreted. Its line breaks are allowed. */
export function hostileParts(printed: string): string[] {
  const controls = printed.match(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu) ?? [];
  const commands = printed.match(/^\s*::.*|##\w*\[|<\{%/gm) ?? [];
  return [...controls.map((control) => JSON.stringify(control)), ...commands];
}
