import type { Settings } from "../../options";
import type { AiTaskQuery } from "./ai-query";

/** Where the pages before and after this one are, in the form that the deployment has. */
export function pointers(
  { aiTaskPointer, aiTaskEnd }: Settings,
  address: string,
  query: AiTaskQuery,
  count: number,
): Record<string, string | null> {
  const { page, limit } = query;
  const to = (other: number): string => {
    const text = queryText({ ...query, page: other });
    return aiTaskPointer === "url" ? `${address}?${text}` : text;
  };
  const found = {
    next: page * limit < count ? to(page + 1) : null,
    previous: page > 1 ? to(page - 1) : null,
  };
  if (aiTaskEnd === "null") return found;
  return Object.fromEntries(Object.entries(found).filter(([, pointer]) => pointer !== null));
}

/** The page first, then the filters as they were given. */
function queryText({ page, limit, ...filters }: AiTaskQuery): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([["page", `${page}`], ["limit", `${limit}`], ...given]).toString();
}
