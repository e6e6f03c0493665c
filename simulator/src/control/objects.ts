import { z } from "zod";
import type { ObjectKind } from "../areas/object-kind";
import { contract } from "../contract/operation";
import { notFound } from "../core/problem";
import { type Operation, ok, operation } from "../http/operation";

const object = z.looseObject({});
const list = z.strictObject({ count: z.int(), results: z.array(object) });
const params = z.strictObject({ id: z.string() });

/** The control endpoints of one kind of objects: list, get, add, change and delete. */
export function objectControls(kind: ObjectKind): Operation[] {
  const { name, addition, change } = kind;
  const all = `/_simulator/${name}` as const;
  /** The slash of an id with two parts is written as %2F. */
  const one = `${all}/{id}` as const;
  const controls = [
    operation(contract(`GET ${all}`, { summary: `List ${name}`, replies: { 200: list } }), () => {
      const results = kind.list().map((each) => each.object);
      return ok({ count: results.length, results });
    }),
    operation(
      contract(`GET ${one}`, { summary: `Get one of ${name}`, params, replies: { 200: object } }),
      ({ params: { id } }) => ok(find(kind, id)),
    ),
    operation(
      contract(`POST ${all}`, {
        summary: `Add one to ${name}`,
        body: addition,
        replies: { 200: object, 201: object },
      }),
      ({ body }) => {
        const before = new Set(kind.list().map(({ id }) => id));
        const id = kind.add(body);
        return { status: before.has(id) ? 200 : 201, body: find(kind, id) };
      },
    ),
    operation(
      contract(`DELETE ${one}`, { summary: `Delete one of ${name}`, params, replies: { 204: null } }),
      ({ params: { id } }) => {
        find(kind, id);
        kind.remove(id);
        return { status: 204 };
      },
    ),
    ...(change === undefined ? [] : [changeObject(kind, change)]),
  ];
  return controls.map((control) => ({ ...control, kind: name }));
}

function changeObject(kind: ObjectKind, change: z.ZodType): Operation {
  return operation(
    contract(`PATCH /_simulator/${kind.name}/{id}`, {
      summary: `Change one of ${kind.name}`,
      params,
      body: change,
      replies: { 200: object },
    }),
    ({ params: { id }, body }) => {
      find(kind, id);
      kind.apply(id, body);
      return ok(find(kind, id));
    },
  );
}

function find({ name, list }: ObjectKind, id: string): unknown {
  const found = list().find((each) => each.id === id);
  if (found === undefined) throw notFound(`There is no object ${id} in ${name}.`);
  return found.object;
}
