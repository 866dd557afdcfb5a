import { Context } from '@temporalio/activity';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { canonicalByteLength, canonicalJson } from '../../contracts/wire/canonical-json.ts';
import { unlessAborted } from '../../domain/kernel/unless-aborted.ts';
import { answerWithoutDimensions } from '../../contracts/reports/answer-without-dimensions.ts';
import { countForLimit } from '../../contracts/reports/count-for-limit.ts';
import { reportDigest } from '../../contracts/reports/report-digest.ts';
import { canActOnAll, canEnterWorkspace, createReadScope } from '../../domain/tenancy/resolve.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import { redactMoney } from '../../contracts/insight/redact-money.ts';
import { assessCompleteness } from '../../domain/insight/completeness.ts';
import { MAX_ANSWER_BYTES, MAX_GROUPS } from '../../domain/reports/report-run.ts';
import type { AttemptStatus } from '../../domain/reports/run-status.ts';
import type { ClaimedRun, SettledAnswer } from '../../store/reports/run-transitions.ts';
import { endsRun, createTransientFailure } from '../failure.ts';
import { readerFaultOrigin, storeFaultOrigin } from '../fault-origin.ts';
import { isShutdown } from '../is-shutdown.ts';
import { maintainAttemptLease } from './attempt-lease.ts';
import type { RunPorts } from './run-ports.ts';

/** The duration of a lease if the activity has no heartbeat time-out. */
const DEFAULT_LEASE_MS = 15_000;

/** The end of an attempt: an answer to store, or the refusal that ends the run. */
type Outcome = { readonly answer: SettledAnswer } | { readonly code: string; readonly detail: string };

/**
 * Creates the activity that makes one attempt of a run: it claims the run, asks its question under the initiator's
 * present access, and settles it. It returns the resulting state of the row. A run that cannot be claimed stays
 * unchanged.
 * @throws ApplicationFailure typed with a `TransientCode` when another attempt may succeed
 */
export function createExecuteAttempt(ports: RunPorts): (input: { runId: string }) => Promise<AttemptStatus> {
  return async ({ runId }) => {
    const context = Context.current();
    const { info, cancellationSignal } = context;
    const leaseMs = info.heartbeatTimeoutMs ?? DEFAULT_LEASE_MS;
    const claim = await fromStore(() => ports.runs.claim({ runId, leaseMs }));
    if (!claim.claimed) {
      const { status, leaseLapsed } = claim;
      if (!leaseLapsed) return status;
      const known = { attempt: status.attempt, origin: { part: 'worker', why: 'silence' } } as const;
      throw createTransientFailure('lease_lapsed', 'The worker of the attempt was lost.', known);
    }
    const { attempt } = claim.run;
    const requestId = ports.newRequestId();
    const members = { run_id: runId, workflow_id: info.workflowExecution?.workflowId, attempt, request_id: requestId };
    ports.log.info(members, 'claimed a report run');
    const stop = new AbortController();
    cancellationSignal.addEventListener('abort', () => stop.abort(), { once: true });
    const heartbeat = (details: object): void => context.heartbeat(details);
    const lease = maintainAttemptLease(ports, { runId, attempt, leaseMs }, heartbeat, stop);
    try {
      ports.faultPoints.reach('run.after_claim');
      const outcome = await findOutcome(ports, claim.run, requestId, stop);
      ports.faultPoints.reach('run.before_settle');
      const status = await fromStore(() => settle(ports, claim.run, outcome), attempt);
      ports.faultPoints.reach('run.after_settle');
      ports.log.info({ ...members, state: status.state, failure_code: status.failureCode }, 'settled a report run');
      return status;
    } catch (error) {
      if (lease.isLost()) return await fromStore(() => ports.runs.read(runId), attempt);
      if (cancellationSignal.aborted) throw cancelled(cancellationSignal, attempt);
      ports.log.warn({ ...members, err: error }, 'an attempt of a report run failed');
      throw error;
    } finally {
      lease.stop();
    }
  };
}

