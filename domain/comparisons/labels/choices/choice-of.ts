import { endsOfConclusions, isFiller } from '../phrases/answer-cues.ts';
import { foldCase, plainTypography } from '../texts/typography.ts';
import { findChoices, type NamedChoice } from './find-choices.ts';
import { markedChoice } from './marked-choice.ts';
import { isExplaining, namedChoices, withJoined } from './named-choices.ts';

/** The choice that an answer names. */
export interface FoundChoice {
  /** One where that is certain, several where each of them may be meant, none where the answer names none. */
  readonly choices: readonly string[];
  /** The text that it was read from; empty if there is none. */
  readonly from: string;
  /** None of them may be meant either. */
  readonly isOpen: boolean;
}

/** Characters around a choice that are shown. */
const SHOWN = 40;
/** The most words that introduce an answer or a conclusion to examine, from the last one backwards. */
const MAX_CUES = 100;

/**
 * The choice that an answer gives: behind its mark or in a box, else behind words that name or conclude it
 * (`The answer is B`), else the one with which it begins (`B. Note that …`) or which it names last. Choices are looked
 * for as they are written, and where none stands so in any case. What is denied, compared or only explains is none.
 */
export function choiceOf(answer: string, choices: readonly string[], mark?: string): FoundChoice {
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

/** A choice as it is written, and as a word with which a sentence begins. */
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
  if (concluded !== undefined) return found(text, withJoined(text, plain, concluded));
  return found(text, namedChoices(text, plain));
}

function isPlain({ standing }: NamedChoice): boolean {
  return standing === 'plain';
}

/**
 * The choices that may be meant if none is named as an answer: a word with the same spelling, and of two choices the
 * one that is not denied.
 */
function withoutPlain(text: string, named: readonly NamedChoice[], choices: readonly string[]): FoundChoice {
  const words = named.filter(({ standing }) => standing === 'word');
  if (words.length > 0) return { ...found(text, words), isOpen: true };
  const denied = new Set(named.map(({ choice }) => choice));
  if (choices.length !== 2 || denied.size !== 1) return found(text, []);
  return { ...found(text, named), choices: choices.filter((choice) => !denied.has(choice)), isOpen: true };
}

/**
 * The choice in the last box, or after the last word that introduces an answer or a conclusion. Choices in explanations
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
  return boxes.length > 0 ? boxes.slice(0, 1) : endsOfConclusions(text).slice(-MAX_CUES);
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
