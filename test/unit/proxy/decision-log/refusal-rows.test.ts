import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { countEvents, splitEvents } from '../../../../contracts/ingest/calls/ended-call.ts';
import type { RefusingLimit } from '../../../../contracts/ingest/events/refusing-limit.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import { admissionLine, beginsRow, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import { RefusalRows, type RefusedEnding } from '../../../../proxy/decision-log/refusal-rows.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const ADMITTED_MS = Date.parse('2026-03-02T08:00:00.000Z');
const LIMIT: RefusingLimit = {
  ...{ id: 'rpm', node: 'organization:org_1', unit: 'requests', limit: 12, bound: 1 },
  resets_at: '2026-03-02T08:01:00.000Z',
};
const NOTED = { 'refused_by_limit.id': 'rpm', 'refused_by_limit.observed': '12' };
/** The tags of a request, at their maximum length. */
const LONG = Array.from({ length: 8 }, (_, tag) => [`tag.${String(tag).repeat(32)}`, 'x'.repeat(128)] as const);

function callOf(number: number, more: Partial<AdmittedCall> = {}): AdmittedCall {
  return {
    requestId: `greq_${String(number).padStart(26, '0')}`,
    key: { keyId: 'kid_1', owner: 'team-a', leaf: TEST_LEAF, rotations: ['kid_1'] },
    admittedAt: new Date(ADMITTED_MS + number),
    streaming: false,
    traceId: 'trace-1',
    bytes: 100,
    dimensions: new CallDimensions(Object.fromEntries(LONG)),
    annotations: NOTED,
    ...more,
  };
}

let writes: (readonly string[])[];
let shortened: number;
let now: number;
beforeEach(() => {
  vi.useFakeTimers();
  [writes, shortened, now] = [[], 0, 0];
});
afterEach(() => vi.useRealTimers());

function open(write = (lines: readonly string[]): Promise<void> => (writes.push(lines), Promise.resolve())) {
  return new RefusalRows({ write, monotonicMs: () => now, onShortened: () => void (shortened += 1) });
}

const ENDING: RefusedEnding = {
  ...{ status: 'refused', kind: 'rate_limited', totalMs: 0.26 },
  refusedByLimit: { ...LIMIT, observed: 12 },
};

/** Uses up the refusals of a key in this minute that get a separate row. */
async function useUp(rows: RefusalRows, more: Partial<AdmittedCall> = {}): Promise<void> {
  for (let call = 0; call < 100; call += 1) await rows.keep(callOf(call, more), ENDING);
}

const eventsOf = (lines: readonly string[]): Record<string, unknown>[] =>
  lines.flatMap(splitEvents).map((line) => {
    const { event, fault } = parseTrafficLine(line);
    if (event === undefined) throw new Error(fault.detail);
    return { ...event };
  });

