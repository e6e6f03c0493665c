type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs so many works at a time, first come first served. */
export function semaphore(size: number): Run {
  let free = size;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export function mutex(): Run {
  return semaphore(1);
}
