import { promptSize } from '../../contracts/models/prompt-size.ts';
import { MAX_REASON_LENGTH } from '../../contracts/judges/judge-evidence.ts';
import { replyIdOf } from '../../contracts/judges/work/reply-id-of.ts';
import type { StructuredPrompt } from '../../contracts/models/structured-prompt.ts';
import {
  EVALUATOR_VERSION,
  JUDGE_OUTPUT_TOKENS,
  judgePrompt,
  promptShaOf,
} from '../../contracts/judges/methods/judge-prompts.ts';
import type { JudgeVerdict } from '../../contracts/judges/methods/pointwise-bool.ts';
import { callCost } from '../../domain/models/call-cost.ts';
import { retryDelayMs } from '../../domain/judges/work/retry-delay-ms.ts';
import type { PanelMember, JudgingEvaluator } from '../../domain/judges/work/judging-evaluator.ts';
import type { SCORING_FAILURES, ScoringStatus } from '../../domain/judges/work/judge-traffic.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { Scoring } from '../../store/judges/judge-scoring-store.ts';
import type { IntendedJudgeCall, ReservedJudgeCall } from '../../store/judges/reserve-judge-calls.ts';
import type { ScoringJudge, JudgeCallSettlement } from '../../store/judges/settle-judge-call.ts';
import { callModelInSpan } from '../spending/call-model-in-span.ts';
import { toPaidCallEnd } from '../spending/to-paid-call-end.ts';
import { settleWithRetries } from '../spending/settle-with-retries.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { JudgingPorts } from './judging-ports.ts';
import { requestContentKey } from './request-content-key.ts';
import { seatTarget } from './seat-target.ts';

/** The order to a worker about one request. */
export interface ScoringOrder {
  readonly scoringId: string;
  /** Milliseconds that a provider has for its answer. */
  readonly callMs: number;
}

/** A panel member to ask, with the prepared call. */
interface PreparedCall extends IntendedJudgeCall {
  readonly asked: Omit<ModelRequest, 'callId' | 'timeoutMs' | 'signal'>;
}

/**
 * Makes one evaluator score one request. All needed calls are reserved together before the first is sent. Each is
 * settled with its vote, and the last one makes the verdict. Calls that are already reserved belonged to a dead worker;
 * they are charged and not repeated.
 */
export function createJudgeRequest(ports: JudgingPorts): (order: ScoringOrder) => Promise<ScoringStatus> {
  const { scorings, evaluators, calls } = ports;
  return async (order) => {
    const { scoringId } = order;
    const scoring = await findScoring(ports, scoringId);
    if (scoring.state !== 'open') return statusOf(scoring);
    const evaluator = evaluators.find((one) => one.evaluatorId === scoring.evaluatorId);
    if (evaluator === undefined || promptShaOf(evaluator) !== scoring.promptSha) {
      // A judge that no longer exists gives no verdict, for any votes.
      await calls.settleLost(scoring, undefined);
      await scorings.fail(scoringId, 'evaluator_changed' satisfies WhyNot);
    } else {
      await calls.settleLost(scoring, judgeOf(evaluator));
      const why = await askMembers(ports, order, evaluator);
      if (why === 'busy') return { kind: 'waiting', code: 'daily_cap_near' };
      if (why !== undefined) await scorings.fail(scoringId, why);
    }
    return statusOf(await findScoring(ports, scoringId));
  };
}

type WhyNot = keyof typeof SCORING_FAILURES;

async function findScoring({ scorings }: JudgingPorts, scoringId: string): Promise<Scoring> {
  const found = await scorings.find(scoringId);
  if (found === undefined) throw new DefectError('There is no such scoring.');
  return found;
}

function statusOf({ state, verdict, isSplit, failureCode, calls }: Scoring): ScoringStatus {
  if (state === 'failed') return { kind: 'failed', code: failureCode };
  if (verdict !== null) return { kind: 'judged', verdict, isSplit: isSplit ?? false };
  return { kind: 'waiting', code: calls.find(({ isFinal }) => !isFinal)?.fault || 'elsewhere' };
}

function judgeOf(evaluator: JudgingEvaluator): ScoringJudge {
  const { method, metric, model, seats } = evaluator;
  return { method, metric, model, seats: seats.length, promptSha: promptShaOf(evaluator), evalVer: EVALUATOR_VERSION };
}

/**
 * Asks every panel member without a final reply. Returns a reason if none is asked: the reason why the scoring fails,
 * or `busy` if it has to wait. Returns undefined after the calls, or if another worker makes them.
 */
