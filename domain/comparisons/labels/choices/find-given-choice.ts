import { findConclusionEnds, isFiller } from '../phrases/answer-cues.ts';
import { foldCase, plainTypography } from '../texts/typography.ts';
import { findChoices, type NamedChoice } from './find-choices.ts';
import { markedChoice } from './marked-choice.ts';
import { isExplaining, namedChoices, joinedChoices } from './named-choices.ts';

/** The choice that an answer names, or all choices that it may mean. */
export interface FoundChoice {
  /** The possible choices: one if it is certain, several if each may be meant, none if the answer names no choice. */
  readonly choices: readonly string[];
  /** The text from which the choice was read; empty if no choice was read. */
  readonly from: string;
  /** True if possibly none of the choices is meant. */
  readonly isOpen: boolean;
}

/** The number of characters around a choice that are quoted. */
const SHOWN = 40;
/** The maximum number of announcing words to examine, from the last one backwards. */
const MAX_CUES = 100;

/**
 * The choice that an answer gives: after its mark or in a box, else after words that announce it (`The answer is B`),
 * else at its beginning (`B. Note that …`), else the last one named.
 *
 * Choices are searched as they are written first. If none of these mentions may be the answer, they are searched
 * without regard to case. A choice that is denied, compared or part of an explanation does not count.
 */
export function findGivenChoice(answer: string, choices: readonly string[], mark?: string): FoundChoice {
  const text = plainTypography(answer);
  const named = findChoices(text, choices, asWritten);
  if (named.some(isPlain)) return chosen(text, named, { choices, mark: mark && plainTypography(mark) });
  const folded = foldCase(text);
  const inAnyCase = (choice: string): string => foldCase(plainTypography(choice));
  return chosen(
    folded,
    findChoices(folded, choices, (choice) => [inAnyCase(choice)]),
    { choices, mark: mark && inAnyCase(mark) },
  );
}

/** The spellings of a choice: as written, and capitalized as at the beginning of a sentence. */
function asWritten(choice: string): string[] {
  const word = plainTypography(choice);
  const [first = '', ...others] = Array.from(word);
  return others.length === 0 ? [word] : [word, first.toUpperCase() + others.join('')];
}

function chosen(
  text: string,
  named: readonly NamedChoice[],
  { choices, mark }: { choices: readonly string[]; mark: string | undefined },
): FoundChoice {
  const marked = mark === undefined ? undefined : markedChoice(text, named, mark);
  if (marked !== undefined) return found(text, marked);
  const plain = named.filter(isPlain);
  if (plain.length === 0) return withoutPlain(text, named, choices);
  const concluded = concludedChoice(text, named);
  if (concluded !== undefined) return found(text, joinedChoices(text, plain, concluded));
  return found(text, namedChoices(text, plain));
}

function isPlain({ standing }: NamedChoice): boolean {
  return standing === 'plain';
}

/**
 * The choices that may be meant if none is named as an answer: a choice whose spelling is also a word, or the one of
 * two choices that is not denied.
 */
function withoutPlain(text: string, named: readonly NamedChoice[], choices: readonly string[]): FoundChoice {
  const words = named.filter(({ standing }) => standing === 'word');
  if (words.length > 0) return { ...found(text, words), isOpen: true };
  const denied = new Set(named.map(({ choice }) => choice));
  if (choices.length !== 2 || denied.size !== 1) return found(text, []);
  return { ...found(text, named), choices: choices.filter((choice) => !denied.has(choice)), isOpen: true };
}

/**
 * The choice in the last box, or after the last word that announces an answer or a conclusion. Choices in explanations
 * do not count.
 */
function concludedChoice(text: string, named: readonly NamedChoice[]): NamedChoice | undefined {
  let last: NamedChoice | undefined;
  for (const end of cuesOf(text)) {
    const index = firstFrom(named, end);
    const next = named[index];
    if (next?.standing !== 'plain' || !isFiller(text.slice(end, Math.min(next.start, end + 200)))) continue;
    if (last === undefined || !isExplaining(text, last, end)) last = next;
  }
  return last;
}

function cuesOf(text: string): number[] {
  const boxes: number[] = [];
  for (let position = text.lastIndexOf('\\boxed'); position >= 0 && boxes.length < MAX_CUES;) {
    boxes.push(position + 6);
    position = position === 0 ? -1 : text.lastIndexOf('\\boxed', position - 1);
  }
  return boxes.length > 0 ? boxes.slice(0, 1) : findConclusionEnds(text).slice(-MAX_CUES);
}

function firstFrom(named: readonly NamedChoice[], position: number): number {
  let low = 0;
  let high = named.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((named[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function found(text: string, named: NamedChoice | readonly NamedChoice[]): FoundChoice {
  const all = [named].flat();
  const [one] = all;
  if (one === undefined) return { choices: [], from: '', isOpen: false };
  return {
    choices: [...new Set(all.map(({ choice }) => choice))],
    from: text.slice(Math.max(0, one.start - SHOWN), one.end + SHOWN),
    isOpen: false,
  };
}
