import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';
import { callerToken, type CallerName } from '../../../testing/apps/demo-callers.ts';
import { makeAttributes } from '../../../testing/ingest/made-spans.ts';

const PATH = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic/otlp/v1/logs`;

const REQUEST = { 'event.name': 'api_request', model: 'claude-haiku-4-5', input_tokens: 100, output_tokens: 50 };
const recordOf = (attributes: typeof REQUEST | { 'event.name': string }, name = 'api_request') => ({
  timeUnixNano: '1772362801000000000',
  body: { stringValue: `claude_code.${name}` },
  attributes: makeAttributes(attributes),
});
const logsOf = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

async function send(api: TestApi, body: unknown, headers: Record<string, string> = {}, as: CallerName = 'gateway') {
  const response = await api.app.inject({
    method: 'POST',
    url: PATH,
    headers: {
      ...(as !== 'nobody' && { authorization: `Bearer ${callerToken(as)}` }),
      ...{ 'content-type': 'application/json', ...headers },
    },
    payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const type = response.headers['content-type'];
  return { status: response.statusCode, type, body: type === 'application/json' ? response.json<unknown>() : {} };
}

describe('log records over OTLP', () => {
  it.each([
    ['uncompressed', JSON.stringify(logsOf(recordOf(REQUEST))), {}],
    ['compressed', gzipSync(JSON.stringify(logsOf(recordOf(REQUEST)))), { 'content-encoding': 'gzip' }],
  ])('are stored in JSON, %s, as the events of their calls', async (_, body, headers) => {
    const api = new TestApi();
    expect(await send(api, body, headers)).toEqual({ status: 200, type: 'application/json', body: {} });
    const events = api.journal.events();
    expect(events.map((event) => event['event'])).toEqual([
      ...['request_admitted', 'attempt', 'cost_effect', 'request_terminal'],
    ]);
    expect(events[2]).toMatchObject({ provider_id: 'anthropic', nanos: '350', estimated: true });
  });

  it('are skipped if they are not about a call, and quarantined if they are invalid', async () => {
    const api = new TestApi();
    const others = [recordOf({ 'event.name': 'user_prompt' }, 'user_prompt'), {}];
    expect((await send(api, logsOf(...others))).body).toEqual({});
    expect(api.journal.lines).toEqual([]);
    const { body } = await send(api, logsOf(...others, recordOf({ 'event.name': 'api_request' })));
    expect(body).toEqual({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage:
          'Results for the log records of this request. Refused: 1. Reads of their times stay partial until corrected items arrive with the same ids, or an operator closes the gap. Record 2: The record names no model (model).',
      },
    });
    expect(api.journal.events()).toMatchObject([{ event: 'unreadable', occurred_at: '2026-03-01T11:00:01.000Z' }]);
  });

  it.each(['application/x-protobuf', 'application/protobuf'])('may be empty, in %s', async (name) => {
    const api = new TestApi();
    const { status, type } = await send(api, Buffer.alloc(0), { 'content-type': name });
    expect([status, type]).toEqual([200, 'application/x-protobuf']);
  });

  it.each<[string, unknown, Record<string, string>, CallerName, number]>([
    ['a body that is not JSON', '{', {}, 'gateway', 400],
    ['another form', { resourceLogs: 'x' }, {}, 'gateway', 400],
    ['a body that is not protobuf', Buffer.from('{}'), { 'content-type': 'application/x-protobuf' }, 'gateway', 400],
    ['a bomb of gzip', gzipSync(Buffer.alloc(300_000_000)), { 'content-encoding': 'gzip' }, 'gateway', 413],
    ['no credential', {}, {}, 'nobody', 401],
    ['another type', 'a,b', { 'content-type': 'text/csv' }, 'gateway', 415],
  ])('are refused completely for %s', async (_, body, headers, as, status) => {
    const api = new TestApi();
    expect((await send(api, body, headers, as)).status).toBe(status);
    expect(api.journal.lines).toEqual([]);
  });

  it('are refused completely if they are too many', async () => {
    const records = Array.from({ length: 6_000 }, () => ({}));
    const body = { resourceLogs: [...logsOf(...records).resourceLogs, ...logsOf(...records).resourceLogs] };
    expect(await send(new TestApi(), body)).toMatchObject({
      ...{
        status: 413,
        body: { code: 8, message: 'The request has too many log records. Send at most 10000 in one request.' },
      },
    });
  });
});