async function askMembers(
  ports: JudgingPorts,
  { scoringId, callMs }: ScoringOrder,
  evaluator: JudgingEvaluator,
): Promise<WhyNot | 'busy' | undefined> {
  const { contents, calls, faultPoints } = ports;
  const { request, calls: made, state } = await findScoring(ports, scoringId);
  if (state !== 'open') return undefined;
  const { request: asked, response } = (await contents.find(requestContentKey(request))) ?? {};
  if (asked === undefined || response === undefined) return 'content_gone';
  const final = new Set(made.filter(({ isFinal }) => isFinal).map(({ seat }) => seat));
  const words = { request: asked, response };
  const seats: PreparedCall[] = [];
  for (const [number, seat] of evaluator.seats.entries()) {
    if (final.has(number)) continue;
    const found = prepareCall(ports, number, seat, judgePrompt(evaluator, words));
    if (typeof found === 'string') return found;
    seats.push(found);
  }
  const { evaluatorId, maxNanoUsdPerDay: capNanoUsd } = evaluator;
  const reserved = await calls.reserve({ scoringId, evaluatorId, capNanoUsd, seats });
  if (reserved.kind === 'capped') return 'daily_cap_reached';
  if (reserved.kind === 'busy') return 'busy';
  if (reserved.kind === 'elsewhere') return undefined;
  faultPoints.reach('judging.after_reserve');
  const contentKey = requestContentKey(request);
  await Promise.all(
    reserved.calls.map(async (call) => {
      const seat = seats.find((one) => one.seat === call.seat);
      if (seat !== undefined)
        await askMember(ports, { ...call, scoringId, contentKey }, { ...seat.asked, callMs }, judgeOf(evaluator));
    }),
  );
  return undefined;
}

function prepareCall(
  { variable, prices, clock }: JudgingPorts,
  seat: number,
  member: PanelMember,
  prompt: StructuredPrompt,
): PreparedCall | WhyNot {
  const connection = seatTarget(variable, member);
  if (connection === undefined) return 'endpoint_unavailable';
  const { model } = member;
  const size = promptSize(prompt, JUDGE_OUTPUT_TOKENS);
  const maxNanoUsd = callCost(size, prices.priceOf({ ...connection, model }, clock.now()))?.atMost;
  if (maxNanoUsd === undefined) return 'price_unknown';
  const parameters = { max_output_tokens: JUDGE_OUTPUT_TOKENS };
  return {
    ...{ seat, provider: connection.provider, model, maxNanoUsd },
    asked: { model, parameters, connection, ...prompt },
  };
}

/** Sends a reserved call and settles it. */
async function askMember(
  ports: JudgingPorts,
  call: Pick<ReservedJudgeCall, 'callId' | 'attempt' | 'seat'> & {
    readonly scoringId: string;
    readonly contentKey: ReturnType<typeof requestContentKey>;
  },
  { callMs, ...asked }: PreparedCall['asked'] & { readonly callMs: number },
  judge: ScoringJudge,
): Promise<void> {
  const { caller, calls, faultPoints, log } = ports;
  const { callId, attempt } = call;
  const outcome = await withHeartbeat((signal) =>
    callModelInSpan(caller, { ...asked, callId, timeoutMs: callMs, signal }),
  );
  await keepReply(ports, call, outcome);
  faultPoints.reach('judging.before_settle');
  const settlement = settlementOf(outcome, attempt);
  await settleWithRetries(() => calls.settle(call, settlement, judge), { callId, log });
  faultPoints.reach('judging.after_settle');
}

/**
 * Stores the text of a panel member for people, as content: the reason for its vote, or its reply in place of a vote. A
 * verdict is complete without this text, so that a full disk loses no verdict.
 */
async function keepReply(
  { contents, log }: JudgingPorts,
  {
    callId,
    scoringId,
    seat,
    contentKey,
  }: Pick<ReservedJudgeCall, 'callId' | 'seat'> & {
    readonly scoringId: string;
    readonly contentKey: ReturnType<typeof requestContentKey>;
  },
  outcome: CallOutcome,
): Promise<void> {
  const words = replyOf(outcome);
  if (words === undefined) return;
  const { text, isReason } = words;
  const outcomeId = isReason ? scoringId : replyIdOf(scoringId);
  await contents.keepReason(contentKey, { outcomeId, seat, text }).catch((error: unknown) => {
    log.warn({ call: callId, err: error }, 'the answer of a judge could not be stored');
  });
}

function replyOf(outcome: CallOutcome): { readonly text: string; readonly isReason: boolean } | undefined {
  if (outcome.kind === 'answered') {
    return { text: (outcome.structured as JudgeVerdict).reason.slice(0, MAX_REASON_LENGTH), isReason: true };
  }
  const reply = 'reply' in outcome ? outcome.reply : undefined;
  return reply === undefined || reply === '' ? undefined : { text: reply.slice(0, MAX_REASON_LENGTH), isReason: false };
}

function settlementOf(outcome: CallOutcome, attempt: number): JudgeCallSettlement {
  const end = toPaidCallEnd(outcome);
  // The caller has checked the reply against the schema: a reply that is not a verdict has failed and states nothing
  // about the answer.
  const vote = outcome.kind === 'answered' ? (outcome.structured as JudgeVerdict).verdict : undefined;
  const isFree = outcome.kind === 'never_sent' || outcome.kind === 'refused';
  const askedMs = outcome.kind === 'refused' ? outcome.retryAfterMs : undefined;
  return { ...end, vote, againAfterMs: isFree ? retryDelayMs(outcome.fault, attempt, askedMs) : undefined };
}
