import { describe, expect, it } from 'vitest';
import { decodeTraces } from '../../../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import type { OtlpSpan } from '../../../../../contracts/ingest/otlp/otlp-traces.ts';
import { receiveSpans } from '../../../../../contracts/ingest/otlp/receive-spans.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';
import {
  makeSpan,
  type SpanAttributeValues,
  CHAT_ATTRIBUTES,
  makeTraces,
} from '../../../../../testing/ingest/made-spans.ts';
import { protobufField as field } from '../../../../../testing/ingest/sent-bodies.ts';

const prices: CallPrices = { priceOf: () => ({ state: 'priced', nanos: '1', revision: 'r' }) };

const idOf = (letter: string): string => letter.repeat(16);
const spanOf = (
  letter: string,
  parent: string | undefined,
  attributes: SpanAttributeValues = CHAT_ATTRIBUTES,
): OtlpSpan =>
  makeSpan(attributes, { spanId: idOf(letter), ...(parent !== undefined && { parentSpanId: idOf(parent) }) });

/** The letters of the spans that become calls, and of those in quarantine. */
function kept(...spans: OtlpSpan[]): string {
  return [...receiveSpans(makeTraces(...spans), prices)]
    .map((item, index) => {
      const letter = spans[index]!.spanId![0]!;
      if (item.unreadable !== undefined) return letter.toUpperCase();
      return item.events.length > 0 ? letter : '';
    })
    .join('');
}

const without = (...names: string[]): SpanAttributeValues =>
  Object.fromEntries(Object.entries(CHAT_ATTRIBUTES).filter(([name]) => !names.includes(name)));
const USAGE = ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'];
const EMBED = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'e' };
const AGENT = { ...CHAT_ATTRIBUTES, 'gen_ai.operation.name': 'invoke_agent' };

describe('a call that several spans of a request report', () => {
  it.each<[string, string, OtlpSpan[]]>([
    [
      'an operation around its call, without usage',
      'b',
      [spanOf('b', 'a', { ...EMBED, 'gen_ai.usage.input_tokens': 28 }), spanOf('a', undefined, EMBED)],
    ],
    ['an operation around its call, with the same usage', 'b', [spanOf('a', undefined), spanOf('b', 'a')]],
    ['an operation around its attempts', 'bc', [spanOf('a', undefined), spanOf('b', 'a'), spanOf('c', 'a')]],
    ['nested operations', 'c', [spanOf('a', undefined), spanOf('b', 'a'), spanOf('c', 'b')]],
    [
      'an operation that names no model',
      'b',
      [spanOf('a', undefined, without('gen_ai.request.model', 'gen_ai.response.model')), spanOf('b', 'a')],
    ],
    [
      'a sum without an operation, however far above it is',
      'c',
      [spanOf('a', undefined, without('gen_ai.operation.name')), spanOf('b', 'a', AGENT), spanOf('c', 'b')],
    ],
    ['agents around it', 'c', [spanOf('a', undefined, AGENT), spanOf('b', 'a', AGENT), spanOf('c', 'b')]],
    [
      'two layers that name the same answer',
      'a',
      [
        spanOf('a', undefined, { ...CHAT_ATTRIBUTES, 'gen_ai.response.id': 'r-1' }),
        spanOf('b', undefined, { ...CHAT_ATTRIBUTES, 'gen_ai.response.id': 'r-1' }),
      ],
    ],
    [
      'two layers that name the same answer, with a span between them',
      'c',
      [
        spanOf('a', undefined, { ...CHAT_ATTRIBUTES, 'gen_ai.response.id': 'r-1' }),
        spanOf('b', 'a', { 'http.request.method': 'POST' }),
        spanOf('c', 'b', { ...CHAT_ATTRIBUTES, 'gen_ai.response.id': 'r-1' }),
      ],
    ],
  ])('counts once: %s', (_, letters, spans) => {
    expect(kept(...spans)).toBe(letters);
    expect(kept(...spans.toReversed())).toHaveLength(letters.length);
  });
});

describe('calls that only resemble each other', () => {
  it.each<[string, OtlpSpan[]]>([
    ['of one agent', [spanOf('a', 'f'), spanOf('b', 'f')]],
    [
      'one around a call of another model',
      [spanOf('a', undefined), spanOf('b', 'a', { ...CHAT_ATTRIBUTES, 'gen_ai.request.model': 'o' })],
    ],
    ['one around an embedding', [spanOf('a', undefined), spanOf('b', 'a', EMBED)]],
    ['of two traces', [spanOf('a', undefined), { ...spanOf('b', 'a'), traceId: 'c'.repeat(32) }]],
    ['one that names itself as parent', [spanOf('a', 'a'), spanOf('b', undefined)]],
    [
      'with a counter as the id, and different tokens',
      [
        spanOf('a', undefined, { ...CHAT_ATTRIBUTES, 'gen_ai.response.id': 'chatcmpl-12' }),
        spanOf('b', undefined, {
          ...CHAT_ATTRIBUTES,
          'gen_ai.response.id': 'chatcmpl-12',
          'gen_ai.usage.input_tokens': 7,
        }),
      ],
    ],
  ])('count separately: %s', (_, spans) => {
    expect(kept(...spans)).toBe('ab');
  });

  it('is quarantined if no other span reports the call', () => {
    expect(kept(spanOf('a', undefined, without('gen_ai.provider.name')), spanOf('b', undefined))).toBe('Ab');
    expect(kept(spanOf('a', undefined, without('gen_ai.provider.name', 'gen_ai.operation.name')))).toBe('');
    expect(kept(spanOf('a', undefined, without(...USAGE)))).toBe('a');
  });
});

it('spans of exporters from before scopes are read', () => {
  const spans = [spanOf('a', undefined)];
  const library = { name: 'opentelemetry.instrumentation.openai' };
  const traces = { resourceSpans: [{ instrumentationLibrarySpans: [{ instrumentationLibrary: library, spans }] }] };
  expect([...receiveSpans(traces, prices)].map(({ unreadable }) => unreadable)).toEqual([undefined]);
  const libraries = field(2, field(4, Buffer.alloc(8, 0xbb)));
  // A tag of two bytes.
  const bytes = field(1, Buffer.from([0xc2, 0x3e, libraries.length]), libraries);
  const limits = { depth: 64, items: 500, values: 1_000 };
  expect(decodeTraces(bytes, limits)).toEqual({
    resourceSpans: [
      { instrumentationLibrarySpans: [{ spans: [{ traceId: '', spanId: '', parentSpanId: idOf('b') }] }] },
    ],
  });
});
