import { wordSet } from './text-features.ts';

/**
 * The most common words of each language, which almost every sentence contains. Some belong to several languages; the
 * language with the most hits is chosen.
 */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    'the a an is are was what how of and to in on for do does can i my you which who when where why with it this',
  ),
  de: wordSet(
    'der die das den dem ein eine ist sind war was wie von und zu in auf für kann ich mein du welche wer wann wo warum mit es',
  ),
  fr: wordSet(
    'le la les un une est sont était quel quelle que comment de des du et à dans pour je mon ma tu qui quand où pourquoi avec',
  ),
  es: wordSet('el la los las un una es son era qué que cómo de del y a en para mi tu cuál quién cuándo dónde por con'),
  it: wordSet(
    'il lo la gli le un una è sono era che come di del della e a in per mio tu quale chi quando dove perché con',
  ),
  pt: wordSet('os um uma é são era que como de da em para meu minha qual quem quando onde por com não pelo você'),
  nl: wordSet('de het een is zijn was wat hoe van en te in op voor kan ik mijn je welke wie wanneer waar waarom met'),
};
/** The minimum number of such words that identifies a language. */
const MIN_WORDS = 2;

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Devanagari', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Hangul', /\p{Script=Hangul}/gu],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Han', /\p{Script=Han}/gu],
];

/** The script and the language of a text, as far as its letters and its most common words show. */
export interface ReadLanguage {
  /** The script of most letters; undefined if the text has no letters, or two scripts are equally frequent. */
  readonly script: string | undefined;
  /** Undefined if too few words identify it, or two languages have equally many. */
  readonly language: string | undefined;
}

/** @param words the words of the text, in lower case */
export function readLanguage(text: string, words: readonly string[]): ReadLanguage {
  const hits = Object.entries(FUNCTION_WORDS).map(
    ([language, ofIt]) => [language, words.filter((word) => ofIt.has(word)).length] as const,
  );
  const letters = SCRIPTS.map(([script, letter]) => [script, text.match(letter)?.length ?? 0] as const);
  return { script: maxOf(letters, 1), language: maxOf(hits, MIN_WORDS) };
}

/** The name with the highest count; undefined if the count is below `min`, or not higher than every other. */
function maxOf(counts: readonly (readonly [string, number])[], min: number): string | undefined {
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first !== undefined && first[1] >= min && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
