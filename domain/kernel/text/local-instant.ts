/** The local time of an instant in Unix milliseconds, `offsetSeconds` ahead of UTC: RFC 3339 with that offset. */
export function localInstant(utcMs: number, offsetSeconds: number): string {
  const clock = new Date(utcMs + offsetSeconds * 1_000).toISOString().slice(0, -1);
  return `${clock}${offsetText(offsetSeconds)}`;
}

/** `+HH:MM`. RFC 3339 has no seconds here, which offsets had until 1972; they are rounded, as Temporal rounds them. */
function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${seconds * minutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
