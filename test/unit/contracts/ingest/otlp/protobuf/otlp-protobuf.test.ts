import { describe, expect, it } from 'vitest';
import {
  decodeTraces,
  encodeAnswer,
  encodeStatus,
} from '../../../../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { protobufField as field } from '../../../../../../testing/ingest/sent-bodies.ts';

const LIMITS = { depth: 64, items: 500, values: 1_000 };

describe('traces in protobuf', () => {
  it('are read like JSON, without unused fields', () => {
    const key = field(9, field(1, 'gen_ai.operation.name'), field(2, field(1, 'chat')));
    const negative = field(9, field(1, 'n'), field(2, Buffer.from([0x18, ...Array<number>(9).fill(0xff), 0x01])));
    const start = Buffer.concat([Buffer.from([(7 << 3) | 1]), Buffer.from(new BigUint64Array([17n]).buffer)]);
    const member = field(1, field(1, 'role'), field(2, field(1, 'user')));
    const attribute = field(3, field(1, 'message'), field(2, field(6, member)));
    const event = field(11, field(2, 'gen_ai.details'), attribute);
    const link = field(13, field(1, Buffer.alloc(16)));
    const ids = [field(1, Buffer.alloc(16, 0xab)), field(2, Buffer.alloc(8, 0x01))];
    const body = field(
      1,
      field(
        2,
        field(1, field(1, 'a client'), field(2, '1.0.0')),
        field(2, ...ids, start, key, negative, event, link, field(15, Buffer.from([0x18, 0x02]))),
      ),
    );
    expect(decodeTraces(body, LIMITS)).toEqual({
      resourceSpans: [
        {
          scopeSpans: [
            {
              scope: { name: 'a client' },
              spans: [
                {
                  traceId: 'ab'.repeat(16),
                  spanId: '01'.repeat(8),
                  startTimeUnixNano: '17',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    { key: 'n', value: { intValue: '-1' } },
                  ],
                  events: [
                    {
                      name: 'gen_ai.details',
                      attributes: [
                        {
                          key: 'message',
                          value: { kvlistValue: { values: [{ key: 'role', value: { stringValue: 'user' } }] } },
                        },
                      ],
                    },
                  ],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('may be empty', () => {
    expect(decodeTraces(Buffer.alloc(0), LIMITS)).toEqual({});
  });

  const nested = (levels: number): Buffer => (levels === 0 ? Buffer.alloc(0) : field(1, field(5, nested(levels - 1))));
  it.each([
    [
      'is not protobuf',
      Buffer.from('{"resourceSpans":[]}'),
      'The body is not a valid protobuf message ExportTraceServiceRequest. Check the exporter.',
    ],
    [
      'is incomplete',
      field(1, Buffer.alloc(40)).subarray(0, 20),
      'The body is not a valid protobuf message ExportTraceServiceRequest. Check the exporter.',
    ],
    [
      'is too large',
      Buffer.concat(Array<Buffer>(3).fill(field(1, Buffer.alloc(1_000, Buffer.from([0x12, 0x00]))))),
      'The body has more than 1000 values. Send less data in one request.',
    ],
    [
      'has a list that is too long',
      Buffer.alloc(5_242_880, Buffer.from([0x0a, 0x00])),
      'Traces.resourceSpans has more than 500 members. Send fewer members.',
    ],
    [
      'is nested too deeply',
      field(1, field(2, field(2, field(9, field(2, field(5, nested(40))))))),
      'The body is nested deeper than 64 levels. Send fewer levels.',
    ],
  ])('are refused if the body %s', (_name, body, sentence) => {
    expect(() => decodeTraces(body, LIMITS)).toThrow(sentence);
  });
});

describe('answers in protobuf', () => {
  it('are empty if every span was stored', () => {
    expect(Buffer.from(encodeAnswer({})).toString('hex')).toBe('');
  });

  it('count the refused spans', () => {
    const answer = encodeAnswer({ partialSuccess: { rejectedSpans: '300', errorMessage: 'why' } });
    expect(Buffer.from(answer).toString('hex')).toBe('0a0808ac02' + '1203776879');
  });

  it('have a status', () => {
    expect(Buffer.from(encodeStatus({ code: 16, message: 'no' })).toString('hex')).toBe('0810' + '12026e6f');
  });
});
