import { sentenceEnd, statementEnd } from '../phrases/explanations.ts';
import { wordsPattern } from '../phrases/words-pattern.ts';
import type { NamedChoice } from './find-choices.ts';

/** The number of characters after a choice that are examined. */
const BESIDE = 40;
/** The number of characters before the last choice that are searched for a correction. */
const BEFORE_LAST = 200;

const JOINED = new RegExp(
  String.raw`^[\s"'*)(_]*(?:${wordsPattern('to|and|or|und|oder|et|ou|y|o|e|и|или|and/or|en|of|och|eller|veya|ve|atau|dan')}|和|或|与|と|また는|หรือ|和|,|/|&|\|)[\s"'*(_]*$`,
  'iu',
);
const PRAISED = new RegExp(
  String.raw`^["'*_)\]]*(?:[.．、:]?\s?(?:项|項|选项|選項)?(?:是|が|が一番)?(?:正确|正確|对的|正解|正し|最も適切)|\s(?:${wordsPattern(
    'is correct|is right|is the correct|is the right|is the answer|is the best|is best|fits best|fits|works|wins|is true|must be right|remains|is left|' +
      'ist richtig|est correct|est correcte|es correcta|es la correcta|está correta|è corretta|верно|верный|jest poprawne|doğru|सही है',
  )})|を選|(?:가|이|번이) (?:정답|맞)|(?:를|을) 선택)`,
  'iu',
);
const CORRECTS =
  /\b(?:wait|no,|actually|correction|sorry|oops|instead|rather|reflection|however|but|mistake|then|finally|so)\b|不对|等等|nein,|non,/iu;

/** True if the choice at an offset only explains the preceding choice, in the same sentence. */
export function isExplaining(text: string, { end }: NamedChoice, position: number): boolean {
  return position > statementEnd(text, end) && position <= sentenceEnd(text, end);
}

/** A choice, and the choices that the text joins to it: `A or B`. */
export function joinedChoices(text: string, plain: readonly NamedChoice[], one: NamedChoice): NamedChoice[] {
  const index = plain.indexOf(one);
  const [before, after] = [plain[index - 1], plain[index + 1]];
  const joined = [one];
  if (after !== undefined && JOINED.test(text.slice(one.end, Math.min(after.start, one.end + BESIDE))))
    joined.push(after);
  if (before !== undefined && one.start - before.end <= BESIDE && JOINED.test(text.slice(before.end, one.start)))
    joined.push(before);
  return joined;
}

/**
 * The choices of a text without a conclusion: the choice that is called right, the one at the beginning, or the last
 * one named.
 */
export function namedChoices(text: string, plain: readonly NamedChoice[]): NamedChoice[] {
  const stated: NamedChoice[] = [];
  for (const one of plain) {
    const before = stated.at(-1);
    if (before === undefined || !isExplaining(text, before, one.start)) stated.push(one);
  }
  const last = stated.at(-1);
  const first = stated[0];
  if (first === undefined || last === undefined) return [];
  if (stated.every(({ choice }) => choice === last.choice)) return [last];
  const praised = stated.findLast(({ end }) => PRAISED.test(text.slice(end, end + BESIDE)));
  if (praised !== undefined) return [praised];
  if (isListed(text, stated)) return isAtEnd(text, last) ? [last] : [...stated];
  return isLeading(text, first) ? firstOrLast(text, first, last) : lastNamed(text, stated, last);
}

/** The last choice; or all possible ones if others are joined to it or are in the same sentence. */
function lastNamed(text: string, stated: readonly NamedChoice[], last: NamedChoice): NamedChoice[] {
  const joined = joinedChoices(text, stated, last);
  if (joined.some(({ choice }) => choice !== last.choice)) return joined;
  return isAtEnd(text, last) || isAlone(text, stated) ? [last] : [last, ...stated.slice(0, 1)];
}

/**
 * The choice at the beginning of a text. If the text ends with another choice, it is that one if it is a correction,
 * and otherwise both.
 */
function firstOrLast(text: string, first: NamedChoice, last: NamedChoice): NamedChoice[] {
  if (!isAtEnd(text, last)) return [first];
  const between = text.slice(Math.max(first.end, last.start - BEFORE_LAST), last.start);
  return last.start <= sentenceEnd(text, first.end + 1) || CORRECTS.test(between) ? [last] : [first, last];
}

function isAtEnd(text: string, { end }: NamedChoice): boolean {
  return text.length - end < BESIDE && /^[^\p{L}\p{N}]*$/u.test(text.slice(end));
}

/** True if the last choice is the only one in its sentence. */
function isAlone(text: string, stated: readonly NamedChoice[]): boolean {
  const [before, last] = stated.slice(-2);
  if (before === undefined || last === undefined || before.choice === last.choice) return true;
  return last.start > sentenceEnd(text, before.end);
}

/** True if the text lists several choices, one per line. */
function isListed(text: string, stated: readonly NamedChoice[]): boolean {
  const items = stated.filter(
    ({ start, end }) =>
      /(?:^|\n)[\s*_(-]*$/u.test(text.slice(Math.max(0, start - BESIDE), start)) &&
      /^\**[.):]/u.test(text.slice(end, end + BESIDE)),
  );
  return new Set(items.map(({ choice }) => choice)).size > 1;
}

/** True if the text begins with the choice, and a clause ends after it. */
function isLeading(text: string, { start, end }: NamedChoice): boolean {
  return (
    /^[\s"'*_([]*$/u.test(text.slice(0, start)) &&
    /^["'*_ \t]*(?:[.,;!()\]\n]|:(?!\s*\d)|- |-$|$)/u.test(text.slice(end, end + BESIDE))
  );
}
