import { defineError } from "../../errors/definition";
import type { Region } from "../../platform/api/router-record";

/** Errors of `getRouter` and `getRouters`. */
export const ERRORS = {
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
  nameNotUnique: defineError<Region & { count: number; name: string; ids: string }>({
    code: "several-routers-with-name",
    message: ({ count, name, projectId, regionId, ids }) =>
      `getRouter: there are ${count} routers named "${name}" in project ${projectId}, region ${regionId}: ${ids}`,
    advice: "Set routerId to one of these ids.",
  }),
  notWhole: defineError<Region & { name: string; routers: string }>({
    code: "routers-not-whole",
    message: ({ name, projectId, regionId, routers }) =>
      `${name}: some routers of project ${projectId}, region ${regionId} cannot be read whole, and the result lacks these fields: ${routers}`,
  }),
  unreadable: defineError<{ name: string }>({
    code: "routers-not-readable",
    message: ({ name }) => `${name}: this deployment of the platform cannot read routers`,
  }),
};
