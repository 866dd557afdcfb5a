import type { Caller, WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { redactQuestion } from '../insight/redact-question.ts';
import { mayReadFilter } from './may-read-filter.ts';
import type { SavedView } from './saved-view.ts';

/** A stored question in the form that the caller may see now. */
export function presentQuestion(
  caller: Caller,
  workspace: WorkspaceTree,
  question: SavedView['query'],
): SavedView['query'] {
  return mayReadFilter(caller, workspace, question) ? question : redactQuestion(question);
}
