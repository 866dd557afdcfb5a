import { expect, it } from 'vitest';
import { parseDuration } from '../../../../domain/kernel/parse-duration.ts';
import { EVALS_DEFAULTS, evalsSettings } from '../../../../domain/judges/configuration/evals-settings.ts';

const DAY_MS = 86_400_000;

it('absent settings of the block have defaults', () => {
  expect(evalsSettings()).toEqual({
    otelIngest: false,
    validation: {
      requireIaa: false,
      goldSources: ['outcomes'],
      minKappa: 0.5,
      minCoverage: 0.8,
      selectiveRisk: 0.05,
      autoValidate: { isEnabled: false, intervalMs: DAY_MS, newLabels: 25 },
    },
    annotationQueue: false,
    calibration: {
      isEnabled: false,
      confidence: undefined,
      minN: 50,
      tolerance: 0.1,
      tolerances: {},
      refitIntervalMs: undefined,
    },
    driftDetectors: [],
  });
});

it('an interval of 0s means the default interval', () => {
  const { validation } = evalsSettings({ validation: { auto_validate: { interval: '0s' } } });
  expect(validation.autoValidate.intervalMs).toBe(DAY_MS);
});

it.each(['0s', 0] as const)('a refit interval of %s means no refits', (refit_interval) => {
  const { calibration } = evalsSettings({ calibration: { quality: { refit_interval } } });
  expect(calibration.refitIntervalMs).toBeUndefined();
});

it('an empty source counts as none', () => {
  expect(evalsSettings({ validation: { gold_sources: [undefined, 'feedback'] } }).validation.goldSources).toEqual([
    'feedback',
  ]);
});

it('the interval is equal in words and in milliseconds', () => {
  expect(parseDuration(EVALS_DEFAULTS.interval)).toBe(EVALS_DEFAULTS.interval_ms);
});

it('settings of the block apply', () => {
  expect(
    evalsSettings({
      outcomes: { otel_ingest: true },
      validation: {
        require_iaa: true,
        gold_sources: ['feedback'],
        min_kappa: 0.7,
        min_coverage: 0.9,
        selective_risk: 0.1,
        auto_validate: { enabled: true, interval: '90m', new_labels_threshold: 1 },
      },
      annotation_queue: { enabled: true },
      calibration: {
        quality: {
          enabled: true,
          confidence: 0.95,
          min_n: 60,
          refit_interval: '24h',
          tolerance: 0.05,
          tolerances: { safety: 0.01 },
        },
      },
      drift: { detectors: [undefined, 'psi-window-v1'] },
    }),
  ).toEqual({
    otelIngest: true,
    validation: {
      requireIaa: true,
      goldSources: ['feedback'],
      minKappa: 0.7,
      minCoverage: 0.9,
      selectiveRisk: 0.1,
      autoValidate: { isEnabled: true, intervalMs: 5_400_000, newLabels: 1 },
    },
    annotationQueue: true,
    calibration: {
      isEnabled: true,
      confidence: 0.95,
      minN: 60,
      tolerance: 0.05,
      tolerances: { safety: 0.01 },
      refitIntervalMs: DAY_MS,
    },
    driftDetectors: ['psi-window-v1'],
  });
});
