import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGatewayProcessStore } from '../../../../store/gateway/gateway-process-store.ts';
import {
  createGatewayFleetStore,
  type GatewayFleetStore,
  type GatewayProcessDescription,
} from '../../../../store/installation/gateway-fleet-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const LOADED_AT = new Date('2026-03-02T07:59:58.000Z');

let world: StoreWorld;
let fleet: GatewayFleetStore;
let processes: ReturnType<typeof createGatewayProcessStore>;
beforeEach(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  fleet = createGatewayFleetStore(world.pool, world.clock);
  processes = createGatewayProcessStore(world.pool, world.clock);
});
afterEach(() => world.close());

function describeProcess(processId: string, file: GatewayProcessDescription['configuration']['file']): Promise<void> {
  const build = { version: '0.3.0', commit: '5ef0e29b' };
  return fleet.describe({ processId, hostName: 'gateway-a', build, configuration: { loadedAt: LOADED_AT, file } });
}

async function namesOf(page: Partial<Parameters<GatewayFleetStore['list']>[0]> = {}): Promise<string[]> {
  const found = await fleet.list({ state: undefined, after: undefined, limit: 10, ...page });
  return found.map(({ processId, state }) => `${processId} ${state}`);
}

describe('a process of the gateway', () => {
  it('has what it states about itself, and keeps its heartbeat', async () => {
    await processes.beat('proxy-a');
    world.clock.set('2026-03-02T08:00:02.000Z');
    await describeProcess('proxy-a', { digest: 'sha256:1', text: 'mode: ledger\n', redactions: 0 });
    expect(await fleet.list({ state: undefined, after: undefined, limit: 10 })).toEqual([
      {
        processId: 'proxy-a',
        state: 'live',
        hostName: 'gateway-a',
        version: '0.3.0',
        buildCommit: '5ef0e29b',
        configurationDigest: 'sha256:1',
        configurationLoadedAt: LOADED_AT,
        startedAt: new Date('2026-03-02T08:00:00.000Z'),
        seenAt: new Date('2026-03-02T08:00:00.000Z'),
        endedAt: null,
        decommissionedAt: null,
      },
    ]);
    expect(await fleet.configurationOf('proxy-a')).toEqual({
      digest: 'sha256:1',
      content: 'mode: ledger\n',
      redactions: 0,
      loadedAt: LOADED_AT,
    });
    await describeProcess('proxy-a', undefined);
    expect(await fleet.configurationOf('proxy-a')).toEqual({
      digest: null,
      content: null,
      redactions: null,
      loadedAt: LOADED_AT,
    });
  });

  it('of an earlier version states nothing, and an unknown one does not exist', async () => {
    await processes.beat('proxy-a');
    expect(await fleet.list({ state: 'live', after: undefined, limit: 10 })).toMatchObject([
      { processId: 'proxy-a', hostName: null, version: null, buildCommit: null, configurationDigest: null },
    ]);
    expect(await fleet.configurationOf('proxy-a')).toEqual({
      digest: null,
      content: null,
      redactions: null,
      loadedAt: null,
    });
    expect(await fleet.configurationOf('proxy-b')).toBeUndefined();
  });

  it('is live until a minute of silence', async () => {
    await processes.beat('proxy-a');
    await processes.beat('proxy-b');
    await processes.end('proxy-b');
    world.clock.set('2026-03-02T08:00:59.999Z');
    expect(await namesOf()).toEqual(['proxy-b ended', 'proxy-a live']);
    world.clock.set('2026-03-02T08:01:00.000Z');
    expect(await namesOf()).toEqual(['proxy-b ended', 'proxy-a silent']);
    expect(await namesOf({ state: 'silent' })).toEqual(['proxy-a silent']);
  });

  it('is on one page of the list, the last started first', async () => {
    for (const [second, name] of ['proxy-c', 'proxy-a', 'proxy-b'].entries()) {
      world.clock.set(`2026-03-02T08:00:0${second}.000Z`);
      await processes.beat(name);
    }
    expect(await namesOf({ limit: 2 })).toEqual(['proxy-b live', 'proxy-a live']);
    const after = { createdAt: '2026-03-02T08:00:01.000Z', id: 'proxy-a' };
    expect(await namesOf({ limit: 2, after })).toEqual(['proxy-c live']);
  });
});

