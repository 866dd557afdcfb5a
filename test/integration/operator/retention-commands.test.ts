import { afterAll, beforeAll, expect, it } from 'vitest';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import { calibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { runOperatorCommand } from '../../../operator/operator-commands.ts';
import { createOperatorStores } from '../../../operator/operator-stores.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
/** The erasures that were requested from ClickHouse: workspace and instant. */
const erased: [string, string][] = [];
/** The users that were to be erased: workspace and user. */
const erasedUsers: [string, string][] = [];
/** The number of waits for the end of all reads. */
let outlasted = 0;
const outlastedBefore: number[] = [];

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

function run(command: string, values: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  const { pool, clock } = world;
  const unused = () => Promise.reject(new Error('This is not used here.'));
  const ports = {
    ...{ ...createOperatorStores(pool, clock), clock, operator: 'ada', governance: () => governanceSettings() },
    ...{ callModel: unused, readFile: unused, readPassword: unused, loggedCalls: unused, reprice: unused },
    withJudges: unused,
    calibrationSettings: () => calibrationSettings(),
    outlastReads: () => {
      outlasted += 1;
      return Promise.resolve();
    },
    erase: (workspace: { workspaceId: string }, before: Date) => {
      erased.push([workspace.workspaceId, before.toISOString()]);
      outlastedBefore.push(outlasted);
      return Promise.resolve();
    },
    eraseUser: ({ workspaceId }: { workspaceId: string }, user: string) => {
      erasedUsers.push([workspaceId, user]);
      const before = new Date('2026-03-03T00:00:00.000Z');
      return Promise.resolve({
        ...{ before, facts: 9, contentFiles: 4, datasetItems: 5, quarantinedLines: 1, savedViews: 2, reportRuns: 3 },
      });
    },
  };
  return runOperatorCommand(ports, command, values);
}

it('moves the horizon of retention only forward, and erases up to it on each request', async () => {
  const { organizationId, workspaceId: workspace } = await makeTenancy(world);
  await expect(run('retention erase', { workspace })).rejects.toThrow('No traffic of this workspace has expired');
  await run('retention set', { workspace, 'keep-from': '2026-02-01T00:00:00Z' });
  for (const day of ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z']) {
    await expect(run('retention set', { workspace, 'keep-from': day })).rejects.toThrow(
      'The workspace keeps its facts from 2026-02-01T00:00:00.000Z, and this horizon can only move forward. Name a later instant.',
    );
  }
  const window = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-02-02T00:00:00.000Z') };
  expect(
    await createIngestStateStore(world.pool).read({ organizationId, workspaceId: workspace, ...window }),
  ).toMatchObject({
    keepsFrom: new Date('2026-02-01T00:00:00.000Z'),
    generations: { projection: 1, retention: 2, exclusion: 1 },
  });
  expect(await run('retention show', { workspace })).toEqual([
    { workspace_id: workspace, keeps_from: '2026-02-01T00:00:00.000Z' },
  ]);
  for (let time = 0; time < 2; time += 1) {
    expect(await run('retention erase', { workspace })).toEqual([
      { workspace_id: workspace, keeps_from: '2026-02-01T00:00:00.000Z', erased_before: '2026-02-01T00:00:00.000Z' },
    ]);
  }
  expect(erased.filter(([id]) => id === workspace)).toEqual([
    [workspace, '2026-02-01T00:00:00.000Z'],
    [workspace, '2026-02-01T00:00:00.000Z'],
  ]);
  await run('retention set', { workspace, 'keep-from': '2026-02-02T00:00:00Z' });
  await run('retention erase', { workspace });
  // The wait is before each erasure that follows a move of the horizon, and not before a repetition.
  expect(outlastedBefore).toEqual([1, 1, 2]);
});

it('erases a user of a workspace, and names the user neither in its row nor in the audit', async () => {
  const { organizationId: organization, workspaceId: workspace } = await makeTenancy(world);
  // A user may have the form of an id, and ids of a command are in the audit.
  const user = 'org_00000000000000000000000009';
  const rows = await run('retention erase', { workspace, user });
  expect(rows).toEqual([
    {
      ...{ workspace_id: workspace, dimension: 'user', erased_before: '2026-03-03T00:00:00.000Z' },
      ...{
        facts: '9',
        content_files: '4',
        dataset_items: '5',
        quarantined_lines: '1',
        saved_views: '2',
        report_runs: '3',
      },
    },
  ]);
  expect(erasedUsers).toEqual([[workspace, user]]);
  const events = await run('audit list', { organization });
  expect(events).toMatchObject([
    { operation: 'operator retention erase --user', outcome: 'accepted', operator: 'ada', targets: [workspace] },
  ]);
  expect(JSON.stringify([rows, events])).not.toContain(user);
});
