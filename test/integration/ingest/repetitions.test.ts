import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import type { CoverageGap } from '../../../contracts/ingest/events/coverage-gap.ts';
import type { FactEvent, TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

describe('a repeated event', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const importEvents = async (...events: readonly TrafficEvent[]): Promise<ImportOutcome> => {
    const path = join(world.folder, randomUUID());
    // Blank lines make content that was never imported before.
    writeFileSync(path, [...events.map((event) => JSON.stringify(event)), ' '.repeat(fresh++), ''].join('\n'));
    return importFile(world.ports, { path, holder: path, onProgress: () => undefined, onWaiting: () => undefined });
  };
  let fresh = 1;
  const sums = async (): Promise<unknown> => {
    const query = `SELECT toUInt32(sum(admitted)) AS admitted, toUInt32(sum(ended)) AS ended, toUInt32(sum(attempts)) AS attempts,
      toUInt32(sum(effects)) AS effects, toString(sum(nanos)) AS nanos FROM traffic_by_hour_v1 WHERE facet = ''`;
    const [row] = await (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json();
    return row;
  };
  const gaps = async (year: number): Promise<readonly { from: Date; to: Date }[]> => {
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const [from, to] = [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))];
    return (await createIngestStateStore(world.pool).read({ organizationId, workspaceId, from, to })).gaps;
  };

  const firstEvaluated = async (): Promise<bigint | undefined> => {
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const now = new Date();
    const state = await createIngestStateStore(world.pool).read({ organizationId, workspaceId, from: now, to: now });
    return state.firstEvaluated;
  };

  it('is counted as a repetition in the same batch and in another source, and changes nothing', async () => {
    const events = requestEvents(world.scope, 0);
    const first = await importEvents(...events, ...events);
    expect(first.totals).toMatchObject({
      events: { request_admitted: 1, attempt: 1, cost_effect: 1 },
      repeated: 3,
      quarantined: 0,
    });
    const before = await sums();
    expect(before).toEqual({ admitted: 1, ended: 0, attempts: 1, effects: 1, nanos: '1000' });

    const again = await importEvents(...events.toReversed());
    expect(again.totals).toEqual({ events: {}, repeated: 3, quarantined: 0, firstQuarantined: [] });
    expect(await sums()).toEqual(before);
    expect(await gaps(2024)).toEqual([]);
  });

  it('is the same event with any format of its instants and members', async () => {
    const [admitted] = requestEvents(world.scope, 1);
    if (admitted?.event !== 'request_admitted') throw new Error('That is no admission.');
    await importEvents(admitted);
    const written = Object.fromEntries(Object.entries(admitted).toReversed());
    const shifted = { ...written, admitted_at: admitted.admitted_at.replace('04:05:06.000Z', '06:05:06.0004+02:00') };
    expect((await importEvents(shifted as unknown as FactEvent)).totals).toMatchObject({ repeated: 1, quarantined: 0 });
  });

  it('is the same event if another price table has another price for it', async () => {
    const [, , cost] = requestEvents(world.scope, 7);
    if (cost?.event !== 'cost_effect') throw new Error('That is no cost.');
    const unpriced = Object.entries({ ...cost, price_state: 'unpriced', price_revision: 'table 1' });
    const withoutAmount = Object.fromEntries(unpriced.filter(([member]) => member !== 'nanos'));
    await importEvents(withoutAmount as unknown as FactEvent);
    const newer = { ...cost, estimated: true, price_revision: 'table 2' };
    expect((await importEvents(newer)).totals).toMatchObject({ repeated: 1, quarantined: 0 });
    // A statement of the source itself is final.
    expect((await importEvents(cost)).totals).toMatchObject({ repeated: 0, quarantined: 1 });
  });

  it('is quarantined if its content differs, in the same batch, in a later one, at another time', async () => {
    const [, , cost] = requestEvents(world.scope, 2);
    if (cost?.event !== 'cost_effect') throw new Error('That is no cost.');
    const dearer = { ...cost, nanos: '7777' };
    const first = await importEvents(cost, dearer);
    expect(first.totals).toMatchObject({ events: { cost_effect: 1 }, repeated: 0, quarantined: 1 });
    expect(first.totals.firstQuarantined).toEqual([
      {
        offset: 1n,
        reason: 'conflicting',
        detail: 'A cost_effect with this id arrived before with other content, in this batch.',
      },
    ]);
    const before = await sums();
    const later = { ...cost, occurred_at: '2025-12-31T23:59:59.999Z' };
    const second = await importEvents(later, dearer, cost);
    expect(second.totals).toMatchObject({ events: {}, repeated: 1, quarantined: 2 });
    expect(second.totals.firstQuarantined.map(({ offset, reason }) => [offset, reason])).toEqual([
      [0n, 'conflicting'],
      [1n, 'conflicting'],
    ]);
    expect(await sums()).toEqual(before);
    expect(await gaps(2025)).toMatchObject([
      {
        producerClass: 'gateway_journal',
        environmentId: 'env_here',
        from: new Date('2025-12-31T23:59:59.999Z'),
        to: new Date('2026-01-01T00:00:00.000Z'),
      },
    ]);
  });

  it('is identified by the members of its kind', async () => {
    const at = '2024-04-03T04:05:06.000Z';
    const dimensions = {
      schema: 1,
      scope: world.scope,
      purpose: 'application',
      logical_request_id: 'request-3',
    } as const;
    const verdict: FactEvent = {
      event: 'feedback_verdict',
      ...dimensions,
      feedback_id: 'fb-1',
      issuer_ref: 'user-1',
      value: 'positive',
      revision: 1,
      occurred_at: at,
      source: 'api',
      match: 'matched',
    };
    const evaluation: FactEvent = {
      event: 'protection_evaluation',
      ...dimensions,
      admitted_at: at,
      evaluated_at: at,
      component_id: 'pii-filter',
      component_version: '3',
      phase: 'input',
      eligibility: 'eligible',
      evaluation: 'evaluated',
      outcome: 'passed',
    };
    const marker: FactEvent = {
      event: 'release_marker',
      schema: 1,
      scope: world.scope,
      marker_id: 'mk-1',
      marker_kind: 'deployed',
      release_id: 'r-1',
      actor_kind: 'person',
      occurred_at: at,
    };
    const distinct: FactEvent[] = [
      verdict,
      { ...verdict, revision: 2, value: 'negative' },
      { ...verdict, issuer_ref: 'user-2' },
      { ...verdict, feedback_id: 'fb-2' },
      evaluation,
      { ...evaluation, phase: 'output' },
      { ...evaluation, component_id: 'jailbreak' },
      { ...evaluation, evaluated_at: '2025-01-01T00:00:00Z', outcome: 'blocked' },
      marker,
      { ...marker, marker_id: 'mk-2' },
    ];
    const conflicting: FactEvent[] = [
      { ...verdict, value: 'neutral' },
      { ...evaluation, outcome: 'modified' },
      { ...marker, release_id: 'r-2' },
    ];
    expect(await firstEvaluated()).toBeUndefined();
    const { rows: arrival } = await world.pool.query<{ last_seq: bigint }>('SELECT last_seq FROM ingest_arrival');
    const { totals } = await importEvents(...distinct, ...conflicting, ...distinct);
    expect(totals).toMatchObject({
      events: { feedback_verdict: 4, protection_evaluation: 4, release_marker: 2 },
      repeated: 10,
      quarantined: 3,
    });
    const first = (arrival[0]?.last_seq ?? 0n) + BigInt(distinct.indexOf(evaluation) + 1);
    expect(await firstEvaluated()).toBe(first);
    await importEvents({ ...evaluation, component_id: 'another' });
    expect(await firstEvaluated()).toBe(first);
  });

  it('is separate for each workspace', async () => {
    const now = new Date();
    await world.pool.query("INSERT INTO workspaces VALUES ('t_there', 'org_here', 'There', $1)", [now]);
    await world.pool.query("INSERT INTO applications VALUES ('app_there', 't_there', 'There', $1)", [now]);
    await world.pool.query("INSERT INTO gateways VALUES ('gw_there', 'app_there', 'There', $1)", [now]);
    await world.pool.query("INSERT INTO environments VALUES ('env_there', 'gw_there', 'There', $1)", [now]);
    const there = {
      organization_id: 'org_here',
      workspace_id: 't_there',
      application_id: 'app_there',
      gateway_id: 'gw_there',
      environment_id: 'env_there',
    };
    const { totals } = await importEvents(...requestEvents(world.scope, 4), ...requestEvents(there, 4));
    expect(totals).toMatchObject({ events: { request_admitted: 2, attempt: 2, cost_effect: 2 }, repeated: 0 });
  });

  it('does not change a declared gap that is declared again', async () => {
    const { organization_id, workspace_id } = world.scope;
    const gap: CoverageGap = {
      event: 'coverage_gap',
      schema: 1,
      scope: { organization_id, workspace_id },
      producer_class: 'gateway_journal',
      from: '2030-01-01T00:00:00Z',
      to: '2030-02-01T00:00:00Z',
      reason: 'moving house',
    };
    await importEvents(gap);
    const spans = async () => (await gaps(2030)).map(({ from, to }) => [from, to]);
    const before = await spans();
    await importEvents(gap);
    expect(await spans()).toEqual(before);
  });
});
