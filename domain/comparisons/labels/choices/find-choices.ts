import { TOTAL_DENIAL } from '../phrases/negations.ts';
import { SPACELESS_SCRIPT, wordsPattern } from '../phrases/words-pattern.ts';
import { choiceStanding, type ChoiceStanding } from './choice-standing.ts';

/** A choice that a text names. */
export interface NamedChoice {
  readonly choice: string;
  readonly start: number;
  readonly end: number;
  readonly standing: ChoiceStanding;
}

/** The text that joins a choice to a preceding denied one: `neither A nor B`. */
const JOINS = new RegExp(
  String.raw`^[\s"'*)]*${wordsPattern('or|nor|and|oder|noch|und|ou|ni|et|o|y|e|или|и|lub|ani')}[\s"'*(]*$`,
  'iu',
);
/** The separators between choices of a list. */
const LISTS = new RegExp(
  String.raw`^[\s"'*),、]*(?:${wordsPattern('or|and|oder|und|ou|et|o|y|e|или|и')}|和|、)?[\s"'*(]*$`,
  'iu',
);
const MAX_JOINT = 16;
/** The maximum number of mentions to examine, from the beginning and from the end of a text. */
const FIRST_PLACES = 100;
const LAST_PLACES = 900;

const ALPHABET = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`;
/** Characters that form one word with a letter of an alphabet, and those that form one word with any other letter. */
const JOINING_ALPHABET = String.raw`[${ALPHABET}\p{Script=Inherited}\p{N}]`;
const JOINING_OTHERS = String.raw`[[\p{L}\p{M}\p{N}]--[${ALPHABET}${SPACELESS_SCRIPT}]]`;
const SPACELESS = new RegExp(`[${SPACELESS_SCRIPT}]`, 'u');
const IN_ALPHABET = new RegExp(`[${ALPHABET}]`, 'u');
/**
 * A single sign of these scripts is a letter that occurs in most words. As a choice, it must be separate, or follow a
 * word that announces it.
 */
const LETTER_OF_SYLLABLES =
  /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const SYLLABLES = String.raw`[[\p{L}\p{M}\p{N}]--[\p{Script=Han}${ALPHABET}]]`;
/** The endings that may be attached to a Korean word. */
const KOREAN_ENDING = '입|이|은|는|을|를|가|와|과|로|으로|의|도|만|예|라|다|적';

/**
 * All mentions of the choices as separate words, in the order of the text. Of two overlapping mentions, the longer one
 * counts.
 */
export function findChoices(
  text: string,
  choices: readonly string[],
  spelled: (choice: string) => readonly string[],
): readonly NamedChoice[] {
  const bySpelling = spellings(choices, spelled);
  const byLength = [...bySpelling.keys()].sort((one, other) => other.length - one.length);
  if (byLength.length === 0) return [];
  const pattern = new RegExp(byLength.map(wholeWord).join('|'), 'gv');
  const named: NamedChoice[] = [];
  for (const { word, index } of outerPlaces(text, pattern)) {
    const before = named.at(-1);
    const isAlsoDenied =
      before?.standing === 'denied' && index - before.end <= MAX_JOINT && JOINS.test(text.slice(before.end, index));
    named.push({
      choice: bySpelling.get(word) ?? word,
      start: index,
      end: index + word.length,
      standing: isAlsoDenied ? 'denied' : choiceStanding(text, word, index),
    });
  }
  return deniedTogether(text, named);
}

/** Marks each choice of a denied list as denied: `A, B and C are wrong`. */
function deniedTogether(text: string, named: readonly NamedChoice[]): NamedChoice[] {
  const result: NamedChoice[] = [];
  let after: NamedChoice | undefined;
  for (const one of named.toReversed()) {
    const isJoined =
      after !== undefined && after.start - one.end <= MAX_JOINT && LISTS.test(text.slice(one.end, after.start));
    const isDenied =
      isJoined || (one.standing === 'denied' && TOTAL_DENIAL.test(text.slice(one.end, one.end + MAX_JOINT)));
    result.push(isDenied ? { ...one, standing: 'denied' } : one);
    after = isDenied ? one : undefined;
  }
  return result.reverse();
}

/** The first and the last matches of a pattern. */
function outerPlaces(text: string, pattern: RegExp): { word: string; index: number }[] {
  const first: { word: string; index: number }[] = [];
  const last: { word: string; index: number }[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: word, index } = match;
    if (first.length < FIRST_PLACES) first.push({ word, index });
    else last.push({ word, index });
    if (last.length === 2 * LAST_PLACES) last.splice(0, LAST_PLACES);
  }
  return [...first, ...last.slice(-LAST_PLACES)];
}

/** The choices by their spelling, without spellings that two choices share. */
function spellings(choices: readonly string[], spelled: (choice: string) => readonly string[]): Map<string, string> {
  const named = choices.flatMap((choice) =>
    [...new Set(spelled(choice).map((word) => word.trim()))].map((word) => ({ word, choice })),
  );
  const isOwn = (word: string): boolean => word !== '' && named.filter((other) => other.word === word).length === 1;
  return new Map(named.filter(({ word }) => isOwn(word)).map(({ word, choice }) => [word, choice]));
}

function wholeWord(word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  // The text before the word is checked after the match, because a pattern that begins with the word itself is much
  // faster.
  if (LETTER_OF_SYLLABLES.test(word)) {
    return `${escaped}(?:(?<!${SYLLABLES}${escaped})|(?<=(?:คือ|ข้อ|は|答え)${escaped}))(?!${SYLLABLES})`;
  }
  const joined = joinedBefore(word);
  return `${escaped}${joined === '' ? '' : `(?<!(?:${joined})${escaped})`}${after(word)}`;
}

/** The source of a pattern for text that makes a word the end of a longer word; empty if no text does. */
function joinedBefore(word: string): string {
  const kind = kindOf(Array.from(word).at(0) ?? '');
  if (kind === 'digit') return String.raw`[\p{N}${ALPHABET}]|\p{N}[.,:\/\-]`;
  if (kind === 'alphabet') return `${JOINING_ALPHABET}|${JOINING_ALPHABET}_|non-`;
  if (kind === 'korean') return String.raw`\p{Script=Hangul}`;
  return kind === 'other' ? JOINING_OTHERS : '';
}

function after(word: string): string {
  const kind = kindOf(Array.from(word).at(-1) ?? '');
  if (kind === 'digit') return String.raw`(?![\p{N}${ALPHABET}]|[.,:\-]\p{N})`;
  if (kind === 'alphabet') return String.raw`(?!${JOINING_ALPHABET}|_${JOINING_ALPHABET}|[+#])`;
  if (kind === 'korean') return String.raw`(?:(?!\p{Script=Hangul})|(?=${KOREAN_ENDING}))`;
  if (kind === 'other') return `(?!${JOINING_OTHERS})`;
  // A following vowel sign or tone mark makes it another syllable.
  return kind === 'spaceless' ? String.raw`(?!\p{M})` : '';
}

function kindOf(character: string): 'digit' | 'alphabet' | 'korean' | 'spaceless' | 'other' | 'sign' {
  if (/\p{N}/u.test(character)) return 'digit';
  if (SPACELESS.test(character)) return 'spaceless';
  if (/\p{Script=Hangul}/u.test(character)) return 'korean';
  if (IN_ALPHABET.test(character)) return 'alphabet';
  return /[\p{L}\p{M}]/u.test(character) ? 'other' : 'sign';
}
