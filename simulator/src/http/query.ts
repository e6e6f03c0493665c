/** The parameters of a query. A parameter that is there several times has a list of values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

export function parseQuery(text: string): Query {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? "")]));
}

/** A list may be written as `state=NEW&state=RUNNING` or as `state[]=NEW&state[]=RUNNING`: both name the parameter `state`. */
export function withoutBrackets(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ""), value]));
}
