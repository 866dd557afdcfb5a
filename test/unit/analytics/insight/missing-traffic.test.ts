import { expect, it } from 'vitest';
import { missingTraffic } from '../../../../analytics/insight/pin/missing-traffic.ts';
import type { IngestGap } from '../../../../domain/insight/ingest-state.ts';

const HOUR_MS = 3_600_000;
const from = new Date('2026-01-01T00:00:00.000Z');
const to = new Date('2026-01-03T00:00:00.000Z');

function gap(hour: number, disclosure?: IngestGap['disclosure']): IngestGap {
  const at = new Date(from.getTime() + hour * HOUR_MS);
  const span = { from: at, to: new Date(at.getTime() + 1) };
  return { producerClass: 'gateway_journal', ...span, ...(disclosure && { disclosure }) };
}

const refused = { cause: 'quarantined', reasons: ['a', 'b', 'c', 'd', 'e', 'f'], times: 2, lines: 3 } as const;
const missing = (gaps: readonly IngestGap[]) =>
  missingTraffic({ subject: { from, to }, snapshot: { gaps } } as unknown as Parameters<typeof missingTraffic>[0]);

it('counts missing traffic in the window, and lists the newest', () => {
  const found = missing([
    gap(-1, refused),
    ...Array.from({ length: 30 }, (_, hour) => gap(hour, refused)),
    gap(48, refused),
  ]);
  expect([found?.times, found?.lines, found?.listed.length]).toEqual(['60', '90', 20]);
  expect(found?.listed[0]).toEqual({
    producer_class: 'gateway_journal',
    from: '2026-01-02T05:00:00.000Z',
    to: '2026-01-02T05:00:00.001Z',
    cause: 'refused',
    reasons: ['a', 'b', 'c', 'd', 'e'],
    lines: '3',
  });
});

it('reports nothing about unread traffic', () => {
  expect(missing([gap(1)])).toBeUndefined();
});
