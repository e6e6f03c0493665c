import * as contract from "../../simulator/src/contract";

type Operations = Readonly<Record<string, contract.Contract>>;

/** The operations of each area of the contract, by the names of both. */
export const CONTRACT_AREAS: Readonly<Record<string, Operations>> = Object.fromEntries(
  Object.entries<unknown>(contract).filter((entry): entry is [string, Operations] => isArea(entry[1])),
);

function isArea(value: unknown): value is Operations {
  if (typeof value !== "object" || value === null) return false;
  const all: unknown[] = Object.values(value);
  return all.length > 0 && all.every((one) => typeof one === "object" && one !== null && "replies" in one);
}
