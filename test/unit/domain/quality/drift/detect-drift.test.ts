import { describe, expect, it } from 'vitest';
import { detectDrift, driftSpans, refuseDrift } from '../../../../../domain/quality/drift/detect-drift.ts';
import { DRIFT_DETECTORS, knownDetectors } from '../../../../../domain/quality/drift/detectors.ts';
import type { DriftEvidence, VerdictLevel } from '../../../../../domain/quality/drift/drift-evidence.ts';
import type { LicensedUnit } from '../../../../../domain/quality/calibration/licensed-unit.ts';
import { createOnlineErrors } from '../../../../../domain/quality/drift/online-errors.ts';
import { chooseCaseCount } from '../../../../../testing/choose-case-count.ts';
import { makeCalibrationUnit } from '../../../../../testing/quality/made-calibration.ts';
import { makeLabelledRows } from '../../../../../testing/quality/make-labelled-rows.ts';
import { createRandom } from '../../../../../testing/random.ts';

const DAY_MS = 86_400_000;
const FROM_MS = Date.parse('2026-01-01T00:00:00.000Z');
const SPANS = driftSpans({ fromMs: FROM_MS, untilMs: FROM_MS + 28 * DAY_MS }, FROM_MS);
const UNIT = makeCalibrationUnit() as LicensedUnit;

function evidence(change: Partial<DriftEvidence> = {}): DriftEvidence {
  return {
    unit: UNIT,
    reference: { rows: 93, errors: 2 },
    days: [],
    levels: [],
    online: { rows: 0, errors: 0 },
    ...change,
  };
}

/** Four weeks of verdicts with a weekly pattern, 100 a day. */
const days = (passedOn: (day: number) => number) =>
  Array.from({ length: 28 }, (_, day) => ({
    dayMs: FROM_MS + day * DAY_MS,
    passed: passedOn(day),
    failed: 100 - passedOn(day),
  }));
const WEEKLY = [80, 82, 81, 79, 83, 70, 71];
/** Noise of one row, without which the remainder would be 0. */
const usual = (day: number): number => WEEKLY[day % 7]! + ((day * 5) % 3) - 1;

describe('the spans of a window', () => {
  it('are its complete days, its last quarter, and the time since the calibration', () => {
    const spans = driftSpans({ fromMs: FROM_MS + 1, untilMs: FROM_MS + 8 * DAY_MS + 1 }, FROM_MS + 9 * DAY_MS);
    expect(spans).toEqual({
      days: { fromMs: FROM_MS + DAY_MS, untilMs: FROM_MS + 8 * DAY_MS },
      current: { fromMs: FROM_MS + 6 * DAY_MS + 1, untilMs: FROM_MS + 8 * DAY_MS + 1 },
      sinceCalibration: { fromMs: FROM_MS + 8 * DAY_MS + 1, untilMs: FROM_MS + 8 * DAY_MS + 1 },
    });
  });
});

it('unknown detectors are dropped, and the known ones run in their own order', () => {
  expect(knownDetectors(['later-v2', 'risk-monitor-v1', 'psi-window-v1'])).toEqual([
    'psi-window-v1',
    'risk-monitor-v1',
  ]);
  expect(Object.values(DRIFT_DETECTORS).map(({ holds }) => holds)).toEqual(['per_look', 'per_look', 'all_looks']);
});

it('drift that cannot be looked for is refused as a whole', () => {
  expect(refuseDrift('drift_unmeasured')).toMatchObject({
    code: 'drift_unmeasured',
    detector: undefined,
    unit: undefined,
  });
});

