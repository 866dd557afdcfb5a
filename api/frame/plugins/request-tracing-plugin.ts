import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { tracer } from '../../../tracing/in-span.ts';
import { parseTraceparent } from '../../../tracing/traceparent.ts';

/** The paths without traces. Supervisors request them every few seconds, which would make up most of the traces. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/**
 * Answers each request within a span that continues the caller's trace (`traceparent` of W3C Trace Context), if any.
 * The span has the route but no path, query, body or address, because these identify people and hold customer texts.
 */
export const requestTracingPlugin = fastifyPlugin(
  (app, _options, done) => {
    const contexts = new WeakMap<FastifyRequest, Context>();
    app.addHook('onRequest', (request, reply, next) => {
      const span = UNTRACED.has(request.routeOptions.url) ? undefined : startSpan(request);
      if (span === undefined) {
        next();
        return;
      }
      const { traceId, spanId } = span.spanContext();
      request.log = reply.log = request.log.child({ trace_id: traceId, span_id: spanId });
      reply.raw.once('close', () => endSpan(span, reply));
      const within = trace.setSpan(ROOT_CONTEXT, span);
      contexts.set(request, within);
      context.with(within, next);
    });
    // A body arrives in events of the connection, outside of the context that the hook above has set.
    app.addHook('preValidation', (request, _reply, next) => {
      const within = contexts.get(request);
      if (within === undefined) next();
      else context.with(within, next);
    });
    done();
  },
  { name: 'request-tracing' },
);

/** Starts the span of a request; undefined if tracing is off and the caller has no trace. */
function startSpan(request: FastifyRequest): Span | undefined {
  const route = request.routeOptions.url;
  const attributes = {
    'http.request.method': request.method,
    'url.scheme': request.protocol,
    'truetally.request_id': request.id,
    ...(route !== undefined && { 'http.route': route }),
  };
  const name = route === undefined ? request.method : `${request.method} ${route}`;
  const span = tracer.startSpan(
    name,
    { kind: SpanKind.SERVER, attributes },
    parseTraceparent(request.headers['traceparent']),
  );
  return isSpanContextValid(span.spanContext()) ? span : undefined;
}

/** Ends a span. Only a 5xx is our fault; an answer to a closed connection has no status. */
function endSpan(span: Span, { raw, statusCode }: FastifyReply): void {
  if (raw.writableEnded) {
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500)
      span.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
  } else {
    span.setAttribute('error.type', 'aborted');
  }
  span.end();
}
