import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../../testing/ingest/made-spans.ts';
import { callerToken, type CallerName } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';

const PATH = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic/otlp/v1/traces`;
const PROTOBUF = { 'content-type': 'application/x-protobuf' };

async function send(
  api: TestApi,
  body: unknown,
  {
    headers = {},
    as = 'gateway',
    path = PATH,
  }: { headers?: Record<string, string>; as?: CallerName; path?: string } = {},
) {
  const response = await api.app.inject({
    method: 'POST',
    url: path,
    headers: {
      ...(as !== 'nobody' && { authorization: `Bearer ${callerToken(as)}` }),
      'content-type': 'application/json',
      ...headers,
    },
    payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { statusCode: status, headers: answered, rawPayload: bytes } = response;
  const type = answered['content-type'];
  return { status, type, headers: answered, bytes, body: type === 'application/json' ? response.json<unknown>() : {} };
}

describe('spans over OTLP', () => {
  it.each([
    ['uncompressed', JSON.stringify(makeTraces(makeSpan())), {}],
    ['compressed', gzipSync(JSON.stringify(makeTraces(makeSpan()))), { 'content-encoding': 'gzip' }],
  ])('are stored in JSON, %s, as the events of their calls', async (_name, body, headers) => {
    const api = new TestApi();
    const { status, type, body: answer } = await send(api, body, { headers });
    expect([status, type, answer]).toEqual([200, 'application/json', {}]);
    const events = api.journal.events();
    expect(events.map((event) => event['event'])).toEqual([
      'request_admitted',
      'attempt',
      'cost_effect',
      'request_terminal',
    ]);
    expect(events[2]).toMatchObject({ nanos: '2000', estimated: true, price_revision: 'prices of tests 1' });
    expect(new Set(events.map((event) => JSON.stringify(event['scope']))).size).toBe(1);
    expect(events[0]!['scope']).toMatchObject({ workspace_id: WORKSPACE_ID, environment_id: demoId('environment', 1) });
  });

  it('get the number of spans that are not calls and the reasons of refusals, and the rest is stored', async () => {
    const api = new TestApi();
    const unnamed = makeSpan(
      { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': 'a secret' },
      { spanId: 'b'.repeat(16) },
    );
    const longName = makeSpan(
      { ...CHAT_ATTRIBUTES, 'gen_ai.response.model': 'ü'.repeat(257) },
      { spanId: 'c'.repeat(16) },
    );
    const backwards = makeSpan(CHAT_ATTRIBUTES, { spanId: 'd'.repeat(16), endTimeUnixNano: '1772362700000000000' });
    const { status, body } = await send(
      api,
      makeTraces(makeSpan({ 'http.request.method': 'GET' }), unnamed, longName, backwards, makeSpan()),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      partialSuccess: {
        rejectedSpans: '4',
        errorMessage:
          'Results for the spans of this request. Ignored, because they describe no model call: 1. Refused: 3. Reads of their times stay partial until corrected items arrive with the same ids, or an operator closes the gap. Span 1: The span names no provider (gen_ai.provider.name). Span 2: /provider_model must have this form: a text of 1 to 512 bytes in UTF-8 without control characters. Span 3: terminal_at must not be before dispatched_at.',
      },
    });
    const events = api.journal.events();
    expect(events.map((event) => event['event'])).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
      'request_admitted',
      'attempt',
      'cost_effect',
      'request_terminal',
    ]);
    const id = `4bf92f3577b34da6a3ce929d0e0e4736-${'b'.repeat(16)}`;
    expect(events[0]).toMatchObject({
      occurred_at: '2026-03-01T11:00:00.000Z',
      reason: 'wrong_shape',
      known_by: { event: 'request_admitted', logical_request_id: id },
    });
    expect(events[2]).toMatchObject({
      occurred_at: '2026-03-01T11:00:00.000Z',
      reason: 'broken_rule',
      known_by: { event: 'attempt', logical_request_id: id.replace(/b+$/, 'd'.repeat(16)) },
    });
    expect(api.journal.lines.join('\n')).not.toContain('secret');
  });

  it.each([
    [{ endTimeUnixNano: '0' }, '2026-03-01T11:00:00.000Z'],
    [{ startTimeUnixNano: 'soon' }, '2026-03-01T11:00:01.500Z'],
    [{ startTimeUnixNano: '0', endTimeUnixNano: '0' }, '2026-03-01T12:00:00.000Z'],
  ])('with %j as an invalid time are missing at their time, or else at their arrival', async (change, at) => {
    const api = new TestApi();
    await send(api, makeTraces(makeSpan(CHAT_ATTRIBUTES, change), makeSpan({}, { spanId: 'b'.repeat(16) })));
    expect(api.journal.events()[0]).toMatchObject({ event: 'unreadable', occurred_at: at });
  });

  it('may be empty', async () => {
    const api = new TestApi();
    expect(await send(api, {})).toMatchObject({ status: 200, body: {} });
    for (const headers of [PROTOBUF, { 'content-type': 'application/protobuf' }]) {
      const empty = await send(api, Buffer.alloc(0), { headers });
      expect([empty.status, empty.type, empty.bytes.length]).toEqual([200, 'application/x-protobuf', 0]);
    }
    expect(api.journal.lines).toEqual([]);
  });

  it('without a known price have none, which a warning reports without a rejection', async () => {
    const api = new TestApi();
    const { body } = await send(api, makeTraces(makeSpan({ ...CHAT_ATTRIBUTES, 'gen_ai.response.model': 'unpriced' })));
    expect(body).toEqual({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage:
          'Results for the spans of this request. Stored without a price: 1, because the price table has no model "unpriced" of "openai".',
      },
    });
    const [, , cost] = api.journal.events();
    expect(cost).toMatchObject({ price_state: 'unpriced', price_revision: 'prices of tests 1' });
    expect(cost).not.toHaveProperty('nanos');
  });

  it('have their dimensions in every event, and a warning reports the tags beyond the limit', async () => {
    const api = new TestApi();
    const tags = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`truetally.tag.${100 + index}`, 'x']));
    const { body } = await send(api, makeTraces(makeSpan({ ...CHAT_ATTRIBUTES, 'user.id': 'a'.repeat(200), ...tags })));
    expect(body).toEqual({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage: 'Results for the spans of this request. Tags left out: 1, because a call has at most 64.',
      },
    });
    const stored = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`tag.${100 + index}`, 'x']));
    expect(api.journal.events().map(({ dimensions }) => dimensions)).toEqual(
      Array(4).fill({ user: 'a'.repeat(128), ...stored }),
    );
  });

  const json = {};
  it.each<[string, unknown, Parameters<typeof send>[2], number, number, string]>([
    [
      'a body that is not JSON',
      '{',
      json,
      400,
      3,
      'The body is not valid JSON: at line 1, column 2, a closing brace or a comma is expected.',
    ],
    ['another form', { resourceSpans: 'x' }, json, 400, 3, '/resourceSpans must be a list, not a string.'],
    [
      'a body that is not protobuf',
      Buffer.from('{}'),
      { headers: PROTOBUF },
      400,
      3,
      'The body is not a valid protobuf message ExportTraceServiceRequest. Check the exporter.',
    ],
    [
      'a bomb of gzip',
      gzipSync(Buffer.alloc(300_000_000)),
      { headers: { 'content-encoding': 'gzip' } },
      413,
      8,
      'The body has more than 5242880 bytes when decoded. Send less data in one request.',
    ],
    [
      'too many spans',
      makeTraces(...Array.from({ length: 6_000 }, () => ({}))).resourceSpans!.concat(
        makeTraces(...Array.from({ length: 6_000 }, () => ({}))).resourceSpans!,
      ),
      json,
      413,
      8,
      'The request has too many spans. Send at most 10000 in one request.',
    ],
    ['another type', 'a,b', { headers: { 'content-type': 'text/csv' } }, 415, 9, ''],
    [
      'no credential',
      {},
      { as: 'nobody' },
      401,
      16,
      'The request has no credential. Send a runtime key (`ttv_…`) as `Authorization: Bearer <key>`.',
    ],
    ['a person’s credential', {}, { as: 'owner' }, 401, 16, ''],
    ['another environment', {}, { path: PATH.replace(demoId('environment', 1), demoId('environment', 2)) }, 404, 5, ''],
  ])('are refused completely for %s, as in the protocol', async (_name, body, options, status, code, message) => {
    const api = new TestApi();
    const sent = Array.isArray(body) ? { resourceSpans: body as unknown[] } : body;
    const answer = await send(api, sent, options);
    expect(answer.status).toBe(status);
    if (answer.type === 'application/json') {
      expect(answer.body).toMatchObject({ code, ...(message !== '' && { message }) });
      expect(Object.keys(answer.body as object)).toEqual(['code', 'message']);
    } else {
      expect(answer.type).toBe('application/x-protobuf');
      expect([...answer.bytes.subarray(0, 2)]).toEqual([0x08, code]);
      expect(answer.bytes.toString()).toContain(message);
    }
    expect(api.journal.lines).toEqual([]);
  });

  it('are delayed while the journal accepts no lines', async () => {
    const api = new TestApi();
    api.journal.backpressure = 'indexer_behind';
    const { status, headers, body } = await send(api, makeTraces(makeSpan()));
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(body).toMatchObject({ code: 14 });
    api.journal.backpressure = undefined;
    api.journal.fault = new Error('ENOSPC');
    expect((await send(api, makeTraces(makeSpan()))).status).toBe(503);
  });

  it('have one audit row per credential and minute', async () => {
    const api = new TestApi();
    await send(api, makeTraces(makeSpan()));
    await send(api, makeTraces(makeSpan()));
    await send(api, '{');
    await api.app.close();
    expect(api.audit.rows.map(({ operation, requests, end }) => [operation, requests, end])).toEqual([
      ['customer.traffic.send_spans', 2, { outcome: 'accepted', status: 200, targets: [] }],
      ['customer.traffic.send_spans', 1, { outcome: 'refused', status: 400, code: 'validation_failed' }],
    ]);
  });
});
