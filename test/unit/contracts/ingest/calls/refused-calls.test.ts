import { describe, expect, it } from 'vitest';
import { countEvents, splitEvents } from '../../../../../contracts/ingest/calls/ended-call.ts';

const DOCUMENT = {
  refused: { schema: 1, team_id: 'a' },
  noted: { key_id: 'kid_1' },
  streaming: false,
  request: { status: 'refused', terminal_kind: 'rate_limited', refused_by_limit: { id: 'rpm' } },
  admitted_at: '2026-03-02T08:00:00.999Z',
  requests: [
    ['greq_1', 0, 0.3],
    ['greq_2', 2, 1.6],
  ],
} as const;

describe('a line of refused requests', () => {
  it('is the admission and the ending of each of them', () => {
    expect(splitEvents(JSON.stringify(DOCUMENT)).map((line) => JSON.parse(line) as object)).toEqual(
      [
        { id: 'greq_1', at: '2026-03-02T08:00:00.999Z', end: '2026-03-02T08:00:00.999Z', ms: 0.3 },
        { id: 'greq_2', at: '2026-03-02T08:00:01.001Z', end: '2026-03-02T08:00:01.003Z', ms: 1.6 },
      ].flatMap(({ id, at, end, ms }) => {
        const about = { schema: 1, team_id: 'a', logical_request_id: id, admitted_at: at, streaming: false };
        return [
          { event: 'request_admitted', ...about, noted: { key_id: 'kid_1' } },
          {
            ...{ event: 'request_terminal', ...about, terminal_at: end, status: 'refused' },
            ...{ terminal_kind: 'rate_limited', refused_by_limit: { id: 'rpm' }, attempt_count: 0, total_ms: ms },
          },
        ];
      }),
    );
  });

  it.each([
    ['text that is not JSON', '{"refused":{'],
    ['another document', JSON.stringify({ ...DOCUMENT, more: 1 })],
    ['an invalid instant', JSON.stringify({ ...DOCUMENT, admitted_at: '2026-13-02T08:00:00.999Z' })],
    ['an invalid time', JSON.stringify({ ...DOCUMENT, requests: [['greq_1', -1, 0]] })],
    [
      'more requests than one line can have',
      JSON.stringify({ ...DOCUMENT, requests: Array(33).fill(['greq_1', 0, 0]) }),
    ],
    ['shared members above the size of an event', JSON.stringify({ ...DOCUMENT, refused: { x: 'x'.repeat(33_000) } })],
    ['members above the size of a line', JSON.stringify({ ...DOCUMENT, noted: { x: 'x'.repeat(66_000) } })],
    ['an empty object', '{"refused":{}}'],
  ])('is returned unchanged if it is %s', (_, line) => {
    expect(splitEvents(line)).toEqual([line]);
    expect(countEvents(line)).toBe(1);
  });
});
