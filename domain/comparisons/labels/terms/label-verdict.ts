/** The verdict of a check on an answer. */
export interface LabelVerdict {
  /** The outcome; `unknown` if only some of several readings of the answer pass. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** The reading in at most two sentences and 500 characters; empty if no reading was needed. */
  readonly rationale: string;
}

const MAX_QUOTE = 120;

/** A part of an answer in quotation marks, on one line, shortened to 120 characters. */
export function quoteExcerpt(part: string): string {
  const short = part.length <= MAX_QUOTE ? part : `${part.slice(0, MAX_QUOTE / 2)}…${part.slice(-MAX_QUOTE / 2)}`;
  // Truncation can leave half of a surrogate pair, which a database does not accept as text.
  return `"${short.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')}"`;
}
