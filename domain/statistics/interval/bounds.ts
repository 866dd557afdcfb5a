/** The bounds of an estimate, such as a rate, a mean or a difference. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}
