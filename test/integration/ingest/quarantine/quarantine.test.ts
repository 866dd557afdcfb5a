import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFile, type ImportOutcome } from '../../../../analytics/indexer/import-file.ts';
import { inspectFile } from '../../../../analytics/indexer/reading/inspect-file.ts';
import { createIngestStateStore } from '../../../../store/ingest/ingest-state-store.ts';
import type { IngestSnapshot } from '../../../../domain/insight/ingest-state.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../support/ingest-world.ts';

describe('lines that cannot be loaded', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const importLines = async (name: string, lines: readonly string[]): Promise<ImportOutcome> => {
    const path = join(world.folder, name);
    writeFileSync(path, lines.join('\n'));
    return importFile(world.ports, { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined });
  };
  const stateOf = (year: number): Promise<IngestSnapshot> =>
    createIngestStateStore(world.pool).read({
      organizationId: world.scope.organization_id,
      workspaceId: world.scope.workspace_id,
      from: new Date(Date.UTC(year, 0, 1)),
      to: new Date(Date.UTC(year + 1, 0, 1)),
    });

  it('are quarantined, counted and disclosed, and block nothing', async () => {
    const [admitted, attempt, cost] = requestEvents(world.scope, 0);
    const stranger = { ...admitted, scope: { ...world.scope, environment_id: 'env_elsewhere' } };
    const outcome = await importLines('mixed', [
      JSON.stringify(admitted),
      JSON.stringify({ ...attempt, surprise: true, dispatched_at: '2024-05-01T00:00:00Z' }),
      '',
      JSON.stringify({ ...stranger, admitted_at: '2024-06-01T00:00:00.250Z' }),
      '{"event":"request_adm\u0000',
      // The last line has no newline, because a file is complete.
      JSON.stringify(cost),
    ]);
    // An inspection, which imports nothing, reports the same.
    const { events, quarantined, firstQuarantined } = outcome.totals;
    expect(await inspectFile(join(world.folder, 'mixed'), world.ports.scopes)).toEqual({
      events,
      quarantined,
      firstQuarantined,
    });
    expect(outcome.totals.events).toEqual({ request_admitted: 1, cost_effect: 1 });
    expect(outcome.totals.quarantined).toBe(3);
    expect(outcome.totals.firstQuarantined.map(({ offset, reason }) => [offset, reason])).toEqual([
      [1n, 'wrong_shape'],
      [3n, 'unknown_scope'],
      [4n, 'not_json'],
    ]);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, cost_effects_v1: 1 });
    const state = await stateOf(2024);
    expect(state.fence).toBe(6n);
    const gap = (from: string, to: string, environmentId?: string) => ({
      producerClass: 'gateway_journal',
      ...(environmentId !== undefined && { environmentId }),
      from: new Date(from),
      to: new Date(to),
    });
    expect(state.gaps).toMatchObject([
      // The gap of the unreadable line is near the lines before and after it.
      gap('2024-01-03T04:05:06.000Z', '2024-01-03T16:05:06.000Z'),
      gap('2024-05-01T00:00:00.000Z', '2024-05-01T00:00:00.001Z', 'env_here'),
      gap('2024-05-31T12:00:00.250Z', '2024-06-01T00:00:00.251Z'),
      // This environment does not exist, so any environment may be affected.
      gap('2024-06-01T00:00:00.250Z', '2024-06-01T00:00:00.251Z'),
    ]);
  });

  it('leave a declared gap if their log declares one', async () => {
    const { organization_id, workspace_id } = world.scope;
    await importLines('declared', [
      JSON.stringify({
        event: 'coverage_gap',
        schema: 1,
        scope: { organization_id, workspace_id },
        producer_class: 'gateway_journal',
        from: '2030-01-01T00:00:00Z',
        to: '2030-02-01T00:00:00Z',
        reason: 'moving house',
      }),
    ]);
    expect((await stateOf(2030)).gaps).toMatchObject([
      {
        producerClass: 'gateway_journal',
        from: new Date('2030-01-01T00:00:00Z'),
        to: new Date('2030-02-01T00:00:00Z'),
      },
    ]);
  });

  it('can be a complete batch', async () => {
    const outcome = await importLines('garbage', ['not json', '[]', 'x'.repeat(100_000)]);
    expect(outcome).toMatchObject({ changed: true, lines: 3, totals: { events: {}, quarantined: 3 } });
  });

  describe('close their gap', () => {
    const day = { from: new Date('2027-03-01T00:00:00Z'), to: new Date('2027-03-02T00:00:00Z') };
    const read = (pin?: { fence: bigint; disclosedThrough: bigint }): Promise<IngestSnapshot> => {
      const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
      const states = createIngestStateStore(world.pool);
      return states.read({ organizationId, workspaceId, ...day, ...(pin && { pin }) });
    };
    const gapsOf = async (pin?: Parameters<typeof read>[0]): Promise<string[]> =>
      (await read(pin)).gaps.map(({ from, to }) => `${from.toISOString()} ${to.getTime() - from.getTime()}`);
    const request = (id: string, admittedAt: string): object => ({
      ...requestEvents(world.scope, 1)[0],
      logical_request_id: id,
      admitted_at: admittedAt,
    });
    const spoilt = (event: object): object => ({ ...event, surprise: true });
    const load = (name: string, ...events: readonly (object | string)[]): Promise<ImportOutcome> =>
      importLines(
        name,
        events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event))),
      );
    const [morning, noon] = ['2027-03-01T06:00:00.000Z', '2027-03-01T12:00:00.000Z'];

    it('after the events of all its lines have arrived, and not for earlier pins', async () => {
      const [one, other, third] = [request('one', morning), request('other', morning), request('third', noon)];
      await load('spoilt', spoilt(one), spoilt(other), spoilt(third));
      const gap = `${morning} 1`;
      expect(await gapsOf()).toEqual([gap, `${noon} 1`]);
      await load('first', one);
      expect(await gapsOf()).toEqual([gap, `${noon} 1`]);
      const pin = await read();
      await load('second', other);
      expect(await gapsOf()).toEqual([`${noon} 1`]);
      expect(await gapsOf(pin)).toEqual([gap, `${noon} 1`]);
      // The same batch may contain both lines.
      await load('third', spoilt(request('fourth', morning)), third, request('fourth', morning));
      expect(await gapsOf()).toEqual([]);
    });

    it('even if their event was known before, and never if they contradict it', async () => {
      const known = request('known', morning);
      await load('known', known);
      await load('torn', spoilt(known));
      await load('contradiction', { ...known, streaming: true });
      expect(await gapsOf()).toEqual([`${morning} 1`]);
      await load('again', request('elsewhere', morning), known);
      const { rows } = await world.pool.query<{ reason: string; closed: boolean }>(
        `SELECT line.reason, closed_seq IS NOT NULL AS closed FROM ingest_gaps AS gap JOIN ingest_quarantine AS line USING (batch_id)
         WHERE gap_from = $1 ORDER BY batch_id`,
        [new Date(morning)],
      );
      expect(rows).toEqual([
        { reason: 'wrong_shape', closed: true },
        { reason: 'conflicting', closed: false },
      ]);
    });
  });
});
