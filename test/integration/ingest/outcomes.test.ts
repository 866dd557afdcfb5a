import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFacts } from '../../../analytics/indexer/compare-facts.ts';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import { createConflictFinder } from '../../../analytics/judges/conflict-finder.ts';
import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createPlannedBatchFinder } from '../../../store/ingest/planned-batch-finder.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

describe('outcomes', () => {
  let world: IngestWorld;
  /** The import of a request with a label, which is sent twice, and of a trial of a judge. */
  let first: ImportOutcome;
  beforeAll(async () => {
    world = await createIngestWorld();
    first = await importEvents('first', ...requestEvents(world.scope, 0), label(), trial(), label());
  });
  afterAll(() => world.drop());

  const importEvents = async (name: string, ...events: readonly TrafficEvent[]): Promise<ImportOutcome> => {
    const path = join(world.folder, name);
    writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    return importFile(world.ports, { path, holder: path, onProgress: () => undefined, onWaiting: () => undefined });
  };
  const label = (): EvaluationOutcome => ({
    event: 'evaluation_outcome',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: 'request-0',
    route_id: 'chat',
    admitted_at: '2024-01-03T04:05:06.000Z',
    outcome_id: 'label-1',
    evaluator_id: 'human',
    evaluator_kind: 'human',
    metric: 'correctness',
    basis: 'measured',
    actor: 'tok_1',
    occurred_at: '2024-02-01T00:00:00.000Z',
    verdict: 'pass',
    score: 0,
    annotator: 'ada',
  });
  const trial = (): EvaluationOutcome => {
    const { verdict: _verdict, score: _score, annotator: _annotator, ...common } = label();
    return {
      ...common,
      outcome_id: 'swap-1',
      evaluator_id: 'judge',
      evaluator_kind: 'judge',
      judge_id: 'j',
      judge_model: 'm',
      judge_prompt_sha: 's',
      judge_eval_ver: '1',
      judge_certainty: 0.5,
      panel_split: true,
      swap_shown_first: 'baseline',
      swap_shown_swapped: 'tie',
    };
  };

  it('become rows of their request, once', async () => {
    expect(first.totals).toMatchObject({ events: { evaluation_outcome: 2 }, repeated: 1, quarantined: 0 });
    const query = `SELECT outcome_id, verdict, score, annotator, judge_id, judge_certainty, panel_split, swap_shown_first,
      swap_shown_swapped, route_id, admitted_at FROM outcomes_v1 ORDER BY outcome_id`;
    expect(await (await world.clickhouse.query({ query, format: 'JSONCompactEachRow' })).json()).toEqual([
      ['label-1', 'pass', 0, 'ada', '', null, false, '', '', 'chat', '2024-01-03 04:05:06.000'],
      ['swap-1', '', null, '', 'j', 0.5, true, 'baseline', 'tie', 'chat', '2024-01-03 04:05:06.000'],
    ]);
    const { differences } = await compareFacts(
      world.clickhouse,
      createIngestReloadStore(world.pool, world.ports.clock),
    );
    expect(differences).toEqual([]);
  });

  it('are recognized as repetitions from any sender, even after their request was found', async () => {
    const again = { ...label(), actor: 'tok_2', route_id: 'another', team_id: 'support' };
    const { totals } = await importEvents('again', again);
    expect(totals).toMatchObject({ events: {}, repeated: 1, quarantined: 0 });
  });

  it('are found to contradict earlier ones before they are sent, by the planned batches', async () => {
    const find = createConflictFinder(world.clickhouse, createPlannedBatchFinder(world.pool));
    const changed: EvaluationOutcome = { ...label(), verdict: 'fail' };
    const elsewhere = { ...changed, scope: { ...world.scope, workspace_id: 't_elsewhere' } };
    const again = { ...label(), actor: 'tok_2', route_id: 'another' };
    const sent = [again, changed, elsewhere, { ...changed, outcome_id: 'label-3' }, { ...label(), score: 1 }];
    expect([...(await find(sent))]).toEqual([1, 4]);
    // A batch that died before its plan has no identities.
    const findOfDead = createConflictFinder(world.clickhouse, () => Promise.resolve(new Set()));
    expect([...(await findOfDead(sent))]).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...changed, logical_request_id: `request-${at}` }));
    expect([...(await find(many))]).toEqual([0]);
  });

  it('are quarantined if they contradict earlier ones, and leave no gap', async () => {
    const other: EvaluationOutcome = { ...label(), verdict: 'fail' };
    const { totals } = await importEvents('other', other, { ...label(), outcome_id: 'label-2', metric: 'a\u0000b' });
    expect(totals.firstQuarantined.map(({ reason }) => reason)).toEqual(['conflicting', 'wrong_shape']);
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const year = { from: new Date('2024-01-01T00:00:00Z'), to: new Date('2025-01-01T00:00:00Z') };
    const { gaps } = await createIngestStateStore(world.pool).read({ organizationId, workspaceId, ...year });
    expect(gaps).toEqual([]);
  });
});
