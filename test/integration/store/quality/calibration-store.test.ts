import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeJudgeRecord } from '../../../../contracts/judges/make-judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { evalsSettings } from '../../../../domain/judges/configuration/evals-settings.ts';
import type { CalibrationArtifact } from '../../../../domain/quality/calibration/artifact.ts';
import type { RoutingArtifact } from '../../../../domain/quality/routing-thresholds/routing-artifact.ts';
import { CALIBRATION_COMMANDS } from '../../../../operator/commands/quality/calibration-commands.ts';
import { createJudgeRegistry } from '../../../../store/judges/judge-registry.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createCalibrationGauges } from '../../../../store/quality/calibrations/calibration-gauges.ts';
import { createActiveUnitsFinder } from '../../../../store/quality/calibrations/active-units-finder.ts';
import {
  createCalibrationFitStore,
  type CalibrationFitStore,
} from '../../../../store/quality/calibrations/calibration-fit-store.ts';
import {
  createCalibrationStore,
  type CalibrationStore,
} from '../../../../store/quality/calibrations/calibration-store.ts';
import {
  createRecalibrationLog,
  type RecalibrationLog,
} from '../../../../store/quality/calibrations/recalibration-log.ts';
import { makeJudgeEvidence } from '../../../../testing/judges/make-judge-evidence.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../testing/quality/made-calibration.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let store: CalibrationStore;
let fits: CalibrationFitStore;
let log: RecalibrationLog;
beforeAll(async () => {
  world = await openStoreWorld(NOW);
  store = createCalibrationStore(world.pool, world.clock, 'quality');
  fits = createCalibrationFitStore(world.pool, world.clock);
  log = createRecalibrationLog(world.pool, 'quality');
});
afterAll(() => world.close());

async function makeWorkspace(): Promise<string> {
  return (await makeTenancy(world)).workspaceId;
}

async function record(workspaceId: string, changes: Partial<CalibrationArtifact> = {}): Promise<string> {
  const id = newId('calibration');
  const artifact = makeCalibrationArtifact({ ...changes, id, workspace_id: workspaceId });
  await fits.recordFit({ calibrationId: id, fitKey: id, workspaceId, outcome: { artifact } });
  return id;
}

const activate = (calibrationId: string, expectedManifestVersion: number) =>
  store.activate({ calibrationId, expectedManifestVersion, actor: 'usr_1' });

const changesOf = async (workspaceId: string) =>
  (await log.list({ workspaceId, before: undefined, limit: 100 })).map((row) => [row.change, row.calibrationId]);

