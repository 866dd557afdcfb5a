import type { FastifyRequest } from 'fastify';
import { covers } from '../domain/access/resolve.ts';
import { notFound } from '../domain/errors.ts';
import { holdsAnswer, stateAt } from '../domain/report-run.ts';
import type { InsightAnswer } from '../contracts/insight/insight-answer.ts';
import { redactMoney } from '../contracts/insight/redact-money.ts';
import { reportDigest } from '../contracts/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../contracts/report-run.ts';
import type { ApiPorts } from './ports.ts';
import type { RouteContext } from './route-context.ts';

/**
 * The run that the path names, as its caller opens it now.
 *
 * @throws Refusal `not_found` when the run went with its report meanwhile
 */
export async function openRunOf({ ports, access }: RouteContext, request: FastifyRequest): Promise<ReportRunOpenV1> {
  const { run, scopeEnvironmentIds } = access.run.of(request);
  const answer = holdsAnswer(run.state) ? await ports.reports.answerOf(run.run_id) : undefined;
  return openRun({
    run: holdsAnswer(run.state) && answer === undefined ? await readAgain(ports, run) : run,
    answer,
    mayReadCost: covers(access.caller.of(request), access.workspace.of(request), scopeEnvironmentIds, 'cost.read'),
    now: ports.clock.now(),
  });
}

/** A run whose answer went between two reads: a sweep whose clock is ahead has expired it, or its report was deleted. */
async function readAgain({ reports }: Pick<ApiPorts, 'reports'>, { run_id: runId }: ReportRunV1): Promise<ReportRunV1> {
  const found = await reports.findRun(runId);
  if (found === undefined) throw notFound();
  return found.run;
}

/**
 * A run as one viewer opens it at `now`. An answer is there only while the run is ready or partial and its retention
 * has not passed, whether or not a sweep has removed it yet.
 */
export function openRun(input: {
  run: ReportRunV1;
  answer: InsightAnswer | undefined;
  mayReadCost: boolean;
  now: Date;
}): ReportRunOpenV1 {
  const run = atInstant(input.run, input.now);
  if (!holdsAnswer(run.state) || input.answer === undefined) {
    return { ...run, presentation_digest: '', money_withheld: false };
  }
  const { answer, withheld } = input.mayReadCost
    ? { answer: input.answer, withheld: false }
    : redactMoney(input.answer);
  // What nothing was withheld from is the artifact: its digest was taken when it was stored.
  const digest = withheld ? presentationDigest(run, answer) : run.artifact_digest;
  return { ...run, answer, presentation_digest: digest, money_withheld: withheld };
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
  return { ...run, state: stateAt({ state: run.state, expiresAt }, now) };
}
