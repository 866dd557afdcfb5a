import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { createCalibrationFitActivities } from '../../../../activities/quality/calibration/calibration-fit-activities.ts';
import type { CalibrationFitPorts } from '../../../../activities/quality/calibration/calibration-fit-ports.ts';
import { fitWorkspace } from '../../../../activities/quality/calibration/fit-workspace.ts';
import { calibrationSettings } from '../../../../domain/judges/configuration/calibration-settings.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import type {
  FitRequest,
  FitResult,
  RequestedFit,
} from '../../../../store/quality/calibrations/calibration-fit-store.ts';
import { FakeLabelledRows } from '../../../../testing/quality/fake-calibration-fits.ts';
import { makeLabelledRows } from '../../../../testing/quality/make-labelled-rows.ts';
import { NO_ROUTING_FITS } from '../../../../testing/quality/no-routing-fits.ts';

const NOW = new Date('2026-03-02T10:30:00.000Z');
const FIT: RequestedFit = {
  fitId: 'qcal_1',
  fitKey: 'key',
  workspaceId: 't_1',
  since: null,
  until: null,
  confidence: null,
  minN: null,
  routing: null,
  requestedBy: 'usr_1',
  requestedAt: NOW,
  endedAt: null,
};
const SETTINGS = calibrationSettings({
  calibration: { quality: { enabled: true, confidence: 0.9, refit_interval: '24h', tolerances: { safety: 0.2 } } },
});

function world(change: Partial<CalibrationFitPorts> = {}, fit: RequestedFit | undefined = FIT) {
  const labels = new FakeLabelledRows();
  labels.rows.set('t_1', makeLabelledRows(400));
  const recorded: FitResult[] = [];
  const requested: FitRequest[] = [];
  const logged: unknown[] = [];
  let isNew = true;
  const ports: CalibrationFitPorts = {
    reader: labels.reader,
    fits: {
      request(asked) {
        requested.push(asked);
        return Promise.resolve({ ...FIT, fitId: `qcal_${asked.workspaceId}` });
      },
      find: () => Promise.resolve(fit),
      recordFit(result) {
        recorded.push(result);
        return Promise.resolve({ entry: {} as never, isNew });
      },
    },
    calibrations: {
      find: () => Promise.resolve({ refusal: { code: 'no_labels', text: 'Before.' }, artifact: undefined } as never),
    },
    routing: NO_ROUTING_FITS,
    settings: SETTINGS,
    goldSources: ['outcomes'],
    fingerprint: 'sha256:epoch',
    clock: { now: () => NOW },
    faultPoints: noFaultPoints,
    log: {
      info: (members, sentence) => logged.push([sentence, members]),
      warn: (members, sentence) => logged.push([sentence, members]),
    },
    ...change,
  };
  const made = createCalibrationFitActivities(ports);
  const worker = new MockActivityEnvironment();
  return {
    ports,
    labels,
    recorded,
    requested,
    logged,
    again: () => void (isNew = false),
    fit: () => worker.run(() => made.fitCalibration({ fitId: 'qcal_1' })),
    refit: () => worker.run(() => made.requestRefits()),
  };
}
const refusalIn = ({ outcome }: FitResult): unknown => 'refusal' in outcome && outcome.refusal.code;

