/**
 * A nested member of a JSON value, by the kind of value that is requested; `undefined` if the member has another kind.
 */
export function readLogText(log: unknown, ...path: readonly string[]): string | undefined {
  const value = readLogValue(log, ...path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readLogNumber(log: unknown, ...path: readonly string[]): number | undefined {
  const value = readLogValue(log, ...path);
  return typeof value === 'number' ? value : undefined;
}

export function readLogFlag(log: unknown, ...path: readonly string[]): boolean {
  return readLogValue(log, ...path) === true;
}

/** The value of a nested member, of any kind. */
export function readLogValue(log: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    log,
  );
}
