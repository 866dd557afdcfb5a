import type { OtlpAttributes } from '../../contracts/ingest/otlp/otlp-parts.ts';
import type { OtlpSpan, OtlpTraces } from '../../contracts/ingest/otlp/otlp-traces.ts';

/** The value of an attribute in OTLP's JSON encoding. */
function valueOf(value: string | number | boolean | readonly string[]) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
}

export type SpanAttributeValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export function makeAttributes(attributes: SpanAttributeValues): OtlpAttributes {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

/** A call of a model by the current names of the conventions. */
export const CHAT_ATTRIBUTES: SpanAttributeValues = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.response.model': 'gpt-4o-2024-08-06',
  'gen_ai.response.finish_reasons': ['stop'],
  'gen_ai.usage.input_tokens': 1_000,
  'gen_ai.usage.output_tokens': 200,
};

/** A span of 1.5 seconds plus a quarter of a millisecond. */
export function makeSpan(attributes: SpanAttributeValues = CHAT_ATTRIBUTES, change: Partial<OtlpSpan> = {}): OtlpSpan {
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    startTimeUnixNano: '1772362800000000000',
    endTimeUnixNano: '1772362801500250000',
    attributes: makeAttributes(attributes),
    ...change,
  };
}

export function makeTraces(...spans: OtlpSpan[]): OtlpTraces {
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] };
}
