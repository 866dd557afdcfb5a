import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusalReader, type RefusalSearch } from '../../../analytics/gateway/refusal-reader.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import type { RefusingLimit } from '../../../contracts/ingest/events/refusing-limit.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const KEY = 'kid_00000000000000000000000001';
const RESET = '2024-02-01T00:00:00.000Z';
const BUDGET: RefusingLimit = {
  ...{ id: 'team-month', node: 'team:org_here:search', unit: 'nano_usd', limit: 9_000_000_000_000_000 },
  ...{ observed: 8_999_999_999_999_999, bound: 450_000, resets_at: RESET },
};
/** A limit without a window, in a line that requests share. */
const SLOTS: RefusingLimit = { id: 'slots', node: 'organization:org_here', unit: 'calls', limit: 2, bound: 1 };

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
  const lines = [
    ending('greq_1', {
      ...{ at: '2024-01-03T04:00:01.000Z', terminal_kind: 'budget_exceeded', dimensions: { key: KEY } },
      refused_by_limit: BUDGET,
    }),
    // A gateway of an earlier version, which states no limit.
    ending('greq_2', { at: '2024-01-03T04:00:02.000Z', terminal_kind: 'rate_limited', team_id: 'search' }),
    ending('greq_3', { at: '2024-01-03T04:00:03.000Z', terminal_kind: 'scope_violation', route_id: 'rt_1' }),
    ending('greq_4', {
      ...{ at: '2024-01-03T04:00:03.000Z', terminal_kind: 'concurrency_exceeded', refused_by_limit: SLOTS },
    }),
    // Governance refused none of these: another reason, another end, another gateway.
    ending('greq_5', { at: '2024-01-03T04:00:05.000Z', terminal_kind: 'invalid_request_error' }),
    ending('greq_6', { at: '2024-01-03T04:00:06.000Z', terminal_kind: 'rate_limited', status: 'failed' }),
    ending('of-another-gateway', { at: '2024-01-03T04:00:07.000Z', terminal_kind: 'rate_limited' }),
  ];
  const path = join(world.folder, 'refused');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
});
afterAll(() => world.drop());

/** The ending of a request that was refused within 2 ms. */
function ending(id: string, { at, ...more }: { at: string } & Partial<RequestTerminal>): string {
  return JSON.stringify({
    ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
    ...{ admitted_at: at, terminal_at: at.replace('000Z', '002Z'), status: 'refused', attempt_count: 0 },
    ...more,
  });
}

async function idsOf(search: Partial<RefusalSearch> = {}): Promise<string[]> {
  const since = new Date('2024-01-01T00:00:00.000Z');
  const whole = { since, after: undefined, offset: 0, limit: 10, horizons: new Map<string, Date>() };
  const calls = await createRefusalReader(world.clickhouse)({ ...whole, ...search });
  return calls.map(({ requestId }) => requestId);
}

describe('the refused calls', () => {
  it('are those that governance of this gateway refused, newest first', async () => {
    expect(await idsOf()).toEqual(['greq_4', 'greq_3', 'greq_2', 'greq_1']);
  });

  it('have the facts of their rows', async () => {
    const search = { since: new Date(0), after: undefined, offset: 0, limit: 10, horizons: new Map<string, Date>() };
    const calls = await createRefusalReader(world.clickhouse)(search);
    const place = {
      organizationId: 'org_here',
      workspaceId: 't_here',
      applicationId: 'app_here',
      gatewayId: 'gw_here',
    };
    expect(calls.slice(2)).toEqual([
      {
        ...{ ...place, environmentId: 'env_here', owner: 'search', keyId: '', routeId: '', requestId: 'greq_2' },
        code: 'rate_limited',
        limit: undefined,
        admittedAt: new Date('2024-01-03T04:00:02.000Z'),
        refusedAt: new Date('2024-01-03T04:00:02.002Z'),
      },
      {
        ...{ ...place, environmentId: 'env_here', owner: '', keyId: KEY, routeId: '', requestId: 'greq_1' },
        code: 'budget_exceeded',
        limit: {
          ...{ id: 'team-month', node: 'team:org_here:search', unit: 'nano_usd', limit: '9000000000000000' },
          ...{ observed: '8999999999999999', bound: '450000', resetsAt: new Date(RESET) },
        },
        admittedAt: new Date('2024-01-03T04:00:01.000Z'),
        refusedAt: new Date('2024-01-03T04:00:01.002Z'),
      },
    ]);
    expect(calls[0]?.limit).toEqual({
      ...{ id: 'slots', node: 'organization:org_here', unit: 'calls', limit: '2', bound: '1' },
      ...{ observed: undefined, resetsAt: undefined },
    });
  });

  it('continue after a row, also among rows of the same instant', async () => {
    const admittedAt = new Date('2024-01-03T04:00:03.000Z');
    const after = { admittedAt, workspaceId: 't_here', requestId: 'greq_4' };
    expect(await idsOf({ after, limit: 1 })).toEqual(['greq_3']);
    expect(await idsOf({ after: { ...after, requestId: 'greq_3' } })).toEqual(['greq_2', 'greq_1']);
    expect(await idsOf({ offset: 1, limit: 2 })).toEqual(['greq_3', 'greq_2']);
  });

  it('are restricted by type, key, limit, environment and time', async () => {
    expect(await idsOf({ code: 'rate_limited' })).toEqual(['greq_2']);
    expect(await idsOf({ keyId: KEY })).toEqual(['greq_1']);
    expect(await idsOf({ limitId: 'slots' })).toEqual(['greq_4']);
    expect(await idsOf({ limitId: 'team' })).toEqual([]);
    expect(await idsOf({ environmentId: 'env_here' })).toHaveLength(4);
    expect(await idsOf({ environmentId: 'env_there' })).toEqual([]);
    expect(await idsOf({ since: new Date('2024-01-03T04:00:03.000Z') })).toEqual(['greq_4', 'greq_3']);
  });

  it('begin at the retention horizon of their workspace', async () => {
    const horizon = new Date('2024-01-03T04:00:02.000Z');
    const horizons = new Map([
      ["t_it's", new Date('2025-01-01T00:00:00.000Z')],
      ['t_here', horizon],
    ]);
    expect(await idsOf({ horizons })).toEqual(['greq_4', 'greq_3', 'greq_2']);
  });
});
