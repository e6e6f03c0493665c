const scheme = "apikey ";

/** The position of the key among the accepted ones; undefined when the header is missing or wrong in any way. */
export function acceptedKey(header: string | undefined, keys: readonly string[]): number | undefined {
  if (header === undefined || !header.startsWith(scheme)) return undefined;
  const index = keys.indexOf(header.slice(scheme.length));
  return index === -1 ? undefined : index;
}
