import type pg from 'pg';
import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import { COMPOSED_METHODS, type ComposedMethodId } from '../../domain/judges/methods/judge-methods.ts';
import type { JudgeVote, ScoringEnding } from '../../domain/judges/methods/scoring-ending.ts';
import { callTraffic } from '../spending/call-traffic.ts';
import { callCharge, type PaidCallEnd } from '../spending/paid-call-end.ts';
import { appendControlPlaneEvents } from '../ingest/control-plane-event-store.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { combineSeats, type SeatRow } from './combine-seats.ts';

/** The facts about a judge that its verdicts contain. */
export interface ScoringJudge {
  readonly method: ComposedMethodId;
  readonly metric: string;
  readonly model: string;
  readonly promptSha: string;
  readonly evalVer: string;
  /** The number of seats that must end before there is a verdict. */
  readonly seats: number;
}

/** The end of a panel member's call. */
export interface JudgeCallSettlement extends PaidCallEnd {
  /** The vote in the answer; undefined if there is no vote. */
  readonly vote: JudgeVote | undefined;
  /** Milliseconds until the call is retried, if it cost nothing; undefined if it has ended permanently. */
  readonly againAfterMs: number | undefined;
}

/** One attempt of a call. */
interface TriedCall {
  readonly callId: string;
  readonly attempt: number;
}

/** The actor of verdicts that our own judges give. */
const ACTOR = 'judge-traffic';

interface SettledRow {
  scoring_id: string;
  provider: string;
  model: string;
  reserved: string;
  reserved_at: Date;
}

/**
 * Settles a call in one transaction: its cost, its vote and its traffic. If all members' calls have ended, it also
 * writes the evaluator's outcome: a verdict, or that there is no verdict. Without a judge, no outcome is written.
 * Returns false and changes nothing if the call is already settled.
 */
export async function settleJudgeCall(
  pool: pg.Pool,
  call: TriedCall & { readonly scoringId: string },
  settlement: JudgeCallSettlement,
  { judge, now }: { readonly judge: ScoringJudge | undefined; readonly now: Date },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const scoring = await lockScoring(client, call.scoringId);
    const row = await endCall(client, call, settlement, now);
    if (row === undefined) return false;
    const { againAfterMs } = settlement;
    if (againAfterMs !== undefined) {
      await putOff(client, call.scoringId, new Date(now.getTime() + againAfterMs));
      return true;
    }
    const traffic = callTraffic(endedCall(scoring.request, call, row, { settlement, now }));
    const outcome = await endScoring(client, scoring, judge, now);
    await appendControlPlaneEvents(client, outcome === undefined ? traffic : [...traffic, outcome], now);
    return true;
  });
}

interface LockedScoring {
  readonly scoringId: string;
  readonly evaluatorId: string;
  readonly request: OutcomeRequest;
}

/**
 * Locks the scoring. The seats of one request are settled one after the other, so that the last one can write the
 * outcome.
 */
async function lockScoring(client: Queryable, scoringId: string): Promise<LockedScoring> {
  const { rows } = await client.query<LockedScoring>(
    `SELECT scoring_id AS "scoringId", evaluator_id AS "evaluatorId", request FROM judge_scorings
     WHERE scoring_id = $1 FOR NO KEY UPDATE`,
    [scoringId],
  );
  return requireRow(rows);
}

