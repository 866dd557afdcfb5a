/** The share of a soak that is not judged, because it fills caches and compiles code. */
const JUDGED_FROM = 1 / 2;
/** A measurement of a process, and its time. */
export interface SoakPoint {
  /** Minutes since the start. */
  readonly minute: number;
  readonly held: number;
}

/** The line of least squares through the judged points. */
export interface Trend {
  /** The value of the line at its start; `to` is the value at its end. */
  readonly from: number;
  readonly to: number;
  readonly perMinute: number;
}

export function fitTrend(points: readonly SoakPoint[]): Trend {
  const judged = points.slice(Math.floor(points.length * JUDGED_FROM));
  const mean = (of: (point: SoakPoint) => number): number =>
    judged.reduce((sum, point) => sum + of(point), 0) / judged.length;
  const [minute, held] = [mean((point) => point.minute), mean((point) => point.held)];
  const perMinute =
    mean((point) => (point.minute - minute) * (point.held - held)) / mean((point) => (point.minute - minute) ** 2);
  const at = (where: number | undefined): number => held + perMinute * ((where ?? Number.NaN) - minute);
  return { from: at(judged[0]?.minute), to: at(judged.at(-1)?.minute), perMinute };
}
