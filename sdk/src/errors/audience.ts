/** Who reads an error: the user of a Pulumi program, or of a script that calls functions without Pulumi. */
export type Audience = "pulumi" | "script";

type Sentence<Facts> = string | ((facts: Facts) => string);

/** What the reader can do: the same for every reader, or sentences for some of them. */
export type Advice<Facts = void> = Sentence<Facts> | Partial<Record<Audience, Sentence<Facts>>>;

/** The advice for an audience; empty if there is none. */
export function adviceFor<Facts>(
  audience: Audience,
  advice: Advice<Facts> | undefined,
  facts: Facts,
): string {
  const sentence = typeof advice === "object" ? advice[audience] : advice;
  return typeof sentence === "function" ? sentence(facts) : (sentence ?? "");
}