describe('a requested fit', () => {
  it('is stored with its start, and keeps its terms', async () => {
    const workspaceId = await makeWorkspace();
    const since = new Date('2026-01-01T00:00:00.000Z');
    const request = { workspaceId, since, until: undefined, confidence: 0.95, minN: 60, requestedBy: 'usr_1' };
    const fit = await fits.request(request);
    expect(await fits.find(fit.fitId)).toEqual({
      fitId: fit.fitId,
      fitKey: fit.fitId,
      workspaceId,
      since,
      until: null,
      confidence: 0.95,
      minN: 60,
      routing: null,
      requestedBy: 'usr_1',
      requestedAt: new Date(NOW),
      endedAt: null,
    });
    const { rows } = await world.pool.query<{ kind: string }>(
      'SELECT kind FROM workflow_outbox WHERE workflow_id = $1',
      [fit.fitId],
    );
    expect(rows).toEqual([{ kind: 'start_calibration_fit' }]);
  });

  it('is the first one if the key is repeated', async () => {
    const workspaceId = await makeWorkspace();
    const terms = { since: undefined, until: undefined, confidence: undefined, minN: undefined };
    const request = { workspaceId, fitKey: `refit ${workspaceId} 1`, ...terms, requestedBy: 'worker' };
    const [one, other] = await Promise.all([fits.request(request), fits.request(request)]);
    expect(other).toEqual(one);
    const { rows } = await world.pool.query('SELECT FROM workflow_outbox WHERE workflow_id = $1', [one.fitId]);
    expect(rows).toHaveLength(1);
  });

  it('is one of at most 20 open ones of its workspace, also at once; refits are not refused', async () => {
    const workspaceId = await makeWorkspace();
    const request = () => fits.request({ workspaceId, requestedBy: 'usr_1' });
    const settled = await Promise.allSettled(Array.from({ length: 25 }, request));
    const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.fitId] : []));
    expect(started).toHaveLength(20);
    await expect(request()).rejects.toMatchObject({
      code: 'conflict',
      message:
        'This workspace already has 20 fits without a result, which is the maximum. Send the request again when one of them has ended.',
    });
    const refit = { workspaceId, fitKey: `refit ${workspaceId} 3`, requestedBy: 'worker' };
    expect((await fits.request(refit)).endedAt).toBeNull();
    const refusal = { code: 'no_labels', text: 'Nothing is labelled. Label rows.' };
    for (const fitId of started.slice(0, 2))
      await fits.recordFit({ calibrationId: fitId, fitKey: fitId, workspaceId, outcome: { refusal } });
    expect((await request()).workspaceId).toBe(workspaceId);
    await expect(request()).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([undefined, 'refit ws_none 1'])('needs an existing workspace (key: %s)', async (fitKey) => {
    const request = { workspaceId: 'ws_none', ...(fitKey && { fitKey }), requestedBy: 'usr_1' };
    await expect(fits.request(request)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no workspace ws_none. Check the id.',
    });
  });

  it('counts as open, with its age, until it has a result', async () => {
    const gauges = createCalibrationGauges(world.pool, world.clock);
    await world.pool.query('UPDATE calibration_fits SET ended_at = requested_at WHERE ended_at IS NULL');
    expect(await gauges.open()).toEqual({ fits: 0, oldestSeconds: 0 });
    const workspaceId = await makeWorkspace();
    const { fitId } = await fits.request({ workspaceId, requestedBy: 'usr_1' });
    world.clock.set('2026-03-02T10:00:00.500Z');
    await fits.request({ workspaceId, requestedBy: 'usr_1' });
    await world.pool.query('UPDATE workflow_outbox SET sent_at = now() WHERE workflow_id = $1', [fitId]);
    // The reconciler starts the fit again, which does not make it younger.
    expect(await fits.startStaleAgain(60_000)).toEqual([fitId]);
    expect(await gauges.open()).toEqual({ fits: 2, oldestSeconds: 7_200.5 });
    const refusal = { code: 'no_labels', text: 'Nothing is labelled. Label rows.' };
    await fits.recordFit({ calibrationId: fitId, fitKey: fitId, workspaceId, outcome: { refusal } });
    expect(await gauges.open()).toEqual({ fits: 1, oldestSeconds: 0 });
    world.clock.set(NOW);
  });

  it('is started again while it has no result and no start waits', async () => {
    const workspaceId = await makeWorkspace();
    const terms = { since: undefined, until: undefined, confidence: undefined, minN: undefined };
    const { fitId } = await fits.request({ workspaceId, ...terms, requestedBy: 'usr_1' });
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect(await fits.startStaleAgain(60_000)).not.toContain(fitId);
    await world.pool.query('UPDATE workflow_outbox SET sent_at = now() WHERE workflow_id = $1', [fitId]);
    expect(await fits.startStaleAgain(60_000)).toContain(fitId);
    expect(await fits.startStaleAgain(60_000)).not.toContain(fitId);
    const refusal = { code: 'no_labels', text: 'Nothing is labelled. Label rows.', need: 1, have: 0 };
    await fits.recordFit({ calibrationId: fitId, fitKey: fitId, workspaceId, outcome: { refusal } });
    await world.pool.query('UPDATE workflow_outbox SET sent_at = now() WHERE workflow_id = $1', [fitId]);
    world.clock.set('2026-03-02T10:00:00.000Z');
    expect(await fits.startStaleAgain(60_000)).not.toContain(fitId);
    world.clock.set(NOW);
  });
});