it('a fit records its artifact, whose digest depends on the rows alone', async () => {
  const { fit, recorded, logged } = world();
  const status = await fit();
  expect(status).toMatchObject({ state: 'candidate', calibrationId: 'qcal_1', rows: 400, units: 1, passed: 1 });
  const [{ outcome, ...rest }] = recorded as [FitResult];
  expect(rest).toEqual({ calibrationId: 'qcal_1', fitKey: 'key', workspaceId: 't_1', kind: 'quality', actor: 'usr_1' });
  if (!('artifact' in outcome)) throw new Error('The fit was refused.');
  expect([outcome.artifact.id, outcome.artifact.fitted_at]).toEqual(['qcal_1', NOW.toISOString()]);
  expect(outcome.artifact).toMatchObject({ units: [{ tolerance: 0.2, confidence: 0.9 }] });
  expect(outcome.artifact.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(logged).toEqual([
    ['fitted a calibration', { calibration_id: 'qcal_1', workspace_id: 't_1', units: 1, passed: 1 }],
  ]);

  const later = world({ clock: { now: () => new Date(NOW.getTime() + 1) } });
  later.labels.rows.set('t_1', makeLabelledRows(400).toReversed());
  expect(await later.fit()).toMatchObject({ digest: outcome.artifact.digest });
});

it('a request narrows the window, raises the floor, and states another confidence', async () => {
  const { fit, recorded } = world({}, { ...FIT, until: new Date(NOW.getTime() - 1), confidence: 0.95, minN: 60 });
  await fit();
  const [{ outcome }] = recorded as [FitResult];
  expect(outcome).toMatchObject({ artifact: { confidence: 0.95, min_n: 60 } });
  const lower = world({ settings: { ...SETTINGS, minN: 70 } }, { ...FIT, minN: 50 });
  await lower.fit();
  const [result] = lower.recorded as [FitResult];
  expect(result.outcome).toMatchObject({ artifact: { min_n: 70 } });
});

it('a refusal is recorded and logged like a result', async () => {
  const without = world({ fingerprint: '' });
  expect(await without.fit()).toMatchObject({ state: 'refused', refusal: { code: 'no_fingerprint' } });
  expect(without.recorded.map(refusalIn)).toEqual(['no_fingerprint']);
  expect(without.logged).toEqual([
    ['refused a fit of a calibration', { calibration_id: 'qcal_1', workspace_id: 't_1', code: 'no_fingerprint' }],
  ]);

  const off = world({ settings: { ...SETTINGS, isEnabled: false } });
  expect(await off.fit()).toMatchObject({ state: 'refused', refusal: { code: 'calibration_disabled' } });
  expect([off.recorded.map(refusalIn), off.labels.reads]).toEqual([['calibration_disabled'], 0]);
});

it('a fit with a result keeps it, and reads no labels again', async () => {
  const ended = world({}, { ...FIT, endedAt: NOW });
  expect(await ended.fit()).toEqual({
    workspaceId: 't_1',
    calibrationId: 'qcal_1',
    state: 'refused',
    refusal: { code: 'no_labels', text: 'Before.' },
  });
  expect([ended.labels.reads, ended.recorded]).toEqual([0, []]);

  const late = world();
  late.again();
  expect(await late.fit()).toMatchObject({ state: 'refused', refusal: { text: 'Before.' } });
});

it('an unknown fit is a defect', async () => {
  const { ports } = world();
  const fits = { ...ports.fits, find: () => Promise.resolve(undefined) };
  await expect(fitWorkspace({ ...ports, fits }, 'qcal_1')).rejects.toThrow('The fit qcal_1 does not exist.');
});

it('requests refits of the other workspaces if one no longer exists', async () => {
  const gone = new Refusal('not_found', 'The workspace does not exist.');
  const fits: Partial<CalibrationFitPorts['fits']> = {
    request: ({ workspaceId }) =>
      workspaceId === 't_1' ? Promise.reject(gone) : Promise.resolve({ ...FIT, fitId: `qcal_${workspaceId}` }),
  };
  const { refit, labels } = world({ fits: fits as CalibrationFitPorts['fits'] });
  labels.rows.set('t_2', makeLabelledRows(400));
  expect(await refit()).toEqual(['qcal_t_2']);
});

it('requests one refit of each labelled workspace in an interval', async () => {
  const { refit, requested, labels } = world();
  labels.rows.set('t_2', makeLabelledRows(1));
  labels.rows.set('t_3', []);
  expect(await refit()).toEqual(['qcal_t_1', 'qcal_t_2']);
  const day = Math.floor(NOW.getTime() / 86_400_000);
  expect(requested.map(({ workspaceId, fitKey, requestedBy }) => [workspaceId, fitKey, requestedBy])).toEqual([
    ['t_1', `refit t_1 86400000 ${day}`, 'refit_interval'],
    ['t_2', `refit t_2 86400000 ${day}`, 'refit_interval'],
  ]);
  expect(await world({ settings: { ...SETTINGS, refitIntervalMs: undefined } }).refit()).toEqual([]);
  expect(await world({ settings: { ...SETTINGS, isEnabled: false } }).refit()).toEqual([]);
});
