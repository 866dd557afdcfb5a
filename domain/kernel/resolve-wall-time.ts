const DAY_MS = 86_400_000;

/** An instant in Unix milliseconds, and how it came from a local time. */
export interface ResolvedTime {
  readonly atMs: number;
  /** `dst_gap`: the time did not exist, and this is later. `dst_fold`: it comes twice, and this is the earlier. */
  readonly note: '' | 'dst_gap' | 'dst_fold';
}

/**
 * The instant at which clocks show a local time. One that falls into a gap is moved later by the gap's length, one that
 * comes twice means the earlier instant: the rule `compatible` of ECMAScript's Temporal.
 *
 * @param wallMs the local time, read as if it were UTC
 * @param offsetMs by how much local time is ahead of UTC at an instant
 */
export function resolveWallTime(wallMs: number, offsetMs: (utcMs: number) => number): ResolvedTime {
  // No offset reaches a day, so that the transition, if there is one, lies between these two.
  const before = offsetMs(wallMs - DAY_MS);
  const after = offsetMs(wallMs + DAY_MS);
  const valid = [...new Set([before, after])].filter((offset) => offsetMs(wallMs - offset) === offset);
  if (valid.length === 0) return { atMs: wallMs - before, note: 'dst_gap' };
  return { atMs: wallMs - Math.max(...valid), note: valid.length > 1 ? 'dst_fold' : '' };
}
