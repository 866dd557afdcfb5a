import type { SavedView } from './saved-view.ts';

/**
 * True while the view asks what it asked at the pinned revision, a decimal string: no later edit changed more than name
 * and audience.
 */
export function asksAsPinned(
  { revision, question_revision: changedAt }: Pick<SavedView, 'revision' | 'question_revision'>,
  pinned: string,
): boolean {
  return BigInt(changedAt) <= BigInt(pinned) && BigInt(pinned) <= BigInt(revision);
}
