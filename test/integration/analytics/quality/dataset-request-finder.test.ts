import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../../../analytics/indexer/import-file.ts';
import {
  createDatasetRequestFinder,
  type DatasetFilter,
  type DatasetRequestFinder,
} from '../../../../analytics/quality/datasets/dataset-request-finder.ts';
import type { EvaluationOutcome } from '../../../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestAdmitted } from '../../../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../../../contracts/ingest/events/request-terminal.ts';
import { createExclusionFinder } from '../../../../store/insight/exclusion-finder.ts';
import { createExclusionStore } from '../../../../store/insight/exclusion-store.ts';
import { createIngestWorld, type IngestWorld } from '../../ingest/support/ingest-world.ts';

let world: IngestWorld;
let finder: DatasetRequestFinder;
const at = (minute: number): string => new Date(Date.UTC(2026, 1, 1, 8, minute)).toISOString();

const ended = (id: string, minute: number, change: Partial<RequestTerminal> = {}): RequestTerminal => ({
  ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
  ...{ route_id: 'chat', admitted_at: at(minute), terminal_at: at(minute), status: 'succeeded', attempt_count: 1 },
  final_model: 'm',
  ...change,
});
const outcome = (id: string, minute: number, change: Partial<EvaluationOutcome>): EvaluationOutcome => ({
  ...{ event: 'evaluation_outcome', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
  ...{
    route_id: 'chat',
    admitted_at: at(minute),
    outcome_id: `${id} ${change.annotator ?? 'check'} ${change.verdict}`,
  },
  ...{ evaluator_id: 'check.safety', evaluator_kind: 'check', metric: 'safety', basis: 'measured', actor: 'tok_1' },
  occurred_at: at(30),
  ...change,
});
const label = (id: string, minute: number, annotator: string, verdict: 'pass' | 'fail', change = {}) =>
  outcome(id, minute, { evaluator_id: 'human.label', evaluator_kind: 'human', annotator, verdict, ...change });

beforeAll(async () => {
  world = await createIngestWorld();
  finder = createDatasetRequestFinder(world.clickhouse, createExclusionFinder(world.pool));
  const admitted: RequestAdmitted = {
    ...{ event: 'request_admitted', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: 'open' },
    admitted_at: at(9),
  };
  const events = [
    ended('a', 1, { dimensions: { feature: 'search', agent: 'bot' } }),
    ended('b', 2, { final_model: 'n' }),
    ended('c', 3, { route_id: 'mail' }),
    ended('d', 4, { status: 'failed' }),
    ended('e', 5, { purpose: 'playground', terminal_kind: 'dataset_import' }),
    ended('f', 6, { purpose: 'playground', terminal_kind: 'dataset_synthetic' }),
    ended('g', 90),
    // A cancellation that arrived after the ending of its request, and replaces it.
    ended('h', 7),
    ended('h', 7, { status: 'cancelled' }),
    admitted,
    outcome('a', 1, { verdict: 'fail' }),
    // The check was repeated, and passes now.
    outcome('b', 2, { verdict: 'fail' }),
    outcome('b', 2, { verdict: 'pass', occurred_at: at(31) }),
    // Two people differ.
    label('b', 2, 'ada', 'fail', { route_id: 'chat' }),
    label('b', 2, 'grace', 'pass', { label_strategy: 'starved_segments' }),
    label('c', 3, 'ada', 'fail', { route_id: 'mail', label_strategy: 'hard_cases' }),
    label('a', 1, 'ada', 'fail'),
    label('a', 1, 'ada', 'pass', { occurred_at: at(31) }),
    label('a', 1, 'grace', 'pass', { metric: 'relevance' }),
    outcome('e', 5, { verdict: 'fail', purpose: 'playground' }),
    outcome('g', 90, { verdict: 'fail', occurred_at: at(95) }),
  ];
  const path = join(world.folder, 'events');
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const none = () => undefined;
  const { totals } = await importFile(world.ports, { path, holder: path, onProgress: none, onWaiting: none });
  expect([totals.quarantined, totals.repeated]).toEqual([0, 0]);
  await createExclusionStore(world.pool, { now: () => new Date() }).add({
    nodeId: world.scope.environment_id,
    from: new Date('2026-02-01T09:00:00.000Z'),
    to: new Date('2026-02-01T10:00:00.000Z'),
    reason: 'A test',
  });
}, 120_000);
afterAll(() => world.drop());

const window = () => ({
  organizationId: world.scope.organization_id,
  workspaceId: world.scope.workspace_id,
  from: new Date(at(0)),
  until: new Date('2026-02-02T00:00:00.000Z'),
});

describe('a filter', () => {
  const find = async (change: Partial<DatasetFilter> = {}) =>
    (
      await finder.byFilter({
        ...window(),
        ...{ purpose: 'application', status: 'succeeded', environmentId: '', segment: '', model: '', feature: '' },
        ...{ agent: '', seed: undefined, limit: 10 },
        ...change,
      })
    ).map(({ requestId }) => requestId);

  it('finds the newest requests, and none that is excluded', async () => {
    expect(await find()).toEqual(['c', 'b', 'a']);
    expect(await find({ limit: 2 })).toEqual(['c', 'b']);
    expect(await find({ from: new Date(at(2)), until: new Date(at(3)) })).toEqual(['b']);
  });

  it('restricts', async () => {
    expect(await find({ model: 'n' })).toEqual(['b']);
    expect(await find({ segment: 'mail' })).toEqual(['c']);
    expect(await find({ status: 'failed' })).toEqual(['d']);
    expect(await find({ purpose: 'playground' })).toEqual(['f', 'e']);
    expect(await find({ feature: 'search', agent: 'bot' })).toEqual(['a']);
    expect(await find({ agent: 'other' })).toEqual([]);
    expect(await find({ environmentId: 'env_other' })).toEqual([]);
    expect(await find({ workspaceId: 't_other' })).toEqual([]);
    expect(await find({ organizationId: 'org_other' })).toEqual([]);
  });

  it('samples by a hash that the seed determines', async () => {
    const orders = await Promise.all([0, 1, 2, 3, 4, 5].map((seed) => find({ seed })));
    expect(orders.map((order) => order.toSorted())).toEqual(orders.map(() => ['a', 'b', 'c']));
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
    expect(await find({ seed: 3 })).toEqual(orders[3]);
    expect(await find({ seed: 3, limit: 1 })).toEqual(orders[3]!.slice(0, 1));
  });
});

describe('failures', () => {
  const find = async (change: object = {}) =>
    (
      await finder.byFailures({ ...window(), metric: 'safety', segment: '', evaluatorId: '', limit: 10, ...change })
    ).map(({ requestId }) => requestId);

  it('are requests that the newest outcome of an evaluator fails, the newest first', async () => {
    expect(await find()).toEqual(['c', 'b', 'a']);
    expect(await find({ limit: 1 })).toEqual(['c']);
    expect(await find({ segment: 'mail' })).toEqual(['c']);
    expect(await find({ evaluatorId: 'check.safety' })).toEqual(['a']);
    expect(await find({ evaluatorId: 'human.label' })).toEqual(['c', 'b']);
    expect(await find({ metric: 'relevance' })).toEqual([]);
    expect(await find({ workspaceId: 't_other' })).toEqual([]);
  });
});

describe('labels', () => {
  it('are requests with the verdict of most people', async () => {
    const found = await finder.byLabels({ ...window(), metric: 'safety', segment: '', limit: 10 });
    expect(found.map(({ requestId, annotations }) => [requestId, annotations])).toEqual([
      ['c', { 'label.safety': 'fail', strategy: 'hard_cases' }],
      ['b', { 'label.safety': 'tie', strategy: 'mixed' }],
      ['a', { 'label.safety': 'pass', strategy: 'unstated' }],
    ]);
    expect(found[0]).toMatchObject({
      ...{
        environmentId: world.scope.environment_id,
        admittedAtMs: Date.parse(at(3)),
        kind: 'captured',
        segment: 'mail',
      },
    });
  });
});

describe('ids', () => {
  it('find requests of the workspace with their origin, also excluded ones and those that have not ended', async () => {
    const ids = ['a', 'e', 'f', 'g', 'open', 'unknown', `it's`];
    const found = await finder.byIds(window(), ids);
    expect(found.map(({ requestId, kind }) => [requestId, kind]).toSorted()).toEqual([
      ['a', 'captured'],
      ['e', 'imported'],
      ['f', 'synthetic'],
      ['g', 'captured'],
      ['open', 'captured'],
    ]);
    expect(await finder.byIds({ ...window(), workspaceId: 't_other' }, ids)).toEqual([]);
    expect(await finder.byIds(window(), [])).toEqual([]);
    const many = Array.from({ length: 10_000 }, (_, number) => `unknown ${number}`);
    expect((await finder.byIds(window(), ['a', ...many])).map(({ requestId }) => requestId)).toEqual(['a']);
  });
});
