const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(?:0|(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h))+)$/;
const PART = /[\d.]+[a-z]+/g;

/**
 * The milliseconds of a duration in the notation of Go, such as `24h`, `1h30m` or `0`; undefined if the text has
 * another form.
 */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  const parts = text.match(PART) ?? [];
  return parts.reduce((sum, part) => sum + Math.round(Number.parseFloat(part) * unitMs(part)), 0);
}

function unitMs(part: string): number {
  return UNIT_MS[part.replace(/[\d.]+/, '')] ?? 0;
}
