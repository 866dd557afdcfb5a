import { describe, expect, it } from 'vitest';
import type { CalibrationSettings } from '../../../../../domain/judges/configuration/calibration-settings.ts';
import { crossCheck, type CheckedJudge } from '../../../../../domain/quality/calibration/cross-check.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../../testing/quality/made-calibration.ts';

const DAY_MS = 86_400_000;
const ARTIFACT = makeCalibrationArtifact();
const SETTINGS: CalibrationSettings = {
  isEnabled: true,
  confidence: 0.9,
  minN: 50,
  tolerance: 0.1,
  tolerances: {},
  refitIntervalMs: undefined,
};
const FACTS = {
  now: new Date('2026-03-02T00:00:00.000Z'),
  settings: SETTINGS,
  fingerprint: ARTIFACT.fingerprint,
  judges: [] as CheckedJudge[],
  labelled: 400,
};

const codes = (changes: Partial<typeof FACTS>, artifact = ARTIFACT): string[] =>
  crossCheck(artifact, { ...FACTS, ...changes }).map(({ code }) => code);

const judge = (changes: Partial<CheckedJudge> = {}): CheckedJudge => ({
  subjectId: '5c1f0a9be2d4',
  judgeId: 'judge.safety',
  metric: 'safety',
  segment: 'checkout',
  at: new Date('2026-01-15T00:00:00.000Z'),
  isDemoted: false,
  ...changes,
});

describe('the cross-checks of an artifact', () => {
  it('find nothing if nothing changed, or if a fact is unknown', () => {
    expect(codes({})).toEqual([]);
    expect(crossCheck(ARTIFACT, { ...FACTS, fingerprint: undefined, labelled: undefined })).toEqual([]);
  });

  it('name another policy and other settings', () => {
    const settings = { ...SETTINGS, confidence: 0.95, minN: 60, tolerances: { safety: 0.05 } };
    expect(codes({ fingerprint: 'b', settings })).toEqual([
      'policy_changed',
      'confidence_changed',
      'min_n_changed',
      'tolerance_changed',
    ]);
  });

  it('state the fitted and the present value of a setting', () => {
    const settings = { ...SETTINGS, confidence: undefined };
    expect(crossCheck(ARTIFACT, { ...FACTS, settings })).toEqual([
      {
        code: 'confidence_changed',
        text: '`evals.calibration.quality.confidence` was 0.9 at the fit, and is not configured. Fit again to use the new value.',
      },
    ]);
  });

  it('name a judge that was demoted, or has another version since the fit', () => {
    const newer = judge({ subjectId: 'aaaaaaaaaaaa', at: new Date('2026-02-20T00:00:00.000Z') });
    const older = judge({ subjectId: 'bbbbbbbbbbbb', at: new Date('2026-01-02T00:00:00.000Z') });
    expect(codes({ judges: [judge({ isDemoted: true }), newer] })).toEqual(['judge_changed', 'judge_demoted']);
    expect(codes({ judges: [judge(), older] })).toEqual([]);
  });

  it('ignore judges of units that serve nothing', () => {
    const artifact = makeCalibrationArtifact({
      units: [makeCalibrationUnit({ judge_subject: 'cccccccccccc' }), makeFailedUnit()],
    });
    expect(codes({ judges: [judge({ isDemoted: true })] }, artifact)).toEqual([]);
  });

  it('name a fit that is two refit intervals old', () => {
    const refitting = (days: number) => ({ settings: { ...SETTINGS, refitIntervalMs: days * DAY_MS } });
    expect(codes(refitting(14))).toEqual(['overdue']);
    expect(codes(refitting(15))).toEqual([]);
  });

  it('name labels that were removed, unless the fit left rows out', () => {
    const capped = makeCalibrationArtifact({ census: { ...ARTIFACT.census, is_capped: true } });
    expect(codes({ labelled: 399 })).toEqual(['labels_removed']);
    expect(codes({ labelled: 399 }, capped)).toEqual([]);
    expect(codes({ labelled: 401 })).toEqual([]);
  });
});
