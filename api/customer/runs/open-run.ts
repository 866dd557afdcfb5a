import type { FastifyRequest } from 'fastify';
import { canActOnAll } from '../../../domain/tenancy/resolve.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { hasStoredAnswer, isSettled, runStateAt } from '../../../domain/reports/report-run.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { canonicalByteLength } from '../../../contracts/wire/canonical-json.ts';
import { redactMoney } from '../../../contracts/insight/redact-money.ts';
import { reportDigest } from '../../../contracts/reports/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import type { StoredRun } from '../../../store/reports/report-run-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { createRunPresenter } from './run-presenter.ts';

/**
 * The run that the path names, in the form that its caller may see now.
 *
 * @throws Refusal `not_found` if the run was deleted with its report meanwhile
 */
export async function readRunAtPath(
  { ports, access }: RouteContext,
  request: FastifyRequest,
): Promise<ReportRunOpenV1> {
  const stored = access.run.of(request);
  const found = isSettled(stored.run.state) ? stored : { ...stored, run: (await createRunPresenter(ports))(stored) };
  const { run, scopeEnvironmentIds } = found;
  const answer = hasStoredAnswer(run.state) ? await ports.reports.answerOf(run.run_id) : undefined;
  return openRun({
    stored: hasStoredAnswer(run.state) && answer === undefined ? await readAgain(ports, run) : found,
    answer,
    mayReadCost: canActOnAll(access.caller.of(request), access.workspace.of(request), scopeEnvironmentIds, 'cost.read'),
    now: ports.clock.now(),
  });
}

/**
 * Reads a run again whose answer disappeared between two reads: a sweep with a clock that is ahead has expired it, or
 * its report was deleted.
 */
async function readAgain({ reports }: Pick<ApiPorts, 'reports'>, { run_id: runId }: ReportRunV1): Promise<StoredRun> {
  const found = await reports.findRun(runId);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * A run in the form that one viewer may see at `now`. It has an answer only if the run is ready or partial and its
 * retention has not ended, regardless of whether a sweep has removed the answer yet.
 */
export function openRun(input: {
  stored: StoredRun;
  answer: InsightAnswer | undefined;
  mayReadCost: boolean;
  now: Date;
}): ReportRunOpenV1 {
  const { stored, mayReadCost } = input;
  const run = atInstant(stored.run, input.now);
  if (!hasStoredAnswer(run.state) || input.answer === undefined) {
    return { ...runWithoutAnswer(input), presentation_digest: '', money_withheld: false };
  }
  const { answer, withheld } = mayReadCost ? { answer: input.answer, withheld: false } : redactMoney(input.answer);
  if (withheld) {
    const presented = { answer, presentation_digest: presentationDigest(run, answer), money_withheld: true };
    const redactedByteCount = stored.redactedByteCount ?? canonicalByteLength(answer);
    return { ...withoutMoney(run, { ...stored, redactedByteCount }), ...presented };
  }
  // An answer from which nothing is withheld is the artifact, whose digest was computed when it was stored.
  const presented = { answer, presentation_digest: run.artifact_digest, money_withheld: false };
  return { ...run, ...presented, ...(stored.artifactSalt !== undefined && { artifact_salt: stored.artifactSalt }) };
}

/** A run as one viewer sees it at `now`, without its answer. */
export function runWithoutAnswer(input: { stored: StoredRun; mayReadCost: boolean; now: Date }): ReportRunV1 {
  const run = atInstant(input.stored.run, input.now);
  return input.mayReadCost ? run : withoutMoney(run, input.stored);
}

/**
 * The size and digest of the answer for readers without `cost.read`. The digest is salted, so that readers cannot test
 * guesses against it. Size 0 and an empty digest if an older version stored the answer and the answer is deleted.
 */
function withoutMoney(
  run: ReportRunV1,
  { artifactSalt, redactedByteCount }: Pick<StoredRun, 'artifactSalt' | 'redactedByteCount'>,
): ReportRunV1 {
  const digest = artifactSalt === undefined ? '' : run.artifact_digest;
  return { ...run, artifact_digest: digest, byte_count: redactedByteCount ?? 0 };
}

function presentationDigest(run: ReportRunV1, answer: InsightAnswer): string {
  return reportDigest({
    question: run.question,
    window: { from: new Date(run.window.from), to: new Date(run.window.to) },
    viewRevision: run.view_revision,
    answer,
  });
}

function atInstant(run: ReportRunV1, now: Date): ReportRunV1 {
  const expiresAt = run.expires_at === undefined ? undefined : new Date(run.expires_at);
  return { ...run, state: runStateAt({ state: run.state, expiresAt }, now) };
}