async function findOutcome(
  ports: RunPorts,
  run: ClaimedRun,
  requestId: string,
  stop: AbortController,
): Promise<Outcome> {
  const scope = await fromStore(() => currentScope(ports, run), run.attempt);
  if (scope === undefined) {
    return { code: 'scope_unavailable', detail: 'The initiator’s access no longer covers the scope of this run.' };
  }
  const { signal } = stop;
  // A frozen engine would block the run, and with it all schedules of its workspace, for the maximum time of an
  // attempt.
  const sentence = `The reader did not answer within ${ports.readerMs / 1_000} s and was given up.`;
  const origin = { part: 'ClickHouse', why: `no answer in ${ports.readerMs / 1_000} s` } as const;
  const silence = createTransientFailure('reader_unavailable', sentence, { attempt: run.attempt, origin });
  const giveUp = setTimeout(() => stop.abort(silence), ports.readerMs);
  try {
    signal.throwIfAborted();
    // The question was validated when the run was created.
    const question = { scope, query: run.question as InsightQuery, requestId, signal };
    const { answer } = await unlessAborted(ports.reader.answer(question), signal);
    return outcomeOf(run, question, answer, ports.newArtifactSalt());
  } catch (error) {
    if (endsRun(error)) return { code: error.code, detail: error.message };
    if (signal.reason === silence) throw silence;
    const known = { cause: error, attempt: run.attempt, origin: readerFaultOrigin(error) };
    throw createTransientFailure('reader_unavailable', 'The reader did not answer.', known);
  } finally {
    clearTimeout(giveUp);
  }
}

/** The initiator's present access to the frozen environments; undefined if it no longer covers all of them. */
async function currentScope({ tenancy }: RunPorts, run: ClaimedRun): Promise<ReadScope | undefined> {
  const [caller, tree] = await Promise.all([tenancy.loadCaller(run.initiator), tenancy.loadTree(run.workspaceId)]);
  if (caller === undefined || tree === undefined || !canEnterWorkspace(caller, tree)) return undefined;
  if (!canActOnAll(caller, tree, run.environmentIds, 'metadata.read')) return undefined;
  return createReadScope(caller, tree, run.environmentIds);
}

function outcomeOf(
  run: ClaimedRun,
  { scope, query }: { readonly scope: ReadScope; readonly query: InsightQuery },
  answer: InsightAnswer,
  artifactSalt: string,
): Outcome {
  const withoutDimensions = answerWithoutDimensions(answer);
  const groupCount = countForLimit(answer, query, withoutDimensions);
  if (groupCount > MAX_GROUPS) {
    const has = withoutDimensions === undefined ? 'has' : 'can have';
    return overCap(`The answer ${has} ${groupCount} groups, and a report has at most ${MAX_GROUPS}.`);
  }
  const text = canonicalJson(answer);
  const byteCount = Buffer.byteLength(text);
  // The exact number of bytes would reveal sums that the reader must not see.
  if (byteCount > MAX_ANSWER_BYTES)
    return overCap(`The answer has more than ${MAX_ANSWER_BYTES} bytes, the maximum of a report.`);
  const { question, viewRevision, windowFrom: from, windowTo: to, runId, attempt } = run;
  return {
    answer: {
      runId,
      attempt,
      ...assessCompleteness(answer),
      ...(withoutDimensions && {
        // Every reader of the run sees these reasons, so they do not come from lines of values.
        coverage: assessCompleteness(withoutDimensions.answer).coverage,
        withoutDimensions: { ...withoutDimensions, answer: canonicalJson(withoutDimensions.answer) },
      }),
      truncated: answer.truncated,
      answer: text,
      artifactDigest: reportDigest({ question, window: { from, to }, viewRevision, answer, artifactSalt }),
      artifactSalt,
      byteCount,
      redactedByteCount: redactedBytes(answer) ?? byteCount,
      authorityEpoch: scope.authorityEpoch,
    },
  };
}

/** The size of the answer without money; undefined if nothing would be withheld from anybody. */
function redactedBytes(whole: InsightAnswer): number | undefined {
  const { answer, withheld } = redactMoney(whole);
  return withheld ? canonicalByteLength(answer) : undefined;
}

function overCap(sentence: string): Outcome {
  return { code: 'output_cap_exceeded', detail: `${sentence} Use a shorter window or a coarser grain.` };
}

function settle({ runs }: RunPorts, { runId, attempt }: ClaimedRun, outcome: Outcome): Promise<AttemptStatus> {
  if ('answer' in outcome) return runs.settleWithAnswer(outcome.answer);
  return runs.settleFailed({ runId, attempt, ...outcome });
}

async function fromStore<Result>(work: () => Promise<Result>, attempt?: number): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const known = { cause, origin: storeFaultOrigin(cause), ...(attempt !== undefined && { attempt }) };
    throw createTransientFailure('store_unavailable', 'The control plane’s database did not answer.', known);
  }
}

/**
 * The error of a cancelled attempt. A worker that shuts down returns the attempt for a retry; every other cancellation
 * ends it as Temporal requested.
 */
function cancelled(signal: AbortSignal, attempt: number): unknown {
  return isShutdown(signal)
    ? createTransientFailure('lease_lapsed', 'The worker shut down during the attempt.', {
        attempt,
        origin: { part: 'worker', why: 'shutdown' },
      })
    : signal.reason;
}
