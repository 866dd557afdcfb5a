/**
 * The local time of an instant, in RFC 3339 with its offset. The instant is in Unix milliseconds; local time is
 * `offsetSeconds` ahead of UTC.
 */
export function localInstant(utcMs: number, offsetSeconds: number): string {
  const clock = new Date(utcMs + offsetSeconds * 1_000).toISOString().slice(0, -1);
  return `${clock}${offsetText(offsetSeconds)}`;
}

/**
 * An offset as `+HH:MM`. Offsets had seconds until 1972, which RFC 3339 cannot express; they are rounded, as Temporal
 * rounds them.
 */
function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${seconds * minutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
