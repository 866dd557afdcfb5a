/** Matches an escaped backslash, both halves of a surrogate pair, or one half without the other. */
const ESCAPES = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi;
const LONE = 6;

/**
 * A JSON text in which every unpaired escape of a surrogate is replaced with U+FFFD, as encoders of UTF-8 write it.
 * Such an escape is valid JSON but not valid text. It comes from senders that cut texts at UTF-16 units, and no store
 * accepts it.
 */
export function wellFormedJson(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json;
  return json.replaceAll(ESCAPES, (escape) => (escape.length === LONE ? '\\ufffd' : escape));
}
