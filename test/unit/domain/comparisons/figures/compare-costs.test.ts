import { describe, expect, it } from 'vitest';
import {
  CELL_STATES,
  isTerminalCell,
  type Cell,
  type CellCost,
} from '../../../../../domain/comparisons/figures/cell.ts';
import { compareCosts, FIGURE_ABSENCES } from '../../../../../domain/comparisons/figures/compare-costs.ts';
import { makeCell } from '../../../../../testing/comparisons/evidence.ts';

const costs = (cost: CellCost, state: Cell['state'] = 'answered') => makeCell({ state, cost });
const priced = (nanoUsd: bigint, state: Cell['state'] = 'answered') => costs({ state: 'priced', nanoUsd }, state);
const unpriced = (state: Cell['state'] = 'answered') => costs({ state: 'unpriced' }, state);
const unbilled = costs({ state: 'unbilled' }, 'failed');
const PAIR = { baseline: priced(10n), candidate: priced(4n) };

describe('the costs of both arms', () => {
  it('are compared over the cases that ended and were billed in both', () => {
    expect(
      compareCosts([
        PAIR,
        { baseline: priced(5n, 'failed'), candidate: priced(7n) },
        { baseline: unbilled, candidate: priced(100n) },
        { baseline: priced(100n), candidate: unbilled },
        { baseline: priced(100n), candidate: undefined },
        { baseline: undefined, candidate: priced(100n) },
        { baseline: priced(100n), candidate: unpriced('dispatched') },
        { baseline: unpriced('dispatched'), candidate: priced(100n) },
        { baseline: priced(100n), candidate: priced(100n, 'intended') },
      ]),
    ).toEqual({ state: 'present', cases: 2, baselineNanoUsd: 15n, candidateNanoUsd: 11n });
  });

  it.each([
    ['unpriced_population', [PAIR, { baseline: unpriced(), candidate: priced(1n) }]],
    ['unpriced_population', [PAIR, { baseline: priced(1n), candidate: unpriced('failed') }]],
    ['unpriced_population', [PAIR, { baseline: unbilled, candidate: unpriced() }]],
    ['unpriced_population', [{ baseline: unpriced(), candidate: unpriced() }]],
    ['no_comparable_cases', []],
    ['no_comparable_cases', [{ baseline: unbilled, candidate: priced(1n) }]],
    ['no_comparable_cases', [{ baseline: priced(0n), candidate: undefined }]],
    ['denominator_zero', [{ baseline: priced(0n), candidate: priced(1n) }]],
  ] as const)('are absent: %s', (reason, cases) => {
    expect(compareCosts(cases)).toEqual({ state: 'absent', reason });
  });

  it('include a candidate without a cost', () => {
    expect(compareCosts([{ baseline: priced(1n), candidate: priced(0n) }])).toEqual({
      state: 'present',
      cases: 1,
      baselineNanoUsd: 1n,
      candidateNanoUsd: 0n,
    });
  });
});

it('a cell has ended answered or failed', () => {
  expect(CELL_STATES.filter((state) => isTerminalCell(makeCell({ state })))).toEqual(['answered', 'failed']);
  expect(CELL_STATES).toEqual(['intended', 'dispatched', 'answered', 'failed']);
  expect(isTerminalCell(undefined)).toBe(false);
});

it('figures are absent for the reasons of the contract', () => {
  expect(FIGURE_ABSENCES).toEqual([
    'denominator_zero',
    'unpriced_population',
    'no_comparable_cases',
    'scope_not_authorized',
  ]);
});
