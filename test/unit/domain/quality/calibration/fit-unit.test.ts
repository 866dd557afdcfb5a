import { describe, expect, it } from 'vitest';
import type { CalibrationUnit } from '../../../../../domain/quality/calibration/artifact.ts';
import { fitUnit, type UnitTerms } from '../../../../../domain/quality/calibration/fit-unit.ts';
import type { LabelledRow } from '../../../../../domain/quality/labelled-row.ts';
import { splitLabelledRows } from '../../../../../testing/quality/fit-labelled-rows.ts';
import { makeLabelledRows } from '../../../../../testing/quality/make-labelled-rows.ts';

const TERMS: UnitTerms = { tolerance: 0.1, confidence: 0.9, minN: 50 };

function unitOf(rows: readonly LabelledRow[], terms: Partial<UnitTerms> = {}): CalibrationUnit {
  const { units } = splitLabelledRows(rows);
  return fitUnit(units[0]!, { ...TERMS, ...terms });
}
/** The verdict of the judge on a row that is wrong. */
const wrong = (number: number): Partial<LabelledRow> => ({ judge: number % 2 === 0 ? 'fail' : 'pass' });
const refusalOf = ({ state, refusal }: CalibrationUnit): unknown[] => [
  state,
  refusal?.code,
  refusal?.need,
  refusal?.have,
];

describe('a unit', () => {
  it('takes its figures from the holdout alone', () => {
    // 240 rows: 120 to fit, 60 to choose, 60 held out. Every fourth row is uncertain, and every eighth is wrong.
    const unit = unitOf(
      makeLabelledRows(240, (number) => ({
        confidence: number % 4 === 0 ? 0.5 : 0.9,
        ...(number % 8 === 0 && wrong(number)),
        // Two errors among the certain rows of the holdout.
        ...((number === 181 || number === 183) && wrong(number)),
      })),
    );
    const { min_detectable_error: detectable, bins, ...rest } = unit;
    expect(detectable).toBeCloseTo(1 - 0.1 ** (1 / 45), 12);
    expect(bins.map(({ from, to, rows, agreed }) => [from, to, rows, agreed])).toEqual([
      [0.5, 0.5, 15, 8],
      [0.9, 0.9, 45, 43],
    ]);
    expect(rest).toEqual({
      metric: 'safety',
      segment: 'chat',
      judge_subject: '0123456789ab',
      state: 'failed',
      gate_passed: false,
      tolerance: 0.1,
      confidence: 0.9,
      threshold: 0.9,
      allowance: 1 / 45,
      accepted: 45,
      errors: 2,
      error: 2 / 45,
      // Seven uncertain ones (184, 192 … 232) and two certain ones.
      raw_error: 9 / 60,
      false_refusal_rate: 8 / 51,
      rows: { fit: 120, calibration: 60, holdout: 60 },
      refusal: {
        code: 'error_above_tolerance',
        need: 1,
        have: 2,
        text: '2 of the 45 accepted verdicts that are held out are wrong. At most 1 may be wrong to show an error of at most 0.1 at the confidence 0.9. Improve the judge, or label more rows.',
      },
      judge_refusals: 0,
    });
  });

  it('passes exactly up to the maximum number of errors', () => {
    const withErrors = (errors: number) =>
      unitOf(makeLabelledRows(400, (number) => (number >= 300 && number < 300 + errors ? wrong(number) : {})));
    // Of 100 rows at tolerance 0.1 and confidence 0.9, five errors have the p-value 0.057577, and six 0.117156.
    expect([withErrors(5).state, withErrors(5).gate_passed, withErrors(5).refusal]).toEqual(['passed', true, null]);
    expect([withErrors(5).allowance, withErrors(6).allowance]).toEqual([0.05, 0.05]);
    expect(refusalOf(withErrors(6))).toEqual(['failed', 'error_above_tolerance', 5, 6]);
  });

  it('of 50 held-out rows can never pass at 0.05 and 0.95, which needs 59', () => {
    const terms = { tolerance: 0.05, confidence: 0.95 };
    const small = unitOf(makeLabelledRows(200), terms);
    expect(refusalOf(small)).toEqual(['unmeasurable', 'below_detectable_error', 59, 50]);
    expect(small.min_detectable_error).toBeCloseTo(0.0581550791, 10);
    expect(unitOf(makeLabelledRows(232), terms).state).toBe('unmeasurable');
    expect(unitOf(makeLabelledRows(236), terms)).toMatchObject({ state: 'passed', accepted: 59, allowance: 0 });
  });

  it('accepts all rows of exactly the threshold', () => {
    const unit = unitOf(
      makeLabelledRows(400, (number) => ({
        confidence: [0.6, 0.8, 0.8, 1][number % 4]!,
        ...(number % 4 === 0 && wrong(number)),
      })),
    );
    expect([unit.threshold, unit.accepted, unit.errors, unit.state]).toEqual([0.8, 75, 0, 'passed']);
    expect([unit.raw_error, unit.false_refusal_rate]).toEqual([0.25, 0]);
  });

  it('fails without a threshold if already the most certain verdicts are wrong too often', () => {
    const unit = unitOf(makeLabelledRows(400, (number) => (number % 5 === 0 ? wrong(number) : {})));
    expect(refusalOf(unit)).toEqual(['failed', 'no_threshold_passed', 5, 20]);
    expect([unit.threshold, unit.accepted, unit.error, unit.raw_error]).toEqual([null, 0, null, 0.2]);
    expect(unit.false_refusal_rate).toBeNull();
  });

  it('counts refusals of the judge neither as errors nor as passes', () => {
    const unit = unitOf(
      makeLabelledRows(400, (number) =>
        number % 4 < 2 ? {} : { judge: number % 4 === 2 ? 'abstained' : 'no_verdict' },
      ),
    );
    expect([unit.judge_refusals, unit.rows, unit.accepted, unit.errors]).toEqual([
      200,
      { fit: 100, calibration: 50, holdout: 50 },
      50,
      0,
    ]);
    expect(unit.state).toBe('passed');
  });

  it('never accepts a verdict without a certainty', () => {
    const unit = unitOf(makeLabelledRows(400, (number) => (number % 4 < 2 ? {} : { confidence: null })));
    expect([unit.rows.holdout, unit.accepted, unit.false_refusal_rate]).toEqual([100, 50, 0.5]);
  });
});

