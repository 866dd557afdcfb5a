import { describe, expect, it } from 'vitest';
import { ABSENT_CELLS } from '../../../../../analytics/indexer/events/absent-cells.ts';
import { LIMIT_COLUMNS, limitCells } from '../../../../../analytics/indexer/events/limit-columns.ts';
import type { RefusingLimit } from '../../../../../contracts/ingest/events/refusing-limit.ts';

const named = (limit?: RefusingLimit): object =>
  Object.fromEntries(LIMIT_COLUMNS.map((name, index) => [name, limitCells(limit)[index]]));

const MONTH: RefusingLimit = {
  ...{ id: 'month', node: 'team:org_1:search', unit: 'nano_usd', limit: 9_000_000_000_000_000, observed: 0, bound: 5 },
  resets_at: '2026-04-01T02:00:00+02:00',
};

describe('the cells of a limit', () => {
  it('are its members, with the end of the window in UTC', () => {
    expect(named(MONTH)).toEqual({
      limit_id: 'month',
      limit_node: 'team:org_1:search',
      limit_unit: 'nano_usd',
      limit_amount: 9_000_000_000_000_000,
      limit_observed: 0,
      limit_bound: 5,
      limit_resets_at: '2026-04-01T00:00:00.000Z',
    });
  });

  it('are null for an unknown amount and for no window', () => {
    const { observed: _, resets_at: __, ...slots } = MONTH;
    expect(named(slots)).toMatchObject({ limit_bound: 5, limit_observed: null, limit_resets_at: null });
  });

  it('are the absent cells of their columns if no limit is stated', () => {
    expect(named()).toEqual(Object.fromEntries(LIMIT_COLUMNS.map((name) => [name, ABSENT_CELLS.get(name)])));
    expect(limitCells(undefined)).toEqual(['', '', '', null, null, null, null]);
  });
});
