/** A member that two answers have differently; undefined where one lacks it. */
export interface Difference {
  /** An RFC 6901 pointer. */
  readonly pointer: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** The members that differ, each as deep as it can be named. */
export function differencesOf(before: unknown, now: unknown, pointer = ''): Difference[] {
  if (!isContainer(before) || !isContainer(now) || Array.isArray(before) !== Array.isArray(now))
    return Object.is(before, now) ? [] : [{ pointer, before, now }];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) => differencesOf(before[name], now[name], `${pointer}/${name}`));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
