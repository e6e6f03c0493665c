/** The key of the resources of a class in a stack file, its plural: `CertificateForceRetry` is `certificateForceRetries`. */
export function kindName(type: string): string {
  return plural(type[0]?.toLowerCase() + type.slice(1));
}

function plural(noun: string): string {
  if (/(ss|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (noun.endsWith("s")) return noun;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
}
