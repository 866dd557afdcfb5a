import { revisionMismatch } from '../../../domain/kernel/errors.ts';
import { matchesPinnedQuestion } from '../../../contracts/views/matches-pinned-question.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';

/**
 * Requires that a document has the revision that the caller relies on.
 * @throws Refusal `precondition_failed` at the member `pointer`
 */
export function requireRevision(
  name: 'saved view' | 'report' | 'schedule',
  { revision }: { readonly revision: string },
  expected: string,
  pointer: string,
): void {
  if (revision === expected) return;
  const detail = `The ${name} is at revision ${revision}, not at ${expected}. Read it again.`;
  throw revisionMismatch('revision_stale', detail, pointer);
}

/**
 * Requires that a view still asks the question of the pinned revision.
 *
 * @throws Refusal `precondition_failed` if the question of the view has changed
 */
export function requirePinnedView(
  view: Pick<SavedView, 'revision' | 'question_revision'>,
  report: { readonly view_revision: string },
): void {
  if (matchesPinnedQuestion(view, report.view_revision)) return;
  throw revisionMismatch(
    'view_moved',
    `The saved view is at revision ${view.revision}, but the report pins revision ${report.view_revision}. ` +
      `To pin the present view, its owner must update the report with \`expected_view_revision\` "${view.revision}".`,
  );
}
