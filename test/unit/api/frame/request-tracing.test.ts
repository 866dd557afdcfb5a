import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { requestTracingPlugin } from '../../../../api/frame/plugins/request-tracing-plugin.ts';
import { collectSpans } from '../../../../testing/collected-spans.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`;

/** Routes behind the plugin that answer with their current span, and the logged lines. */
function tracedApp() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
  const app = fastify({ loggerInstance: logger, genReqId: () => 'req_1' });
  void app.register(requestTracingPlugin);
  const seen = (): object => ({ spanId: trace.getActiveSpan()?.spanContext().spanId ?? null });
  app.get('/organizations/:org', seen);
  app.post('/organizations', seen);
  app.get('/healthz', seen);
  app.get('/broken', () => Promise.reject(new Error('of customer Ada')));
  return { app, lines };
}

describe('a request', () => {
  it('has its normal answer without an SDK', async () => {
    const { app, lines } = tracedApp();
    const answer = await app.inject({ url: '/organizations/org_1' });
    expect(answer.json()).toEqual({ spanId: null });
    expect(lines.some((line) => 'trace_id' in line)).toBe(false);
  });

  it('has a span with its route, which continues the caller’s trace', async () => {
    const spans = collectSpans();
    const { app } = tracedApp();
    const answer = await app.inject({ url: '/organizations/org_1?name=Ada', headers: { traceparent: CALLER } });
    const [span] = await spans.ended(1);
    expect(span).toMatchObject({ name: 'GET /organizations/:org', kind: SpanKind.SERVER });
    expect(span!.spanContext().traceId).toBe(TRACE_ID);
    expect(span!.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(answer.json()).toEqual({ spanId: span!.spanContext().spanId });
    expect(span!.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/organizations/:org',
      'url.scheme': 'http',
      'http.response.status_code': 200,
      'truetally.request_id': 'req_1',
    });
    expect(span!.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('has its span after a body that arrived later', async () => {
    const spans = collectSpans();
    const { app } = tracedApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${app.listeningOrigin}/organizations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada' }),
    });
    const { spanId } = (await response.json()) as { spanId: string };
    await app.close();
    const [span] = await spans.ended(1);
    expect(span!.spanContext().spanId).toBe(spanId);
  });

  it.each([
    { url: '/broken', name: 'GET /broken', status: 500, code: SpanStatusCode.ERROR },
    { url: '/no-such-path/of-ada', name: 'GET', status: 404, code: SpanStatusCode.UNSET },
  ])('of $url has the name $name and the status $status', async ({ url, name, status, code }) => {
    const spans = collectSpans();
    await tracedApp().app.inject({ url });
    const [span] = await spans.ended(1);
    expect(span).toMatchObject({ name, status: { code }, attributes: { 'http.response.status_code': status } });
    expect(span!.attributes['error.type']).toBe(status === 500 ? '500' : undefined);
    expect(JSON.stringify([span!.attributes, span!.events, span!.status])).not.toMatch(/ada/i);
  });

  it('of a supervisor has no span', async () => {
    const spans = collectSpans();
    const answer = await tracedApp().app.inject({ url: '/healthz' });
    expect(answer.json()).toEqual({ spanId: null });
    await spans.ended(0);
  });

  it('is logged with the ids of its span', async () => {
    const spans = collectSpans();
    const { app, lines } = tracedApp();
    await app.inject({ url: '/broken' });
    const { traceId, spanId } = (await spans.ended(1))[0]!.spanContext();
    const logged = lines.filter(({ msg }) => msg !== 'incoming request');
    expect(logged.map(({ msg }) => msg)).toEqual(['of customer Ada', 'request completed']);
    expect(logged.map(({ trace_id: id, span_id: span }) => [id, span])).toEqual([
      [traceId, spanId],
      [traceId, spanId],
    ]);
  });
});
