import type { CallPrices } from '../../../domain/gateway/call-prices.ts';
import { isRefusedCall, outputOf, statusOfError } from '../received/call-ending.ts';
import type { CalledModel, ReportedCall, ReportedUsage } from '../received/reported-call.ts';
import { CALLS_OF_MODELS, DIMENSIONS, GEN_AI } from './gen-ai-attributes.ts';
import type { OtlpAttributes } from './otlp-parts.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import { SpanAttributes } from './span-attributes.ts';

/** What a span tells: a call of a model, nothing about one, or something that cannot be one. */
export type SpanReading =
  | { readonly call: ReportedCall }
  | 'no_call'
  | { readonly fault: string; readonly text: string; readonly at?: Date; readonly requestId?: string };

const ERROR = 2;
const NANOS_OF_A_MS = 1_000_000n;

/** Where a span comes from. */
export interface SpanOrigin {
  readonly resource?: OtlpAttributes | null | undefined;
  /** The name of the scope that made it. */
  readonly instrumentation?: string | null | undefined;
}

/** Reads a span by the GenAI conventions. A span is one call, whatever is above and below it. */
export function callOfSpan(span: OtlpSpan, origin: SpanOrigin, prices: CallPrices): SpanReading {
  const attributes = new SpanAttributes(span.attributes, origin.resource);
  const operation = operationOf(attributes);
  if (operation === undefined) return 'no_call';
  const { traceId, id, told } = idsOf(span);
  const times = timesOf(span);
  if (times === undefined)
    return { fault: 'The span has no start and end of the years 2000 to 2099.', ...told, ...readableTime(span) };
  const fault = (sentence: string) => ({ fault: sentence, ...told, at: times.startedAt });
  if (id === undefined) return fault('The ids of the span are not those of a trace and a span.');
  const provider = attributes.text(GEN_AI.provider);
  if (provider === undefined) return fault('The span names no provider (gen_ai.provider.name).');
  const model = attributes.text(GEN_AI.answeredModel) ?? attributes.text(GEN_AI.askedModel);
  if (model === undefined) return fault('The span names no model (gen_ai.response.model, gen_ai.request.model).');

  const error = errorOf(span, attributes);
  const usage = usageOf(operation, attributes, origin);
  const firstChunkSeconds = attributes.number(GEN_AI.firstChunk);
  const kind = error ?? attributes.text(GEN_AI.finishReasons);
  const call: ReportedCall = {
    id,
    dimensions: dimensionsOf(attributes, traceId),
    ...times,
    status: error === undefined ? 'succeeded' : statusOfError(error),
    ...(kind !== undefined && { terminalKind: kind }),
    streaming: attributes.isTrue(GEN_AI.streaming) || firstChunkSeconds !== undefined,
    ...(firstChunkSeconds !== undefined && { firstOutputMs: firstChunkSeconds * 1_000 }),
    called: calledModel({ provider, model, usage, error, at: times.startedAt }, prices),
  };
  return { call };
}

/** Spans from before operations had names tell of a call where they count tokens. */
function operationOf(attributes: SpanAttributes): 'generation' | 'embedding' | undefined {
  const name = attributes.text(GEN_AI.operation);
  if (name !== undefined) return Object.hasOwn(CALLS_OF_MODELS, name) ? CALLS_OF_MODELS[name] : undefined;
  return attributes.number(GEN_AI.inputTokens) === undefined ? undefined : 'generation';
}

/** The ids of a span, that of its request where they are good, and what is told of a span that cannot be a call. */
function idsOf(span: OtlpSpan) {
  const [traceId, spanId] = [(span.traceId ?? '').toLowerCase(), (span.spanId ?? '').toLowerCase()];
  const id = isId(traceId, 32) && isId(spanId, 16) ? `${traceId}-${spanId}` : undefined;
  const text = JSON.stringify({ trace_id: traceId, span_id: spanId });
  return { traceId, id, told: { text, ...(id !== undefined && { requestId: id }) } };
}

function isId(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text);
}

