import { TRAILING_DENIAL, CHOICE_DENIAL } from '../phrases/negations.ts';
import { wordsPattern } from '../phrases/words-pattern.ts';

/**
 * The role of a choice in a text. `plain`: it may be the answer. `denied`: the text rejects it. `word`: it is probably
 * a word of the language, such as `I` in `I computed` or `no` in `no doubt`.
 */
export type ChoiceStanding = 'plain' | 'denied' | 'word';

/** The number of characters around a choice that are examined. */
const BESIDE = 48;

/** Single letters that are words of a language. */
const WORD_LETTER = /^[aeiouyzwàвиаскоуяAEIOUYZWВИАСКОУЯ]$/u;
/** Words for yes and no. Words for no also deny the following word, and in some languages the preceding one. */
const YES_OR_NO = new RegExp(
  `^(?:${
    'yes|no|ja|nein|oui|non|si|sí|sì|sim|não|да|нет|так|ні|tak|nie|evet|hayır|ano|ne|igen|nem|kyllä|ei|da|nu|ya|tidak|có|không|' +
    'نعم|لا|بله|خیر|نه|כן|לא|हाँ|नहीं|হ্যাঁ|না|ναι|όχι'
  })$`,
  'iu',
);
const DENIES_IN_FRONT = /^(?:нет|ні|नहीं|না)$/iu;

/** Words that continue a sentence about the choice before them. */
const GOES_ON = wordsPattern(
  'is|was|are|would|must|will|should|can|because|since|as|and|or|but|not|over|rather|than|instead|seems|has|gives|fits|best|works|wins|with|' +
    'ist|weil|denn|und|oder|est|parce|et|ou|es|porque|y|o|é|pois|e|è|perché|jest|ponieważ|bo|är|är|er|является|потому|так|и|или|değil|है|हैं|ہے|است',
);
const PRONOUN = wordsPattern(
  "it|it's|that|this|i|he|she|they|we|the|there|you|these|those|its|sir|madam|thanks|thank|please",
);
const FOLLOWED_ON = new RegExp(
  String.raw`^(?:\s*$|\s*[^\p{L}\p{M}\s'-]|\s*-(?:\s|$)|\s+${GOES_ON}|'(?!(?:m|ve|d|ll|re)(?!\p{L})))`,
  'iu',
);
const FOLLOWED_BY_PRONOUN = new RegExp(String.raw`^\s+${PRONOUN}`, 'iu');
/** Verbs that can follow the pronoun I. */
const ACTS = new RegExp(
  String.raw`^\s+${wordsPattern('will|would|must|should|can|has|was|gives|fits|works|with')}`,
  'iu',
);
const NAMED_AS_CHOICE = new RegExp(
  `${wordsPattern('option|choice|answer|letter|opción|opção|antwort')}[\\s:*("']*$`,
  'iu',
);
const SENTENCE_BEGINS = /(?:^|[.!?:。！？\n][\s"'*_(-]*)$/u;
const CLAUSE_BEGINS = /(?:^|[^\p{L}\p{M}\s][\s"'*_(]*|\n\s*)$/u;

/**
 * True if a Chinese choice is an ordinary word here: `是` joins two parts of a sentence unless it begins a clause, and
 * `对` can be part of a longer word.
 */
function isChineseWord(word: string, before: string, after: string): boolean {
  if (word === '是') return !CLAUSE_BEGINS.test(before) && !before.endsWith('是');
  if (word === '对' || word === '對')
    return /^[于於待应應比话話象方面]/u.test(after) || /[绝絕相反面针針]$/u.test(before);
  return false;
}

/** The role of the choice that is written as `word` at an offset. */
export function choiceStanding(text: string, word: string, position: number): ChoiceStanding {
  const before = text.slice(Math.max(0, position - BESIDE), position);
  const after = text.slice(position + word.length, position + word.length + BESIDE);
  if (CHOICE_DENIAL.test(before) || TRAILING_DENIAL.test(after)) return 'denied';
  if (WORD_LETTER.test(word) && isLetterWord(word, before, after)) return 'word';
  if (YES_OR_NO.test(word) && isDenial(word, before, after)) return 'word';
  return isChineseWord(word, before, after) ? 'word' : 'plain';
}

/** True for the letter in `I computed` or `a car`, and in `A car` at the beginning of a sentence. */
function isLetterWord(letter: string, before: string, after: string): boolean {
  if (/^i$/iu.test(letter) && ACTS.test(after)) return true;
  if (FOLLOWED_ON.test(after) || NAMED_AS_CHOICE.test(before)) return false;
  return letter !== letter.toUpperCase() || letter === 'I' || SENTENCE_BEGINS.test(before);
}

/** True for the word in `no doubt` or `сомнений нет`. */
function isDenial(word: string, before: string, after: string): boolean {
  if (DENIES_IN_FRONT.test(word) && !CLAUSE_BEGINS.test(before)) return true;
  return !FOLLOWED_ON.test(after) && !FOLLOWED_BY_PRONOUN.test(after);
}
