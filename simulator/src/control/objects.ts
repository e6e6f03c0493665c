import { z } from "zod";
import { findItem, listed, type ObjectKind } from "../areas/object-kind";
import { contract } from "../contract/operation";
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
  const find = (id: string) => listed(kind, findItem(kind, id)).object;
  const get = { params, replies: { 200: object } };
  const controls = [
    operation(contract(`GET ${all}`, { summary: `List ${name}`, replies: { 200: list } }), () => {
      const results = kind.all().map((item) => listed(kind, item).object);
      return ok({ count: results.length, results });
    }),
    operation(contract(`GET ${one}`, { summary: `Get one of ${name}`, ...get }), ({ params: { id } }) =>
      ok(find(id)),
    ),
    operation(
      contract(`POST ${all}`, {
        summary: `Add one to ${name}`,
        body: addition,
        replies: { 200: object, 201: object },
      }),
      ({ body }) => {
        const before = new Set(kind.all().map(kind.idOf));
        const added = kind.add(body);
        const status = before.has(kind.idOf(added)) ? 200 : 201;
        return { status, body: find(listed(kind, added).id) };
      },
    ),
    operation(
      contract(`DELETE ${one}`, { summary: `Delete one of ${name}`, params, replies: { 204: null } }),
      ({ params: { id } }) => {
        kind.remove(findItem(kind, id));
        return { status: 204 };
      },
    ),
    ...(change === undefined
      ? []
      : [
          operation(
            contract(`PATCH ${one}`, { summary: `Change one of ${name}`, body: change, ...get }),
            ({ params: { id }, body }) => {
              kind.apply?.(findItem(kind, id), body);
              return ok(find(id));
            },
          ),
        ]),
  ];
  return controls.map((control) => ({ ...control, kind: name }));
}
