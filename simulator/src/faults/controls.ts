import { z } from "zod";
import { notFound } from "../core/problem";
import { type Operation, ok, operation } from "../http/operation";
import type { Faults } from "./faults";
import { faultRule } from "./rule";

const path = "/faults";

const ruleLine = z.string();
const ruleList = z.strictObject({ count: z.int(), results: z.array(ruleLine) });
const addedRule = z.strictObject({ rule: ruleLine });

/** Faults from another process: GET, POST and DELETE /_simulator/faults. */
export function faultControls(faults: Faults): Operation[] {
  return [list(faults), add(faults), remove(faults)];
}

function list(faults: Faults): Operation {
  return operation({
    method: "GET",
    path,
    summary: "List the rules of faults that are in force",
    replies: { 200: ruleList },
    handle: () => ok({ count: faults.texts().length, results: faults.texts() }),
  });
}

function add(faults: Faults): Operation {
  return operation({
    method: "POST",
    path,
    summary: "Add a rule of faults",
    replies: { 201: addedRule },
    body: faultRule,
    handle: ({ body }) => ({ status: 201, body: { rule: faults.add(body) } }),
  });
}

function remove(faults: Faults): Operation {
  return operation({
    method: "DELETE",
    path,
    summary: "Remove the rules of faults with one line, or all rules",
    replies: { 204: null },
    query: z.strictObject({ rule: ruleLine.optional() }),
    handle: ({ query: { rule } }) => {
      if (rule === undefined) faults.clear();
      else if (!faults.remove(rule)) throw notFound(`There is no rule "${rule}".`);
      return { status: 204 };
    },
  });
}
