import { expect, it } from 'vitest';
import type {
  CalibrationFitPorts,
  RoutingFitPorts,
} from '../../../../activities/quality/calibration/calibration-fit-ports.ts';
import { fitWorkspace } from '../../../../activities/quality/calibration/fit-workspace.ts';
import { routingFingerprint } from '../../../../contracts/quality/calibrations/routing-fingerprint.ts';
import { calibrationSettings } from '../../../../domain/judges/configuration/calibration-settings.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import type { ShadowPair } from '../../../../domain/quality/routing-thresholds/routed-pair.ts';
import type { RoutingFitTerms } from '../../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import type { FitResult, RequestedFit } from '../../../../store/quality/calibrations/calibration-fit-store.ts';
import { makeRoutedPairs, makeRoutingArtifact, ROUTING_BLOCK } from '../../../../testing/quality/made-routing.ts';
import { NO_ROUTING_FITS } from '../../../../testing/quality/no-routing-fits.ts';

const NOW = new Date('2026-03-02T10:30:00.000Z');
const TERMS: RoutingFitTerms = {
  ...{ rule_id: 'small', parameter: null, quality_budget: 0.05, target_frontier_pct: null, metric: null },
};
const FIT: RequestedFit = {
  ...{ fitId: 'qcal_1', fitKey: 'key', workspaceId: 't_1', since: null, until: null, confidence: null, minN: null },
  ...{ routing: TERMS, requestedBy: 'usr_1', requestedAt: NOW, endedAt: null },
};
const QUALITY = { enabled: true, confidence: 0.9 };

/** Calls whose answers both pass, by the label of a person. */
const PAIRS = makeRoutedPairs(400).map(({ cheapNanoUsd, dearNanoUsd, ...call }): ShadowPair => {
  const verdicts = new Map([['safety', { human: 'pass', judges: [] } as const]]);
  return {
    ...call,
    served: { costNanoUsd: dearNanoUsd, verdicts },
    repeated: { costNanoUsd: cheapNanoUsd, verdicts },
  };
});

function world(routing: Partial<RoutingFitPorts> = {}, fit: Partial<RequestedFit> = {}, quality: object = {}) {
  const recorded: FitResult[] = [];
  const logged: unknown[] = [];
  const ports: CalibrationFitPorts = {
    reader: {
      read: () => Promise.reject(new Error('No labels are read.')),
      labelledWorkspaces: () => Promise.resolve([]),
    },
    fits: {
      request: () => Promise.reject(new Error('Nothing is requested.')),
      find: () => Promise.resolve({ ...FIT, ...fit }),
      recordFit(result) {
        recorded.push(result);
        return Promise.resolve({ entry: {} as never, isNew: true });
      },
    },
    calibrations: { find: () => Promise.resolve(undefined) },
    routing: {
      ...NO_ROUTING_FITS,
      readPairs: () => Promise.resolve({ pairs: PAIRS, isCapped: false, arrivalHighWater: '7' }),
      block: ROUTING_BLOCK,
      ...routing,
    },
    settings: calibrationSettings({ calibration: { quality: { ...QUALITY, ...quality } } }),
    goldSources: ['outcomes'],
    fingerprint: 'sha256:epoch',
    clock: { now: () => NOW },
    faultPoints: noFaultPoints,
    log: { info: (members) => logged.push(members), warn: (members) => logged.push(members) },
  };
  return { recorded, logged, fit: () => fitWorkspace(ports, 'qcal_1') };
}

it('a fit records the threshold of a rule for the running routing block', async () => {
  const { fit, recorded, logged } = world();
  expect(await fit()).toMatchObject({ state: 'candidate', rows: 400, units: 1, passed: 1, failed: 0, stopped: [] });
  const [{ outcome, ...rest }] = recorded as [FitResult];
  expect(rest).toEqual({ calibrationId: 'qcal_1', fitKey: 'key', workspaceId: 't_1', kind: 'routing', actor: 'usr_1' });
  expect(outcome).toMatchObject({
    artifact: {
      ...{ id: 'qcal_1', fitted_at: NOW.toISOString(), fingerprint: routingFingerprint(ROUTING_BLOCK) },
      ...{ rule_id: 'small', threshold: 1_000, limit: 0.05, confidence: 0.9, min_labeled: 50 },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
  expect(logged).toEqual([{ calibration_id: 'qcal_1', workspace_id: 't_1', units: 1, passed: 1 }]);
});

it('a goal of saving is gated by the tolerance of the metric', async () => {
  const routing = { ...TERMS, quality_budget: null, target_frontier_pct: 1 };
  const { fit, recorded } = world({}, { routing, confidence: 0.95, minN: 60 }, { tolerances: { safety: 0.2 } });
  await fit();
  expect(recorded[0]?.outcome).toMatchObject({ artifact: { limit: 0.2, confidence: 0.95, min_labeled: 60 } });
});

it('a threshold that failed its gate stops the fit where the operator sees it', async () => {
  const { fit, recorded } = world({
    readPairs: () =>
      Promise.resolve({
        ...{ isCapped: true, arrivalHighWater: '7' },
        pairs: PAIRS.map((pair, number) => {
          const verdicts = new Map([['safety', { human: number < 300 ? 'pass' : 'fail', judges: [] } as const]]);
          return { ...pair, repeated: { ...pair.repeated, verdicts } };
        }),
      }),
  });
  expect(await fit()).toMatchObject({
    ...{ state: 'candidate', isCapped: true, passed: 0, failed: 1 },
    stopped: [{ metric: 'safety', segment: 'small', judgeSubject: 'max_input_tokens', code: 'loss_above_limit' }],
  });
  expect(recorded[0]?.outcome).toMatchObject({ artifact: { gate_passed: false, census: { is_capped: true } } });
});

it.each([
  ['no_rule', { block: undefined }],
  ['no_shadow_pairs', { readPairs: NO_ROUTING_FITS.readPairs }],
])('is refused with %s', async (code, routing) => {
  const { fit, recorded, logged } = world(routing);
  expect(await fit()).toMatchObject({ state: 'refused', refusal: { code } });
  expect(recorded[0]?.outcome).toMatchObject({ refusal: { code } });
  expect(logged).toEqual([{ calibration_id: 'qcal_1', workspace_id: 't_1', code }]);
});

it('a fit with a result keeps it', async () => {
  const artifact = makeRoutingArtifact({ id: 'qcal_1', workspace_id: 't_1' });
  const found = { find: () => Promise.resolve({ artifact, refusal: undefined } as never) };
  const { fit, recorded } = world({ calibrations: found }, { endedAt: NOW });
  expect(await fit()).toMatchObject({ state: 'candidate', digest: artifact.digest, rows: 400 });
  expect(recorded).toEqual([]);
});
