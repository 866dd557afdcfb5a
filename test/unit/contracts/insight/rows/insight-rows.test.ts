import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import type { InsightAnswer } from '../../../../../contracts/insight/answer/insight-answer.ts';
import { InsightRowsSchema, toInsightRows } from '../../../../../contracts/insight/rows/insight-rows.ts';

const cell = (metric: string, value: object) => ({ metric, value });
const count = (number: string) => ({ state: 'available', number, unit: 'count' });
const WINDOW = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z' };

it('returns the value or the kind of each group of a dimension', () => {
  const group = (dimension: object) => ({
    purpose: 'application',
    dimension,
    cells: [cell('requests.v1', count('3'))],
  });
  const answer = {
    read_context: WINDOW,
    coverage: [],
    truncated: false,
    groups: [
      group({ name: 'user', value: '=alice' }),
      group({ name: 'user', other: true, values: '7' }),
      group({ name: 'user' }),
      {
        ...group({ name: 'tag.plan', withheld: true }),
        cells: [cell('requests.v1', { state: 'unavailable', reason: 'scope_not_authorized' })],
      },
    ],
  } as unknown as InsightAnswer;
  const rows = toInsightRows(answer);
  const base = { purpose: 'application', period: 'current', metric: 'requests.v1' };
  const measured = { ...base, state: 'available', value: '3', unit: 'count' };
  expect(rows.rows).toEqual([
    { ...measured, dimension: 'user', group: '=alice' },
    { ...measured, dimension: 'user', group_kind: 'other' },
    { ...measured, dimension: 'user', group_kind: 'unnamed' },
    {
      ...base,
      ...{ state: 'unavailable', reason: 'scope_not_authorized', dimension: 'tag.plan', group_kind: 'withheld' },
    },
  ]);
  expect([...Value.Errors(InsightRowsSchema, rows)]).toEqual([]);
});

it('returns one row for each figure of each group, with its state and reason', () => {
  const answer = {
    read_context: WINDOW,
    coverage: [],
    truncated: false,
    groups: [
      {
        purpose: 'application',
        facet: { member: 'final_model', value: 'm-1' },
        cells: [
          cell('requests.v1', count('3')),
          cell('provider_spend.v1', {
            state: 'partial',
            number: '1500000000',
            unit: 'nano_usd',
            coverage: ['unpriced_population'],
          }),
        ],
      },
      {
        purpose: 'application',
        facet: { member: 'final_model', unserved: true },
        cells: [cell('provider_spend.v1', { state: 'unavailable', reason: 'not_observed' })],
      },
      { purpose: 'application', facet: { member: 'route' }, cells: [cell('requests.v1', count('0'))] },
      { purpose: 'application', facet: { member: 'route', other: true }, cells: [cell('requests.v1', count('1'))] },
      {
        purpose: 'judge',
        cells: [cell('requests.v1', count('2'))],
        previous: { from: WINDOW.from, to: WINDOW.from, cells: [cell('requests.v1', count('5'))] },
      },
    ],
  } as unknown as InsightAnswer;
  const rows = toInsightRows(answer);
  const base = { purpose: 'application', period: 'current' };
  const ofModel = { ...base, facet: 'final_model', group: 'm-1' };
  expect(rows).toEqual({
    ...WINDOW,
    coverage: [],
    truncated: false,
    rows: [
      { ...ofModel, metric: 'requests.v1', state: 'available', value: '3', unit: 'count' },
      {
        ...ofModel,
        ...{ metric: 'provider_spend.v1', state: 'partial', value: '1500000000', unit: 'nano_usd' },
        ...{ amount_usd: '1.5', reason: 'unpriced_population' },
      },
      {
        ...{ ...base, facet: 'final_model', group_kind: 'unserved', metric: 'provider_spend.v1' },
        ...{ state: 'unavailable', reason: 'not_observed' },
      },
      {
        ...base,
        facet: 'route',
        group_kind: 'unnamed',
        metric: 'requests.v1',
        state: 'available',
        value: '0',
        unit: 'count',
      },
      {
        ...base,
        facet: 'route',
        group_kind: 'other',
        metric: 'requests.v1',
        state: 'available',
        value: '1',
        unit: 'count',
      },
      { purpose: 'judge', period: 'current', metric: 'requests.v1', state: 'available', value: '2', unit: 'count' },
      { purpose: 'judge', period: 'previous', metric: 'requests.v1', state: 'available', value: '5', unit: 'count' },
    ],
  });
  expect([...Value.Errors(InsightRowsSchema, rows)]).toEqual([]);
});
