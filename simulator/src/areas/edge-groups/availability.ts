import { Problem } from "../../core/problem";

/** Whether the service can be reached, which it is unless told otherwise. */
export class Availability {
  #refusals = 0;

  /** As many of the next requests are refused. */
  refuse(times: number): void {
    this.#refusals = times;
  }

  check(): void {
    if (this.#refusals === 0) return;
    this.#refusals -= 1;
    throw new Problem(503, "ServiceUnavailableError", "service is temporarily unavailable");
  }
}
