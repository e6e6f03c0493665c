import type { AnalyticsAnswer, AnalyticsRequest } from "./query";

/** Some numbers by country, as a small site has them. */
const dataSets: Readonly<Record<string, readonly unknown[]>> = {
  traffic: [
    { country: "DE", bytes: 48_318_382_080 },
    { country: "FR", bytes: 21_474_836_480 },
    { country: "US", bytes: 12_884_901_888 },
  ],
  requests: [
    { country: "DE", count: 1_204_511 },
    { country: "FR", count: 530_872 },
    { country: "US", count: 318_040 },
  ],
  uniqueVisitors: [
    { country: "DE", count: 8_412 },
    { country: "FR", count: 3_907 },
    { country: "US", count: 2_265 },
  ],
};

/** The data sets that a query names, without a look at the rest of it; all of them when it names none. */
export function builtInAnswer({ query }: AnalyticsRequest): AnalyticsAnswer {
  const all = Object.entries(dataSets);
  const named = all.filter(([name]) => new RegExp(`\\b${name}\\b`).test(query));
  return { data: Object.fromEntries(named.length === 0 ? all : named) };
}
