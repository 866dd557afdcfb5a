import { describe, expect, it } from 'vitest';
import type { CalibrationUnit } from '../../../../../domain/quality/calibration/artifact.ts';
import { estimateArm } from '../../../../../domain/quality/experiments/arm-estimate.ts';
import { concludeRun, type ExperimentRunFigures } from '../../../../../domain/quality/experiments/conclude-run.ts';
import type { CellResult } from '../../../../../domain/quality/experiments/cell-result.ts';
import { makeCalibrationUnit } from '../../../../../testing/quality/made-calibration.ts';
import {
  EXPERIMENT_JUDGE,
  makeArm,
  makeCellResult,
  makeDeclaration,
  makePairedCells,
  makeRunFacts,
} from '../../../../../testing/quality/make-experiment.ts';

const conclude = (cells: readonly CellResult[], facts = makeRunFacts()): ExperimentRunFigures =>
  concludeRun({ declaration: makeDeclaration(), facts, cells });

describe('segments', () => {
  const cells = [
    ...makePairedCells({ both: 40, onlyCandidate: 60 }, { segment: 'chat' }),
    ...makePairedCells({ both: 5, onlyBaseline: 20 }, { segment: 'code' }),
    ...makePairedCells({ both: 5, onlyBaseline: 2 }, { segment: 'mail' }),
    makeCellResult({ requestId: 'x', arm: 'a', segment: 'thin' }),
  ];

  it('are corrected by Holm, and one that reverses the verdict is shown', () => {
    const { comparison, segments } = conclude(cells.slice(0, -1));
    expect(comparison.verdict).toBe('BEAT');
    expect(segments).toMatchObject({ correction: 'holm', alpha: 0.05, tested: 3, left_out: 0 });
    expect(
      segments?.segments.map(({ segment, comparison: own, ...one }) => [
        ...[segment, own.verdict, own.alpha, one.is_significant, one.reverses_overall],
      ]),
    ).toEqual([
      ['chat', 'BEAT', 0.05 / 3, true, false],
      ['code', 'NOT_BEAT', 0.05 / 2, true, true],
      ['mail', 'NOT_BEAT', 0.05, false, false],
    ]);
  });

  it('are tested for a margin at alpha over their number, whatever the order of the p-values', () => {
    const declaration = makeDeclaration({ margin: 0.1 });
    // At 0.05, the level of Holm's second step, the lower bound for `mail` is 0.1046: a false BEAT.
    const mail = makePairedCells({ both: 60, onlyCandidate: 40 }, { segment: 'mail' });
    const chat = makePairedCells({ onlyCandidate: 100 }, { segment: 'chat' });
    const { segments } = concludeRun({ declaration, facts: makeRunFacts(), cells: [...mail, ...chat] });
    expect(
      segments?.segments.map(({ segment, comparison: own, is_significant: isSignificant }) => [
        ...[segment, own.verdict, own.alpha, isSignificant],
      ]),
    ).toEqual([
      ['chat', 'BEAT', 0.05 / 2, true],
      ['mail', 'ON_FRONTIER', 0.05 / 2, true],
    ]);
  });

  it('have a refusal of their own, and are not tested then', () => {
    const { segments } = conclude(cells);
    expect(segments?.tested).toBe(3);
    expect(segments?.segments.at(-1)).toMatchObject({
      ...{ segment: 'thin', p_value: null, is_significant: null, reverses_overall: false },
      comparison: { verdict: 'CANNOT_MEASURE', delta: null, refusal: { code: 'unpaired_items' } },
    });
  });

  it('are absent for items of one segment', () => {
    expect(conclude(makePairedCells({ both: 3 })).segments).toBeNull();
  });
});

it('gives the same bytes for the same cells in any order', () => {
  const cells = [
    ...makePairedCells({ both: 9, onlyCandidate: 7, onlyBaseline: 4 }, { segment: 'chat' }),
    ...makePairedCells({ both: 4, onlyCandidate: 1 }, { segment: 'code' }),
  ];
  expect(JSON.stringify(conclude(cells.toReversed()))).toBe(JSON.stringify(conclude(cells)));
});

describe('the estimate of an arm', () => {
  const cells = [
    ...makePairedCells({ both: 90, neither: 10 }),
    makeCellResult({ requestId: 'y', verdict: 'abstained' }),
    makeCellResult({ requestId: 'z', verdict: 'unscored', reason: 'uncaptured', costNanoUsd: null }),
  ];
  const evaluated = makeRunFacts({
    evaluation_costs: [{ arm: 'a', nano_usd: '5000', is_estimated: true, unpriced: 2 }],
  });
  const licence = (change: Partial<CalibrationUnit> = {}): CalibrationUnit => ({
    ...makeCalibrationUnit(),
    ...{ metric: 'correctness', segment: '', judge_subject: EXPERIMENT_JUDGE, confidence: 0.9, raw_error: 0 },
    ...{ rows: { fit: 200, calibration: 100, holdout: 100 } },
    ...change,
  });
  const [a, b] = conclude(cells, evaluated).arms;

  it('has counts, costs and no interval without a licence', () => {
    expect(a && estimateArm(a, [licence({ segment: 'chat' })])).toEqual({
      ...{ arm: 'a', metric: 'correctness', basis: 'measured', point: 0.9, n: 100, passed: 90, abstained: 1 },
      unscored: [{ reason: 'uncaptured', items: 1 }],
      cost: { usd: '0.0000001', estimated: false, unpriced: false },
      eval_cost: { usd: '0.000005', estimated: true, unpriced: false },
      unpriced_excluded: 2,
      no_interval_reason: 'The active calibration does not cover each segment and judge of this arm.',
    });
  });

  it('has an interval with a licence: that of the rate, widened by the bound of the errors of the judge', () => {
    const estimate = b && estimateArm(b, [licence()]);
    // Clopper and Pearson of 90/100 at 0.95, and 1 - 0.05^(1/100).
    expect(estimate?.interval?.low).toBeCloseTo(0.823_777_4 - 0.029_513_0, 6);
    expect(estimate?.interval?.high).toBeCloseTo(0.950_995_3 + 0.029_513_0, 6);
    expect([estimate?.interval?.confidence, estimate?.no_interval_reason]).toEqual([0.9, '']);
  });

  it('is insufficient without a score, and never licensed for reported outcomes', () => {
    const [none] = conclude([]).arms;
    expect(none && estimateArm(none, [licence()])).toMatchObject({
      ...{ basis: 'insufficient', point: null, n: 0, no_interval_reason: 'No item has a pass or a fail.' },
      cost: { usd: null, unpriced: true },
      eval_cost: { usd: '0', unpriced: false },
    });
    const arms = ['a', 'b'].map((name) => makeArm(name, { basis: 'reported' }));
    const reported = concludeRun({ declaration: makeDeclaration({ arms }), facts: makeRunFacts(), cells }).arms[0];
    const estimate = reported && estimateArm(reported, [licence()]);
    expect(estimate).toMatchObject({ basis: 'reported', point: 0.9 });
    expect(estimate).not.toHaveProperty('interval');
  });
});
