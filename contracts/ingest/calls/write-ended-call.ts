import { decimalText } from '../../../domain/kernel/text/decimal-text.ts';
import type { Price } from '../../../domain/models/price.ts';
import type { Attempt } from '../events/attempt.ts';
import type { RefusingLimit } from '../events/refusing-limit.ts';
import type { RequestTerminal } from '../events/request-terminal.ts';
import { ATTEMPT_MARK, ENDED_CALL_START } from './ended-call.ts';
import { instantText } from './instant-text.ts';
import { quotedName } from './quoted-name.ts';

// Lines are concatenated from strings: to build events and serialize them took an eighth of the total time of a call.
// The number of pieces determines how long a line takes to write, so text that many lines share is one piece.

/** A call to a provider, and its cost. Milliseconds count from when the body of the request was complete. */
export interface CalledProvider {
  readonly provider: string;
  /** The model that answered, or the requested model if none did. */
  readonly model: string;
  /** The requested model. */
  readonly asked: string;
  readonly dispatchedMs: number;
  readonly outputState: Attempt['output_state'];
  /** Counts by unit of the price table; undefined if they are unknown. */
  readonly units: Readonly<Record<string, number>> | undefined;
  /** True if the gateway counted the units because the provider did not. */
  readonly isEstimate: boolean;
  /** `nothing` if the provider refused the call, so that it cost nothing. */
  readonly price: Price | 'nothing';
}

/** An attempt that a later attempt replaced. */
export interface EarlierAttempt extends CalledProvider {
  readonly endedMs: number;
}

/** The end of a call, as its line states it. Milliseconds count from when the body of the request was complete. */
export interface EndedCall {
  readonly status: RequestTerminal['status'];
  /** A detail that adds to the status, if there is one. */
  readonly kind?: string | undefined;
  /** The limit that refused the call, which the line states together with the kind; absent if no limit did. */
  readonly refusedByLimit?: RefusingLimit | undefined;
  readonly totalMs: number;
  /** Milliseconds to the first output of a stream. */
  readonly firstOutputMs?: number | undefined;
  /** The last attempt; absent if nothing was sent to a provider. */
  readonly attempt?: CalledProvider | undefined;
  /** Earlier attempts, each replaced by the next one. */
  readonly earlier?: readonly EarlierAttempt[];
}

/** The members about the start of a call that its line states. */
export interface BegunCall {
  readonly admittedAt: Date;
  /** Milliseconds from the admission until the body was complete; absent for a request without a body. */
  readonly bodyMs?: number;
  readonly streaming: boolean;
}

/**
 * The line of a call that has ended. `splitEvents` turns it into an event for each attempt, one for the cost of each
 * attempt, and one for the ending.
 * @param shared the JSON members that every event repeats about the request, without braces; `logical_request_id` is
 *   one of them
 */
export function writeEndedCall(
  shared: string,
  { admittedAt, bodyMs = 0, streaming }: BegunCall,
  ended: EndedCall,
): string {
  const { attempt, earlier, kind, firstOutputMs, totalMs } = ended;
  let attempts = '';
  let before: EarlierAttempt | undefined;
  if (earlier !== undefined)
    for (const each of earlier) {
      attempts += `${attemptOf(each, bodyMs, before)},"ended_ms":${Math.round(bodyMs + each.endedMs)}}`;
      before = each;
    }
  if (attempt !== undefined) attempts += `${attemptOf(attempt, bodyMs, before)}}`;
  const times = `},"admitted_at":"${instantText(admittedAt.getTime())}","ended_ms":${Math.round(bodyMs + totalMs)}`;
  const kindText = kind === undefined ? '' : `,"terminal_kind":${quotedName(kind)}${limitOf(ended)}`;
  const isTimed = streaming && firstOutputMs !== undefined;
  const output = isTimed ? `,"first_output_ms":${decimalText(firstOutputMs, 10)}` : '';
  const streams = streaming ? ',"streaming":true,"total_ms":' : ',"streaming":false,"total_ms":';
  const request = `],"request":{"status":"${ended.status}"${kindText}${streams}${decimalText(totalMs, 10)}${output}}}`;
  return `${ENDED_CALL_START}${shared}${times},"attempts":[${attempts}${request}`;
}

function limitOf({ refusedByLimit: limit }: EndedCall): string {
  return limit === undefined ? '' : `,"refused_by_limit":${JSON.stringify(limit)}`;
}

const FIRST_ATTEMPT = `${ATTEMPT_MARK}{"called":{"provider_id":`;
const NEXT_ATTEMPT = `,${FIRST_ATTEMPT}`;

/** An attempt without its closing brace. @param before the attempt that this one replaced */
function attemptOf(attempt: CalledProvider, bodyMs: number, before: EarlierAttempt | undefined): string {
  const start = before === undefined ? FIRST_ATTEMPT : NEXT_ATTEMPT;
  const called = `${start}${quotedName(attempt.provider)},"provider_model":${quotedName(attempt.model)}`;
  const members = `${roleOf(attempt, before)}${attempt.outputState}",${usageOf(attempt)}`;
  return `${called}},"dispatched_ms":${Math.round(bodyMs + attempt.dispatchedMs)},"attempt":{${members}},"cost":{${priceOf(attempt)}}`;
}

function roleOf(attempt: CalledProvider, before: EarlierAttempt | undefined): string {
  if (before === undefined) return '"role":"primary","route_changed":false,"output_state":"';
  const isElsewhere = before.provider !== attempt.provider || before.asked !== attempt.asked;
  return isElsewhere
    ? '"role":"fallback","route_changed":true,"output_state":"'
    : '"role":"retry","route_changed":false,"output_state":"';
}

function usageOf({ units, isEstimate }: CalledProvider): string {
  const { input_tokens: input, output_tokens: output = 0 } = units ?? {};
  if (units === undefined || input === undefined) return '"usage_known":false,"usage_source":"none"';
  const { cache_read_tokens: read, cache_write_tokens: written, output_reasoning_tokens: reasoning } = units;
  const cached = read === undefined ? '' : `,"cache_read_tokens":${read}`;
  const kept = written === undefined ? '' : `,"cache_write_tokens":${written}`;
  const thought = reasoning === undefined ? '' : `,"reasoning_tokens":${reasoning}`;
  const source = isEstimate
    ? '"usage_known":true,"usage_source":"gateway","input_tokens":'
    : '"usage_known":true,"usage_source":"provider","input_tokens":';
  return `${source}${input},"output_tokens":${output}${cached}${kept}${thought},"total_tokens":${input + output}`;
}

function priceOf({ price, isEstimate }: CalledProvider): string {
  if (price === 'nothing') return '"price_state":"priced","nanos":"0","estimated":true';
  const revision = quotedName(price.revision);
  if (price.state === 'unpriced') return `"price_state":"unpriced","price_revision":${revision}${whyUnpriced(price)}`;
  const estimated = isEstimate ? '","estimated":true,"price_revision":' : '","estimated":false,"price_revision":';
  return `"price_state":"priced","nanos":"${price.nanos}${estimated}${revision}`;
}

function whyUnpriced({ reason, basis }: Extract<Price, { state: 'unpriced' }>): string {
  const basisText = basis === undefined ? '' : `,"price_basis":${JSON.stringify(basis)}`;
  return `,"unpriced_reason":"${reason}"${basisText}`;
}
