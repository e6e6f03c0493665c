/** The largest width of the lanes in pixels: browsers limit the size of an element. */
const MAX_WIDTH = 8_000_000;
/** One millisecond is at most so many pixels wide. */
const MAX_PIXELS_PER_MS = 40;
/** The least distance of two lines of the axis, in pixels. */
const TICK_DISTANCE = 90;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400].map(
    (s) => s * 1000,
  ),
);

/** The zoom: how wide the run is drawn. */
export class Scale {
  pixelsPerMs = 1;
  private fitting = 1;

  constructor(private readonly lengthMs: number) {}

  /** The lanes have another width on the screen. The whole run stays visible if it was. */
  resize(width: number): void {
    const showedAll = this.isFitted;
    this.fitting = Math.max(width, 1) / this.lengthMs;
    if (showedAll) this.pixelsPerMs = this.fitting;
    this.zoom(1);
  }

  get isFitted(): boolean {
    return this.pixelsPerMs === this.fitting;
  }

  get width(): number {
    return this.lengthMs * this.pixelsPerMs;
  }

  fit(): void {
    this.pixelsPerMs = this.fitting;
  }

  zoom(factor: number): void {
    this.pixelsPerMs = Math.max(this.fitting, Math.min(this.pixelsPerMs * factor, this.largest));
  }

  private get largest(): number {
    return Math.max(this.fitting, Math.min(MAX_PIXELS_PER_MS, MAX_WIDTH / this.lengthMs));
  }

  /** The distance of the lines of the axis. */
  get step(): number {
    const least = TICK_DISTANCE / this.pixelsPerMs;
    return STEPS.find((step) => step >= least) ?? 86_400_000 * Math.ceil(least / 86_400_000);
  }
}
