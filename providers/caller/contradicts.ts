import type { TSchema } from 'typebox';
import { isObject } from '../json-parts.ts';

/**
 * Whether what stands beside a member that is one of several words says another one of them, as `The verdict is fail.` beside a `verdict`
 * that is `pass`: anywhere in the text beside the document, and at the end of another text within it, which may quote words of others before.
 * A text that is such a word alone says it, too.
 *
 * @param schema of an object, whose names and words are letters
 */
export function contradicts(text: string, given: unknown, schema: TSchema): boolean {
  if (!isObject(given)) return false;
  const beside = text.toLowerCase();
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
          isBare(beside, word) ||
          new RegExp(named).test(beside) ||
          within.some((said) => isBare(said, word) || atEnd.test(said))
        );
      });
  });
}

function isBare(said: string, word: string): boolean {
  return said.replaceAll(/[^a-z_]/g, '') === word;
}

/** Members that are one of several words. */
function wordsOf(schema: TSchema): { readonly member: string; readonly words: readonly string[] }[] {
  const properties: unknown = Reflect.get(schema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([member, form]) => {
    const words: unknown = isObject(form) ? form['enum'] : undefined;
    return Array.isArray(words) ? [{ member, words: words.filter((word) => typeof word === 'string') }] : [];
  });
}
