import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { canonicalByteLength } from '../../contracts/wire/canonical-json.ts';
import { redactMoney } from '../../contracts/insight/redact-money.ts';
import { reportDigest } from '../../contracts/reports/report-digest.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import { hiddenSizes } from '../reports/hidden-sizes.ts';
import { makeAnswer } from './answers.ts';
import { makeReport, type MadeReport } from './made-report.ts';

/**
 * Creates a report whose run has ended with this answer at the API's current time. `change` is the argument of
 * `makeReport`.
 */
export async function makeSettledReport(
  answer: InsightAnswer = makeAnswer(),
  state: 'ready' | 'partial' = 'ready',
  change: Parameters<typeof makeReport>[0] = {},
): Promise<MadeReport> {
  const made = await makeReport(change);
  const { api, run } = made;
  api.plane.answers.set(run.run_id, answer);
  const sizes = { group_count: answer.groups?.length ?? 0, byte_count: canonicalByteLength(answer) };
  api.plane.settle(
    run.run_id,
    { state, artifact_digest: computeRunDigest(run, answer, RUN_SALT), ...sizes },
    {
      artifactSalt: RUN_SALT,
      redactedByteCount: canonicalByteLength(redactMoney(answer).answer),
      ...hiddenSizes(answer),
    },
  );
  return made;
}

/** The salt of every run that `makeSettledReport` makes. */
export const RUN_SALT = 'c2FsdA'.repeat(7) + 'A';

/** The digest of the run with this answer, either the stored one with its salt or that of one viewer. */
export function computeRunDigest(
  { question, window, view_revision: viewRevision }: ReportRunV1,
  answer: unknown,
  artifactSalt?: string,
): string {
  const frozen = { from: new Date(window.from), to: new Date(window.to) };
  return reportDigest({ question, window: frozen, viewRevision, answer, ...(artifactSalt && { artifactSalt }) });
}
