import type { DriftDetector } from './detectors.ts';
import type { DriftEvidence } from './drift-evidence.ts';
import type { DriftFinding, DriftRefusal, DriftResults, DriftSpan } from './drift-results.ts';
import { detectDistributionDrift } from './detect-distribution-drift.ts';
import { monitorRisk } from './monitor-risk.ts';
import { detectSeasonalDrift } from './detect-seasonal-drift.ts';

/** The spans of the detectors. */
export interface DriftSpans {
  /** The complete UTC days of the window. */
  readonly days: DriftSpan;
  /** The last quarter of the window; the rest before it is the reference. */
  readonly current: DriftSpan;
  /** The time since the calibration. */
  readonly sinceCalibration: DriftSpan;
}

const DAY_MS = 86_400_000;

/** The spans of a window. @param calibratedMs the newest row of the calibration, in Unix milliseconds */
export function driftSpans({ fromMs, untilMs }: DriftSpan, calibratedMs: number): DriftSpans {
  const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDay = Math.floor(untilMs / DAY_MS) * DAY_MS;
  return {
    days: { fromMs: firstDay, untilMs: Math.max(firstDay, lastDay) },
    current: { fromMs: Math.floor(untilMs - (untilMs - fromMs) / 4), untilMs },
    sinceCalibration: { fromMs: Math.min(calibratedMs, untilMs), untilMs },
  };
}

/** The results of detectors on the units of the active calibration: by window, then by detector and unit. */
export function detectDrift(
  detectors: readonly DriftDetector[],
  units: readonly DriftEvidence[],
  spans: DriftSpans,
): DriftResults {
  const results = detectors.map((detector) => runDetector(detector, units, spans));
  return {
    findings: results.flatMap(({ findings }) => findings).toSorted(byWindow),
    refusals: results.flatMap(({ refusals }) => refusals),
  };
}

function runDetector(detector: DriftDetector, units: readonly DriftEvidence[], spans: DriftSpans): DriftResults {
  switch (detector) {
    case 'robust-seasonal-v1':
      return detectSeasonalDrift(units, spans.days);
    case 'psi-window-v1':
      return detectDistributionDrift(units, spans.current);
    case 'risk-monitor-v1':
      return monitorRisk(units, spans.sinceCalibration);
  }
}

/** The oldest first. The order of equal windows stays. */
function byWindow(one: DriftFinding, other: DriftFinding): number {
  return one.window.fromMs - other.window.fromMs;
}

/** The refusal of drift as a whole: nothing to run, or nothing to run on. */
export function refuseDrift(code: 'drift_unmeasured' | 'no_active_calibration' | 'no_licensed_unit'): DriftRefusal {
  return { detector: undefined, unit: undefined, code, need: 1, have: 0, text: TEXTS[code] };
}

const TEXTS = {
  drift_unmeasured: 'No detector runs, so drift is not measured. Set `evals.drift.detectors`.',
  no_active_calibration: 'No calibration is active, so there is no unit to look at. Fit one, and activate it.',
  no_licensed_unit: 'No unit of the active calibration passed its gate. Label more rows, and fit again.',
} as const;
