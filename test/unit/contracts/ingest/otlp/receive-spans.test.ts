import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeTraces } from '../../../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { receiveSpans } from '../../../../../contracts/ingest/otlp/receive-spans.ts';
import { createCallPrices } from '../../../../../providers/prices/create-call-prices.ts';
import { loadPriceTable } from '../../../../../providers/prices/price-table.ts';

/**
 * The request of Python's OTLP exporter 1.45.2 about four calls with recorded answers, by the instrumentations of
 * OpenAI and Anthropic 0.62.4. It has two answers and two refused requests.
 */
const RECORDED = readFileSync(join(import.meta.dirname, 'recorded-traces.bin'));

describe('spans of instrumented clients', () => {
  it('are their calls, priced by the table', async () => {
    const prices = createCallPrices(await loadPriceTable());
    const items = [...receiveSpans(decodeTraces(RECORDED, { depth: 64, items: 10_000, values: 500_000 }), prices)];
    const summaries = items.map((item) => {
      const [, attempt, cost, terminal] = (item.unreadable ? [] : item.events) as Record<string, unknown>[];
      return [
        terminal?.['status'],
        terminal?.['terminal_kind'],
        attempt?.['provider_model'],
        attempt?.['total_tokens'],
        cost?.['nanos'],
        cost?.['estimated'],
      ];
    });
    expect(summaries).toEqual([
      ['succeeded', 'stop', 'gpt-4o-mini', 17, '3900', true],
      ['failed', 'NotFoundError', 'gpt-4o-mini', undefined, '0', true],
      ['failed', 'BadRequestError', 'gpt-4o-mini', undefined, '0', true],
      ['succeeded', 'length', 'claude-haiku-4-5', 24, '76000', true],
    ]);
  });
});
