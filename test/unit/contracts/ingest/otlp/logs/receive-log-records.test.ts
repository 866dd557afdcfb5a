import { describe, expect, it } from 'vitest';
import { decodeLogs } from '../../../../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import type { OtlpLogRecord } from '../../../../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { receiveLogRecords } from '../../../../../../contracts/ingest/otlp/logs/receive-log-records.ts';
import type { CallPrices } from '../../../../../../domain/models/call-prices.ts';
import { claudeCodeRecord as claude, codexRecord as codex } from '../../../../../../testing/ingest/agent-records.ts';
import { type SpanAttributeValues, makeAttributes } from '../../../../../../testing/ingest/made-spans.ts';
import { protobufField as field } from '../../../../../../testing/ingest/sent-bodies.ts';

const prices: CallPrices = {
  priceOf: ({ tokens }) =>
    tokens === undefined
      ? { state: 'unpriced', reason: 'usage_unknown', revision: 'r' }
      : { state: 'priced', nanos: '7', revision: 'r' },
};
const AT = '1772362801000000000';

const REQUEST = {
  ...{ 'event.sequence': 1, model: 'claude-haiku-4-5', input_tokens: 100, output_tokens: 50, cache_read_tokens: 800 },
  ...{ cache_creation_tokens: 100, cost_usd: 0.000_555, duration_ms: 14 },
};

const COMPLETED = {
  ...{ 'event.kind': 'response.completed', input_token_count: '1000', output_token_count: '100', ttft_ms: '20' },
  ...{ cached_token_count: '300', cache_write_token_count: '0', reasoning_token_count: '20', tool_token_count: '1100' },
};

const gemini = (event: string, attributes: SpanAttributeValues): OtlpLogRecord => ({
  ...{ timeUnixNano: AT, body: { stringValue: 'API response from gemini-2.5-pro.' } },
  attributes: makeAttributes({
    'event.name': `gemini_cli.${event}`,
    model: 'gemini-2.5-pro',
    prompt_id: 'p',
    ...attributes,
  }),
});

