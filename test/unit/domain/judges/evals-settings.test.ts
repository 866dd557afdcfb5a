import { expect, it } from 'vitest';
import { parseDuration } from '../../../../domain/kernel/parse-duration.ts';
import { EVALS_DEFAULTS, evalsSettings } from '../../../../domain/judges/configuration/evals-settings.ts';

const DAY_MS = 86_400_000;

it('what the block does not say has its default', () => {
  expect(evalsSettings()).toEqual({
    otelIngest: false,
    validation: {
      requireIaa: false,
      goldSources: ['outcomes'],
      minKappa: 0.5,
      selectiveRisk: 0.05,
      autoValidate: { isEnabled: false, intervalMs: DAY_MS, newLabels: 25 },
    },
    annotationQueue: false,
    calibration: { isEnabled: false, confidence: undefined, minN: 50, refitIntervalMs: undefined },
    driftDetectors: [],
  });
});

it('an interval of 0s is the default one, and one of 0s between refits is none', () => {
  const settings = evalsSettings({
    validation: { auto_validate: { interval: '0s' } },
    calibration: { quality: { refit_interval: '0s' } },
  });
  expect(settings.validation.autoValidate.intervalMs).toBe(DAY_MS);
  expect(settings.calibration.refitIntervalMs).toBe(undefined);
});

it('an item that is empty counts as none', () => {
  expect(evalsSettings({ drift: { detectors: [undefined, 'psi-window-v1'] } }).driftDetectors).toEqual([
    'psi-window-v1',
  ]);
});

it('the interval is the same in words and in milliseconds', () => {
  expect(parseDuration(EVALS_DEFAULTS.interval)).toBe(EVALS_DEFAULTS.interval_ms);
});

it('what the block says holds', () => {
  expect(
    evalsSettings({
      outcomes: { otel_ingest: true },
      validation: {
        require_iaa: true,
        gold_sources: ['feedback'],
        min_kappa: 0.7,
        selective_risk: 0.1,
        auto_validate: { enabled: true, interval: '90m', new_labels_threshold: 1 },
      },
      annotation_queue: { enabled: true },
      calibration: { quality: { enabled: true, confidence: 0.9, min_n: 60, refit_interval: '1h' } },
      drift: { detectors: ['psi-window-v1'] },
    }),
  ).toEqual({
    otelIngest: true,
    validation: {
      requireIaa: true,
      goldSources: ['feedback'],
      minKappa: 0.7,
      selectiveRisk: 0.1,
      autoValidate: { isEnabled: true, intervalMs: 5_400_000, newLabels: 1 },
    },
    annotationQueue: true,
    calibration: { isEnabled: true, confidence: 0.9, minN: 60, refitIntervalMs: 3_600_000 },
    driftDetectors: ['psi-window-v1'],
  });
});
