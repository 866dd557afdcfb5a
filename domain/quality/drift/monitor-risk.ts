import { riskDrift } from '../../statistics/drift/risk-drift.ts';
import { DRIFT_LEVEL } from './detectors.ts';
import type { DriftEvidence } from './drift-evidence.ts';
import type { DriftFinding, DriftRefusal, DriftResults, DriftSpan } from './drift-results.ts';

const DETECTOR = 'risk-monitor-v1';

/** The rise of the risk that is accepted. The license is lost with the first rise that chance does not explain. */
const RISE = 0;

/**
 * Rises of the share of wrong verdicts that a unit accepts, above that of its holdout. The lower bound of the risk
 * since the calibration is valid at every look, so looking every day adds no false findings. The level is divided by
 * the number of units, which the calibration fixes: Benjamini and Hochberg's rule would not hold over several looks.
 *
 * @param since the time since the calibration
 */
export function monitorRisk(units: readonly DriftEvidence[], since: DriftSpan): DriftResults {
  const findings: DriftFinding[] = [];
  const refusals: DriftRefusal[] = [];
  for (const { unit, reference, online } of units) {
    const risk = riskDrift({ reference, online, tolerance: RISE, alpha: DRIFT_LEVEL / units.length });
    if (risk.state === 'refused') {
      refusals.push(refusalOf(unit, risk.refusalCode));
      continue;
    }
    findings.push({
      detector: DETECTOR,
      unit,
      window: since,
      ...{ rows: online.rows, referenceRows: reference.rows },
      magnitude: risk.onlineLower,
      critical: risk.referenceUpper + RISE,
      ...{ practicalMinimum: null, pValue: null },
      isFinding: risk.isDrift,
    });
  }
  return { findings, refusals };
}

function refusalOf(unit: DriftEvidence['unit'], why: 'no_reference_rows' | 'no_online_rows'): DriftRefusal {
  const known = { detector: DETECTOR, unit, need: 1, have: 0 } as const;
  if (why === 'no_reference_rows') {
    const text = 'The holdout of the unit has no accepted row, so there is no risk to compare with. Fit again.';
    return { ...known, code: why, text };
  }
  const text = 'No accepted verdict since the calibration has a label. Label rows of this segment.';
  return { ...known, code: 'no_labels_since_calibration', text };
}
