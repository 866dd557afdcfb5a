import { invalidMember } from '../../../domain/kernel/errors.ts';
import { requireInstant } from './require-instant.ts';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MAX_MS = 366 * 86_400_000;

/**
 * The start of a window: an instant, or a number of hours, days or weeks before now.
 * @throws Refusal `validation_failed` for a time that does not exist, that is in the future, or too long ago
 */
export function windowStart(since: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d+)([hdw])$/.exec(since) ?? [];
  const nowMs = now.getTime();
  const at =
    amount === undefined ? requireInstant(since, '/since').getTime() : nowMs - Number(amount) * (UNIT_MS[unit] ?? 0);
  if (at <= nowMs && at >= nowMs - MAX_MS) return new Date(at);
  throw invalidMember('/since', '`since` must be within the last 366 days. Send a later instant.');
}
