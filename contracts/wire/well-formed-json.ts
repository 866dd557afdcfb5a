/** An escaped backslash, both halves of a surrogate pair, or one half without the other. */
const ESCAPES = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi;
const LONE = 6;

/**
 * A JSON text in which every escaped half of a surrogate pair reads U+FFFD, as encoders of UTF-8 write it. Half a pair
 * is valid JSON and no text: it comes from senders that cut texts by units of UTF-16, and no store takes it.
 */
export function wellFormedJson(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json;
  return json.replaceAll(ESCAPES, (escape) => (escape.length === LONE ? '\\ufffd' : escape));
}
