import { printParseErrorCode, visit } from 'jsonc-parser';

/** The expected token at a JSON fault, by the package's name for it. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value is expected, such as a string in double quotes',
  InvalidNumberFormat: 'the number is not complete',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace or a comma is expected',
  CloseBracketExpected: 'a closing bracket or a comma is expected',
  EndOfFileExpected: 'nothing more is expected behind the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the text has no closing quote',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'four hexadecimal digits are expected behind `\\u`',
  InvalidEscapeCharacter: 'no such escape exists in JSON',
  InvalidCharacter: 'a control character must be written as an escape, such as `\\n`',
};

/** The maximum length of a searched text. People write no longer texts, and the search takes a few milliseconds. */
const MAX_SEARCHED = 131_072;

/** The first position at which a text is not JSON. */
class JsonFault extends Error {}

/**
 * The position of a fault in JSON and the expected token, as the end of a sentence that begins with the text's name.
 * Undefined if no fault is found, and for a text of more than 131,072 characters.
 * @param text nested no deeper than a recursive reader allows
 */
export function findJsonFault(text: string): string | undefined {
  if (text.length > MAX_SEARCHED) return undefined;
  try {
    visit(
      text,
      {
        onError(code, _offset, _length, line, character) {
          throw new JsonFault(
            `at line ${line + 1}, column ${character + 1}, ${EXPECTED[printParseErrorCode(code)] ?? 'something else is expected'}`,
          );
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error.message;
    throw error;
  }
}
