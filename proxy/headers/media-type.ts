/** The value of a header as a client of HTTP gives it: a list where it was sent more than once. */
type HeaderValue = string | readonly string[] | undefined;

const EVENT_STREAM = 'text/event-stream';

/** The media type that a `content-type` names: in lower case, without parameters; empty where there is none. */
export function mediaTypeOf(contentType: HeaderValue): string {
  const value = typeof contentType === 'string' ? contentType : (contentType?.[0] ?? '');
  const end = value.indexOf(';');
  return (end === -1 ? value : value.slice(0, end)).trim().toLowerCase();
}

export function isEventStream(contentType: HeaderValue): boolean {
  // Most answers spell it like this; the rest is compared as RFC 9110 asks for.
  return contentType === EVENT_STREAM || mediaTypeOf(contentType) === EVENT_STREAM;
}
