import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import { inspectFile } from '../../../analytics/indexer/inspect-file.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import type { IngestSnapshot } from '../../../domain/insight/ingest-state.ts';
import { createIngestPlace, requestEvents, type IngestPlace } from './support/ingest-place.ts';

describe('lines that cannot be loaded', () => {
  let place: IngestPlace;
  beforeAll(async () => {
    place = await createIngestPlace();
  });
  afterAll(() => place.drop());

  const importLines = async (name: string, lines: readonly string[]): Promise<ImportOutcome> => {
    const path = join(place.folder, name);
    writeFileSync(path, lines.join('\n'));
    return importFile(place.ports, { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined });
  };
  const stateOf = (year: number): Promise<IngestSnapshot> =>
    createIngestStateStore(place.pool).read({
      organizationId: place.scope.organization_id,
      workspaceId: place.scope.workspace_id,
      from: new Date(Date.UTC(year, 0, 1)),
      to: new Date(Date.UTC(year + 1, 0, 1)),
    });

  it('are set aside, counted and disclosed, and block nothing', async () => {
    const [admitted, attempt, cost] = requestEvents(place.scope, 0);
    const stranger = { ...admitted, scope: { ...place.scope, environment_id: 'env_elsewhere' } };
    const outcome = await importLines('mixed', [
      JSON.stringify(admitted),
      JSON.stringify({ ...attempt, surprise: true, dispatched_at: '2024-05-01T00:00:00Z' }),
      '',
      JSON.stringify({ ...stranger, admitted_at: '2024-06-01T00:00:00.250Z' }),
      '{"event":"request_adm\u0000',
      // The last line has no newline, and a file is complete.
      JSON.stringify(cost),
    ]);
    // Who looks first, and imports nothing, is told the same.
    const { events, quarantined, firstQuarantined } = outcome.totals;
    expect(await inspectFile(join(place.folder, 'mixed'), place.ports.scopes)).toEqual({
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
    expect(await place.rowCounts()).toEqual({ request_admissions_v1: 1, cost_effects_v1: 1 });
    const state = await stateOf(2024);
    expect(state.fence).toBe(6n);
    const gap = (from: string, to: string) => ({
      producerClass: 'gateway_journal',
      from: new Date(from),
      to: new Date(to),
    });
    expect(state.gaps).toEqual([
      // The unreadable line may belong anywhere in the span of its batch.
      gap('2024-01-03T04:05:06.000Z', '2024-06-01T00:00:00.251Z'),
      gap('2024-05-01T00:00:00.000Z', '2024-05-01T00:00:00.001Z'),
      gap('2024-06-01T00:00:00.250Z', '2024-06-01T00:00:00.251Z'),
    ]);
  });

  it('leave a declared gap where their log declares one', async () => {
    const { organization_id, workspace_id } = place.scope;
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
    expect((await stateOf(2030)).gaps).toEqual([
      {
        producerClass: 'gateway_journal',
        from: new Date('2030-01-01T00:00:00Z'),
        to: new Date('2030-02-01T00:00:00Z'),
      },
    ]);
  });

  it('hold a batch of nothing else together', async () => {
    const outcome = await importLines('garbage', ['not json', '[]', 'x'.repeat(100_000)]);
    expect(outcome).toMatchObject({ changed: true, lines: 3, totals: { events: {}, quarantined: 3 } });
  });
});
