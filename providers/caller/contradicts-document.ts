import type { TSchema } from 'typebox';
import { isJsonObject } from '../json-parts.ts';

/**
 * True if the text around a document contradicts one of its members whose value is one of several words. An example is
 * `The verdict is fail.` around a `verdict` that is `pass`. The text around the document is searched completely.
 * Another text within the document is searched at its end only, because it may quote such words earlier. A text that
 * consists of such a word also counts.
 *
 * @param schema the schema of an object whose names and words consist of letters
 */
export function contradictsDocument(text: string, given: unknown, schema: TSchema): boolean {
  if (!isJsonObject(given)) return false;
  const besideText = text.toLowerCase();
  return wordsOf(schema).some(({ member, words }) => {
    const within = Object.entries(given).flatMap(([name, value]) =>
      name !== member && typeof value === 'string' ? [value.toLowerCase()] : [],
    );
    return words
      .filter((word) => word !== given[member])
      .some((word) => {
        const named = `\\b${member}[^a-z]{1,8}(?:is[^a-z]{1,8})?${word}\\b`;
        const atEnd = new RegExp(`${named}[^a-z]{0,8}$`);
        return (
          isBare(besideText, word) ||
          new RegExp(named).test(besideText) ||
          within.some((statement) => isBare(statement, word) || atEnd.test(statement))
        );
      });
  });
}

function isBare(statement: string, word: string): boolean {
  return statement.replaceAll(/[^a-z_]/g, '') === word;
}

/** The members whose value is one of several words. */
function wordsOf(schema: TSchema): { readonly member: string; readonly words: readonly string[] }[] {
  const properties: unknown = Reflect.get(schema, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([member, form]) => {
    const words: unknown = isJsonObject(form) ? form['enum'] : undefined;
    return Array.isArray(words) ? [{ member, words: words.filter((word) => typeof word === 'string') }] : [];
  });
}