async function endCall(
  client: Queryable,
  { callId, attempt }: TriedCall,
  settlement: JudgeCallSettlement,
  now: Date,
): Promise<SettledRow | undefined> {
  const { state, fault, price, usage, answeredModel, providerRequestId, vote, againAfterMs } = settlement;
  const { rows: found } = await client.query<SettledRow>(
    `SELECT scoring_id, provider, model, reserved_nano_usd AS reserved, reserved_at FROM judge_calls
     WHERE call_id = $1 AND attempt = $2 AND state = 'reserved'`,
    [callId, attempt],
  );
  const row = found[0];
  if (row === undefined) return undefined;
  const charged = callCharge({ state, price }, BigInt(row.reserved));
  await client.query(
    `WITH call AS (
       UPDATE judge_calls SET state = $2, fault = $3, settled_nano_usd = $4, price = $5, usage = $6, answered_model = $7,
         provider_request_id = $8, vote = $9, is_final = $10, settled_at = $11
       WHERE call_id = $1
       RETURNING day, reserved_nano_usd, settled_nano_usd, scoring_id
     )
     UPDATE judge_spend s SET reserved_nano_usd = s.reserved_nano_usd - c.reserved_nano_usd,
       settled_nano_usd = s.settled_nano_usd + c.settled_nano_usd
     FROM call c JOIN judge_scorings g USING (scoring_id) WHERE s.evaluator_id = g.evaluator_id AND s.day = c.day`,
    [
      ...[callId, state, fault, charged, price === undefined ? null : JSON.stringify(price)],
      ...[usage === undefined ? null : JSON.stringify(usage), answeredModel, providerRequestId, vote],
      ...[againAfterMs === undefined, now],
    ],
  );
  return row;
}

async function putOff(client: Queryable, scoringId: string, until: Date): Promise<void> {
  await client.query('UPDATE judge_scorings SET due_at = greatest(due_at, $2) WHERE scoring_id = $1', [
    scoringId,
    until,
  ]);
}

/** Ends the scoring if all seats have ended. Returns its outcome: a verdict, or `no_verdict`. */
async function endScoring(
  client: Queryable,
  scoring: LockedScoring,
  judge: ScoringJudge | undefined,
  now: Date,
): Promise<EvaluationOutcome | undefined> {
  if (judge === undefined) return undefined;
  const { rows } = await client.query<SeatRow>(
    `SELECT vote, fault AS code, is_final AS "isFinal" FROM judge_calls WHERE scoring_id = $1 ORDER BY seat`,
    [scoring.scoringId],
  );
  const ending = combineSeats(judge, rows);
  if (ending === undefined) return undefined;
  const isJudged = ending.kind === 'judged';
  await client.query(
    `UPDATE judge_scorings SET state = $2, failure_code = $3, verdict = $4, is_split = $5, ended_at = $6
     WHERE scoring_id = $1 AND state = 'open'`,
    [
      ...[scoring.scoringId, ending.kind, isJudged ? '' : ending.code],
      ...[isJudged ? ending.verdict : null, isJudged ? ending.isSplit : null, now],
    ],
  );
  return outcomeOf(scoring, ending, judge, now);
}

function outcomeOf(
  { scoringId, evaluatorId, request }: LockedScoring,
  ending: ScoringEnding,
  { method, metric, model, promptSha, evalVer }: ScoringJudge,
  now: Date,
): EvaluationOutcome {
  const isJudged = ending.kind === 'judged';
  const certainty = isJudged ? ending.certainty : undefined;
  return {
    event: 'evaluation_outcome',
    schema: 1,
    ...request,
    outcome_id: scoringId,
    evaluator_id: evaluatorId,
    evaluator_kind: 'judge',
    metric,
    basis: 'measured',
    actor: ACTOR,
    occurred_at: now.toISOString(),
    // The reason is a fact of the call and is stored there.
    verdict: isJudged ? ending.verdict : 'no_verdict',
    judge_id: evaluatorId,
    judge_model: model,
    judge_prompt_sha: promptSha,
    judge_eval_ver: evalVer,
    ...(certainty !== undefined && { judge_certainty: certainty }),
    ...(COMPOSED_METHODS[method].disclosesSplit && isJudged && { panel_split: ending.isSplit }),
  };
}

function endedCall(
  { scope, route_id: routeId }: OutcomeRequest,
  { callId, attempt }: TriedCall,
  { provider, model, reserved_at: sentAt }: SettledRow,
  { settlement, now }: { settlement: JudgeCallSettlement; now: Date },
): Parameters<typeof callTraffic>[0] {
  const { state, fault, price, usage, latencyMs } = settlement;
  return {
    ...{ callId, purpose: 'judge', scope, routeId, releaseId: undefined, provider, model, connectionId: undefined },
    ...{ tries: attempt, state, fault, price, usage, latencyMs, sentAt, endedAt: now },
  };
}