describe('rows of refused requests', () => {
  it('are complete for the first 100 of a key per minute', async () => {
    const rows = open();
    await useUp(rows);
    expect(writes).toHaveLength(100);
    expect(writes[99]).toEqual([admissionLine(callOf(99)), endingLine(callOf(99), ENDING)]);
    expect(shortened).toBe(0);
    now = 60_000;
    await rows.keep(callOf(100), ENDING);
    expect(writes[100]).toEqual([admissionLine(callOf(100)), endingLine(callOf(100), ENDING)]);
  });

  it('share a line beyond those, with each row except its annotations, stated dimensions and used amount', async () => {
    const rows = open();
    await useUp(rows);
    const kept = Promise.all([100, 103].map((number) => rows.keep(callOf(number), ENDING)));
    expect(writes).toHaveLength(100);
    vi.advanceTimersByTime(50);
    await kept;
    expect([writes.length, shortened]).toEqual([101, 2]);
    const [line = ''] = writes[100] ?? [];
    expect(beginsRow([line])).toBe(true);
    expect(countEvents(line)).toBe(4);
    const noted = { key_id: 'kid_1', 'refused_by_limit.id': 'rpm', notes: 'left_out' };
    const whole = [100, 103].flatMap((number) => {
      const call = callOf(number, { traceId: undefined, dimensions: new CallDimensions({}), annotations: {} });
      return [admissionLine(call), endingLine(call, { ...ENDING, refusedByLimit: LIMIT })];
    });
    const expected = eventsOf(whole).map((event) =>
      event['event'] === 'request_admitted' ? { ...event, noted } : event,
    );
    expect(eventsOf([line])).toEqual(expected);
  });

  it('are written immediately when a line is full, and when the process ends', async () => {
    const rows = open();
    await useUp(rows);
    const kept = Promise.all(Array.from({ length: 33 }, (_, index) => rows.keep(callOf(100 + index), ENDING)));
    expect(writes.slice(100).map(([line = '']) => countEvents(line))).toEqual([64]);
    rows.close();
    await kept;
    expect(writes.slice(100).map(([line = '']) => countEvents(line))).toEqual([64, 2]);
    expect(eventsOf(writes[100] ?? [])).toHaveLength(64);
  });

  it('share a line with any used amounts, and do not mix limits and their windows', async () => {
    const rows = open();
    await useUp(rows);
    const by = (number: number, limit?: RefusingLimit): void =>
      void rows.keep(callOf(number), { ...ENDING, refusedByLimit: limit });
    by(100, { ...LIMIT, observed: 12 });
    by(101, { ...LIMIT, observed: 13 });
    by(102, { ...LIMIT, id: 'other' });
    by(103, { ...LIMIT, resets_at: '2026-03-02T08:02:00.000Z' });
    by(104);
    vi.advanceTimersByTime(50);
    const lines = writes.slice(100).map((written) =>
      eventsOf(written)
        .slice(1)
        .filter((_, place) => place % 2 === 0),
    );
    expect(lines.map((endings) => endings.map(({ refused_by_limit: limit }) => limit))).toEqual([
      [LIMIT, LIMIT],
      [{ ...LIMIT, id: 'other' }],
      [{ ...LIMIT, resets_at: '2026-03-02T08:02:00.000Z' }],
      [undefined],
    ]);
  });

  it('do not mix keys, reasons, routes or sizes, and other keys keep separate rows', async () => {
    const rows = open();
    await useUp(rows);
    const other = { keyId: 'kid_2', owner: 'team-b', leaf: TEST_LEAF, rotations: ['kid_2'] };
    void rows.keep(callOf(100), ENDING);
    void rows.keep(callOf(101), { ...ENDING, kind: 'scope_violation' });
    void rows.keep(callOf(102, { routeId: 'fast' }), ENDING);
    void rows.keep(callOf(103, { bytes: 5_000, streaming: true }), ENDING);
    await rows.keep(callOf(104, { key: other }), ENDING);
    expect(writes).toHaveLength(101);
    vi.advanceTimersByTime(50);
    expect(writes.slice(101).flatMap((lines) => eventsOf(lines).map(({ terminal_kind: kind }) => kind))).toEqual(
      ['rate_limited', 'scope_violation', 'rate_limited', 'rate_limited'].flatMap((kind) => [undefined, kind]),
    );
  });

  it('cost a key at its limit less than 100 bytes each, with any dimensions', async () => {
    const rows = open();
    await useUp(rows);
    for (let call = 0; call < 3_200; call += 1) void rows.keep(callOf(100 + call), ENDING);
    const bytes = writes
      .slice(100)
      .flat()
      .reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    expect(writes.slice(100)).toHaveLength(100);
    expect(bytes / 3_200).toBeLessThan(100);
    expect(Buffer.byteLength(admissionLine(callOf(1)))).toBeGreaterThan(1_500);
  });

  it('are refused with their line if it cannot be written', async () => {
    let isFull = false;
    const rows = open(
      (lines) => (writes.push(lines), isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()),
    );
    await useUp(rows);
    isFull = true;
    const kept = [100, 101].map((number) => rows.keep(callOf(number), ENDING));
    vi.advanceTimersByTime(50);
    await expect(Promise.allSettled(kept)).resolves.toEqual(
      kept.map(() => ({ status: 'rejected', reason: new Error('ENOSPC') })),
    );
  });
});
