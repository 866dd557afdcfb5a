import { ATTEMPT_MARK, ENDED_CALL_START } from '../../contracts/ingest/calls/ended-call.ts';
import { REFUSED_CALL_MARK, REFUSED_CALLS_START } from '../../contracts/ingest/calls/refused-calls.ts';
import type { Price } from '../../domain/models/price.ts';
import { decimalText } from '../call/decimal-text.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CalledProvider, CallEnding, EarlierAttempt } from '../call/call-ending.ts';
import { instantText } from './instant-text.ts';

// Lines are put together of texts: events that are built and then serialized took an eighth of all that a call costs. Of how many pieces a line is
// made decides what it takes to write it, so that what stands in many lines is one piece.

/** What a request that is let in is told by, as its row begins. */
const ADMISSION_START = '{"event":"request_admitted",';

/** The event `request_admitted` of a request that is let in: the first line of its row. */
export function admissionLine(call: AdmittedCall): string {
  const { key, admittedAt, streaming, noted } = call;
  const times = `,"admitted_at":"${instantText(admittedAt.getTime())}","streaming":${streaming}`;
  return `${ADMISSION_START}${dimensionsOf(call)}${times},"noted":{"key_id":${keyTextsOf(key).id}${notesOf(noted)}}}`;
}

/** Notes whose values are words and numbers of ours, which JSON has as they are. Almost every call has them, and most have no others. */
const OURS: ReadonlySet<string> = new Set([
  ...['step_class', 'step_class_source', 'reserved_tokens', 'reserved_nano_usd', 'coordination'],
]);