describe('a unit is unmeasurable, which is neither passed nor failed,', () => {
  it.each<[string, LabelledRow[], unknown[]]>([
    [
      'without a judge',
      makeLabelledRows(300, () => ({ judgeSubject: '', judge: '', confidence: null })),
      ['no_judge', 1, 0],
    ],
    [
      'if the judge decided nothing',
      makeLabelledRows(300, () => ({ judge: 'abstained' })),
      ['judge_decided_nothing', 1, 0],
    ],
    ['without certainties', makeLabelledRows(300, () => ({ confidence: null })), ['no_confidence', 1, 0]],
    ['with too few held-out rows', makeLabelledRows(199), ['too_few_rows', 50, 49]],
    ['if people gave one verdict', makeLabelledRows(300, () => ({ human: 'pass' })), ['one_human_verdict', 2, 1]],
    [
      'with too few certain rows held out',
      makeLabelledRows(300, (number) => (number >= 245 ? { confidence: null } : {})),
      ['below_detectable_error', 22, 20],
    ],
    [
      'with too few rows that choose the threshold',
      makeLabelledRows(300, (number) => (number >= 150 && number < 205 ? { confidence: null } : {})),
      ['below_detectable_error', 22, 20],
    ],
    [
      'with too few rows above the threshold',
      makeLabelledRows(400, (number) => ({
        confidence: number < 300 || number >= 380 ? 1 : 0.5,
        ...(number % 2 === 0 && number < 200 && { confidence: 0.9 }),
      })),
      ['below_detectable_error', 22, 20],
    ],
  ])('%s', (_, rows, refusal) => {
    const unit = unitOf(rows);
    expect(refusalOf(unit)).toEqual(['unmeasurable', ...refusal]);
    expect(unit.gate_passed).toBe(false);
  });
});
