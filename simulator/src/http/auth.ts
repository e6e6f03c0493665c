import type { Settings } from "../options";

/** What the key of a request allows. */
export interface Access {
  /** The position of the key in `apiKeys` followed by `adminKeys`; undefined when it is missing or wrong in any way. */
  readonly keyIndex: number | undefined;
  /** Whether it is a key for what lies at the path. */
  readonly authorized: boolean;
}

const scheme = "apikey ";
const adminPaths = /^\/(iam|fastedge\/v1\/admin)(\/|$)/;

export function accessOf(
  header: string | undefined,
  path: string,
  { apiKeys, adminKeys }: Pick<Settings, "apiKeys" | "adminKeys">,
): Access {
  if (header === undefined || !header.startsWith(scheme)) return { keyIndex: undefined, authorized: false };
  const key = header.slice(scheme.length);
  const index = [...apiKeys, ...(adminKeys ?? [])].indexOf(key);
  const accepted = adminKeys !== undefined && adminPaths.test(path) ? adminKeys : apiKeys;
  return { keyIndex: index === -1 ? undefined : index, authorized: accepted.includes(key) };
}
