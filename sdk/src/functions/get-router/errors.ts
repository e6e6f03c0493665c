import { defineError } from "../../errors/definition";
import type { Region } from "../../platform/api/router-record";

/** Errors of `getRouter` and `getRouters`. */
export const ERRORS = {
  /** The id is wrong, or the router is in another project, region or account. */
  idNotFound: defineError<Region & { id: string }>({
    code: "no-router-with-id",
    message: ({ id, projectId, regionId }) =>
      `getRouter: there is no router ${id} in project ${projectId}, region ${regionId}`,
    advice: "Check routerId, projectId and regionId.",
  }),
  /**
   * The name is wrong, or the router is in another project, region or account.
   *
   * What to do: For an empty list instead of an error, use `getRouters`.
   */
  nameNotFound: defineError<Region & { name: string; found: string }>({
    code: "no-router-with-name",
    message: ({ name, projectId, regionId, found }) =>
      `getRouter: there is no router named "${name}" in project ${projectId}, region ${regionId}; routers found there: ${found}`,
    advice: "Check name, projectId and regionId.",
  }),
  /**
   * Names of routers are not unique.
   *
   * What to do: For all of them, use `getRouters`.
   */
  nameNotUnique: defineError<Region & { count: number; name: string; ids: string }>({
    code: "several-routers-with-name",
    message: ({ count, name, projectId, regionId, ids }) =>
      `getRouter: there are ${count} routers named "${name}" in project ${projectId}, region ${regionId}: ${ids}`,
    advice: "Set routerId to one of these ids.",
  }),
  /**
   * A warning. The platform lists routers with fields of another type than its documentation says, or without a valid id. The
   * result lacks these fields, and the routers without an id.
   *
   * What to do: Do not rely on the fields that the warning names.
   */
  notWhole: defineError<Region & { name: string; routers: string }>({
    code: "routers-not-whole",
    message: ({ name, projectId, regionId, routers }) =>
      `${name}: some routers of project ${projectId}, region ${regionId} cannot be read whole, and the result lacks these fields: ${routers}`,
  }),
  /**
   * The deployment has only the documented operations.
   *
   * What to do: Set what you know of the routers in the stack's configuration.
   */
  unreadable: defineError<{ name: string }>({
    code: "routers-not-readable",
    message: ({ name }) => `${name}: this deployment of the platform cannot read routers`,
  }),
};