describe('robust-seasonal-v1', () => {
  const run = (change: Partial<DriftEvidence>, others: DriftEvidence[] = []) =>
    detectDrift(['robust-seasonal-v1'], [evidence(change), ...others], SPANS);

  it('finds the day that leaves the weekly pattern', () => {
    const { findings, refusals } = run({ days: days((day) => (day === 17 ? 40 : usual(day))) });
    expect(refusals).toEqual([]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      ...{ isFinding: true, rows: 100, referenceRows: 2_700 },
      window: { fromMs: FROM_MS + 17 * DAY_MS, untilMs: FROM_MS + 18 * DAY_MS },
    });
    expect(findings[0]!.magnitude).toBeLessThan(-5);
    expect(findings[0]!.pValue).toBeLessThan(0.05);
    expect(Math.abs(findings[0]!.magnitude)).toBeGreaterThan(findings[0]!.critical);
  });

  it('of an unchanged series shows the most extreme day, which is no finding', () => {
    const { findings } = run({ days: days(usual) });
    expect(findings.map(({ isFinding }) => isFinding)).toEqual([false]);
  });

  it('of equal days finds nothing', () => {
    expect(run({ days: days(() => 80) }).findings.filter(({ isFinding }) => isFinding)).toEqual([]);
  });

  it('refuses thin days and short windows, with the need and the present number', () => {
    expect(run({ days: days(usual).slice(3) }).refusals).toMatchObject([{ code: 'thin_days', need: 28, have: 25 }]);
    const thin = days(usual).map((day, index) => (index === 4 ? { ...day, passed: 9, failed: 0 } : day));
    expect(run({ days: thin }).refusals).toMatchObject([{ code: 'thin_days', have: 27 }]);
    const short = driftSpans({ fromMs: FROM_MS, untilMs: FROM_MS + 13 * DAY_MS }, FROM_MS);
    expect(detectDrift(['robust-seasonal-v1'], [evidence()], short).refusals).toMatchObject([
      { code: 'window_too_short', need: 14, have: 13 },
    ]);
  });
});

describe('psi-window-v1', () => {
  const run = (...levels: VerdictLevel[][]) =>
    detectDrift(
      ['psi-window-v1'],
      levels.map((one) => evidence({ levels: one })),
      SPANS,
    );
  const certain = (reference: readonly number[], current: readonly number[]): VerdictLevel[] =>
    reference.map((rows, level) => ({
      ...{ verdict: 'pass' as const, certainty: level * 100, reference: rows, current: current[level]! },
    }));
  const EVEN = Array<number>(10).fill(100);

  it('finds another distribution of certainties, with the rows of both windows', () => {
    const { findings } = run(certain(EVEN, [300, 100, 50, 50, 50, 50, 50, 50, 50, 50]));
    expect(findings).toMatchObject([{ isFinding: true, rows: 800, referenceRows: 1_000, practicalMinimum: 0.05 }]);
    expect(findings[0]!.magnitude).toBeGreaterThan(findings[0]!.critical);
  });

  it('does not find a significant change that is smaller than the practical minimum', () => {
    const many = EVEN.map((rows) => rows * 1_000);
    const { findings } = run(
      certain(
        many,
        many.map((rows, level) => rows + (level === 0 ? 9_000 : -1_000)),
      ),
    );
    expect(findings[0]).toMatchObject({ isFinding: false });
    expect(findings[0]!.magnitude).toBeGreaterThan(findings[0]!.critical);
    expect(findings[0]!.pValue).toBeLessThan(1e-9);
  });

  it('compares verdicts if the judge states no certainty', () => {
    const levels: VerdictLevel[] = [
      { verdict: 'pass', certainty: null, reference: 800, current: 500 },
      { verdict: 'fail', certainty: null, reference: 200, current: 500 },
    ];
    expect(run(levels).findings).toMatchObject([{ isFinding: true, rows: 1_000 }]);
  });

  it('freezes the bins in the reference window: equal certainties stay together', () => {
    const levels = certain([1_000, 0], [500, 500]);
    expect(run(levels).refusals).toMatchObject([{ code: 'single_bin' }]);
  });

  it('refuses windows with too few rows', () => {
    expect(run(certain(EVEN, [9, 10, 10, 10, 10, 0, 0, 0, 0, 0])).refusals).toMatchObject([
      { code: 'too_few_rows', need: 50, have: 49 },
    ]);
    expect(run([]).refusals).toMatchObject([{ code: 'too_few_rows', have: 0 }]);
  });

  it('holds its level over units: of 20 unchanged units, few looks find drift', () => {
    const random = createRandom(7);
    const draw = () => {
      const counts = Array<number>(10).fill(0);
      for (let row = 0; row < 1_000; row += 1) counts[random.whole(0, 9)]! += 1;
      return counts;
    };
    let looks = 0;
    for (let look = 0; look < 100; look += 1) {
      const { findings } = run(...Array.from({ length: 20 }, () => certain(draw(), draw())));
      // Without the practical minimum, so that the level alone decides.
      const smallest = findings.map(({ pValue }) => pValue!).sort((one, other) => one - other);
      if (smallest.some((pValue, rank) => pValue <= (0.05 * (rank + 1)) / 20)) looks += 1;
    }
    expect(looks).toBeLessThanOrEqual(5 + 3 * Math.sqrt(100 * 0.05 * 0.95));
  });
});

