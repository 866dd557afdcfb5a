import { describe, expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { TestApi, API_BASE_PATH } from '../../../testing/api/test-api.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { claudeCodeRecord } from '../../../testing/ingest/agent-records.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../../testing/ingest/made-spans.ts';

const PATH = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic/otlp/v1`;

async function send(api: TestApi, signal: 'traces' | 'logs', payload: string) {
  const headers = { authorization: `Bearer ${callerToken('gateway')}`, 'content-type': 'application/json' };
  const answer = await api.app.inject({ method: 'POST', url: `${PATH}/${signal}`, headers, payload });
  return {
    status: answer.statusCode,
    body: answer.json<{ partialSuccess?: Record<string, string>; message?: string }>(),
  };
}

const [GOOD, BAD] = [
  makeSpan(CHAT_ATTRIBUTES, { spanId: 'a'.repeat(16) }),
  makeSpan(CHAT_ATTRIBUTES, { spanId: 'b'.repeat(16) }),
].map((span) => JSON.stringify(span)) as [string, string];
const document = (...spans: string[]): string =>
  JSON.stringify(makeTraces()).replace('"spans":[]', `"spans":[${spans.join()}]`);
const ID = `4bf92f3577b34da6a3ce929d0e0e4736-${'b'.repeat(16)}`;
const AT = '2026-03-01T11:00:00.000Z';
const known = { event: 'request_admitted', logical_request_id: ID };

describe('a fault within one span', () => {
  const with_ = (more: string): string => BAD.replace(/\}$/, `,${more}}`);
  it.each<[string, string, string, unknown, string]>([
    ['a member twice', with_('"kind":1,"kind":2'), '/kind appears twice.', known, AT],
    [
      'a member twice in an attribute',
      BAD.replace('"key"', '"key":"x","key"'),
      '/attributes has a member twice.',
      known,
      AT,
    ],
    ['a member twice far within', with_('"x":[{"y":{"z":1,"z":2}}]'), '/x has a member twice.', known, AT],
    ['its id twice', with_('"spanId":"cccccccccccccccc"'), '/spanId appears twice.', undefined, AT],
    [
      'its start twice',
      with_('"startTimeUnixNano":"1"'),
      '/startTimeUnixNano appears twice.',
      known,
      '2026-03-01T11:00:01.500Z',
    ],
    ['a member of another kind', with_('"status":7'), '/status must be object or must be null.', known, AT],
    [
      'an id that is a number',
      BAD.replace(/"spanId":"[^"]*"/, '"spanId":7'),
      '/spanId must be string or must be null.',
      undefined,
      AT,
    ],
    ['a span that is not an object', '7', 'It must be an object.', undefined, '2026-03-01T12:00:00.000Z'],
  ])('affects only that span: %s', async (_name, bad, detail, knownBy, at) => {
    const api = new TestApi();
    const { status, body } = await send(api, 'traces', document(bad, GOOD));
    expect([status, body.partialSuccess?.['rejectedSpans']]).toEqual([200, '1']);
    expect(body.partialSuccess?.['errorMessage']).toContain(`Span 0: ${detail.slice(0, 12)}`);
    const [aside, ...kept] = api.journal.events();
    expect(aside).toMatchObject({ event: 'unreadable', occurred_at: at, reason: 'wrong_shape' });
    expect(aside!['known_by']).toEqual(knownBy);
    expect(kept.map(({ event }) => event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
  });

  it('leaves no gap if the span is not a call', async () => {
    const api = new TestApi();
    const other = JSON.stringify(makeSpan({ 'http.request.method': 'GET' })).replace(/\}$/, ',"kind":1,"kind":2}');
    const { body } = await send(api, 'traces', document(other, GOOD));
    expect(body.partialSuccess?.['errorMessage']).toContain('describe no model call: 1.');
    expect(api.journal.events()).toHaveLength(4);
  });

  it('is quarantined by its position among spans of several resources and of deprecated scopes', async () => {
    const api = new TestApi();
    const resource = (name: string, ...spans: string[]): string =>
      `{"${name}":[{"spans":[]},{"spans":[${spans.join()}]}]}`;
    const bad = with_('"kind":1,"kind":2');
    const sent = `{"resourceSpans":[${resource('scopeSpans', GOOD)},${resource('instrumentationLibrarySpans', GOOD.replaceAll('aaaa', 'cccc'), bad)}]}`;
    expect((await send(api, 'traces', sent)).body.partialSuccess?.['errorMessage']).toContain(
      'Span 2: /kind appears twice',
    );
    expect(
      api.journal
        .events()
        .map(({ event, known_by: by }) => [event, by])
        .at(-1),
    ).toEqual(['unreadable', known]);
  });

  it.each([
    ['a list of spans twice', `{"resourceSpans":[{"scopeSpans":[{"spans":[${GOOD}],"spans":[]}]}]}`],
    ['the resources twice', `{"resourceSpans":[],"resourceSpans":[{"scopeSpans":[{"spans":[${GOOD}]}]}]}`],
    ['a member twice in a resource', `{"resourceSpans":[{"resource":{"a":1,"a":2},"scopeSpans":[]}]}`],
    ['another form', `{"resourceSpans":[{"scopeSpans":[{"spans":{}},{"spans":[${BAD},7]}]}]}`],
    ['a body that is not JSON', document(GOOD, '{"traceId":')],
  ])('differs from other faults: the document is refused with %s', async (_name, sent) => {
    const api = new TestApi();
    expect((await send(api, 'traces', sent)).status).toBe(400);
    expect(api.journal.lines).toEqual([]);
  });

  it('is found in linear time', async () => {
    const processorTime = async (count: number): Promise<number> => {
      const spans = Array.from({ length: count }, () => '{"a":1,"a":2,"a":3,"traceId":7}');
      const before = process.cpuUsage();
      const { body } = await send(new TestApi(), 'traces', document(...spans));
      expect(body.partialSuccess?.['rejectedSpans']).toBe(String(count));
      return process.cpuUsage(before).user;
    };
    const quarter = await processorTime(2_500);
    // If the search is linear, four times the spans take four times as long; if it is quadratic, 16 times.
    expect((await processorTime(10_000)) / quarter).toBeLessThan(10);
  });
});

describe('a fault within one log record', () => {
  const request = { model: 'claude-haiku-4-5', input_tokens: 10, output_tokens: 5, duration_ms: 14 };
  const good = JSON.stringify(claudeCodeRecord('api_request', request));
  const logs = (...records: string[]): string =>
    `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${records.join()}]}]}]}`;
  const twice = (record: string): string => record.replace(/\}$/, ',"severityNumber":1,"severityNumber":2}');

  it('affects only that record', async () => {
    const api = new TestApi();
    const other = JSON.stringify(claudeCodeRecord('user_prompt', { prompt: 'a secret' }));
    const { status, body } = await send(api, 'logs', logs(twice(good), twice(other), good));
    expect([status, body.partialSuccess?.['rejectedLogRecords']]).toEqual([200, '1']);
    expect(body.partialSuccess?.['errorMessage']).toContain('Record 0: /severityNumber appears twice.');
    const [aside, ...kept] = api.journal.events();
    expect(aside).toMatchObject({ event: 'unreadable', occurred_at: '2026-03-01T11:00:01.000Z' });
    expect(kept).toHaveLength(4);
    expect(api.journal.lines.join('\n')).not.toContain('secret');
  });

  it('does not affect the document', async () => {
    expect((await send(new TestApi(), 'logs', `{"resourceLogs":[],"resourceLogs":[]}`)).status).toBe(400);
  });
});
