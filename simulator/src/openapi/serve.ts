import { z } from "zod";
import { openApiPath } from "../control/paths";
import { type Operation, ok, operation } from "../http/operation";
import { type OperationGroup, openApiDocument } from "./document";

/** GET /openapi.json. The document is made when it is first asked for, as most simulators never are. */
export function openApiOperation(groups: readonly OperationGroup[]): Operation {
  let document: object | undefined;
  return operation({
    method: "GET",
    path: openApiPath,
    summary: "Get this document",
    replies: { 200: z.looseObject({}) },
    handle: () => {
      document ??= openApiDocument(groups);
      return ok(document);
    },
  });
}
