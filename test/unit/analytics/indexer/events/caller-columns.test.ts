import { describe, expect, it } from 'vitest';
import {
  CALLER_COLUMNS,
  callerCells,
  splitDimensions,
  type CallerRow,
} from '../../../../../analytics/indexer/events/caller-columns.ts';
import { DIMENSION_NAMES } from '../../../../../contracts/ingest/dimensions/dimension-names.ts';

const EMPTY: CallerRow = {
  ...{ user: '', tenant: '', feature: '', agent: '', step_class: '', step_id: '', parent_id: '', tool: '' },
  ...{ key_id: '', tags: {} },
};

describe('the cells of stated dimensions', () => {
  it('are in the order of their columns, and empty for absent dimensions', () => {
    const every = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, `the ${name}`]));
    expect(CALLER_COLUMNS.map((name, index) => [name, callerCells({ ...every, 'tag.a': 'x' })[index]])).toEqual([
      ['user', 'the user'],
      ['tenant', 'the tenant'],
      ['feature', 'the feature'],
      ['agent', 'the agent'],
      ['step_class', 'the step_class'],
      ['step_id', 'the step_id'],
      ['parent_id', 'the parent_id'],
      ['tool', 'the tool'],
      ['key_id', 'the key'],
      ['tags', 'a\tx'],
    ]);
    const nothing = CALLER_COLUMNS.map(() => '');
    expect([callerCells(undefined), callerCells({})]).toEqual([nothing, nothing]);
  });

  it('contain tags by their keys, in the order of the event', () => {
    const stated = { 'tag.plan': 'pro', user: 'u', 'tag.__proto__': 'x', 'tag.tag.': 'é 🚀' };
    expect(callerCells(stated).at(-1)).toBe('plan\tpro\t__proto__\tx\ttag.\té 🚀');
  });
});

describe('a row of ClickHouse', () => {
  it('is split into dimensions and its other columns', () => {
    const row = { ...EMPTY, user: 'u', key_id: 'kid_1', tags: { plan: 'pro' }, purpose: 'application' };
    expect(splitDimensions(row)).toEqual([
      { dimensions: { user: 'u', key: 'kid_1', 'tag.plan': 'pro' } },
      { purpose: 'application' },
    ]);
  });

  it('has no member for dimensions if it states none', () => {
    expect(splitDimensions({ ...EMPTY, purpose: 'application' })).toEqual([{}, { purpose: 'application' }]);
  });
});
