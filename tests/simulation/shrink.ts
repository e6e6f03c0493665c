import { type Choice, live, type Result } from "./history";

/** The same violation with fewer acts and faults: each is left out if the history still fails without it. */
export async function shortest(choice: Choice, failing: Result): Promise<Result & { choice: Choice }> {
  const kinds = new Set(failing.violations.map(({ invariant }) => invariant));
  let best = { choice, result: failing };
  const attempt = async (shorter: Choice): Promise<boolean> => {
    const result = await live(shorter);
    const isSame = result.violations.some(({ invariant }) => kinds.has(invariant));
    if (isSame) best = { choice: shorter, result };
    return isSame;
  };
  for (let act = 0; act < failing.acts; act++)
    await attempt({ ...best.choice, skipped: [...(best.choice.skipped ?? []), act] });
  // First half of them, then a quarter, and so on.
  for (
    let size = Math.ceil(best.result.faults.length / 2);
    size >= 1;
    size = size > 1 ? Math.ceil(size / 2) : 0
  )
    for (let from = 0; from < best.result.faults.length; ) {
      const fewer = best.result.faults.slice(from, from + size);
      const isShorter = await attempt({
        ...best.choice,
        suppressed: [...(best.choice.suppressed ?? []), ...fewer],
      });
      if (!isShorter) from += size;
    }
  return { ...best.result, choice: best.choice };
}
