import { jest } from "@jest/globals";

/** Runs the work. Returns the output and the result. */
export async function printed<T>(work: () => Promise<T>) {
  const texts = { stdout: "", stderr: "" };
  const capture = (stream: "stdout" | "stderr") =>
    jest.spyOn(process[stream], "write").mockImplementation((text) => {
      texts[stream] += String(text);
      return true;
    });
  const spies = [capture("stdout"), capture("stderr")];
  try {
    const result = await work();
    return { ...texts, result };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
