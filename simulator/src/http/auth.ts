import type { Settings } from "../options";

/** The access that the key of a request gives. */
export interface Access {
  /** The position of the key in `apiKeys` followed by `adminKeys`; undefined if the key is missing or unknown. */
  readonly keyIndex: number | undefined;
  /** Whether the key is valid for the path. */
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
