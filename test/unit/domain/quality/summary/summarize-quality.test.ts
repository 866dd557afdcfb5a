import { describe, expect, it } from 'vitest';
import { createLabelCounts } from '../../../../../domain/quality/summary/label-counts.ts';
import { summarizeQuality } from '../../../../../domain/quality/summary/summarize-quality.ts';
import type { RatedSegment } from '../../../../../domain/quality/summary/summary-evidence.ts';
import type { SegmentEstimate } from '../../../../../domain/quality/summary/segment-estimate.ts';
import type { LabelledRow } from '../../../../../domain/quality/labelled-row.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../../testing/quality/made-calibration.ts';
import { makeLabelledRows } from '../../../../../testing/quality/make-labelled-rows.ts';

const SUBJECT = makeCalibrationUnit().judge_subject;
const ACTIVE = makeCalibrationArtifact({ units: [makeCalibrationUnit(), makeFailedUnit()] });

function rated(changes: Partial<RatedSegment> = {}): RatedSegment {
  return {
    ...{ metric: 'safety', segment: 'checkout', basis: 'measured', evaluatorKind: 'judge' },
    ...{ evaluatorId: 'judge.safety', judgeSubject: SUBJECT, passed: 700, failed: 300, abstained: 5, unheard: 2 },
    ...changes,
  };
}

function labelsOf(rows: readonly LabelledRow[]) {
  const labels = createLabelCounts();
  for (const row of rows) labels.add(row);
  return labels;
}

/** Labelled rows of the licensed unit. The judge errs on each tenth row. */
const labelled = (count: number, change: Partial<LabelledRow> = {}): LabelledRow[] =>
  makeLabelledRows(count, (number) => ({
    ...{ segment: 'checkout', judgeSubject: SUBJECT, human: number % 2 === 0 ? 'pass' : 'fail' },
    judge: (number % 2 === 0) !== (number % 10 === 3 || number % 20 === 4) ? 'pass' : 'fail',
    ...change,
  }));

function estimate(row: RatedSegment, rows: readonly LabelledRow[] = [], artifact = ACTIVE): SegmentEstimate {
  return summarizeQuality([row], labelsOf(rows), artifact, 80)[0]!.estimates[0]!;
}

describe('an estimate', () => {
  it('of a thin segment has no point, and the needed and present rows', () => {
    expect(estimate(rated({ passed: 40, failed: 9 }))).toMatchObject({
      basis: 'insufficient',
      outcomeBasis: 'measured',
      ...{ point: null, estimator: null, interval: undefined, verdictRate: null, n: 49, abstained: 5, unheard: 2 },
      refusals: [{ code: 'thin_segment', need: 50, have: 49 }],
    });
  });

  it('needs the configured rows without an active calibration', () => {
    const [segment] = summarizeQuality([rated({ passed: 60, failed: 19 })], labelsOf([]), undefined, 80);
    expect(segment?.estimates[0]).toMatchObject({
      ...{ basis: 'insufficient', point: null },
      refusals: [{ code: 'thin_segment', need: 80, have: 79 }],
    });
  });

  it('of reports has a point, and no interval', () => {
    const reported = rated({ basis: 'reported', evaluatorKind: 'external', judgeSubject: '' });
    expect(estimate(reported)).toMatchObject({
      ...{ basis: 'reported', point: 0.7, estimator: 'verdicts', interval: undefined, refusals: [] },
    });
  });

  it('of a judge without an active calibration has the rate of its verdicts, and no interval', () => {
    const [segment] = summarizeQuality([rated()], labelsOf(labelled(400)), undefined, 50);
    expect(segment?.estimates[0]).toMatchObject({
      ...{ basis: 'measured', point: 0.7, estimator: 'verdicts', interval: undefined },
      refusals: [{ code: 'no_active_calibration' }],
    });
  });

  it('of a judge whose unit failed has the reason of the unit', () => {
    const row = rated({ segment: 'refunds' });
    expect(estimate(row)).toMatchObject({
      ...{ point: 0.7, interval: undefined },
      refusals: [{ code: 'not_licensed', need: 5, have: 30 }],
    });
    expect(estimate(rated({ judgeSubject: 'ffffffffffff' })).refusals).toMatchObject([
      { code: 'not_licensed', need: null, have: null },
    ]);
  });

  it('with labels of an equal draw is corrected by PPI++', () => {
    const { point, interval, estimator, verdictRate, labelled: rows } = estimate(rated(), labelled(400));
    expect([estimator, rows, verdictRate]).toEqual(['ppi_plus_plus', 400, 0.7]);
    expect(interval?.confidence).toBe(0.9);
    expect(interval!.low < point! && point! < interval!.high).toBe(true);
  });

  it('with labels of no known design is corrected by the errors of the judge', () => {
    const rows = labelled(400, { strategy: 'unstated', probability: null });
    expect(estimate(rated(), rows)).toMatchObject({ estimator: 'rogan_gladen', labelled: 400 });
  });

  it('with labels of hard cases only is not corrected', () => {
    const rows = labelled(400, { strategy: 'hard_cases', probability: null });
    expect(estimate(rated(), rows)).toMatchObject({
      ...{ point: 0.7, estimator: 'verdicts', interval: undefined },
      refusals: [{ code: 'only_hard_cases', need: null, have: null }],
    });
  });

  it('ignores rows that the judge did not decide', () => {
    const rows = labelled(10, { judge: 'abstained' });
    expect(estimate(rated(), rows).refusals).toMatchObject([{ code: 'no_labels' }]);
  });
});

it('bases, evaluators and versions of a judge are never blended, and come in order', () => {
  const other = { judgeSubject: '000000000000' };
  const rows = [
    rated({ segment: 'z' }),
    rated({ basis: 'reported', evaluatorKind: 'external', evaluatorId: 'external.x', judgeSubject: '' }),
    rated(),
    rated(other),
  ];
  const summarized = summarizeQuality(rows, labelsOf([]), ACTIVE, 50);
  expect(
    summarized.map(({ segment, estimates }) => [segment, estimates.map((one) => [one.outcomeBasis, one.judgeSubject])]),
  ).toEqual([
    [
      'checkout',
      [
        ['measured', '000000000000'],
        ['measured', SUBJECT],
        ['reported', ''],
      ],
    ],
    ['z', [['measured', SUBJECT]]],
  ]);
});
