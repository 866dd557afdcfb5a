import { expect, it } from 'vitest';
import { receiveSpans } from '../../../../../contracts/ingest/otlp/receive-spans.ts';
import { receiveLogRecords } from '../../../../../contracts/ingest/otlp/logs/receive-log-records.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';
import { claudeCodeRecord } from '../../../../../testing/ingest/agent-records.ts';
import {
  type SpanAttributeValues,
  makeSpan,
  CHAT_ATTRIBUTES,
  makeTraces,
} from '../../../../../testing/ingest/made-spans.ts';
import type { SentItem } from '../../../../../contracts/ingest/received/receive-events.ts';

const prices: CallPrices = { priceOf: () => ({ state: 'priced', nanos: '7', revision: 'table 7' }) };

/** The cost effect of the only call, by the table and as its sender states it. */
function costsOf(items: Iterable<SentItem>): unknown[] {
  const [item] = items;
  return [item?.events, item?.statedEvents].map((events) => {
    const cost = (events as Record<string, unknown>[] | undefined)?.find(({ event }) => event === 'cost_effect');
    return cost && [cost['nanos'], cost['estimated'], cost['price_revision']];
  });
}

const BY_TABLE = ['7', true, 'table 7'];
const ofSpan = (cost: SpanAttributeValues) =>
  costsOf(receiveSpans(makeTraces(makeSpan({ ...CHAT_ATTRIBUTES, ...cost })), prices));

it.each(['gen_ai.usage.cost', 'gen_ai.cost.total_cost', 'litellm.cost.total', 'operation.cost', 'llm.cost.total'])(
  'a span states a cost by %s',
  (name) => {
    expect(ofSpan({ [name]: 0.001_5 })).toEqual([BY_TABLE, ['1500000', undefined, undefined]]);
    expect(ofSpan({ [name]: '0.0015' })).toEqual([BY_TABLE, ['1500000', undefined, undefined]]);
  },
);

it.each([0, -1, 'free', 1e12, Number.NaN])('a span states no cost by %s', (cost) => {
  expect(ofSpan({ 'operation.cost': cost })).toEqual([BY_TABLE, undefined]);
});

it('a record of Claude Code states a cost', () => {
  const request = { model: 'claude-haiku-4-5', input_tokens: 10, output_tokens: 5, cost_usd: 0.5 };
  const logRecords = [claudeCodeRecord('api_request', request)];
  const items = receiveLogRecords({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, prices);
  expect(costsOf(items)).toEqual([BY_TABLE, ['500000000', undefined, undefined]]);
});