describe('risk-monitor-v1', () => {
  const run = (...units: Partial<DriftEvidence>[]) => detectDrift(['risk-monitor-v1'], units.map(evidence), SPANS);

  it('finds a risk above that of the holdout', () => {
    const { findings } = run({ online: { rows: 200, errors: 60 } });
    expect(findings).toMatchObject([
      { isFinding: true, rows: 200, referenceRows: 93, pValue: null, window: SPANS.sinceCalibration },
    ]);
    expect(findings[0]!.magnitude).toBeGreaterThan(findings[0]!.critical);
  });

  it('finds nothing in an unchanged risk', () => {
    expect(run({ online: { rows: 1_000, errors: 22 } }).findings).toMatchObject([{ isFinding: false }]);
  });

  it('divides its level by the number of units', () => {
    const online = { rows: 60, errors: 11 };
    const [alone] = run({ online }).findings;
    const [among] = run({ online }, ...Array.from({ length: 50 }, () => ({}))).findings;
    expect(among!.critical).toBeGreaterThan(alone!.critical);
    expect(among!.magnitude).toBeLessThan(alone!.magnitude);
  });

  it('holds its level over a year of daily looks: few unchanged streams are ever found', () => {
    const streams = chooseCaseCount(150, 1_500);
    // The holdout is so large that only the looks decide. The bound of a single look would find a fifth of the streams.
    const reference = { rows: 20_000, errors: 4_000 };
    const random = createRandom(20_260_101);
    const looks = new Map<string, boolean>();
    const isFound = (rows: number, errors: number): boolean => {
      const known = looks.get(`${rows} ${errors}`);
      if (known !== undefined) return known;
      const found = run({ reference, online: { rows, errors } }).findings.some(({ isFinding }) => isFinding);
      looks.set(`${rows} ${errors}`, found);
      return found;
    };
    const isEverFound = (): boolean => {
      let errors = 0;
      return Array.from({ length: 365 }, (_, day) => {
        errors += Number(random.chance(0.2));
        return isFound(day + 1, errors);
      }).some(Boolean);
    };
    const found = Array.from({ length: streams }, isEverFound).filter(Boolean).length;
    expect(found).toBeLessThanOrEqual(0.05 * streams + 3 * Math.sqrt(streams * 0.05 * 0.95));
    expect(isFound(365, 180)).toBe(true);
  });

  it('refuses a unit without labels since the calibration, or without a reference', () => {
    expect(run({}).refusals).toMatchObject([{ code: 'no_labels_since_calibration' }]);
    expect(run({ reference: { rows: 0, errors: 0 } }).refusals).toMatchObject([{ code: 'no_reference_rows' }]);
  });

  it('counts accepted verdicts that have a label, except hard cases', () => {
    const online = createOnlineErrors([UNIT]);
    const of = { segment: 'checkout', judgeSubject: UNIT.judge_subject, confidence: 0.8 };
    const rows = [
      ...makeLabelledRows(10, () => of),
      ...makeLabelledRows(4, () => ({ ...of, judge: 'pass', human: 'fail' })),
      ...makeLabelledRows(1, () => ({ ...of, strategy: 'hard_cases', human: 'fail' })),
      ...makeLabelledRows(1, () => ({ ...of, confidence: 0.79 })),
      ...makeLabelledRows(1, () => ({ ...of, confidence: null })),
      ...makeLabelledRows(1, () => ({ ...of, judge: 'abstained' })),
      ...makeLabelledRows(1, () => ({ ...of, segment: 'elsewhere' })),
    ];
    for (const row of rows) online.add(row);
    expect(online.of(UNIT)).toEqual({ rows: 14, errors: 4 });
    expect(online.of({ ...UNIT, segment: 'elsewhere' })).toEqual({ rows: 0, errors: 0 });
  });
});
