/**
 * Each character is in one token: letters and digits, what may join them to an identifier, or a character that does
 * neither.
 */
const TOKEN = /[\p{L}\p{N}]+|[._/@#\\]+|[^]/gu;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;
const JOINER = /^[._/@#\\]/u;
const LETTER = /\p{L}/u;

/** The tokens of a text, one behind the other. */
export function identifierTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/**
 * Words with a dot, a stroke and the like between letters or digits, as they are written, such as `src/a.ts`. What has
 * no letter is a number. Each token is looked at once.
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
