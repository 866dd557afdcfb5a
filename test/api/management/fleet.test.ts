import { describe, expect, it } from 'vitest';
import type { GatewayProcessDocument } from '../../../contracts/management/fleet/gateway-process.ts';
import type { ManagementProblem } from '../../../contracts/management/problem.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';
import { makeGatewayProcess } from '../../../testing/fakes/fleet.ts';

const open = (): ManagementFixture =>
  createManagementFixture({ token: { role: 'operator', scopes: ['config:read', 'operations:write'] } });

async function ask<Answer = Record<string, unknown>>(
  { app }: ManagementFixture,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<[number, Answer]> {
  const answer = await app.inject({ method, url: `/tt/api/v1/${path}`, headers: { authorization: 'Bearer known' } });
  return [answer.statusCode, answer.json<Answer>()];
}

const SILENT = {
  name: 'proxy-1',
  state: 'silent',
  host_name: 'gateway-a',
  version: '0.3.0',
  commit: null,
  configuration_digest: `sha256:${'a'.repeat(64)}`,
  configuration_loaded_at: '2026-03-01T10:00:00.000Z',
  started_at: '2026-03-01T10:00:00.000Z',
  last_heartbeat_at: '2026-03-01T11:00:00.000Z',
  ended_at: null,
  decommissioned_at: null,
};

describe('the running configuration', () => {
  it('is the file of this process, with its digest and the time at which it was read', async () => {
    expect(await ask(open(), 'configuration')).toEqual([
      200,
      {
        process: 'api-1',
        loaded_at: '2026-03-01T12:00:00.000Z',
        digest: `sha256:${'c'.repeat(64)}`,
        text: 'mode: ledger\n',
        redactions: 0,
      },
    ]);
  });

  it('has no digest and no text without a file', async () => {
    const plane = open();
    plane.configurationFile = undefined;
    expect(await ask(plane, 'configuration')).toEqual([
      200,
      { process: 'api-1', loaded_at: '2026-03-01T12:00:00.000Z', digest: null, text: null, redactions: 0 },
    ]);
  });
});

describe('the processes of the gateway', () => {
  it('are listed, the last started first, with a cursor', async () => {
    const plane = open();
    const startedAt = new Date('2026-03-01T11:30:00.000Z');
    const unstated = { hostName: null, version: null, configurationDigest: null, configurationLoadedAt: null };
    plane.fleet.processes.unshift(
      makeGatewayProcess({ processId: 'proxy-2', state: 'live', startedAt, seenAt: startedAt, ...unstated }),
    );
    const [status, { next_cursor: cursor, ...page }] = await ask(plane, 'fleet?limit=1');
    const nothing = { host_name: null, version: null, configuration_digest: null, configuration_loaded_at: null };
    expect([status, page]).toEqual([
      200,
      {
        processes: [
          {
            ...{ ...SILENT, ...nothing, name: 'proxy-2', state: 'live' },
            ...{ started_at: startedAt.toISOString(), last_heartbeat_at: startedAt.toISOString() },
          },
        ],
      },
    ]);
    expect(await ask(plane, `fleet?limit=1&cursor=${String(cursor)}`)).toEqual([
      200,
      { processes: [SILENT], next_cursor: '' },
    ]);
  });

  it('are filtered by state; without a filter, decommissioned ones are left out', async () => {
    const plane = open();
    plane.fleet.processes = [
      makeGatewayProcess({ processId: 'proxy-3', state: 'decommissioned' }),
      makeGatewayProcess({ processId: 'proxy-2', state: 'ended' }),
      makeGatewayProcess(),
    ];
    const namesOf = async (query: string): Promise<string[]> => {
      const [, { processes }] = await ask<{ processes: GatewayProcessDocument[] }>(plane, `fleet${query}`);
      return processes.map(({ name }) => name);
    };
    expect(await namesOf('')).toEqual(['proxy-2', 'proxy-1']);
    expect(await namesOf('?state=ended')).toEqual(['proxy-2']);
    expect(await namesOf('?state=decommissioned')).toEqual(['proxy-3']);
    expect((await ask<ManagementProblem>(plane, 'fleet?state=dead'))[0]).toBe(400);
  });

  it('have the configuration that they state, or none', async () => {
    const plane = open();
    const path = 'fleet/proxy-1/configuration';
    expect(await ask(plane, path)).toEqual([
      200,
      {
        process: 'proxy-1',
        loaded_at: '2026-03-01T10:00:00.000Z',
        digest: `sha256:${'a'.repeat(64)}`,
        text: 'mode: ledger\n',
        redactions: 0,
      },
    ]);
    plane.fleet.configurations.set('proxy-1', { digest: null, content: null, redactions: null, loadedAt: null });
    expect(await ask(plane, path)).toEqual([
      200,
      { process: 'proxy-1', loaded_at: null, digest: null, text: null, redactions: 0 },
    ]);
  });
});

describe('a decommission', () => {
  const decommission = (plane: ManagementFixture, name: string) =>
    ask<ManagementProblem>(plane, `fleet/${name}/decommission`, 'POST');

  it('marks a silent process as gone, once', async () => {
    const plane = open();
    const gone = { ...SILENT, state: 'decommissioned', decommissioned_at: '2026-03-01T12:00:00.000Z' };
    expect(await decommission(plane, 'proxy-1')).toEqual([200, gone]);
    expect(await decommission(plane, 'proxy-1')).toEqual([200, gone]);
    expect((await ask(plane, 'fleet'))[1]).toEqual({ processes: [], next_cursor: '' });
  });

  it('has an audit row that names the process', async () => {
    const plane = open();
    const processId = 'proxy-0b9cbf0e-52a0-4c2b-9d0a-3d9a3a3d6c11';
    plane.fleet.processes = [makeGatewayProcess({ processId })];
    expect((await decommission(plane, processId))[0]).toBe(200);
    expect(plane.audit.rows.map(({ operation, targets, end }) => [operation, targets, end?.outcome])).toEqual([
      ['management.fleet.decommission', [processId], 'accepted'],
    ]);
  });

  it('is refused for a process that is alive, and for an unknown name', async () => {
    const plane = open();
    plane.fleet.processes = [makeGatewayProcess({ state: 'live' })];
    expect(await decommission(plane, 'proxy-1')).toMatchObject([
      409,
      {
        code: 'conflict',
        detail: 'The process has sent a heartbeat within the last minute. Stop it, and try again a minute later.',
      },
    ]);
    expect(await decommission(plane, 'proxy-2')).toMatchObject([
      404,
      {
        code: 'not_found',
        detail: 'There is no gateway process of this name. List the processes, and check the name.',
      },
    ]);
  });
});
