import { z } from "zod";
import type { ObjectKind } from "../areas/object-kind";
import { notFound } from "../core/problem";
import { type Operation, ok, operation } from "../http/operation";

/** Objects of the area are described by what they may be added as. */
const object = z.looseObject({});
const list = z.strictObject({ count: z.int(), results: z.array(object) });
const idPath = z.strictObject({ id: z.string() });

/** The control endpoints of one kind of objects: list, get, add, change and delete. */
export function objectControls(kind: ObjectKind): Operation[] {
  const controls = [
    listObjects(kind),
    getObject(kind),
    addObject(kind),
    deleteObject(kind),
    ...(kind.change === undefined ? [] : [changeObject(kind, kind.change)]),
  ];
  return controls.map((control) => ({ ...control, kind: kind.name }));
}

function listObjects({ name, list: all }: ObjectKind): Operation {
  return operation({
    method: "GET",
    path: `/${name}`,
    summary: `List ${name}`,
    replies: { 200: list },
    handle: () => ok({ count: all().length, results: all().map((each) => each.object) }),
  });
}

function getObject(kind: ObjectKind): Operation {
  return operation({
    method: "GET",
    path: member(kind),
    summary: `Get one of ${kind.name}`,
    replies: { 200: object },
    params: idPath,
    handle: ({ params }) => ok(find(kind, params.id)),
  });
}

function addObject(kind: ObjectKind): Operation {
  return operation({
    method: "POST",
    path: `/${kind.name}`,
    summary: `Add one to ${kind.name}`,
    replies: { 200: object, 201: object },
    body: kind.addition,
    handle: ({ body }) => {
      const before = new Set(kind.list().map(({ id }) => id));
      const id = kind.add(body);
      return { status: before.has(id) ? 200 : 201, body: find(kind, id) };
    },
  });
}

function changeObject(kind: ObjectKind, change: z.ZodType): Operation {
  return operation({
    method: "PATCH",
    path: member(kind),
    summary: `Change one of ${kind.name}`,
    replies: { 200: object },
    params: idPath,
    body: change,
    handle: ({ params: { id }, body }) => {
      find(kind, id);
      kind.apply(id, body);
      return ok(find(kind, id));
    },
  });
}

function deleteObject(kind: ObjectKind): Operation {
  return operation({
    method: "DELETE",
    path: member(kind),
    summary: `Delete one of ${kind.name}`,
    replies: { 204: null },
    params: idPath,
    handle: ({ params: { id } }) => {
      find(kind, id);
      kind.remove(id);
      return { status: 204 };
    },
  });
}

/** The slash of an id with two parts is written as %2F. */
function member({ name }: ObjectKind): string {
  return `/${name}/:id`;
}

function find({ name, list }: ObjectKind, id: string): unknown {
  const found = list().find((each) => each.id === id);
  if (found === undefined) throw notFound(`There is no object ${id} in ${name}.`);
  return found.object;
}
