import { hash } from 'node:crypto';
import type { CallPrices } from '../../../../domain/models/call-prices.ts';
import { parseInstantMs } from '../../events/parse-instant-ms.ts';
import { isRefusedCall, callOutputState, toFailureStatus } from '../../received/call-ending.ts';
import type { CalledModel, ReportedCall } from '../../received/reported-call.ts';
import { toValidUsage } from '../../received/to-valid-usage.ts';
import { toStatedNanos } from '../../received/to-stated-nanos.ts';
import { spanDimensions } from '../span-dimensions.ts';
import { instantFromNanos, parseUnixNanos } from '../parse-unix-nanos.ts';
import type { ItemFault } from '../item-fault.ts';
import type { OtlpAttributes } from '../otlp-parts.ts';
import { SpanAttributes } from '../span-attributes.ts';
import { readClaudeCodeError, readClaudeCodeRequest } from './claude-code.ts';
import { readCodexEvent, readCodexRequest } from './codex.ts';
import { readGeminiError, readGeminiResponse } from './gemini-cli.ts';
import type { OtlpLogRecord } from './otlp-logs.ts';
import type { ReadRecord, RecordedCall } from './recorded-call.ts';

/** The result for a record: a call of a model, a record about something else, or a fault. */
export type RecordReading =
  | { readonly call: ReportedCall }
  | 'no_call'
  | { readonly fault: string; readonly text: string; readonly at?: Date; readonly requestId?: string };

/**
 * Events of coding agents that describe calls. Claude Code writes the full name into the body, and only its last part
 * into `event.name`.
 */
const EVENTS: ReadonlyMap<string, ReadRecord> = new Map([
  ['claude_code.api_request', readClaudeCodeRequest],
  ['claude_code.api_error', readClaudeCodeError],
  ['codex.sse_event', readCodexEvent],
  ['codex.api_request', readCodexRequest],
  ['gemini_cli.api_response', readGeminiResponse],
  ['gemini_cli.api_error', readGeminiError],
]);

/** The maximum duration of a call: a day. */
const MAX_MS = 86_400_000;

/**
 * Reads a log record of a coding agent. The id of the call is made from all members of the record, so a record that is
 * sent again counts once.
 */
export function readLogRecord(
  record: OtlpLogRecord,
  resource: OtlpAttributes | null | undefined,
  prices: CallPrices,
): RecordReading {
  const attributes = new SpanAttributes(record.attributes, resource);
  const recorded = readerOf(record, attributes)?.(attributes);
  if (recorded === undefined) return 'no_call';
  const id = idOf(record);
  const endedAt = timeOf(record, attributes);
  const identity = { text: JSON.stringify({ record: id }), requestId: id };
  if (endedAt === undefined) return { fault: 'The record has no time of the years 2000 to 2099.', ...identity };
  const model = attributes.text(['model']);
  if (model === undefined) return { fault: 'The record names no model (model).', ...identity, at: endedAt };
  return {
    call: callFrom(recorded, { id, endedAt, model, dimensions: spanDimensions(attributes, traceOf(record)) }, prices),
  };
}

/**
 * The fault of a log record with unreadable members, or `no_call` if the rest of the record describes no call. The
 * fault has no request id, because the corrected record will have another one.
 */
export function readLogRecordFault(
  record: OtlpLogRecord,
  resource: OtlpAttributes | null | undefined,
  { detail, leftOut }: ItemFault,
): RecordReading {
  const attributes = new SpanAttributes(record.attributes, resource);
  const isNamed = !['attributes', 'body', 'eventName'].some((name) => leftOut.has(name));
  if (isNamed && readerOf(record, attributes)?.(attributes) === undefined) return 'no_call';
  const at = timeOf(record, attributes);
  return { fault: detail, text: '{}', ...(at !== undefined && { at }) };
}

function traceOf({ traceId }: OtlpLogRecord): string | undefined {
  return traceId !== undefined && traceId !== null && /^[0-9a-f]{32}$/.test(traceId) ? traceId : undefined;
}

interface KnownOfRecord extends Pick<ReportedCall, 'id' | 'endedAt' | 'dimensions'> {
  readonly model: string;
}

function callFrom(recorded: RecordedCall, { model, ...known }: KnownOfRecord, prices: CallPrices): ReportedCall {
  const { durationMs = Infinity, firstOutputMs, error } = recorded;
  const totalMs = durationMs <= MAX_MS ? durationMs : undefined;
  const startedAt = new Date(known.endedAt.getTime() - Math.round(totalMs ?? 0));
  const terminalKind = error ?? recorded.ending;
  return {
    ...{ ...known, startedAt, totalMs },
    status: error === undefined ? 'succeeded' : toFailureStatus(error),
    ...(terminalKind !== undefined && { terminalKind }),
    streaming: recorded.streaming ?? (firstOutputMs === undefined ? undefined : true),
    ...(firstOutputMs !== undefined && { firstOutputMs }),
    called: calledModel(recorded, model, startedAt, prices),
  };
}

function readerOf({ eventName, body }: OtlpLogRecord, attributes: SpanAttributes): ReadRecord | undefined {
  const names = [body?.stringValue, attributes.text(['event.name']), eventName];
  const name = names.find((one) => typeof one === 'string' && EVENTS.has(one));
  return name === undefined || name === null ? undefined : EVENTS.get(name);
}

function idOf({ attributes, timeUnixNano, observedTimeUnixNano }: OtlpLogRecord): string {
  const entries = (attributes ?? []).map(({ key, value }) => JSON.stringify([key, value])).sort();
  const times = [String(timeUnixNano ?? 0), String(observedTimeUnixNano ?? 0)];
  return `log-${hash('sha256', JSON.stringify([times, entries]), 'hex').slice(0, 32)}`;
}

/** The time of a record. Codex states it in the attributes, or only as the time of observation. */
function timeOf({ timeUnixNano, observedTimeUnixNano }: OtlpLogRecord, attributes: SpanAttributes): Date | undefined {
  const own = parseUnixNanos(timeUnixNano);
  if (own !== undefined) return instantFromNanos(own);
  const recorded = parseInstantMs(attributes.text(['event.timestamp'])?.slice(0, 40) ?? '');
  if (recorded !== undefined) return new Date(recorded);
  const observed = parseUnixNanos(observedTimeUnixNano);
  return observed === undefined ? undefined : instantFromNanos(observed);
}

function calledModel(
  { provider, usage: counted, error, firstOutputMs, costUsd }: RecordedCall,
  model: string,
  at: Date,
  prices: CallPrices,
): CalledModel {
  const usage = counted && toValidUsage(counted);
  const hasBegun = firstOutputMs !== undefined;
  const isFree = usage === undefined && error !== undefined && isRefusedCall(error) && !hasBegun;
  const stated = toStatedNanos(costUsd);
  return {
    provider,
    model,
    outputState: callOutputState(error === undefined, { tokens: usage?.output, hasBegun }),
    usage,
    price: isFree ? 'nothing' : { fromTable: prices.priceOf({ provider, model, tokens: usage, at }) },
    ...(stated !== undefined && { statedNanos: stated }),
  };
}
