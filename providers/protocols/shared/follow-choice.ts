import { COMPLETE_ANSWER } from '../../answers/judgement.ts';
import type { StreamReading } from './answer-form.ts';

/** The maximum number of choices that are tracked in a stream; no provider gives more. */
const MAX_CHOICES = 1_024;

/**
 * Reads a piece of one of several answers.
 * @param isFinished true if the piece states why that answer ends
 */
export function followChoice(heard: StreamReading, index: unknown, isFinished: boolean): void {
  const known = (heard.choices ??= new Map<unknown, boolean>());
  const before = known.get(index);
  if (before === true || (before === false && !isFinished)) return;
  if (before === undefined && known.size === MAX_CHOICES) return;
  known.set(index, isFinished);
  if (before === undefined && !isFinished) heard.openChoices += 1;
  else if (before === false) heard.openChoices -= 1;
}

/** Marks the stream as complete if each answer that began has stated its own end. */
export function endIfFinished(heard: StreamReading): void {
  heard.ended = heard.choices !== undefined && heard.openChoices === 0 ? COMPLETE_ANSWER : undefined;
}
