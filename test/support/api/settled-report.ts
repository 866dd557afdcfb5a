import type { InsightAnswer } from '../../../contracts/insight/insight-answer.ts';
import { reportDigest } from '../../../contracts/report-digest.ts';
import type { ReportRunV1 } from '../../../contracts/report-run.ts';
import { anAnswer } from './answers.ts';
import { makeReport, type MadeReport } from './made-report.ts';

/** A made report whose run has ended with this answer at the API's now. */
export async function makeSettledReport(
  answer: InsightAnswer = anAnswer(),
  state: 'ready' | 'partial' = 'ready',
): Promise<MadeReport> {
  const made = await makeReport();
  const { api, run } = made;
  api.plane.answers.set(run.run_id, answer);
  api.plane.settle(run.run_id, { state, artifact_digest: digestOf(run, answer), group_count: 1 });
  return made;
}

/** The digest of the run with this answer, be it as it was read or as one viewer is shown it. */
export function digestOf({ question, window, view_revision: viewRevision }: ReportRunV1, answer: unknown): string {
  const { from, to } = window;
  return reportDigest({ question, window: { from: new Date(from), to: new Date(to) }, viewRevision, answer });
}
