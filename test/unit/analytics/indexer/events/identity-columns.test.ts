import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FACT_COLUMNS, type FactTable } from '../../../../../analytics/indexer/events/fact-rows.ts';
import {
  AMOUNT_COLUMNS,
  NO_COLUMN,
  CONTENT_COLUMNS,
  type IdentityKind,
  GROUPING_COLUMNS,
} from '../../../../../analytics/indexer/events/identity-columns.ts';

function hashOf(columns: readonly string[]): string {
  return createHash('sha256').update(columns.join('\n')).digest('hex').slice(0, 16);
}

/**
 * The expected hashes of the lists. If a list changes, events that were loaded earlier get another identity, and count
 * twice when they arrive again.
 */
const PINNED: Readonly<Record<IdentityKind | 'place' | 'amount', string>> = {
  request_admitted: '7b45c8f5753b85fb',
  request_terminal: 'c336e92033439eda',
  attempt: 'dd4306e5dfb04eb3',
  cost_effect: '6da33867b81f5435',
  cost_effect_by_table: '990dde6fe78612f0',
  feedback_verdict: '49be36e2d14a1eb7',
  release_marker: '087b010548db91a6',
  protection_evaluation: '8ae64d7847645f11',
  evaluation_outcome: '87e8f03003094f5f',
  place: 'fd475d1042e0b42c',
  amount: '7051113e02f9148c',
};

const TABLES: Readonly<Record<IdentityKind, FactTable>> = {
  request_admitted: 'request_admissions_v1',
  request_terminal: 'request_terminals_v1',
  attempt: 'attempts_v1',
  cost_effect: 'cost_effects_v1',
  cost_effect_by_table: 'cost_effects_v1',
  feedback_verdict: 'feedback_verdicts_v1',
  release_marker: 'release_markers_v1',
  protection_evaluation: 'protection_evaluations_v1',
  evaluation_outcome: 'outcomes_v1',
};

describe('the identity columns', () => {
  it('never change', () => {
    const lists = { ...CONTENT_COLUMNS, place: GROUPING_COLUMNS, amount: AMOUNT_COLUMNS };
    expect(Object.fromEntries(Object.entries(lists).map(([kind, columns]) => [kind, hashOf(columns)]))).toEqual(PINNED);
  });

  it.each(Object.entries(CONTENT_COLUMNS))('are in the order of the row, without a gap: %s', (kind, columns) => {
    const row: readonly string[] = FACT_COLUMNS[TABLES[kind as IdentityKind]];
    expect(columns.map((name, index) => (name === NO_COLUMN ? NO_COLUMN : row[index]))).toEqual(columns);
  });
});
