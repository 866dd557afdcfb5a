import { afterAll, beforeAll, expect, it } from 'vitest';
import { calibrationSettings } from '../../../../domain/judges/configuration/calibration-settings.ts';
import type { RoutingArtifact } from '../../../../domain/quality/routing-thresholds/routing-artifact.ts';
import { CALIBRATE_COMMAND } from '../../../../operator/commands/quality/calibrate-command.ts';
import { CALIBRATION_COMMANDS } from '../../../../operator/commands/quality/calibration-commands.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createActiveRoutingFinder } from '../../../../store/quality/calibrations/active-routing-finder.ts';
import { createActiveUnitsFinder } from '../../../../store/quality/calibrations/active-units-finder.ts';
import { createCalibrationFitStore } from '../../../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../../../store/quality/calibrations/calibration-store.ts';
import { createRecalibrationLog } from '../../../../store/quality/calibrations/recalibration-log.ts';
import { makeCalibrationArtifact } from '../../../../testing/quality/made-calibration.ts';
import { makeRoutingArtifact } from '../../../../testing/quality/made-routing.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

const fits = () => createCalibrationFitStore(world.pool, world.clock);
const thresholds = () => createCalibrationStore<RoutingArtifact>(world.pool, world.clock, 'routing');

const makeWorkspace = async (): Promise<string> => (await makeTenancy(world)).workspaceId;

async function record(workspaceId: string, changes: Partial<RoutingArtifact> = {}): Promise<string> {
  const id = newId('calibration');
  const artifact = makeRoutingArtifact({ id, workspace_id: workspaceId, ...changes });
  await fits().recordFit({ calibrationId: id, fitKey: id, workspaceId, kind: 'routing', outcome: { artifact } });
  return id;
}

const run = async (typed: Record<string, string>, isEnabled = true) =>
  CALIBRATE_COMMAND['calibrate']!.run(
    {
      routingCalibrations: thresholds(),
      calibrationFits: fits(),
      calibrationSettings: () => ({ ...calibrationSettings(), isEnabled }),
      operator: 'ops',
    },
    typed,
    world.clock.now(),
  );

it('a threshold has its own versions, active artifact and log beside those of quality', async () => {
  const workspaceId = await makeWorkspace();
  const quality = newId('calibration');
  const artifact = makeCalibrationArtifact({ id: quality, workspace_id: workspaceId });
  await fits().recordFit({ calibrationId: quality, fitKey: quality, workspaceId, outcome: { artifact } });
  const id = await record(workspaceId);
  const found = await thresholds().find(id);
  expect(found).toMatchObject({ version: 1, state: 'candidate', units: 1, passedUnits: 1 });
  expect(found?.artifact).toEqual(makeRoutingArtifact({ id, workspace_id: workspaceId }));
  expect(await thresholds().find(quality)).toBeUndefined();

  expect(await run({ activate: id })).toMatchObject([{ calibration_id: id, manifest_version: '1' }]);
  const active = await createActiveRoutingFinder(world.pool)();
  expect(active.filter(({ workspace_id: of }) => of === workspaceId).map((one) => one.id)).toEqual([id]);
  expect(await createActiveUnitsFinder(world.pool)(workspaceId)).toEqual({ calibrationId: undefined, units: [] });
  const log = await createRecalibrationLog(world.pool, 'routing').list({ workspaceId, before: undefined, limit: 9 });
  expect(log.map(({ change, detail }) => [change, detail])).toEqual([
    ['activation', '1 of 1 units passed their gates. The others serve nothing.'],
    ['fit', 'max_input_tokens 900 of the rule small passed its gate.'],
  ]);
});

it('`calibration` lists, shows and retires thresholds', async () => {
  const workspace = await makeWorkspace();
  const id = await record(workspace);
  const [calibrations, recalibrations] = [
    createCalibrationStore(world.pool, world.clock, 'quality'),
    createRecalibrationLog(world.pool, 'quality'),
  ];
  const command = async (name: string, typed: Record<string, string>) =>
    CALIBRATION_COMMANDS[name]!.run(
      {
        ...{ calibrations, recalibrations, calibrationFits: fits(), operator: 'ops' },
        routingCalibrations: thresholds(),
        routingChanges: createRecalibrationLog(world.pool, 'routing'),
        calibrationSettings: () => calibrationSettings(),
      },
      typed,
      world.clock.now(),
    );
  expect(await command('calibration list', { workspace })).toEqual([]);
  expect(await command('calibration list', { workspace, kind: 'routing' })).toMatchObject([{ calibration_id: id }]);
  await command('calibration activate', { calibration: id, 'manifest-version': '0' });
  expect(await command('calibration show', { calibration: id })).toMatchObject([
    { calibration_id: id, state: 'active' },
    {
      ...{ rule: 'small', parameter: 'max_input_tokens', threshold: '900, configured 2000' },
      ...{ losses: '0 of 100 calls', saving: '8100 of 10000 nano-USD', loss_bound: '0.023, limit 0.05' },
    },
  ]);
  await command('calibration retire', { calibration: id, 'manifest-version': '1' });
  const log = await command('calibration log', { workspace, kind: 'routing' });
  expect(log.map(({ change }) => change)).toEqual(['retirement', 'activation', 'fit']);
  expect(await command('calibration log', { workspace })).toEqual([]);
});

it('a threshold that failed its gate never becomes active', async () => {
  const refusal = { code: 'loss_above_limit', need: 1, have: 9, text: 'Too many calls are lost.' } as const;
  const id = await record(await makeWorkspace(), { gate_passed: false, refusal });
  await expect(run({ activate: id })).rejects.toMatchObject({ code: 'gate_failed' });
  await expect(run({ activate: newId('calibration') })).rejects.toMatchObject({ code: 'not_found' });
});

it('`calibrate` starts a fit with a rule and a goal', async () => {
  const workspace = await makeWorkspace();
  const param = 'routing.rules.small.max_input_tokens';
  const [row] = await run({ workspace, param, 'target-frontier-pct': '0.8', 'min-labeled': '60', metric: 'safety' });
  const fit = await fits().find(row!['calibration_id'] as string);
  expect(fit).toMatchObject({ workspaceId: workspace, confidence: null, minN: 60, requestedBy: 'ops' });
  expect(fit?.routing).toEqual({
    ...{ rule_id: 'small', parameter: 'max_input_tokens', metric: 'safety' },
    ...{ quality_budget: null, target_frontier_pct: 0.8 },
  });
});

it.each([
  [{ rule: 'small', 'quality-budget': '0.05' }, /--workspace is missing/],
  [{ workspace: 'known', 'quality-budget': '0.05' }, /Exactly one of `rule` and `param`/],
  [{ workspace: 'known', rule: 'small', 'quality-budget': '1' }, /--quality-budget must be/],
  [{ workspace: 'known', rule: 'small', 'quality-budget': '.1', 'target-frontier-pct': '1' }, /Exactly one/],
  [{ workspace: 'known', rule: 'small', 'quality-budget': '.1', 'min-labeled': '9' }, /--min-labeled must be/],
  [{ rule: 'small', activate: 'qcal_00000000000000000000000001' }, /allows no other option/],
])('`calibrate` refuses %j', async (typed, sentence) => {
  const workspace = await makeWorkspace();
  await expect(run({ ...typed, ...('workspace' in typed && { workspace }) })).rejects.toThrow(sentence);
});

it('`calibrate` starts a fit only if the configuration allows it', async () => {
  const typed = { workspace: await makeWorkspace(), rule: 'small', 'quality-budget': '0.05' };
  await expect(run(typed, false)).rejects.toThrow(/enables no calibrations/);
});
