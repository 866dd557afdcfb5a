import { Refusal } from '../../../../domain/kernel/errors.ts';
import { MANAGEMENT_BODIES } from '../../../../testing/apps/management-bodies.ts';
import type { createManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { MANAGEMENT_PATH_VALUES } from '../../../../testing/apps/management-paths.ts';
import { KNOWN_CALIBRATION } from '../../../../testing/quality/fake-calibrations.ts';
import { RUNNING_RUN } from '../../../../testing/quality/fake-experiments.ts';
import { makeCalibrationArtifact, makeFailedUnit } from '../../../../testing/quality/made-calibration.ts';
import { askedTwice, asking, askingFor, missing, type Asking, type Case, type Cases, type Name } from './asking.ts';

/** A search of requests that costs too much. */
const overBudget: Case = async (name) => {
  const asked = await askingFor(name);
  asked.plane.datasets.requests = new Refusal('budget_exceeded', 'Too much.');
  return asked;
};

/** The cases of reads of the facts about quality. */
const qualityRead: Cases = {
  feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
  async budget_exceeded(name) {
    const asked = await askingFor(name);
    // Drift is read only for the units of an active calibration.
    asked.plane.calibrations.manifest = { version: 1, activeId: KNOWN_CALIBRATION };
    asked.plane.qualityReads.detectors = ['psi-window-v1'];
    asked.plane.qualityReads.fault = new Refusal('budget_exceeded', 'Too much.');
    return asked;
  },
};

/** The read of a calibration with a sweep. */
async function sweeping(name: Name, changes: Parameters<typeof createManagementFixture>[0] = {}): Promise<Asking> {
  const asked = await askingFor(name, changes);
  return { ...asked, request: { ...asked.request, query: { sweep: 'true' } } };
}

/** The codes of datasets, experiments, calibrations and reads of quality. */
export const QUALITY_CASES: Partial<Record<Name, Cases>> = {
  'management.calibrations.get': {
    not_found: missing('/calibrations/qcal_00000000000000000000000099'),
    feature_absent: (name) => sweeping(name, { isWithoutFacts: true }),
    async budget_exceeded(name) {
      const asked = await sweeping(name);
      asked.plane.calibrations.swept = new Refusal('budget_exceeded', 'Too much.');
      return asked;
    },
  },
  'management.calibrations.fit': {
    async feature_absent(name) {
      const asked = await askingFor(name);
      asked.plane.calibrations.isEnabled = false;
      return asked;
    },
    async conflict(name) {
      const asked = await askingFor(name);
      asked.plane.calibrations.requestFault = new Refusal('conflict', 'Twenty fits have no result.');
      return asked;
    },
  },
  'management.calibrations.activate': {
    not_found: missing('/calibrations/qcal_00000000000000000000000099/activate'),
    conflict: (name) => asking(name, () => ({ payload: { expected_manifest_version: 4 } })),
    async gate_failed(name) {
      const asked = await askingFor(name);
      const id = KNOWN_CALIBRATION;
      asked.plane.calibrations.add(makeCalibrationArtifact({ id, units: [makeFailedUnit()] }));
      return asked;
    },
  },
  'management.quality.coverage': qualityRead,
  'management.quality.drift': qualityRead,
  'management.quality.segment_reliability': {
    async not_found(name) {
      const asked = await askingFor(name);
      asked.plane.calibrations.manifest = { version: 1, activeId: KNOWN_CALIBRATION };
      return { ...asked, request: { ...asked.request, url: '/tt/api/v1/quality/reliability/segment/nowhere' } };
    },
  },
  'management.quality.summary': qualityRead,
  'management.metacost.get': qualityRead,
  'management.datasets.list': { feature_absent: (name) => askingFor(name, { isWithoutFacts: true }) },
  'management.datasets.create': {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    budget_exceeded: overBudget,
    async conflict(name) {
      const asked = await askingFor(name);
      const headers = { ...asked.request.headers, 'idempotency-key': 'one' };
      await asked.plane.app.inject({ ...asked.request, headers });
      const payload = { ...MANAGEMENT_BODIES[name], name: 'Another' };
      return { ...asked, request: { ...asked.request, headers, payload } };
    },
  },
  'management.datasets.get': {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    not_found: missing('/evals/datasets/qds_00000000000000000000000099'),
    budget_exceeded: overBudget,
  },
  'management.datasets.delete': {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    not_found: missing('/evals/datasets/qds_00000000000000000000000099'),
    async conflict(name) {
      const asked = await askingFor(name);
      asked.plane.datasets.running.add(MANAGEMENT_PATH_VALUES['dataset'] ?? '');
      return asked;
    },
  },
  'management.datasets.edit_items': {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    not_found: missing('/evals/datasets/qds_00000000000000000000000099/items'),
    conflict: askedTwice,
    async budget_exceeded(name) {
      const asked = await overBudget(name);
      return { ...asked, request: { ...asked.request, payload: { expected_version: 1, add: ['r1'] } } };
    },
  },
  'management.experiments.get': { not_found: missing('/evals/experiments/qexp_00000000000000000000000099') },
  'management.experiments.run': {
    not_found: missing('/evals/experiments/qexp_00000000000000000000000099/run'),
    conflict: askedTwice,
  },
  'management.runs.cancel': {
    not_found: missing('/evals/runs/qrun_00000000000000000000000099/cancel'),
    async conflict(name) {
      const asked = await askingFor(name);
      const { runs } = asked.plane.experiments;
      runs.splice(0, 1, { ...RUNNING_RUN, state: 'complete', endedAt: RUNNING_RUN.startedAt });
      return asked;
    },
  },
};
