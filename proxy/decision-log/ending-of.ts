import { priceCall } from '../../providers/prices/price-call.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { PriceTerms, UnitCounts } from '../../providers/usage/price-terms.ts';
import { isModelName, type AskedCall } from '../request/read-call.ts';
import { isSafeToRetry } from '../routing/attempt-plan.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { CUT_OFF, type Judgement } from '../../providers/answers/judgement.ts';
import type { ReadAnswer } from '../usage/answer-reader.ts';
import { tokensOf } from '../request/estimate-tokens.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { startedMs } from '../call/started-ms.ts';

/** Why the gateway ends a call itself: a key may end while a call waits to be sent again. */
export type CutReason =
  | 'caller_gone'
  | 'shutdown'
  | 'log_unavailable'
  | 'too_long'
  | 'invalid_key'
  | 'enforcement_unavailable';

/** How far a call came. */
export interface CallProgress {
  readonly asked: AskedCall;
  readonly upstream: Pick<Upstream, 'name' | 'priceProvider' | 'ownPrices'>;
  /** Of the answer; undefined while none had begun. */
  readonly status: number | undefined;
  /** How long the provider asks to wait; absent where it does not say. */
  readonly retryAfterMs?: number | undefined;
  /** Undefined where there was nothing to read: no answer, or an error. */
  readonly answer: ReadAnswer | undefined;
  /** Whether any of the answer came. */
  readonly hasOutput: boolean;
  /** Undefined where the provider ended the answer itself. */
  readonly error: Error | undefined;
  /** Why we ended it, where we did. */
  readonly cut: CutReason | undefined;
  /** Whether a byte may have gone to the provider. */
  readonly wasSent: boolean;
}

export interface CallTimes {
  /** Whose body was whole when the milliseconds begin to count. */
  readonly call: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>;
  readonly dispatchedMs: number;
  readonly totalMs: number;
  readonly firstOutputMs: number | undefined;
}

/** What a call came to, and what it cost. */
export function endingOf(progress: CallProgress, prices: PriceTable, times: CallTimes): CallEnding {
  const { totalMs, firstOutputMs } = times;
  const { status, kind } = statusOf(progress);
  const attempt = progress.wasSent ? attemptOf(progress, prices, times) : undefined;
  const isAnswer = status === 'succeeded' && progress.answer?.judgement.state === 'complete';
  return { status, kind, isAnswer, totalMs, firstOutputMs, attempt };
}

function statusOf({ status, answer, hasOutput, error, cut }: CallProgress): Pick<CallEnding, 'status' | 'kind'> {
  if (cut !== undefined) return { status: cut === 'caller_gone' ? 'cancelled' : 'failed', kind: cut };
  if (status === undefined) return { status: 'failed', kind: 'provider_unreachable' };
  if (status >= 300) return { status: 'failed', kind: `http_${status}` };
  const judgement = answer?.judgement ?? CUT_OFF;
  if (judgement.state === 'failed') return { status: 'failed', kind: judgement.error.word };
  const whole = error === undefined ? ENDINGS[judgement.state] : undefined;
  return whole ?? { status: hasOutput ? 'partial' : 'failed', kind: 'answer_cut_off' };
}

/** How calls end whose answer came to its end; one that is cut off did not. */
const ENDINGS: Readonly<
  Record<Exclude<Judgement['state'], 'failed'>, Pick<CallEnding, 'status' | 'kind'> | undefined>
> = {
  complete: { status: 'succeeded' },
  unreadable: { status: 'succeeded' },
  unfinished: { status: 'partial', kind: 'answer_unfinished' },
  no_json: { status: 'failed', kind: 'answer_unreadable' },
  cut_off: undefined,
};

function attemptOf(progress: CallProgress, prices: PriceTable, times: CallTimes): CalledProvider {
  const { asked, upstream, answer } = progress;
  const { units, isEstimate } = unitsOf(progress);
  const answered = answer?.model;
  const model = isModelName(answered) ? answered : asked.model;
  const { priceProvider, ownPrices: own } = upstream;
  const terms = termsOf(asked, answer, isEstimate);
  const at = new Date(startedMs(times.call) + times.dispatchedMs);
  return {
    provider: upstream.name,
    model,
    asked: asked.model,
    dispatchedMs: times.dispatchedMs,
    outputState: outputOf(progress),
    units,
    isEstimate,
    price: costsNothing(progress)
      ? 'nothing'
      : priceCall(prices, { priceProvider, model, units, terms, own, at }, asked.model, isEstimate),
  };
}

/**
 * What decides the price beside units. Where the request asked for another tier than the standard one, and the answer does not say which it got,
 * nobody knows. Of what is estimated, the provider did not say what it cost in all.
 */
function termsOf(asked: AskedCall, answer: ReadAnswer | undefined, isEstimate: boolean): PriceTerms | undefined {
  const { terms, stated } = answer?.usage ?? {};
  const isUnstated = asked.services?.some((dimension) => stated?.includes(dimension) !== true) === true;
  if (!isUnstated && !(isEstimate && terms !== undefined)) return terms;
  const { served = [], parts, reason = isUnstated ? 'service_not_in_table' : undefined, statedUsd } = terms ?? {};
  return isEstimate ? { served, parts: undefined, reason, statedUsd: undefined } : { served, parts, reason, statedUsd };
}

/**
 * Whether a call cost nothing: the provider did not take it on, by its status, or it states an error in place of an answer, before any
 * of one and without a usage.
 */
function costsNothing({ status, retryAfterMs, answer }: CallProgress): boolean {
  if (answer?.judgement.state === 'failed') return isEmpty(answer);
  if (status === undefined) return false;
  return (status >= 400 && status < 500 && status !== 408) || isSafeToRetry({ status, wasSent: true, retryAfterMs });
}

/** Whether nothing of an answer came, as far as anybody can say. */
function isEmpty({ usage, written }: ReadAnswer): boolean {
  return usage === undefined && written === 0;
}

function outputOf({ status, answer, hasOutput, error }: CallProgress): CalledProvider['outputState'] {
  if (status === undefined || status >= 300 || !hasOutput || answer === undefined) return 'none';
  const { state } = answer.judgement;
  if (state === 'complete' || state === 'unreadable') return error === undefined ? 'complete' : 'partial';
  return state === 'cut_off' || !isEmpty(answer) ? 'partial' : 'none';
}

/**
 * What was used: the provider's word where it was heard to the end. Of a stream that gave none, or was cut off, what was sent
 * and what was written are estimated; what the provider said at its beginning holds. An answer that is no stream
 * and says nothing of its usage has none.
 */
function unitsOf({ asked, answer, hasOutput }: CallProgress): {
  readonly units: UnitCounts | undefined;
  readonly isEstimate: boolean;
} {
  if (answer === undefined || !hasOutput || (answer.judgement.state === 'failed' && isEmpty(answer)))
    return { units: undefined, isEstimate: false };
  const units = answer.usage?.units;
  if (units !== undefined && answer.isFinalUsage) return { units, isEstimate: false };
  if (!asked.streaming) return { units: undefined, isEstimate: false };
  const { input_tokens: stated = 0, output_tokens: output = 0 } = units ?? {};
  const input = stated === 0 ? asked.inputTokens : stated;
  return {
    units: { ...units, input_tokens: input, output_tokens: Math.max(output, tokensOf(answer.written)) },
    isEstimate: true,
  };
}
