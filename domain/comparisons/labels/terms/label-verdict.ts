/** The verdict of a check on an answer. */
export interface LabelVerdict {
  /** `unknown` where the answer can be read in several ways, and not each of them passes. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** The reading as a sentence or two of at most 500 characters; empty if no reading was needed. */
  readonly rationale: string;
}

const MAX_QUOTE = 120;

/** A part of an answer between quotation marks, on one line, and not longer than 120 characters. */
export function quoted(part: string): string {
  const short = part.length <= MAX_QUOTE ? part : `${part.slice(0, MAX_QUOTE / 2)}…${part.slice(-MAX_QUOTE / 2)}`;
  // Half of a character, where one was cut, is no text that a database keeps.
  return `"${short.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')}"`;
}
