/** The simulator's own endpoints, which are no part of the platform. They have no faults and leave no record. */

export const controlPrefix = "/_simulator";
export const pagePath = "/";
export const assetPrefix = `${controlPrefix}/page` as const;

export function isOwnPath(path: string): boolean {
  return isPublicPath(path) || isControlPath(path);
}

/** They are the same for everybody and contain nothing of the platform, so they need neither key nor token. */
export function isPublicPath(path: string): boolean {
  return path === pagePath || path === "/openapi.json" || path.startsWith(`${assetPrefix}/`);
}

export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}
