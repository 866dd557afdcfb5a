import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { activityLine, callActivity } from '../../../../cli/groups/top/call-activity.ts';
import { rankGroups } from '../../../../cli/groups/top/rank-groups.ts';
import type { CallFacts } from '../../../../cli/logs/groups/call-facts.ts';
import { GroupTable } from '../../../../cli/logs/groups/group-table.ts';
import { addRecords, recordsOf, tablesOf } from '../../../../cli/logs/groups/group-store.ts';
import { binOf, QUANTILE_ERROR, QuantileSketch } from '../../../../cli/logs/groups/quantile-sketch.ts';
import { SpilledGroups } from '../../../../cli/logs/groups/spilled-groups.ts';
import { createRandom } from '../../../../testing/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'tt-groups-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CALL: CallFacts = {
  ...{ admittedMs: 1_000, status: 0, inputTokens: 10, outputTokens: 20, cachedTokens: 5, knownNanos: 7, latencyMs: 12 },
  ...{ isUnpriced: false, isPending: false, isCostEstimate: false, isCacheHit: false },
};

function addCall(table: GroupTable, key: string, change: Partial<CallFacts> = {}): void {
  const bytes = Buffer.from(key);
  table.add(table.groupOf(bytes, 0, bytes.length), { ...CALL, ...change });
}

function callsByKey(tables: Iterable<GroupTable>): Map<string | undefined, number> {
  const calls = new Map<string | undefined, number>();
  for (const table of tables)
    for (const { key, calls: count } of table.groups()) {
      expect(calls.has(key)).toBe(false);
      calls.set(key, count);
    }
  return calls;
}

describe('a group table', () => {
  it('counts each group exactly when most of them are on disk', () => {
    const random = createRandom(7);
    const expected = new Map<string | undefined, number>();
    const table = new GroupTable(false);
    const spill = new SpilledGroups(folder, 'trace.main');
    for (let call = 0; call < 20_000; call += 1) {
      const key = `trace-${random.whole(0, 4_999)}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
      addCall(table, key);
      if (table.size === 1_000) spill.add(table);
    }
    expect(readdirSync(folder)).toHaveLength(64);
    expect(callsByKey(tablesOf(table, 'trace', folder))).toEqual(expected);
  });

  it('keeps sums that no double holds', () => {
    const table = new GroupTable(true);
    const large = 2n ** 62n + 1n;
    addCall(table, 'a', { knownNanos: large });
    addCall(table, 'a', { knownNanos: Number.MAX_SAFE_INTEGER });
    addCall(table, 'a', { knownNanos: -5n });
    const copy = new GroupTable(true);
    addRecords(copy, recordsOf(table));
    addRecords(copy, recordsOf(table));
    const [row] = [...copy.groups()];
    expect(row?.sum('nanos')).toBe(2n * (large + BigInt(Number.MAX_SAFE_INTEGER) - 5n));
    expect([row?.calls, row?.sum('inputTokens'), row?.sketch?.total]).toEqual([6, 60n, 6]);
  });

  it('counts unknown costs and tokens apart, and never as 0', () => {
    const table = new GroupTable(false);
    addCall(table, '', { isUnpriced: true, knownNanos: 99, inputTokens: -1, outputTokens: -1 });
    const [row] = [...table.groups()];
    expect([
      row?.key,
      row?.sum('unpriced'),
      row?.sum('nanos'),
      row?.sum('unknownTokens'),
      row?.sum('inputTokens'),
    ]).toEqual([...[undefined, 1n, 0n, 1n, 0n]]);
  });

  it('orders groups by a figure, equal ones by their key, and those without a key last', () => {
    const table = new GroupTable(false);
    for (const key of ['', 'b', 'a', 'c', 'c']) addCall(table, key);
    const ranked = rankGroups([table], { sort: 'calls', limit: 3 }, () => undefined);
    expect([ranked.groups, ranked.rows.map(({ key }) => key)]).toEqual([4, ['c', 'a', 'b']]);
  });
});

describe('a quantile sketch', () => {
  it('has the stated error at every quantile, in any order of merging', () => {
    const random = createRandom(3);
    const values = Array.from({ length: 5_000 }, () => random.whole(1, 6_000_000) / 10).toSorted(
      (one, other) => one - other,
    );
    const parts = [new QuantileSketch(), new QuantileSketch(), new QuantileSketch()];
    for (const value of random.shuffled(values)) random.pick(parts).add(binOf(value));
    const sketch = new QuantileSketch();
    for (const part of parts) sketch.merge(part);
    for (const share of [0, 0.01, 0.5, 0.95, 0.99, 1]) {
      const exact = values[Math.max(1, Math.ceil(share * values.length)) - 1] ?? 0;
      expect(Math.abs((sketch.quantile(share) ?? 0) - exact) / exact).toBeLessThanOrEqual(QUANTILE_ERROR + 1e-9);
    }
  });

  it('has no quantile without values, and 0 for durations of 0', () => {
    const sketch = new QuantileSketch();
    expect(sketch.quantile(0.5)).toBe(undefined);
    sketch.add(binOf(0));
    sketch.add(binOf(500));
    expect([sketch.quantile(0.5), sketch.total]).toEqual([0, 2]);
  });
});

describe('calls over time', () => {
  it('are counted by the hour, and by more hours if the log is long', () => {
    expect(callActivity([])).toEqual({ bucket_seconds: 3_600, from: null, calls: [] });
    expect(
      callActivity([
        [480_000, 2],
        [480_002, 8],
      ]),
    ).toEqual({
      bucket_seconds: 3_600,
      from: '2024-10-04T00:00:00.000Z',
      calls: [2, 0, 8],
    });
    const long = callActivity([
      [480_000, 1],
      [480_400, 3],
    ]);
    expect([long.bucket_seconds, long.calls.length, long.calls[0], long.calls.at(-1)]).toEqual([14_400, 101, 1, 3]);
  });

  it('are a line of bars on a terminal, and nothing elsewhere', () => {
    const activity = { bucket_seconds: 3_600, from: null, calls: [0, 1, 4, 8] };
    expect(activityLine(activity, { width: 80, hasColor: false, hasUnicode: true })).toBe('calls per hour  ▂▅█');
    expect(activityLine(activity, { width: 80, hasColor: false, hasUnicode: false })).toBe('calls per hour  :+%');
    expect(activityLine(activity, { width: undefined, hasColor: false, hasUnicode: true })).toBe('');
  });
});
