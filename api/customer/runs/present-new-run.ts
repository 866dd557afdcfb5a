import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { presentQuestion } from '../../../contracts/views/present-question.ts';

/** A run that never had an answer, in the form that the caller may see now. */
export function presentNewRun(caller: Caller, workspace: WorkspaceTree, run: ReportRunV1): ReportRunV1 {
  return { ...run, question: presentQuestion(caller, workspace, run.question) };
}
