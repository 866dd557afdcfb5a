import type { ServerResponse } from 'node:http';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type HrTime,
  type Span,
} from '@opentelemetry/api';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import { tracer } from '../../tracing/in-span.ts';
import type { CallEnding } from '../call/call-ending.ts';
import type { Upstream } from '../call/open-upstream.ts';

/** A call of a provider that has ended. Times are of the monotonic clock, in milliseconds. */
export interface TracedAttempt {
  readonly endpoint: CalledEndpoint;
  readonly upstream: Pick<Upstream, 'name' | 'wire' | 'priceProvider'>;
  /** The model that was requested. */
  readonly model: string;
  /** The status of the answer; undefined if none began. */
  readonly status: number | undefined;
  readonly dispatchedAt: number;
  readonly ending: Pick<CallEnding, 'status' | 'kind' | 'attempt'>;
}

/** The trace of one request. Each span is created when its work has ended, so that nothing is held until then. */
export class CallTrace {
  readonly #span: Span;
  readonly #within: Context;
  readonly #monotonicMs: () => number;
  /** The zero of the monotonic clock, in milliseconds since 1970. */
  readonly #originMs: number;

  constructor(span: Span, { startMs, monotonicMs }: { readonly startMs: number; readonly monotonicMs: () => number }) {
    this.#span = span;
    this.#within = trace.setSpan(ROOT_CONTEXT, span);
    this.#monotonicMs = monotonicMs;
    this.#originMs = startMs - monotonicMs();
  }

  /** Records a wait for an exchange with Postgres about limits. */
  waitedForLimits(since: number): void {
    this.#startSpan('limits.exchange', SpanKind.INTERNAL, since, {}).end(this.#now());
  }

  /** Records a look-up in the cache. */
  askedCache(since: number, status: string): void {
    this.#startSpan('cache.lookup', SpanKind.INTERNAL, since, { 'truetally.cache.status': status }).end(this.#now());
  }

  called({ endpoint, upstream, model, status, dispatchedAt, ending }: TracedAttempt): void {
    const { attempt, kind } = ending;
    const { input_tokens: input, output_tokens: output } = attempt?.units ?? {};
    const span = this.#startSpan(`model.${endpoint}`, SpanKind.CLIENT, dispatchedAt, {
      'gen_ai.operation.name': protocolAt(endpoint).operation,
      'gen_ai.provider.name': upstream.priceProvider ?? upstream.wire,
      'gen_ai.request.model': model,
      'truetally.provider': upstream.name,
      'truetally.call.outcome': ending.status,
      ...(attempt !== undefined && { 'gen_ai.response.model': attempt.model }),
      ...(input !== undefined && { 'gen_ai.usage.input_tokens': input }),
      ...(output !== undefined && { 'gen_ai.usage.output_tokens': output }),
      ...(status !== undefined && { 'http.response.status_code': status }),
    });
    if (ending.status !== 'succeeded')
      span.setAttribute('error.type', kind ?? ending.status).setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#now());
  }

  /** Records that the gateway answered with an error, by its type. */
  refused(type: string): void {
    this.#span.setAttribute('truetally.error.type', type);
  }

  /** Ends the trace. Only a status of 5xx is a fault. An answer that the caller did not wait for has no status. */
  end({ statusCode, writableFinished }: Pick<ServerResponse, 'statusCode' | 'writableFinished'>): void {
    if (!writableFinished) this.#span.setAttribute('error.type', 'aborted');
    else {
      this.#span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500)
        this.#span.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end(this.#now());
  }

  #startSpan(name: string, kind: SpanKind, since: number, attributes: Attributes): Span {
    return tracer.startSpan(name, { kind, attributes, startTime: this.#at(since) }, this.#within);
  }

  #now(): HrTime {
    return this.#at(this.#monotonicMs());
  }

  #at(elapsedMs: number): HrTime {
    const ms = this.#originMs + elapsedMs;
    const seconds = Math.floor(ms / 1_000);
    return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
  }
}