describe('a decommission', () => {
  it('is possible after a minute of silence or an end, and a repetition changes nothing', async () => {
    await processes.beat('proxy-a');
    await processes.beat('proxy-b');
    await processes.end('proxy-b');
    expect(await fleet.decommission('proxy-a')).toBe('alive');
    expect(await fleet.decommission('proxy-x')).toBeUndefined();
    const at = new Date('2026-03-02T08:00:00.000Z');
    expect(await fleet.decommission('proxy-b')).toMatchObject({ state: 'decommissioned', decommissionedAt: at });
    world.clock.set('2026-03-02T08:01:00.000Z');
    expect(await fleet.decommission('proxy-b')).toMatchObject({ decommissionedAt: at });
    expect(await fleet.decommission('proxy-a')).toMatchObject({ state: 'decommissioned' });
    expect([await namesOf(), await namesOf({ state: 'decommissioned' })]).toEqual([
      [],
      ['proxy-b decommissioned', 'proxy-a decommissioned'],
    ]);
  });

  it('leaves the calls of the process to workers, and ends with the next heartbeat', async () => {
    await processes.beat('proxy-a');
    world.clock.set('2026-03-02T08:02:00.000Z');
    await fleet.decommission('proxy-a');
    expect(await processes.findSilent(90_000)).toEqual(['proxy-a']);
    await processes.beat('proxy-a');
    expect(await namesOf()).toEqual(['proxy-a live']);
    expect(await fleet.decommission('proxy-a')).toBe('alive');
  });

  it('and a heartbeat at the same time leave one of both states', async () => {
    await processes.beat('proxy-a');
    world.clock.set('2026-03-02T08:02:00.000Z');
    const [answer] = await Promise.all([fleet.decommission('proxy-a'), processes.beat('proxy-a')]);
    // The heartbeat is later than the decommission, or the decommission finds it.
    expect(await namesOf()).toEqual(['proxy-a live']);
    expect(answer === 'alive' || answer?.processId === 'proxy-a').toBe(true);
  });
});

describe('the text of a configuration file', () => {
  const storedTexts = async (): Promise<string[]> => {
    const { rows } = await world.pool.query<{ content: string }>(
      'SELECT content FROM gateway_configurations ORDER BY digest',
    );
    return rows.map(({ content }) => content);
  };

  it('is stored once, in the form in which the most is hidden', async () => {
    await describeProcess('proxy-a', { digest: 'sha256:1', text: '# key\n', redactions: 0 });
    await describeProcess('proxy-b', { digest: 'sha256:1', text: '# [redacted]\n', redactions: 1 });
    await describeProcess('proxy-c', { digest: 'sha256:1', text: '# key\n', redactions: 0 });
    expect(await storedTexts()).toEqual(['# [redacted]\n']);
    expect(await fleet.configurationOf('proxy-a')).toMatchObject({ content: '# [redacted]\n', redactions: 1 });
  });

  it('stays while a process names it, and is removed two days later', async () => {
    await describeProcess('proxy-a', { digest: 'sha256:1', text: 'one\n', redactions: 0 });
    await describeProcess('proxy-a', { digest: 'sha256:2', text: 'two\n', redactions: 0 });
    await processes.forget(172_800_000);
    expect(await storedTexts()).toEqual(['one\n', 'two\n']);
    world.clock.set('2026-03-04T08:00:00.001Z');
    await processes.beat('proxy-a');
    await processes.forget(172_800_000);
    expect(await storedTexts()).toEqual(['two\n']);
    world.clock.set('2026-03-06T08:00:00.002Z');
    await processes.forget(172_800_000);
    expect(await storedTexts()).toEqual([]);
  });
});
