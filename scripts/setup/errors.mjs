/** Set-up cannot go on, and the message tells the user in one sentence why and what to do. */
export class SetupError extends Error {
  /**
   * @param {string} message one sentence with what to do
   * @param {string} [output] what the failing program printed, shown above the sentence
   */
  constructor(message, output = "") {
    super(message);
    this.name = "SetupError";
    this.output = output.trim();
  }
}

/** The user (or the system) asked set-up to stop. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.name = "Interrupted";
    this.signal = signal;
  }
}