describe('a recorded fit', () => {
  it('is a candidate with its artifact verbatim', async () => {
    const workspaceId = await makeWorkspace();
    const id = await record(workspaceId, { units: [makeCalibrationUnit(), makeFailedUnit()] });
    const found = await store.find(id);
    expect(found?.artifact).toEqual(
      makeCalibrationArtifact({ id, workspace_id: workspaceId, units: [makeCalibrationUnit(), makeFailedUnit()] }),
    );
    expect([found?.state, found?.version, found?.units, found?.passedUnits]).toEqual(['candidate', 1, 2, 1]);
    expect(await store.manifestOf(workspaceId)).toEqual({ version: 0, activeId: undefined, shadowId: id });
    expect(await changesOf(workspaceId)).toEqual([['fit', id]]);
  });

  it('is recorded once for its key, also at once', async () => {
    const workspaceId = await makeWorkspace();
    const fitKey = `refit ${workspaceId} 2`;
    const results = await Promise.all(
      [newId('calibration'), newId('calibration')].map((calibrationId) =>
        fits.recordFit({
          calibrationId,
          fitKey,
          workspaceId,
          outcome: { artifact: makeCalibrationArtifact({ id: calibrationId, workspace_id: workspaceId }) },
        }),
      ),
    );
    expect(results.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(new Set(results.map(({ entry }) => entry.calibrationId)).size).toBe(1);
    expect(await changesOf(workspaceId)).toHaveLength(1);
  });

  it('can be a refusal, which is listed like a result and cannot be activated', async () => {
    const workspaceId = await makeWorkspace();
    const id = newId('calibration');
    const refusal = { code: 'no_fingerprint', text: 'The policy epoch is unknown. State it.' };
    await fits.recordFit({ calibrationId: id, fitKey: id, workspaceId, actor: 'usr_1', outcome: { refusal } });
    const [entry] = await store.list({ workspaceId, before: undefined, limit: 10 });
    expect([entry?.state, entry?.refusal]).toEqual(['refused', refusal]);
    await expect(activate(id, 0)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('gets the next version, also at once', async () => {
    const workspaceId = await makeWorkspace();
    await Promise.all([1, 2, 3].map(() => record(workspaceId)));
    const entries = await store.list({ workspaceId, before: undefined, limit: 2 });
    expect(entries.map(({ version }) => version)).toEqual([3, 2]);
    expect((await store.list({ workspaceId, before: 2, limit: 2 })).map(({ version }) => version)).toEqual([1]);
  });
});

describe('an activation', () => {
  it('retires the incumbent in the same transaction, and logs both', async () => {
    const workspaceId = await makeWorkspace();
    const [first, second] = [await record(workspaceId), await record(workspaceId)];
    await activate(first, 0);
    expect(await activate(second, 1)).toEqual({ manifestVersion: 2, at: new Date(NOW), retiredId: first });
    expect((await store.find(first))?.state).toBe('retired');
    expect((await store.activeOf(workspaceId))?.artifact.id).toBe(second);
    expect(await changesOf(workspaceId)).toEqual([
      ['activation', second],
      ['retirement', first],
      ['activation', first],
      ['fit', second],
      ['fit', first],
    ]);
  });

  it('of two at once, one succeeds and one is a conflict', async () => {
    const workspaceId = await makeWorkspace();
    const [first, second] = [await record(workspaceId), await record(workspaceId)];
    const outcomes = await Promise.allSettled([activate(first, 0), activate(second, 0)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'conflict' });
    const { rows } = await world.pool.query<{ active: number }>(
      `SELECT count(*)::int AS active FROM calibrations WHERE workspace_id = $1 AND state = 'active'`,
      [workspaceId],
    );
    expect([rows[0]?.active, (await store.manifestOf(workspaceId)).version]).toEqual([1, 1]);
  });

  it('changes nothing if the manifest has another version', async () => {
    const workspaceId = await makeWorkspace();
    const id = await record(workspaceId);
    await expect(activate(id, 7)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has version 0, not 7') as string,
    });
    expect((await store.find(id))?.state).toBe('candidate');
  });

  it('is refused if every unit failed, and lets only the passed units of a mixed artifact serve', async () => {
    const workspaceId = await makeWorkspace();
    const failed = await record(workspaceId, { units: [makeFailedUnit()] });
    await expect(activate(failed, 0)).rejects.toMatchObject({ code: 'gate_failed' });
    const mixed = await record(workspaceId, { units: [makeCalibrationUnit(), makeFailedUnit()] });
    await activate(mixed, 0);
    const findActiveUnits = createActiveUnitsFinder(world.pool);
    expect(await findActiveUnits(workspaceId)).toEqual({ calibrationId: mixed, units: [makeCalibrationUnit()] });
    expect(await findActiveUnits(await makeWorkspace())).toEqual({ calibrationId: undefined, units: [] });
  });

  it('requires an existing calibration', async () => {
    await expect(activate(newId('calibration'), 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can return to a retired artifact, and can end without a successor', async () => {
    const workspaceId = await makeWorkspace();
    const [first, second] = [await record(workspaceId), await record(workspaceId)];
    await activate(first, 0);
    await activate(second, 1);
    await activate(first, 2);
    expect((await store.find(first))?.retiredAt).toBeUndefined();
    await store.retire({ calibrationId: first, expectedManifestVersion: 3, actor: 'usr_1' });
    expect(await store.activeOf(workspaceId)).toBeUndefined();
    expect(await store.manifestOf(workspaceId)).toEqual({ version: 4, activeId: undefined, shadowId: undefined });
    await expect(
      store.retire({ calibrationId: first, expectedManifestVersion: 4, actor: 'usr_1' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

it('a demotion of a judge is logged where the active artifact relies on it', async () => {
  const subject = { judge_id: 'judge.log', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment: '' };
  const [relying, other] = [await makeWorkspace(), await makeWorkspace()];
  const id = await record(relying, { units: [makeCalibrationUnit({ judge_subject: subjectIdOf(subject) })] });
  await activate(id, 0);
  await activate(await record(other), 0);
  const registry = createJudgeRegistry(world.pool, world.clock);
  const validate = (agreed: number) => {
    const evidence = makeJudgeEvidence(
      { bothPass: agreed, onlyJudgePasses: 5, onlyPeoplePass: 5, bothFail: agreed },
      { goldRevision: `gold-${agreed}` },
    );
    const made = { goldRevision: evidence.goldRevision, record: makeJudgeRecord(evidence, evalsSettings().validation) };
    return registry.record(subject, () => Promise.resolve(made));
  };
  await validate(20);
  await validate(0);
  expect((await changesOf(relying))[0]).toEqual(['demotion', id]);
  expect((await changesOf(other)).map(([change]) => change)).toEqual(['activation', 'fit']);
});

describe('the commands of operators', () => {
  const settings = {
    isEnabled: true,
    confidence: 0.9,
    minN: 60,
    tolerance: 0.1,
    tolerances: {},
    refitIntervalMs: undefined,
  };
  const run = (name: string, typed: Record<string, string>, isEnabled = true) =>
    CALIBRATION_COMMANDS[name]!.run(
      {
        calibrations: store,
        calibrationFits: fits,
        recalibrations: log,
        routingCalibrations: createCalibrationStore<RoutingArtifact>(world.pool, world.clock, 'routing'),
        routingChanges: createRecalibrationLog(world.pool, 'routing'),
        calibrationSettings: () => ({ ...settings, isEnabled }),
        operator: 'ops',
      },
      typed,
      world.clock.now(),
    );

  it('list, show, activate, retire and log', async () => {
    const workspace = await makeWorkspace();
    const id = await record(workspace);
    const listed = {
      calibration_id: id,
      version: '1',
      passed_units: '1 of 1',
      fitted_at: '2026-02-02T00:00:00.000Z',
    };
    expect(await run('calibration list', { workspace })).toEqual([
      { ...listed, state: 'candidate (shadow)', manifest_version: '0' },
    ]);
    expect(await run('calibration activate', { calibration: id, 'manifest-version': '0' })).toMatchObject([
      { calibration_id: id, manifest_version: '1' },
    ]);
    expect(await run('calibration show', { workspace })).toMatchObject([
      { ...listed, state: 'active', activated_at: NOW },
      { metric: 'safety', segment: 'checkout', state: 'passed', threshold: '0.8', errors: '2 of 93 accepted rows' },
    ]);
    await run('calibration retire', { calibration: id, 'manifest-version': '1' });
    expect((await run('calibration log', { workspace })).map(({ change, actor }) => [change, actor])).toEqual([
      ['retirement', 'ops'],
      ['activation', 'ops'],
      ['fit', undefined],
    ]);
    await expect(run('calibration show', { workspace })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('start a fit only if the configuration allows it', async () => {
    const workspace = await makeWorkspace();
    const [row] = await run('calibration fit', { workspace, confidence: '0.95', 'min-n': '60' });
    expect(await fits.find(row!['calibration_id'] as string)).toMatchObject({ confidence: 0.95, minN: 60 });
    await expect(run('calibration fit', { workspace, 'min-n': '59' })).rejects.toThrow(/minimum of 60/);
    await expect(run('calibration fit', { workspace }, false)).rejects.toThrow(/enables no calibrations/);
  });
});
