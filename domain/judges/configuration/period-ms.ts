import { parseDuration } from '../../kernel/parse-duration.ts';

/** The period of a setting in milliseconds; undefined if no period is set or it is 0. */
export function periodMs(text: string | number | undefined): number | undefined {
  const ms = parseDuration(String(text ?? 0));
  return ms === 0 ? undefined : ms;
}