/** What a call notes, behind what is noted before it. */
function notesOf(noted: AdmittedCall['noted']): string {
  let notes = '';
  for (const name in noted) {
    const value = noted[name] as string;
    if (OURS.has(name)) notes += `,"${name}":"${value}"`;
    else notes += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return notes;
}

/** Whether the lines of a row are those of its beginning. */
export function beginsRow([line = '']: readonly string[]): boolean {
  return line.startsWith(ADMISSION_START) || line.startsWith(REFUSED_CALLS_START);
}

/** A request that was refused, and how long that took. */
export interface RefusedCall {
  readonly call: AdmittedCall;
  readonly totalMs: number;
}

/**
 * What refused requests have in common that one line tells of, as the line begins: whose they are and why they were refused. Of what they
 * note it keeps their key and the limit that refused them, and says that the rest is left out.
 */
export function refusedCallsStart(call: AdmittedCall, kind: string): string {
  const { key, streaming, noted } = call;
  const limit = noted['refused_by_limit.id'];
  const kept = { key_id: key.keyId, ...(limit !== undefined && { 'refused_by_limit.id': limit }), notes: 'left_out' };
  const request = `"request":{"status":"refused","terminal_kind":${quoted(kind)}}`;
  return `${REFUSED_CALLS_START}${sharedDimensionsOf(call)}},"noted":${JSON.stringify(kept)},"streaming":${streaming},${request}`;
}

/** The line of refused requests that begin alike, in the order in which they were let in. */
export function refusedCallsLine(start: string, requests: readonly [RefusedCall, ...RefusedCall[]]): string {
  const firstMs = requests[0].call.admittedAt.getTime();
  const told = requests.map(({ call, totalMs }) => {
    const afterMs = Math.max(0, call.admittedAt.getTime() - firstMs);
    return `${REFUSED_CALL_MARK}["${call.requestId}",${afterMs},${decimalText(totalMs, 10)}]`;
  });
  return `${start},"admitted_at":"${instantText(firstMs)}","requests":[${told.join(',')}]}`;
}

/** What the request came to, in one line: the indexer makes of it an event for each attempt and for what that cost, and one for its ending. */
export function endingLine(call: AdmittedCall, ending: CallEnding): string {
  const { attempt, earlier, kind, firstOutputMs, totalMs } = ending;
  const { bodyMs = 0 } = call;
  let attempts = '';
  let before: EarlierAttempt | undefined;
  if (earlier !== undefined)
    for (const each of earlier) {
      attempts += `${attemptOf(each, bodyMs, before)},"ended_ms":${Math.round(bodyMs + each.endedMs)}}`;
      before = each;
    }
  if (attempt !== undefined) attempts += `${attemptOf(attempt, bodyMs, before)}}`;
  const admittedAt = `},"admitted_at":"${instantText(call.admittedAt.getTime())}","ended_ms":${Math.round(bodyMs + totalMs)}`;
  const told = kind === undefined ? '' : `,"terminal_kind":${quoted(kind)}`;
  const isTimed = call.streaming && firstOutputMs !== undefined;
  const output = isTimed ? `,"first_output_ms":${decimalText(firstOutputMs, 10)}` : '';
  const request = `"status":"${ending.status}"${told},"streaming":${call.streaming},"total_ms":${decimalText(totalMs, 10)}${output}`;
  return `${ENDED_CALL_START}${dimensionsOf(call)}${admittedAt},"attempts":[${attempts}],"request":{${request}}}`;
}

const FIRST_ATTEMPT = `${ATTEMPT_MARK}{"called":{"provider_id":`;
const NEXT_ATTEMPT = `,${FIRST_ATTEMPT}`;

/** An attempt without its last brace. @param before the one in whose place it was made */
function attemptOf(attempt: CalledProvider, bodyMs: number, before: EarlierAttempt | undefined): string {
  const start = before === undefined ? FIRST_ATTEMPT : NEXT_ATTEMPT;
  const called = `${start}${quoted(attempt.provider)},"provider_model":${quoted(attempt.model)}`;
  const told = `${turnOf(attempt, before)}"${attempt.outputState}",${usageOf(attempt)}`;
  return `${called}},"dispatched_ms":${Math.round(bodyMs + attempt.dispatchedMs)},"attempt":{${told}},"cost":{${priceOf(attempt)}}`;
}

function turnOf(attempt: CalledProvider, before: EarlierAttempt | undefined): string {
  if (before === undefined) return '"role":"primary","route_changed":false,"output_state":';
  const isElsewhere = before.provider !== attempt.provider || before.asked !== attempt.asked;
  return isElsewhere
    ? '"role":"fallback","route_changed":true,"output_state":'
    : '"role":"retry","route_changed":false,"output_state":';
}

/** What every event says of requests that have this in common. */
function sharedDimensionsOf({
  purpose = 'application',
  key,
  routeId,
  bytes,
}: Omit<AdmittedCall, 'requestId' | 'traceId'>): string {
  const route = routeId === undefined ? '' : `,"route_id":${quoted(routeId)}`;
  return `${keyTextsOf(key).start}${purpose}"${route}${sizeOf(bytes)}`;
}

/** What every event of a request says of it. */
function dimensionsOf({ requestId, purpose = 'application', key, traceId, routeId, bytes }: AdmittedCall): string {
  const route = routeId === undefined ? '' : `,"route_id":${quoted(routeId)}`;
  const trace = traceId === undefined ? '' : `,"trace_id":${JSON.stringify(traceId)}`;
  return `${keyTextsOf(key).start}${purpose}","logical_request_id":"${requestId}"${route}${trace}${sizeOf(bytes)}`;
}

/** What events say of a key. */
interface KeyTexts {
  readonly id: string;
  /** How every event begins, up to its purpose. */
  readonly start: string;
}

/** A key makes many calls until it is read anew. */
const keyTexts = new WeakMap<AdmittedCall['key'], KeyTexts>();

function keyTextsOf(key: AdmittedCall['key']): KeyTexts {
  const known = keyTexts.get(key);
  if (known !== undefined) return known;
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = key.leaf;
  const scope = {
    organization_id: organizationId,
    workspace_id: workspaceId,
    application_id: applicationId,
    gateway_id: gatewayId,
    environment_id: environmentId,
  };
  const said = JSON.stringify({ schema: 1, scope, team_id: key.owner, purpose: '' });
  const texts = { id: JSON.stringify(key.keyId), start: said.slice(1, -'"}'.length) };
  keyTexts.set(key, texts);
  return texts;
}

/** By the bytes of the body: up to about 500 and 3,000 tokens of text. */
function sizeOf(bytes: number): string {
  if (bytes < 2_000) return ',"input_size_bucket":"small"';
  return bytes < 12_000 ? ',"input_size_bucket":"medium"' : ',"input_size_bucket":"large"';
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
  const revision = `"price_revision":${quoted(price.revision)}`;
  if (price.state === 'unpriced') return `"price_state":"unpriced",${revision}${whyUnpriced(price)}`;
  return `"price_state":"priced","nanos":"${price.nanos}","estimated":${isEstimate},${revision}`;
}

function whyUnpriced({ reason, basis }: Extract<Price, { state: 'unpriced' }>): string {
  const asked = basis === undefined ? '' : `,"price_basis":${JSON.stringify(basis)}`;
  return `,"unpriced_reason":"${reason}"${asked}`;
}

/** Names of providers, models and tiers as JSON has them. Callers may name any model. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

/** As JSON has a text that stands in many lines. */
function quoted(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size === MOST_KNOWN) known.clear();
  const now = JSON.stringify(text);
  known.set(text, now);
  return now;
}
