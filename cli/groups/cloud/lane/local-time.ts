import { localInstant } from '../../../../domain/kernel/text/local-instant.ts';

/** An instant in the zone of this machine, such as `2026-03-01 13:00:00 +01:00`; `-` if there is none. */
export function localTime(instant: string | null | undefined): string {
  if (instant === undefined || instant === null) return '-';
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const local = localInstant(at.getTime(), -at.getTimezoneOffset() * 60);
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${local.slice(-6)}`;
}

/** The name of the zone of this machine, such as `Europe/Berlin`. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