function received(...logRecords: OtlpLogRecord[]): unknown[] {
  return [...receiveLogRecords({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, prices)].flatMap(
    (item): unknown[] => {
      if (item.unreadable !== undefined) return [item.unreadable.detail];
      const [admitted, attempt, cost, ended] = item.events as Record<string, unknown>[];
      if (admitted === undefined) return [];
      const of = (event: Record<string, unknown> | undefined, ...names: string[]) =>
        Object.fromEntries(names.flatMap((name) => (event?.[name] === undefined ? [] : [[name, event[name]]])));
      return [
        {
          ...of(admitted, 'admitted_at', 'streaming'),
          ...of(attempt, 'provider_id', 'provider_model', 'input_tokens', 'output_tokens', 'total_tokens'),
          ...of(attempt, 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens'),
          ...of(cost, 'price_state', 'nanos'),
          ...of(ended, 'terminal_at', 'status', 'terminal_kind', 'total_ms', 'first_output_ms'),
        },
      ];
    },
  );
}

const PRICED = { price_state: 'priced', nanos: '7', status: 'succeeded', terminal_at: '2026-03-01T11:00:01.000Z' };

describe('records of Claude Code', () => {
  it('are its calls, with cached tokens separate from the input', () => {
    expect(received(claude('api_request', REQUEST), claude('user_prompt', { prompt: 'a secret' }))).toEqual([
      {
        ...{ ...PRICED, admitted_at: '2026-03-01T11:00:00.986Z', total_ms: 14 },
        ...{ provider_id: 'anthropic', provider_model: 'claude-haiku-4-5', input_tokens: 1_000, output_tokens: 50 },
        ...{ total_tokens: 1_050, cache_read_tokens: 800, cache_write_tokens: 100 },
      },
    ]);
    const ofAmazon = { ...REQUEST, model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0' };
    expect(received(claude('api_request', ofAmazon))).toMatchObject([{ provider_id: 'aws.bedrock' }]);
  });

  it('report failed calls, of which refused ones have no cost', () => {
    const failed = { model: 'gpt-400', error: 'bad', duration_ms: 15, attempt: 1 };
    expect(received(claude('api_error', { ...failed, status_code: 400 }))).toMatchObject([
      { status: 'failed', terminal_kind: '400', price_state: 'priced', nanos: '0' },
    ]);
    expect(received(claude('api_error', { ...failed, status_code: 'undefined' }))).toMatchObject([
      { status: 'failed', terminal_kind: 'error', price_state: 'unpriced' },
    ]);
  });
});

describe('records of Codex', () => {
  it('are a call for each end of a stream with token counts, and for each failed request', () => {
    const others = ['response.created', 'response.output_text.delta', 'response.completed'];
    expect(
      received(
        codex('api_request', { 'http.response.status_code': '200', duration_ms: '14', attempt: '0' }),
        ...others.map((kind) => codex('sse_event', { 'event.kind': kind, duration_ms: '0' })),
        codex('sse_event', COMPLETED),
        codex('api_request', { 'http.response.status_code': '429', duration_ms: '14', attempt: '1' }),
      ),
    ).toEqual([
      {
        ...{ ...PRICED, admitted_at: '2026-03-01T11:00:01.000Z', streaming: true, first_output_ms: 20 },
        ...{ provider_id: 'openai', provider_model: 'gpt-4o-mini', input_tokens: 1_000, output_tokens: 100 },
        ...{ total_tokens: 1_100, cache_read_tokens: 300, cache_write_tokens: 0, reasoning_tokens: 20 },
      },
      expect.objectContaining({ status: 'failed', terminal_kind: '429', nanos: '0', total_ms: 14 }),
    ]);
  });
});

describe('records of Gemini CLI', () => {
  const counted = {
    ...{ input_token_count: 1_000, output_token_count: 100, cached_content_token_count: 300, duration_ms: 900 },
    ...{ thoughts_token_count: 20, tool_token_count: 5, total_token_count: 1_125, auth_type: 'gemini-api-key' },
  };

  it('are its calls, with reasoning in the output and tools in the input', () => {
    expect(received(gemini('api_response', counted))).toMatchObject([
      {
        ...{ ...PRICED, provider_id: 'gcp.gemini', input_tokens: 1_005, output_tokens: 120, total_tokens: 1_125 },
        ...{ cache_read_tokens: 300, reasoning_tokens: 20, total_ms: 900 },
      },
    ]);
    expect(received(gemini('api_response', { ...counted, auth_type: 'vertex-ai' }))).toMatchObject([
      { provider_id: 'gcp.vertex_ai' },
    ]);
    expect(received(gemini('api_error', { status_code: 503, duration_ms: 3 }))).toMatchObject([
      { status: 'failed', terminal_kind: '503', price_state: 'unpriced' },
    ]);
  });
});

describe('a record', () => {
  const idsOf = (...records: OtlpLogRecord[]): string[] =>
    [...receiveLogRecords({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] }, prices)].map((item) =>
      item.unreadable === undefined ? (item.events[0] as { logical_request_id: string }).logical_request_id : '',
    );

  it('is identified by its content, in any order', () => {
    const record = claude('api_request', REQUEST);
    const reversed = { ...record, attributes: record.attributes!.toReversed() };
    const other = claude('api_request', { ...REQUEST, 'event.sequence': 2 });
    const [one, again, another] = idsOf(record, reversed, other);
    expect(one).toMatch(/^log-[0-9a-f]{32}$/);
    expect([again, another === one]).toEqual([one, false]);
  });

  it('is skipped if it is about something else', () => {
    expect(
      received({}, { body: null, attributes: null }, claude('tool_result', {}), { eventName: 'constructor' }),
    ).toEqual([]);
    const details = { eventName: 'gen_ai.client.inference.operation.details', attributes: makeAttributes(REQUEST) };
    expect(received(details)).toEqual([]);
  });

  it('is quarantined if it cannot be a call', () => {
    const { model: _, ...unnamed } = REQUEST;
    expect(received(claude('api_request', unnamed))).toEqual(['The record names no model (model).']);
    const timeless = { ...claude('api_request', REQUEST), timeUnixNano: '0', observedTimeUnixNano: null };
    const attributes = makeAttributes({ ...REQUEST, 'event.timestamp': '1999-01-01T00:00:00Z' });
    expect(received({ ...timeless, attributes })).toEqual(['The record has no time of the years 2000 to 2099.']);
  });

  it('of more than a day has no duration', () => {
    const [call] = received(claude('api_request', { ...REQUEST, duration_ms: 1e300 }));
    expect(call).toMatchObject({ admitted_at: '2026-03-01T11:00:01.000Z' });
    expect(call).not.toHaveProperty('total_ms');
  });

  it('is read equally from protobuf and JSON', () => {
    const attribute = field(6, field(1, 'event.name'), field(2, field(1, 'codex.sse_event')));
    const observed = Buffer.concat([Buffer.from([(11 << 3) | 1]), Buffer.from(new BigUint64Array([17n]).buffer)]);
    const record = field(2, field(5, field(1, 'body')), attribute, field(9, Buffer.alloc(16, 0xab)), observed);
    const limits = { depth: 64, items: 500, values: 1_000 };
    expect(decodeLogs(field(1, field(2, record)), limits)).toEqual({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  ...{ body: { stringValue: 'body' }, traceId: 'ab'.repeat(16), observedTimeUnixNano: '17' },
                  attributes: [{ key: 'event.name', value: { stringValue: 'codex.sse_event' } }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(() => decodeLogs(Buffer.from('{}'), limits)).toThrow(
      'The body is not a valid protobuf message ExportLogsServiceRequest. Check the exporter.',
    );
  });
});
