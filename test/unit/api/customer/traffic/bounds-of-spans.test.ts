import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../../api/frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../../../../api/frame/transport/traffic-body-limits.ts';
import { decodeTraces } from '../../../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import type { OtlpTraces } from '../../../../../contracts/ingest/otlp/otlp-traces.ts';
import { receiveSpans } from '../../../../../contracts/ingest/otlp/receive-spans.ts';
import { Refusal } from '../../../../../domain/kernel/errors.ts';
import { repeatInList, protobufField as field, repeatField } from '../../../../../testing/ingest/sent-bodies.ts';

const NO_PRICES = { price: () => ({ state: 'unpriced', reason: 'model_not_in_table' }) } as never;

const EMPTY = Buffer.alloc(0);
/** The elements that both media types must accept: a number of innermost elements in each of the outer lists. */
const SHAPES = {
  spans: {
    protobuf: (lists: number, each: number) =>
      field(1, repeatField(lists, field(2, repeatField(each, field(2, EMPTY))))),
    json: (lists: number, each: number) =>
      `{"resourceSpans":[{"scopeSpans":${repeatInList(lists, `{"spans":${repeatInList(each, '{}')}}`)}}]}`,
  },
  attributes: {
    protobuf: (spans: number, each: number) =>
      field(1, field(2, repeatField(spans, field(2, repeatField(each, field(9, EMPTY)))))),
    json: (spans: number, each: number) =>
      `{"resourceSpans":[{"scopeSpans":[{"spans":${repeatInList(spans, `{"attributes":${repeatInList(each, '{}')}}`)}}]}]}`,
  },
  resources: {
    protobuf: (lists: number, each: number) => repeatField(lists, field(1, repeatField(each, field(2, EMPTY)))),
    json: (lists: number, each: number) =>
      `{"resourceSpans":${repeatInList(lists, `{"scopeSpans":${repeatInList(each, '{}')}}`)}}`,
  },
} as const;

function read(traces: () => OtlpTraces): string {
  try {
    return `${[...receiveSpans(traces(), NO_PRICES)].length} spans`;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('both media types of spans have one table of limits', () => {
  it.each([
    ['spans', 1, 10_000, '10000 spans'],
    ['spans', 1, 10_001, 'validation_failed'],
    ['spans', 2, 5_000, '10000 spans'],
    ['spans', 2, 5_001, 'payload_too_large'],
    ['spans', 3_000, 4, 'payload_too_large'],
    ['attributes', 1, 10_000, '1 spans'],
    ['attributes', 1, 10_001, 'validation_failed'],
    ['attributes', 60, 9_000, 'validation_failed'],
    ['resources', 10_001, 0, 'validation_failed'],
    ['resources', 60, 9_000, 'validation_failed'],
  ] as const)('%s, %d lists of %d: %s', (shape, lists, each, expected) => {
    const { protobuf, json } = SHAPES[shape];
    const seen = {
      protobuf: read(() => decodeTraces(protobuf(lists, each), TRAFFIC_BODY_LIMITS)),
      json: read(() => readJson(Buffer.from(json(lists, each)), TRAFFIC_BODY_LIMITS) as OtlpTraces),
    };
    expect(seen).toEqual({ protobuf: expected, json: expected });
  });
});
