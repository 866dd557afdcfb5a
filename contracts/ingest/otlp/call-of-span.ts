import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { outputOf, statusOfError } from '../received/call-ending.ts';
import type { CalledModel, ReportedCall } from '../received/reported-call.ts';
import { statedNanos } from '../received/stated-nanos.ts';
import { askedOfSpan, isWhole, whatIsMissing, type ModelOfSpan } from './asked-of-span.ts';
import { spanDimensions } from './span-dimensions.ts';
import { errorOfSpan, nameOfEnding, type SpanError } from './error-of-span.ts';
import type { ItemFault } from './item-fault.ts';
import { kindOfSpan, type CallKind } from './kind-of-span.ts';
import { isBegunByLogfire, isStreamOfLogfire, startOfLogfireStream } from './logfire-streams.ts';
import { CALL_NAMES } from './names/call-names.ts';
import { instantOf, nanosOf } from './nanos-of.ts';
import type { OtlpAttributes } from './otlp-parts.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import { SpanAttributes } from './span-attributes.ts';
import { type SpanStream, streamOfSpan } from './stream-of-span.ts';
import { hidesCaches, usageOfSpan } from './usage-of-span.ts';

/** The identity of a span's call, by which it is recognized. */
export interface SpanCall {
  readonly call: ReportedCall;
  readonly kind: CallKind;
  /** True if the span names no operation; it may then be the sum of calls below it. */
  readonly isGuessed: boolean;
  /** The model that was asked, else the one that answered, without its provider. */
  readonly model: string;
  /** The provider's name for its answer. */
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

/** The content of a span: a call of a model, nothing about one, or something that cannot be one. */
export type SpanReading = SpanCall | 'no_call' | SpanFault;

/** The origin of a span. */
export interface SpanOrigin {
  readonly resource?: OtlpAttributes | null | undefined;
  /** The name of the scope that made it. */
  readonly instrumentation?: string | null | undefined;
}

/** Reads a span by the GenAI conventions and by the older or additional names of instrumentations. */
export function callOfSpan(span: OtlpSpan, origin: SpanOrigin, prices: CallPrices): SpanReading {
  const attributes = new SpanAttributes(span.attributes, origin.resource);
  const stated = kindOfSpan(attributes);
  if (stated === undefined) return 'no_call';
  const kind = stated === 'counted' ? 'generation' : stated;
  const instrumentation = origin.instrumentation ?? '';
  if (kind === 'generation' && isBegunByLogfire(span, instrumentation, attributes)) return 'no_call';
  const asked = askedOfSpan(attributes);
  // What sums up calls names neither.
  if (stated === 'counted' && !isWhole(asked)) return 'no_call';
  const { traceId, id, said } = idsOf(span);
  const times = timesOf(span, attributes);
  if (times === undefined)
    return { fault: 'The span has no start and end of the years 2000 to 2099.', ...said, ...readableTime(span) };
  const fault = (sentence: string) => ({ fault: sentence, ...said, at: times.startedAt });
  if (id === undefined) return fault('The ids of the span are not those of a trace and a span.');
  if (!isWhole(asked)) return { ...fault(whatIsMissing(asked)), kind };

  const error = errorOfSpan(span, attributes);
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
export function faultOfSpan(span: OtlpSpan, origin: SpanOrigin, { detail, leftOut }: ItemFault): SpanReading {
  const attributes = new SpanAttributes(span.attributes, origin.resource);
  if (!leftOut.has('attributes') && kindOfSpan(attributes) === undefined) return 'no_call';
  return { fault: detail, ...idsOf(span).said, ...readableTime(span) };
}

function endingOf(
  error: SpanError | undefined,
  attributes: SpanAttributes,
): Pick<ReportedCall, 'status' | 'terminalKind'> {
  const terminalKind = error?.kind ?? nameOfEnding(finishReasonOf(attributes));
  return {
    status: error === undefined ? 'succeeded' : statusOfError(error.kind),
    ...(terminalKind !== undefined && { terminalKind }),
  };
}

/** The stream of a span; embeddings never stream. */
function streamOf(kind: CallKind, span: OtlpSpan, attributes: SpanAttributes): SpanStream {
  if (isStreamOfLogfire(attributes)) return { streaming: true };
  return kind === 'embedding' ? { streaming: false } : streamOfSpan(span, attributes);
}

/** Some write the list as a text. */
function finishReasonOf(attributes: SpanAttributes): string | undefined {
  const said = attributes.text(CALL_NAMES.finishReasons);
  const [, first] = /^\[\s*"([^"]{1,64})"/.exec(said ?? '') ?? [];
  return first ?? said;
}

/** The ids of a span, that of its request where they are good, and what is said of a span that cannot be a call. */
function idsOf(span: OtlpSpan) {
  const [traceId, spanId] = [(span.traceId ?? '').toLowerCase(), (span.spanId ?? '').toLowerCase()];
  const id = isId(traceId, 32) && isId(spanId, 16) ? `${traceId}-${spanId}` : undefined;
  const text = JSON.stringify({ trace_id: traceId, span_id: spanId });
  return { traceId, id, said: { text, ...(id !== undefined && { requestId: id }) } };
}

function isId(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text);
}

/**
 * Undefined for what no fact can hold. A span that ends before it begins is left to the rules of the traffic format.
 */
function timesOf(
  span: OtlpSpan,
  attributes: SpanAttributes,
): Pick<ReportedCall, 'startedAt' | 'endedAt' | 'totalMs'> | undefined {
  const end = nanosOf(span.endTimeUnixNano);
  const stated = nanosOf(span.startTimeUnixNano);
  const start = stated === undefined ? undefined : startOfLogfireStream(stated, attributes);
  if (start === undefined || end === undefined) return undefined;
  return { startedAt: instantOf(start), endedAt: instantOf(end), totalMs: Math.max(0, Number(end - start) / 1e6) };
}

/** The one time of a span that can be read where the other cannot. */
function readableTime({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): { readonly at?: Date } {
  const nanos = nanosOf(startTimeUnixNano) ?? nanosOf(endTimeUnixNano);
  return nanos === undefined ? {} : { at: instantOf(nanos) };
}

interface Called {
  readonly kind: CallKind;
  readonly instrumentation: string;
  readonly asked: ModelOfSpan;
  readonly error: SpanError | undefined;
  /** True if any output was seen. */
  readonly hasBegun: boolean;
  readonly at: Date;
}

/** LiteLLM may have an answer of its own cache, and calls nobody. */
function calledOf(
  { kind, instrumentation, asked, error, hasBegun, at }: Called,
  attributes: SpanAttributes,
  prices: CallPrices,
): CalledModel | undefined {
  if (attributes.truth(['litellm.cache_hit']) === true) return undefined;
  const { provider, model } = asked;
  const usage = usageOfSpan(kind, attributes, instrumentation);
  // What was refused after output had come is none that cost nothing.
  const isFree = usage === undefined && error?.isRefused === true && !hasBegun;
  const stated = statedNanos(attributes.number(CALL_NAMES.costUsd));
  const tokens = hidesCaches(attributes, usage) ? undefined : usage;
  return {
    provider,
    model,
    outputState: outputOf(error === undefined, { tokens: usage?.output, hasBegun }),
    usage,
    price: isFree ? 'nothing' : { fromTable: prices.priceOf({ provider, model, tokens, at }) },
    ...(stated !== undefined && { statedNanos: stated }),
  };
}
