/** A member that differs between two answers; undefined if an answer lacks it. */
export interface Difference {
  /** An RFC 6901 pointer. */
  readonly pointer: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** The members that differ, each with the longest possible pointer. */
export function listDifferences(before: unknown, now: unknown, pointer = ''): Difference[] {
  if (!isContainer(before) || !isContainer(now) || Array.isArray(before) !== Array.isArray(now))
    return Object.is(before, now) ? [] : [{ pointer, before, now }];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) => listDifferences(before[name], now[name], `${pointer}/${name}`));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