/** Undefined for what no fact can hold. A span that ends before it begins is left to the rules of the traffic format. */
function timesOf(span: OtlpSpan): Pick<ReportedCall, 'startedAt' | 'endedAt' | 'totalMs'> | undefined {
  const start = nanosOf(span.startTimeUnixNano);
  const end = nanosOf(span.endTimeUnixNano);
  if (start === undefined || end === undefined) return undefined;
  return { startedAt: instantOf(start), endedAt: instantOf(end), totalMs: Math.max(0, Number(end - start) / 1e6) };
}

/** The one time of a span that can be read where the other cannot. */
function readableTime({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): { readonly at?: Date } {
  const nanos = nanosOf(startTimeUnixNano) ?? nanosOf(endTimeUnixNano);
  return nanos === undefined ? {} : { at: instantOf(nanos) };
}

const EARLIEST = BigInt(Date.UTC(2000, 0, 1)) * NANOS_OF_A_MS;
const LATEST = BigInt(Date.UTC(2100, 0, 1)) * NANOS_OF_A_MS;

function nanosOf(time: string | number | null | undefined): bigint | undefined {
  if (!/^\d{18,20}$/.test(String(time))) return undefined;
  const nanos = BigInt(String(time));
  return nanos >= EARLIEST && nanos < LATEST ? nanos : undefined;
}

function instantOf(nanos: bigint): Date {
  return new Date(Number(nanos / NANOS_OF_A_MS));
}

/** What a span calls its error, if it has one. */
function errorOf({ status }: OtlpSpan, attributes: SpanAttributes): string | undefined {
  const named = attributes.text(GEN_AI.errorType);
  if (named !== undefined) return named;
  return Number(status?.code ?? 0) === ERROR || status?.code === 'STATUS_CODE_ERROR' ? 'error' : undefined;
}

function dimensionsOf(attributes: SpanAttributes, traceId: string): ReportedCall['dimensions'] {
  const { purpose, ...others } = DIMENSIONS;
  const said = Object.entries(others).map(([member, name]) => [member, attributes.text([name])] as const);
  return {
    // A purpose that is none is told by the check of the event.
    purpose: (attributes.text([purpose]) ?? 'application') as ReportedCall['dimensions']['purpose'],
    trace_id: traceId,
    ...Object.fromEntries(said.filter(([, value]) => value !== undefined)),
  };
}

interface Asked {
  readonly provider: string;
  readonly model: string;
  readonly usage: ReportedUsage | undefined;
  readonly error: string | undefined;
  readonly at: Date;
}

function calledModel({ provider, model, usage, error, at }: Asked, prices: CallPrices): CalledModel {
  const isFree = usage === undefined && error !== undefined && isRefusedCall(error);
  return {
    provider,
    model,
    outputState: outputOf(error === undefined, usage?.output),
    usage,
    price: isFree ? 'nothing' : { fromTable: prices.priceOf({ provider, model, tokens: usage, at }) },
  };
}

/** By the conventions what is read from a cache, or written into it, is input as well: these say it beside the input alone, as Anthropic does. */
const CACHES_BESIDE_INPUT: ReadonlySet<string> = new Set(['@traceloop/instrumentation-anthropic']);

/** A model that embeds puts out no tokens, so that nobody counts them. */
function usageOf(
  operation: 'generation' | 'embedding',
  attributes: SpanAttributes,
  { instrumentation }: SpanOrigin,
): ReportedUsage | undefined {
  const input = attributes.number(GEN_AI.inputTokens);
  const output = attributes.number(GEN_AI.outputTokens) ?? (operation === 'embedding' ? 0 : undefined);
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = attributes.number(GEN_AI.cacheReadTokens);
  const cacheWrite = attributes.number(GEN_AI.cacheWriteTokens);
  const reasoning = attributes.number(GEN_AI.reasoningTokens);
  const beside = CACHES_BESIDE_INPUT.has(instrumentation ?? '') ? (cacheRead ?? 0) + (cacheWrite ?? 0) : 0;
  return {
    source: 'provider',
    input: input + beside,
    output,
    total: (attributes.number(GEN_AI.totalTokens) ?? input + output) + beside,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  };
}
