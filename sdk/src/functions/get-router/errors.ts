import { defineError } from "../../errors/definition";

interface Place {
  projectId: number;
  regionId: number;
}

/** Errors of `getRouter` and `getRouters`. */
export const ERRORS = {
  idNotFound: defineError<Place & { id: string }>({
    code: "no-router-with-id",
    message: ({ id, projectId, regionId }) =>
      `getRouter: there is no router ${id} in project ${projectId}, region ${regionId}`,
    advice: "Check routerId, projectId and regionId.",
    cause: "The id is wrong, or the router is in another project, region or account.",
  }),
  nameNotFound: defineError<Place & { name: string; found: string }>({
    code: "no-router-with-name",
    message: ({ name, projectId, regionId, found }) =>
      `getRouter: there is no router named "${name}" in project ${projectId}, region ${regionId}; routers found there: ${found}`,
    advice: "Check name, projectId and regionId.",
    cause: "The name is wrong, or the router is in another project, region or account.",
    remedy: "For an empty list instead of an error, use `getRouters`.",
  }),
  nameNotUnique: defineError<Place & { count: number; name: string; ids: string }>({
    code: "several-routers-with-name",
    message: ({ count, name, projectId, regionId, ids }) =>
      `getRouter: there are ${count} routers named "${name}" in project ${projectId}, region ${regionId}: ${ids}`,
    advice: "Set routerId to one of these ids.",
    cause: "Names of routers are not unique.",
    remedy: "For all of them, use `getRouters`.",
  }),
  unreadable: defineError<{ name: string }>({
    code: "routers-not-readable",
    message: ({ name }) => `${name}: this deployment of the platform cannot read routers`,
    cause: "The deployment has only the documented operations.",
    remedy: "Set what you know of the routers in the stack's configuration.",
  }),
};
