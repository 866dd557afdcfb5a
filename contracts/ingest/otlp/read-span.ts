import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { callOutputState, toFailureStatus } from '../received/call-ending.ts';
import type { CalledModel, ReportedCall } from '../received/reported-call.ts';
import { toStatedNanos } from '../received/to-stated-nanos.ts';
import { readSpanModel, isCompleteModel, missingModelDetail, type SpanModel } from './read-span-model.ts';
import { spanDimensions } from './span-dimensions.ts';
import { readSpanError, endingName, type SpanError } from './read-span-error.ts';
import type { ItemFault } from './item-fault.ts';
import { readSpanKind, type CallKind } from './read-span-kind.ts';
import { isLogfireStreamStart, isLogfireStream, logfireStreamStart } from './logfire-streams.ts';
import { CALL_NAMES } from './names/call-names.ts';
import { instantFromNanos, parseUnixNanos } from './parse-unix-nanos.ts';
import type { OtlpAttributes } from './otlp-parts.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import { SpanAttributes } from './span-attributes.ts';
import { type SpanStream, readSpanStream } from './read-span-stream.ts';
import { hidesCacheTokens, readSpanUsage } from './read-span-usage.ts';

/** The call that a span describes, with the members by which duplicates of it are recognized. */
export interface SpanCall {
  readonly call: ReportedCall;
  readonly kind: CallKind;
  /** True if the span names no operation. The span may then be the sum of the calls below it. */
  readonly isGuessed: boolean;
  /** The requested model, or else the one that answered, without its provider. */
  readonly model: string;
  /** The id that the provider gave its answer. */
  readonly responseId: string | undefined;
}

/** The reason why a span cannot be a call. */
export interface SpanFault {
  readonly fault: string;
  readonly text: string;
  readonly at?: Date;
  readonly requestId?: string;
  /** The kind of a call that lacks its provider or its model. */
  readonly kind?: CallKind;
}

/** The result for a span: a call of a model, a span about something else, or a fault. */
export type SpanReading = SpanCall | 'no_call' | SpanFault;

/** The origin of a span. */
export interface SpanOrigin {
  readonly resource?: OtlpAttributes | null | undefined;
  /** The name of the instrumentation scope that created the span. */
  readonly instrumentation?: string | null | undefined;
}

/** Reads a span by the GenAI conventions and by the older or additional names of instrumentations. */
export function readSpan(span: OtlpSpan, origin: SpanOrigin, prices: CallPrices): SpanReading {
  const attributes = new SpanAttributes(span.attributes, origin.resource);
  const stated = readSpanKind(attributes);
  if (stated === undefined) return 'no_call';
  const kind = stated === 'counted' ? 'generation' : stated;
  const instrumentation = origin.instrumentation ?? '';
  if (kind === 'generation' && isLogfireStreamStart(span, instrumentation, attributes)) return 'no_call';
  const asked = readSpanModel(attributes);
  // A span that sums up calls names no provider and no model.
  if (stated === 'counted' && !isCompleteModel(asked)) return 'no_call';
  const { traceId, id, identity } = idsOf(span);
  const times = timesOf(span, attributes);
  if (times === undefined)
    return { fault: 'The span has no start and end of the years 2000 to 2099.', ...identity, ...readableTime(span) };
  const fault = (sentence: string) => ({ fault: sentence, ...identity, at: times.startedAt });
  if (id === undefined) return fault('The ids of the span are not those of a trace and a span.');
  if (!isCompleteModel(asked)) return { ...fault(missingModelDetail(asked)), kind };

  const error = readSpanError(span, attributes);
  const stream = streamOf(kind, span, attributes);
  const hasBegun = stream.firstOutputMs !== undefined;
  const call: ReportedCall = {
    id,
    dimensions: spanDimensions(attributes, traceId),
    ...times,
    ...endingOf(error, attributes),
    ...stream,
    called: calledOf({ kind, instrumentation, asked, error, hasBegun, at: times.startedAt }, attributes, prices),
  };
  const responseId = attributes.text(CALL_NAMES.responseId);
  return { call, kind, isGuessed: stated === 'counted', model: asked.plainModel, responseId };
}

/**
 * The fault of a span with unreadable members, or `no_call` if the rest of the span shows that it describes no call.
 */
