import { Refusal } from '../../../domain/kernel/errors.ts';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MAX_MS = 366 * 86_400_000;

/**
 * The start of a window: an instant, or a number of hours, days or weeks before now.
 * @throws Refusal `validation_failed` for a text that is not a time, or for a time too long ago
 */
export function windowStart(since: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d+)([hdw])$/.exec(since) ?? [];
  const at = amount === undefined ? Date.parse(since) : now.getTime() - Number(amount) * (UNIT_MS[unit] ?? 0);
  if (Number.isFinite(at) && at <= now.getTime() && at >= now.getTime() - MAX_MS) return new Date(at);
  throw new Refusal('validation_failed', '`since` must be within the last 366 days. Send a later instant.');
}
