import { priceCall } from '../../providers/prices/price-call.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { PriceTerms, UnitCounts } from '../../providers/usage/price-terms.ts';
import { isModelName, type RequestFacts } from '../request/read-call.ts';
import { isSafeToRetry } from '../routing/attempt-plan.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { CUT_OFF_ANSWER, type Judgement } from '../../providers/answers/judgement.ts';
import type { ReadAnswer } from '../usage/answer-reader.ts';
import { tokensForCharacters } from '../request/estimate-tokens.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { callStartMs } from '../call/call-start-ms.ts';

/** The reason why the gateway ends a call itself. A key may end while its call waits to be sent again. */
export type CallAbortReason =
  | 'caller_gone'
  | 'shutdown'
  | 'log_unavailable'
  | 'too_long'
  | 'invalid_key'
  | 'enforcement_unavailable';

/** The progress of a call. */
export interface CallProgress {
  readonly asked: RequestFacts;
  readonly upstream: Pick<Upstream, 'name' | 'priceProvider' | 'ownPrices'>;
  /** The status of the answer; undefined if none began. */
  readonly status: number | undefined;
  /** Milliseconds that the provider asks to wait; absent if it does not ask. */
  readonly retryAfterMs?: number | undefined;
  /** The content that was read; undefined if there was no answer to read, or an error. */
  readonly answer: ReadAnswer | undefined;
  /** True if any part of the answer arrived. */
  readonly hasOutput: boolean;
  /** Undefined if the provider ended the answer itself. */
  readonly error: Error | undefined;
  /** The reason why the gateway ended the call; undefined if it did not. */
  readonly cut: CallAbortReason | undefined;
  /** True if a byte may have been sent to the provider. */
  readonly wasSent: boolean;
}

export interface CallTimes {
  /** The call. Milliseconds count from when its body was complete. */
  readonly call: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>;
  readonly dispatchedMs: number;
  readonly totalMs: number;
  readonly firstOutputMs: number | undefined;
}

/** The ending of a call, with its cost. */
export function createCallEnding(progress: CallProgress, prices: PriceTable, times: CallTimes): CallEnding {
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
  const judgement = answer?.judgement ?? CUT_OFF_ANSWER;
  if (judgement.state === 'failed') return { status: 'failed', kind: judgement.error.word };
  const whole = error === undefined ? ENDINGS[judgement.state] : undefined;
  return whole ?? { status: hasOutput ? 'partial' : 'failed', kind: 'answer_cut_off' };
}

/** The endings of calls with a complete answer. An answer that was cut off is not complete. */
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
  const at = new Date(callStartMs(times.call) + times.dispatchedMs);
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
 * The terms that decide the price in addition to the units. If the request asked for a tier other than the standard
 * one, and the answer does not state its tier, the price is unknown. With estimated usage, no stated total cost
 * applies.
 */
function termsOf(asked: RequestFacts, answer: ReadAnswer | undefined, isEstimate: boolean): PriceTerms | undefined {
  const { terms, stated } = answer?.usage ?? {};
  const isUnstated = asked.services?.some((dimension) => stated?.includes(dimension) !== true) === true;
  if (!isUnstated && !(isEstimate && terms !== undefined)) return terms;
  const { served = [], parts, reason = isUnstated ? 'service_not_in_table' : undefined, statedUsd } = terms ?? {};
  return isEstimate ? { served, parts: undefined, reason, statedUsd: undefined } : { served, parts, reason, statedUsd };
}

/**
 * True if a call cost nothing: the provider rejected it by its status, or stated an error without any part of an answer
 * and without usage.
 */
function costsNothing({ status, retryAfterMs, answer }: CallProgress): boolean {
  if (answer?.judgement.state === 'failed') return isEmpty(answer);
  if (status === undefined) return false;
  return (status >= 400 && status < 500 && status !== 408) || isSafeToRetry({ status, wasSent: true, retryAfterMs });
}

/** True if no part of an answer arrived, as far as is known. */
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
 * The usage that the provider states, if it was received to the end. If a stream stated none or was cut off, input and
 * output are estimated; the usage stated at its beginning still applies. An answer that is not a stream and states no
 * usage has no units.
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
    units: { ...units, input_tokens: input, output_tokens: Math.max(output, tokensForCharacters(answer.written)) },
    isEstimate: true,
  };
}
