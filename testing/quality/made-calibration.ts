import type { CalibrationArtifact, CalibrationUnit } from '../../domain/quality/calibration/artifact.ts';

/** A unit that passed its gate: 2 errors among 93 accepted rows of the holdout. */
export function makeCalibrationUnit(changes: Partial<CalibrationUnit> = {}): CalibrationUnit {
  return {
    metric: 'safety',
    segment: 'checkout',
    judge_subject: '5c1f0a9be2d4',
    state: 'passed',
    gate_passed: true,
    tolerance: 0.1,
    confidence: 0.9,
    threshold: 0.8,
    allowance: 0.05,
    accepted: 93,
    errors: 2,
    error: 0.02,
    raw_error: 0.08,
    min_detectable_error: 0.024,
    false_refusal_rate: 0.1,
    rows: { fit: 200, calibration: 100, holdout: 100 },
    refusal: null,
    bins: [{ from: 0.8, to: 1, rows: 93, agreed: 91, mean_confidence: 0.9, agreement: 0.98, low: 0.92, high: 0.99 }],
    judge_refusals: 3,
    ...changes,
  };
}

/** A unit that failed its gate. */
export function makeFailedUnit(changes: Partial<CalibrationUnit> = {}): CalibrationUnit {
  const text = 'The holdout has 30 errors, and at most 5 are accepted. Improve the judge.';
  return makeCalibrationUnit({
    segment: 'refunds',
    state: 'failed',
    gate_passed: false,
    errors: 30,
    error: 0.32,
    refusal: { code: 'error_above_tolerance', need: 5, have: 30, text },
    ...changes,
  });
}

/** An artifact of a workspace with one unit that passed its gate. */
export function makeCalibrationArtifact(changes: Partial<CalibrationArtifact> = {}): CalibrationArtifact {
  const from = '2026-01-01T00:00:00.000Z';
  const until = '2026-02-01T00:00:00.000Z';
  return {
    id: 'qcal_00000000000000000000000001',
    workspace_id: 't_00000000000000000000000001',
    fitted_at: '2026-02-02T00:00:00.000Z',
    fingerprint: 'a'.repeat(64),
    confidence: 0.9,
    min_n: 50,
    window: { from, until, arrival_high_water: '400' },
    census: { labelled: 400, ties: 1, uncertain: 2, duplicates: 3, not_fit_eligible: 0, is_capped: false },
    parts: {
      fit: { rows: 200, from, until: '2026-01-16T00:00:00.000Z' },
      calibration: { rows: 100, from: '2026-01-16T00:00:00.000Z', until: '2026-01-24T00:00:00.000Z' },
      holdout: { rows: 100, from: '2026-01-24T00:00:00.000Z', until },
    },
    units: [makeCalibrationUnit()],
    digest: 'd'.repeat(64),
    ...changes,
  };
}
