/** The value of a header as an HTTP client gives it: a list if the header was sent more than once. */
type HeaderValue = string | readonly string[] | undefined;

const EVENT_STREAM = 'text/event-stream';

/** The media type that a `content-type` names: in lower case, without parameters; empty if it is missing. */
export function parseMediaType(contentType: HeaderValue): string {
  const value = typeof contentType === 'string' ? contentType : (contentType?.[0] ?? '');
  const end = value.indexOf(';');
  return (end === -1 ? value : value.slice(0, end)).trim().toLowerCase();
}

export function isEventStream(contentType: HeaderValue): boolean {
  // Most answers have exactly this value; any other is compared as RFC 9110 requires.
  return contentType === EVENT_STREAM || parseMediaType(contentType) === EVENT_STREAM;
}
