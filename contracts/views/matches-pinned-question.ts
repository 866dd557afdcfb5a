import type { SavedView } from './saved-view.ts';

/**
 * True if the view still asks the question of the pinned revision, a decimal string: later edits changed only its name
 * and audience.
 */
export function matchesPinnedQuestion(
  { revision, question_revision: changedAt }: Pick<SavedView, 'revision' | 'question_revision'>,
  pinned: string,
): boolean {
  return BigInt(changedAt) <= BigInt(pinned) && BigInt(pinned) <= BigInt(revision);
}
