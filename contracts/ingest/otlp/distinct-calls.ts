import { hash } from 'node:crypto';
import type { SpanCall, SpanReading } from './read-span.ts';
import type { OtlpSpan } from './otlp-traces.ts';

/** A span, and the result of reading it. */
export interface ParsedSpan {
  readonly span: OtlpSpan;
  readonly reading: SpanReading;
}

/** The maximum number of levels of a trace that the search for sums and enclosing calls climbs. */
const MAX_LEVELS = 64;
const MAX_AROUND = 4;

/** The maximum number of calls directly below a span with which it is compared. */
const MAX_BELOW = 64;

/** The length from which the id of an answer is unique. A shorter id may be a counter of the provider. */
const UNIQUE_ID = 20;

/**
 * The spans of a request that describe distinct calls, with the names that identify the calls across requests. Three
 * kinds of spans are skipped: a span directly around a call of the same kind and model, a span without an operation
 * above a call, and a second span of the same answer.
 */
export class DistinctCalls {
  readonly #spans = new Map<string, ParsedSpan>();
  /** The calls directly below each span. */
  readonly #around = new Map<string, SpanCall[]>();
  readonly #sums = new Set<string>();
  readonly #answers = new Map<string, ParsedSpan>();

  constructor(spans: readonly ParsedSpan[]) {
    for (const read of spans) this.#spans.set(keyOf(read.span), read);
    for (const read of spans) if (isCall(read.reading)) this.#addCall(read, read.reading);
  }

  /** True if another span of the request describes the same call. */
  isDuplicate({ span, reading }: ParsedSpan): boolean {
    if (reading === 'no_call') return false;
    const below = this.#around.get(keyOf(span)) ?? [];
    if (!isCall(reading)) return below.some(({ kind }) => kind === reading.kind);
    if (reading.isGuessed && this.#sums.has(keyOf(span))) return true;
    if (below.some(({ kind, model }) => kind === reading.kind && model === reading.model)) return true;
    const answer = answerName(span, reading);
    const counted = answer === undefined ? undefined : this.#answers.get(answer);
    return counted !== undefined && keyOf(counted.span) !== keyOf(span);
  }

  /**
   * The names that identify a call in every source that reports it. The first request with these names counts; later
   * ones are duplicates.
   */
  namesOf({ span, reading }: ParsedSpan & { readonly reading: SpanCall }): { own: string[]; around: string[] } {
    const answer = answerName(span, reading);
    const own = [spanName(span, span.spanId, reading), ...(answer === undefined ? [] : [answer])];
    const around: string[] = [];
    let at: ParsedSpan | undefined = { span, reading };
    while (at?.span.parentSpanId && around.length < MAX_AROUND) {
      around.push(spanName(span, at.span.parentSpanId, reading));
      const parent: ParsedSpan | undefined = this.#spans.get(
        keyOf({ traceId: span.traceId, spanId: at.span.parentSpanId }),
      );
      at = parent !== undefined && this.isDuplicate(parent) ? parent : undefined;
    }
    return { own, around };
  }

  #addCall(read: ParsedSpan, call: SpanCall): void {
    const { span } = read;
    const answer = answerName(span, call);
    const known = answer === undefined ? undefined : this.#answers.get(answer);
    // If two spans report one answer, the lower of the two is the call itself.
    if (answer !== undefined && (known === undefined || this.#isAbove(known.span, span)))
      this.#answers.set(answer, read);
    const above = this.#above(span);
    const [parent] = above;
    if (parent === undefined) return;
    const calls = this.#around.get(parent) ?? [];
    if (calls.length < MAX_BELOW) calls.push(call);
    this.#around.set(parent, calls);
    for (const sum of above) this.#sums.add(sum);
  }

  #isAbove(span: OtlpSpan, below: OtlpSpan): boolean {
    return this.#above(below).includes(keyOf(span));
  }

  #above(span: OtlpSpan): string[] {
    const own = keyOf(span);
    const above: string[] = [];
    let at: OtlpSpan | undefined = span;
    while (at?.parentSpanId && above.length < MAX_LEVELS) {
      const key = keyOf({ traceId: span.traceId, spanId: at.parentSpanId });
      if (key === own) break;
      above.push(key);
      at = this.#spans.get(key)?.span;
    }
    return above;
  }
}

type Text = string | null | undefined;

function isCall(reading: SpanReading): reading is SpanCall {
  return typeof reading === 'object' && 'call' in reading;
}

function keyOf({ traceId, spanId }: { traceId?: Text; spanId?: Text }): string {
  return `${traceId?.toLowerCase()}-${spanId?.toLowerCase()}`;
}

function spanName({ traceId }: OtlpSpan, spanId: string | null | undefined, { kind, model }: SpanCall): string {
  return nameOf(['span', traceId, spanId?.toLowerCase(), kind, model]);
}

function answerName({ traceId }: OtlpSpan, { responseId, call }: SpanCall): string | undefined {
  if (responseId === undefined) return undefined;
  const { input, output } = call.called?.usage ?? {};
  return nameOf(['answer', traceId, responseId, ...(responseId.length < UNIQUE_ID ? [input, output] : [])]);
}

/** 64 bits in hexadecimal digits. */
function nameOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
