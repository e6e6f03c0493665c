import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects garbage until an effect of that, such as the call of a finalizer, has come. */
export async function collectUntil(condition: () => boolean): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 100 && !condition(); round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
