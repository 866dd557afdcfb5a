import { isSupportedFactTime } from '../events/parse-instant-ms.ts';

const INSTANT =
  /^\s*(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?)?\s*(?:[Zz]|([+-])(\d{2}):?(\d{2}))?\s*$/;

/**
 * The Unix time in milliseconds of a member of an event, also in forms that an event must not use. An instant without a
 * zone is read as UTC. A day or an hour past the last valid one rolls over into the next, and a number counts
 * milliseconds or seconds. Undefined outside of the years 2000 to 2099.
 */
export function readableInstantMs(value: unknown): number | undefined {
  if (typeof value === 'number') return [value, value * 1_000].map(Math.floor).find(isSupportedFactTime);
  const found = typeof value === 'string' && value.length <= 64 ? INSTANT.exec(value) : null;
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const [month, day] = [part(2), part(3)];
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const local = Date.UTC(part(1), month - 1, day, part(4), part(5), part(6), Number((found[7] ?? '').padEnd(3, '0')));
  const offsetMs = (part(9) * 60 + part(10)) * 60_000;
  const ms = found[8] === '-' ? local + offsetMs : local - offsetMs;
  return isSupportedFactTime(ms) ? ms : undefined;
}
