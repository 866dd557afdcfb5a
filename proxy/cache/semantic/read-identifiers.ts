/**
 * A token: a run of letters and digits, a run of characters that may join them to an identifier, or any other
 * character. Each character is in exactly one token.
 */
const TOKEN = /[\p{L}\p{N}]+|[._/@#\\]+|[^]/gu;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;
const JOINER = /^[._/@#\\]/u;
const LETTER = /\p{L}/u;

/** The tokens of a text, in order. */
export function identifierTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/**
 * The words with a dot, a slash or a similar character between letters or digits, as written, such as `src/a.ts`.
 * Without a letter, such a word is a number. Each token is read once.
 */
export function readIdentifiers(text: string): string[] {
  const identifiers: string[] = [];
  let [identifier, joiner, isJoined] = ['', '', false];
  const end = (): void => {
    if (isJoined && LETTER.test(identifier)) identifiers.push(identifier);
    [identifier, joiner, isJoined] = ['', '', false];
  };
  for (const token of identifierTokens(text)) {
    if (LETTER_OR_DIGIT.test(token)) {
      isJoined ||= joiner !== '';
      identifier += joiner + token;
      joiner = '';
    } else if (JOINER.test(token) && identifier !== '') joiner = token;
    else end();
  }
  end();
  return identifiers;
}
