import type { RandomSource } from "../core/random";
import type { When } from "./rule";

/** Whether the n-th of the matching requests is meant; each request is asked about once, in order. */
export function occurs(when: When, number: number, random: RandomSource): boolean {
  if (when === "all") return true;
  if (typeof when === "number") return number === when;
  if (Array.isArray(when)) return when.includes(number);
  return "from" in when ? number >= when.from : random.fraction() * 100 < when.percent;
}
