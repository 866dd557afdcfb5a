import { readLanguage } from './read-language.ts';
import { wordSet, type TextFeatures } from './text-features.ts';

/** A difference between two texts that changes the question, regardless of the similarity of the rest. */
export type SignificantDifference =
  | 'language'
  | 'numbers'
  | 'negations'
  | 'quotations'
  | 'symbols'
  | 'identifiers'
  | 'names'
  | 'opposites'
  | 'words';

/** The pairs of opposites: a text with the first word and a text with the second word ask for opposite things. */
const OPPOSITES: readonly (readonly string[])[] =
  `enable disable, increase decrease, before after, more less, more fewer, minimum maximum, min max, start stop, start end, open close, on off,
   with without, buy sell, import export, encrypt decrypt, encode decode, add remove, add delete, create delete, allow deny, allow forbid,
   left right, up down, true false, always never, best worst, highest lowest, largest smallest, longest shortest, oldest newest, older younger,
   win lose, install uninstall, include exclude, accept reject, ascending descending, north south, east west, above below, hot cold,
   upload download, lock unlock, input output, advantages disadvantages, pros cons, legal illegal, possible impossible, safe unsafe,
   subscribe unsubscribe, upgrade downgrade, push pull, read write, male female, men women, today tomorrow, today yesterday, morning evening,
   day night, summer winter, public private, internal external, client server, causes consequences`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/));

/**
 * The first difference by which two texts ask for different things: the language, numbers in their order, negations,
 * quoted texts, signs such as `<`, names and identifiers in their order, or words of opposite meaning. Undefined if
 * there is no such difference. It knows words, not meanings: texts without such a difference may still ask for
 * different things.
 */
export function findDifferentFacts(a: TextFeatures, b: TextFeatures): SignificantDifference | undefined {
  if (areOfOtherLanguages(a, b)) return 'language';
  const lists = ['numbers', 'quotations', 'symbols', 'identifiers'] as const;
  if (a.negations.length !== b.negations.length) return 'negations';
  for (const list of lists) if (!isSame(a[list], b[list])) return list;
  const names = new Set([...a.names, ...b.names]);
  const namesOf = ({ words }: TextFeatures): string[] => words.filter((word) => names.has(word));
  if (!isSame(namesOf(a), namesOf(b))) return 'names';
  const [one, other] = [new Set(a.words), new Set(b.words)];
  return OPPOSITES.some(([left = '', right = '']) => areOpposed(one, other, left, right)) ? 'opposites' : undefined;
}

/**
 * The first difference of `findDifferentFacts`, otherwise `words` if the texts have different words or another order of
 * words. Articles, polite phrases and plurals are ignored.
 */
export function findDifferentWords(a: TextFeatures, b: TextFeatures): SignificantDifference | undefined {
  return findDifferentFacts(a, b) ?? (isSame(askingWords(a), askingWords(b)) ? undefined : 'words');
}

/** True if two texts are in different languages. An answer is in the language of its question. */
function areOfOtherLanguages(a: TextFeatures, b: TextFeatures): boolean {
  const [one, other] = [a, b].map(({ text, words }) => readLanguage(text, words));
  const isOther = (name: 'script' | 'language'): boolean =>
    one?.[name] !== undefined && other?.[name] !== undefined && one[name] !== other[name];
  return isOther('script') || isOther('language');
}

function areOpposed(one: ReadonlySet<string>, other: ReadonlySet<string>, left: string, right: string): boolean {
  const hasOnly = (words: ReadonlySet<string>, word: string, not: string): boolean =>
    words.has(word) && !words.has(not);
  const isLeft = hasOnly(one, left, right) && hasOnly(other, right, left);
  return isLeft || (hasOnly(one, right, left) && hasOnly(other, left, right));
}

/** Words that do not change the question. */
const UNASKING = wordSet('a an the please kindly just so hi hello hey thanks thank');
/** The polite beginnings of questions. */
const POLITE = /^(?:(?:can|could|would|will) you |i would like to know |i want to know |(?:please )?tell me )+/;

function askingWords({ words }: TextFeatures): string[] {
  const asked = words.filter((word) => !UNASKING.has(word)).join(' ');
  return asked
    .replace(POLITE, '')
    .replace(/\bhow (?:do|could) i\b/, 'how can i')
    .replace(/\bcould\b/, 'can')
    .split(' ')
    .map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