export function readSpanFault(span: OtlpSpan, origin: SpanOrigin, { detail, leftOut }: ItemFault): SpanReading {
  const attributes = new SpanAttributes(span.attributes, origin.resource);
  if (!leftOut.has('attributes') && readSpanKind(attributes) === undefined) return 'no_call';
  return { fault: detail, ...idsOf(span).identity, ...readableTime(span) };
}

function endingOf(
  error: SpanError | undefined,
  attributes: SpanAttributes,
): Pick<ReportedCall, 'status' | 'terminalKind'> {
  const terminalKind = error?.kind ?? endingName(finishReasonOf(attributes));
  return {
    status: error === undefined ? 'succeeded' : toFailureStatus(error.kind),
    ...(terminalKind !== undefined && { terminalKind }),
  };
}

/** The stream of a span; embeddings never stream. */
function streamOf(kind: CallKind, span: OtlpSpan, attributes: SpanAttributes): SpanStream {
  if (isLogfireStream(attributes)) return { streaming: true };
  return kind === 'embedding' ? { streaming: false } : readSpanStream(span, attributes);
}

/** The first finish reason of a span. Some instrumentations write the list as a text. */
function finishReasonOf(attributes: SpanAttributes): string | undefined {
  const text = attributes.text(CALL_NAMES.finishReasons);
  const [, first] = /^\[\s*"([^"]{1,64})"/.exec(text ?? '') ?? [];
  return first ?? text;
}

/** The ids of a span, the request id if both are valid, and the members that identify a span that cannot be a call. */
function idsOf(span: OtlpSpan) {
  const [traceId, spanId] = [(span.traceId ?? '').toLowerCase(), (span.spanId ?? '').toLowerCase()];
  const id = isId(traceId, 32) && isId(spanId, 16) ? `${traceId}-${spanId}` : undefined;
  const text = JSON.stringify({ trace_id: traceId, span_id: spanId });
  return { traceId, id, identity: { text, ...(id !== undefined && { requestId: id }) } };
}

function isId(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text);
}

/**
 * The times of a span; undefined if a fact cannot hold them. The rules of the traffic format check a span that ends
 * before it begins.
 */
function timesOf(
  span: OtlpSpan,
  attributes: SpanAttributes,
): Pick<ReportedCall, 'startedAt' | 'endedAt' | 'totalMs'> | undefined {
  const end = parseUnixNanos(span.endTimeUnixNano);
  const stated = parseUnixNanos(span.startTimeUnixNano);
  const start = stated === undefined ? undefined : logfireStreamStart(stated, attributes);
  if (start === undefined || end === undefined) return undefined;
  return {
    startedAt: instantFromNanos(start),
    endedAt: instantFromNanos(end),
    totalMs: Math.max(0, Number(end - start) / 1e6),
  };
}

/** The start of a span, or its end if the start is unreadable. */
function readableTime({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): { readonly at?: Date } {
  const nanos = parseUnixNanos(startTimeUnixNano) ?? parseUnixNanos(endTimeUnixNano);
  return nanos === undefined ? {} : { at: instantFromNanos(nanos) };
}

interface Called {
  readonly kind: CallKind;
  readonly instrumentation: string;
  readonly asked: SpanModel;
  readonly error: SpanError | undefined;
  /** True if any output was seen. */
  readonly hasBegun: boolean;
  readonly at: Date;
}

/** The model that was called; undefined if LiteLLM answered from its own cache without a call. */
function calledOf(
  { kind, instrumentation, asked, error, hasBegun, at }: Called,
  attributes: SpanAttributes,
  prices: CallPrices,
): CalledModel | undefined {
  if (attributes.truth(['litellm.cache_hit']) === true) return undefined;
  const { provider, model } = asked;
  const usage = readSpanUsage(kind, attributes, instrumentation);
  // A call that was refused after its first output is not free.
  const isFree = usage === undefined && error?.isRefused === true && !hasBegun;
  const stated = toStatedNanos(attributes.number(CALL_NAMES.costUsd));
  const tokens = hidesCacheTokens(attributes, usage) ? undefined : usage;
  return {
    provider,
    model,
    outputState: callOutputState(error === undefined, { tokens: usage?.output, hasBegun }),
    usage,
    price: isFree ? 'nothing' : { fromTable: prices.priceOf({ provider, model, tokens, at }) },
    ...(stated !== undefined && { statedNanos: stated }),
  };
}
