import { benjaminiHochberg } from '../../statistics/multiplicity/benjamini-hochberg.ts';
import { deviateProbabilities } from '../../statistics/drift/deviate-probabilities.ts';
import { extremeStudentizedDeviate } from '../../statistics/drift/extreme-studentized-deviate.ts';
import { seasonalDeviations } from '../../statistics/drift/seasonal-deviations.ts';
import { stabilizedRates } from '../../statistics/drift/stabilized-rates.ts';
import { DRIFT_LEVEL } from './detectors.ts';
import type { DriftEvidence } from './drift-evidence.ts';
import type { DriftFinding, DriftRefusal, DriftResults, DriftSpan } from './drift-results.ts';

const DETECTOR = 'robust-seasonal-v1';
const DAY_MS = 86_400_000;
/** The days of a period of the series: a week. */
const PERIOD = 7;
const MIN_DAYS = 2 * PERIOD;
/** The minimum number of decided rows of a day. The rate of fewer rows changes by a tenth with one row. */
const MIN_ROWS = 10;
/** The largest share of days that may be outliers, as S-H-ESD demands. */
const MAX_SHARE = 0.2;

interface Look {
  readonly unit: DriftEvidence['unit'];
  readonly fromMs: number;
  readonly rows: readonly number[];
  readonly deviations: readonly number[];
  /** The days in the order in which the test removes them, each with its statistic, its critical value and p-value. */
  readonly steps: readonly { readonly index: number; readonly critical: number; readonly pValue: number }[];
}

/**
 * Days on which the pass rate of a judge leaves its weekly pattern (S-H-ESD, with critical values that allow for the
 * fitted pattern). Deviations are in standard deviations of the rows of a day. The level of a look holds over the units
 * together (Benjamini and Hochberg), and not over repeated looks.
 *
 * @param span the complete days of the window
 */
export function detectSeasonalDrift(units: readonly DriftEvidence[], span: DriftSpan): DriftResults {
  const looks: Look[] = [];
  const refusals: DriftRefusal[] = [];
  for (const evidence of units) {
    const look = lookAt(evidence, span);
    if ('code' in look) refusals.push(look);
    else looks.push(look);
  }
  const smallest = looks.map(({ steps }) => Math.min(1, ...steps.map(({ pValue }) => pValue)));
  const found = benjaminiHochberg(smallest, DRIFT_LEVEL);
  const share = looks.length === 0 ? 0 : found.filter(Boolean).length / looks.length;
  return {
    findings: looks.flatMap((look, index) => findingsOf(look, found[index] === true ? DRIFT_LEVEL * share : 0)),
    refusals,
  };
}

function lookAt({ unit, days }: DriftEvidence, { fromMs, untilMs }: DriftSpan): Look | DriftRefusal {
  const length = Math.max(0, Math.floor((untilMs - fromMs) / DAY_MS));
  const known = { detector: DETECTOR, unit } as const;
  if (length < MIN_DAYS) {
    const text = `The window has ${length} complete days, and a weekly pattern needs ${MIN_DAYS}. Ask for a longer window.`;
    return { ...known, code: 'window_too_short', need: MIN_DAYS, have: length, text };
  }
  const byDay = new Map(days.map((day) => [day.dayMs, day]));
  const series = Array.from({ length }, (_, index) => byDay.get(fromMs + index * DAY_MS));
  const full = series.filter((day) => day !== undefined && day.passed + day.failed >= MIN_ROWS);
  if (full.length < length) {
    const text = `${length - full.length} of ${length} days have fewer than ${MIN_ROWS} verdicts. Judge more requests of each day.`;
    return { ...known, code: 'thin_days', need: length, have: full.length, text };
  }
  const counted = series.flatMap((day) => (day === undefined ? [] : [day]));
  const points = counted.map(({ passed, failed }) => ({ passed, rows: passed + failed }));
  const deviations = seasonalDeviations(stabilizedRates(points), PERIOD);
  const { steps } = extremeStudentizedDeviate(deviations, {
    alpha: DRIFT_LEVEL,
    maxOutliers: Math.floor(length * MAX_SHARE),
    center: 'median',
    fittedPeriod: PERIOD,
    minSpread: 1,
  });
  const pValues = deviateProbabilities(length, steps, PERIOD);
  return {
    unit,
    fromMs,
    rows: counted.map(({ passed, failed }) => passed + failed),
    deviations,
    steps: steps.map(({ index, statistic, critical }, step) => ({
      index,
      critical: statistic === 0 ? 0 : (critical * Math.abs(deviations[index] ?? 0)) / statistic,
      pValue: pValues[step] ?? 1,
    })),
  };
}

/**
 * The days that a look finds at a level, oldest first. Without one, the most extreme day, which is no finding. The
 * number of outliers is the largest step below the level.
 */
function findingsOf(look: Look, level: number): DriftFinding[] {
  const count = look.steps.findLastIndex(({ pValue }) => pValue < level) + 1;
  const shown = look.steps.slice(0, Math.max(1, count)).toSorted((one, other) => one.index - other.index);
  const total = look.rows.reduce((sum, rows) => sum + rows, 0);
  return shown.map(({ index, critical, pValue }) => {
    const fromMs = look.fromMs + index * DAY_MS;
    const rows = look.rows[index] ?? 0;
    return {
      detector: DETECTOR,
      unit: look.unit,
      window: { fromMs, untilMs: fromMs + DAY_MS },
      ...{ rows, referenceRows: total - rows },
      magnitude: look.deviations[index] ?? 0,
      ...{ critical, practicalMinimum: null, pValue },
      isFinding: count > 0,
    };
  });
}
