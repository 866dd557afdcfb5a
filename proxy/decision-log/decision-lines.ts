import { joinEvents } from '../../journal/shared-members.ts';
import type { AdmittedCall } from './admitted-call.ts';
import type { CalledProvider, CallEnding, EarlierAttempt } from './call-ending.ts';
import { instantText } from './instant-text.ts';

// Lines are put together of texts: events that are built and then serialized took an eighth of all that a call costs. Of how many pieces a line is
// made decides what it takes to write it, so that what stands in many lines is one piece.

/** What a request that is let in is told by, as its row begins. */
const ADMISSION_START = '{"event":"request_admitted",';

/** The event `request_admitted` of a request that is let in: the first line of its row. */
export function admissionLine(call: AdmittedCall): string {
  const { key, admittedAt, streaming, noted } = call;
  const more = JSON.stringify(noted);
  const notes = more === '{}' ? '}' : `,${more.slice(1)}`;
  const times = `,"admitted_at":"${instantText(admittedAt.getTime())}","streaming":${streaming}`;
  return `${ADMISSION_START}${dimensionsOf(call)}${times},"noted":{"key_id":${keyTextsOf(key).id}${notes}}`;
}

/** Whether the lines of a row are those of its beginning. */
export function beginsRow([line = '']: readonly string[]): boolean {
  return line.startsWith(ADMISSION_START);
}

/**
 * What the request came to, in one line: the events `attempt` and `cost_effect` where there was a call, and its `request_terminal`, which
 * share what all of them say of the request.
 */
export function endingLine(call: AdmittedCall, ending: CallEnding): string {
  const { attempt, earlier, kind, firstOutputMs, totalMs } = ending;
  const events: string[] = [];
  let before: EarlierAttempt | undefined;
  let count = 0;
  if (earlier !== undefined)
    for (const each of earlier) {
      addAttempt(events, { call, attempt: each, before, ordinal: (count += 1), endedMs: each.endedMs });
      before = each;
    }
  if (attempt !== undefined) addAttempt(events, { call, attempt, before, ordinal: (count += 1), endedMs: totalMs });
  const served = attempt !== undefined && attempt.outputState !== 'none';
  const times = `"admitted_at":"${instantText(call.admittedAt.getTime())}","terminal_at":"${instantAfter(call, totalMs)}"`;
  const told = kind === undefined ? '' : `,"terminal_kind":${quoted(kind)}`;
  const final = served ? `,"final_model":${quoted(attempt.model)},"final_provider":${quoted(attempt.provider)}` : '';
  const counts = `,"attempt_count":${count},"streaming":${call.streaming},"total_ms":${tenthsOf(totalMs)}`;
  const isTimed = call.streaming && firstOutputMs !== undefined;
  const output = isTimed ? `,"first_output_ms":${tenthsOf(firstOutputMs)}` : '';
  events.push(`"event":"request_terminal",${times},"status":"${ending.status}"${told}${final}${counts}${output}`);
  return joinEvents(dimensionsOf(call), events);
}

/** An attempt, and what its events say besides. */
interface ToldAttempt {
  readonly call: AdmittedCall;
  readonly attempt: CalledProvider;
  /** The one in whose place it was made. */
  readonly before: EarlierAttempt | undefined;
  readonly ordinal: number;
  readonly endedMs: number;
}

function addAttempt(events: string[], { call, attempt, before, ordinal, endedMs }: ToldAttempt): void {
  const isElsewhere = before !== undefined && (before.provider !== attempt.provider || before.asked !== attempt.asked);
  const role = before === undefined ? 'primary' : isElsewhere ? 'fallback' : 'retry';
  const endedAt = instantAfter(call, endedMs);
  const end = `.${ordinal}"`;
  const id = `${call.requestId}${end}`;
  const called = `"attempt_id":"${id},"provider_id":${quoted(attempt.provider)},"provider_model":${quoted(attempt.model)}`;
  const turn = `"ordinal":${ordinal},"role":"${role}","route_changed":${isElsewhere}`;
  const times = `"dispatched_at":"${instantAfter(call, attempt.dispatchedMs)}","terminal_at":"${endedAt}"`;
  events.push(
    `"event":"attempt",${called},${turn},"output_state":"${attempt.outputState}",${usageOf(attempt)},${times}`,
    `"event":"cost_effect",${called},"effect_id":"${id},"effect_kind":"settlement","occurred_at":"${endedAt}",${priceOf(attempt)}`,
  );
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

function instantAfter({ admittedAt }: AdmittedCall, ms: number): string {
  return instantText(admittedAt.getTime() + Math.round(ms));
}

function tenthsOf(ms: number): number {
  return Math.round(ms * 10) / 10;
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
  if (price.state === 'unpriced') return `"price_state":"unpriced",${revision}`;
  return `"price_state":"priced","nanos":"${price.nanos}","estimated":${isEstimate},${revision}`;
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
