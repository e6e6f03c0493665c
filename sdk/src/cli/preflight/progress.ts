/** One line that changes, on a terminal only. */
export class Progress {
  private readonly stream = process.stderr;
  private isShown = false;

  show(text: string): void {
    if (!this.stream.isTTY) return;
    this.isShown = true;
    this.stream.write(`\r\x1b[K${text}`);
  }

  clear(): void {
    if (this.isShown) this.stream.write("\r\x1b[K");
    this.isShown = false;
  }
}
