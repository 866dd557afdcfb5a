const DAY_MS = 86_400_000;

/** An instant in Unix milliseconds, and how it was derived from a local time. */
export interface ResolvedTime {
  readonly atMs: number;
  /**
   * `dst_gap`: the local time does not exist, and the instant is moved later. `dst_fold`: the local time occurs twice,
   * and the instant is the earlier one.
   */
  readonly note: '' | 'dst_gap' | 'dst_fold';
}

/**
 * The instant at which the clocks of a zone show a local time. A time in a gap is moved later by the length of the gap.
 * A time that occurs twice means the earlier instant. This is the rule `compatible` of ECMAScript's Temporal.
 *
 * @param wallMs the local time, read as if it were UTC
 * @param offsetMs the milliseconds by which local time is ahead of UTC at an instant
 */
export function resolveWallTime(wallMs: number, offsetMs: (utcMs: number) => number): ResolvedTime {
  // Every offset is shorter than a day, so a transition near `wallMs` is between these two instants.
  const before = offsetMs(wallMs - DAY_MS);
  const after = offsetMs(wallMs + DAY_MS);
  const valid = [...new Set([before, after])].filter((offset) => offsetMs(wallMs - offset) === offset);
  if (valid.length === 0) return { atMs: wallMs - before, note: 'dst_gap' };
  return { atMs: wallMs - Math.max(...valid), note: valid.length > 1 ? 'dst_fold' : '' };
}
