import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTraceReader, type TraceReader } from '../../../analytics/traces/trace-reader.ts';
import { TraceSchema, type Trace, type TraceStep } from '../../../contracts/traces/trace.ts';
import type { TraceFigures } from '../../../contracts/traces/trace-figures.ts';
import { TraceListSchema, type TraceList } from '../../../contracts/traces/trace-list.ts';
import type { TraceListQuery, TraceQuery } from '../../../contracts/traces/trace-queries.ts';
import type { IngestSnapshot } from '../../../domain/insight/ingest-state.ts';
import type { ReadScope } from '../../../domain/tenancy/scope.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { insertLargeTrace } from '../../../testing/insight/insert-large-trace.ts';
import { ingestSnapshot, readScope } from '../../../testing/insight/question.ts';
import { ELSEWHERE, LISTED, RANKED, TREE } from './example-requests.ts';
import { factsOf } from './traced-facts.ts';

/** The scope of the trace, whose calls belong to two environments. */
const BOTH = { environmentIds: ['env_a', 'env_b'], mayReadDimensions: true };

/** The environment of facts that name none. */
const PLACE = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  applicationId: 'app_a',
  gatewayId: 'gw_a',
  environmentId: 'env_a',
};

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(factsOf([...TREE, ...ELSEWHERE, ...LISTED]));
  await insertLargeTrace(facts.client, { place: PLACE, trace: 'large', day: '2026-01-10', steps: 10_000 });
  await insertLargeTrace(facts.client, { place: PLACE, trace: 'longer', day: '2026-01-11', steps: 10_050 });
});
afterAll(() => facts.drop());

interface Terms {
  readonly scope?: Partial<ReadScope>;
  readonly snapshot?: Partial<IngestSnapshot>;
}

function reader(snapshot: Partial<IngestSnapshot> = {}): TraceReader {
  return createTraceReader({
    clickhouse: facts.client,
    ingestState: { read: () => Promise.resolve(ingestSnapshot(snapshot)) },
    sealKey: 'a key of at least thirty-two characters',
    clock: { now: () => new Date('2026-02-01T12:00:00.000Z') },
  });
}

const JANUARY = { schema: 1, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' } as const;

const traces = Compile(TraceSchema);
const lists = Compile(TraceListSchema);

async function read(query: Partial<TraceQuery> = {}, { scope = BOTH, snapshot }: Terms = {}): Promise<Trace> {
  const trace = await reader(snapshot).read({
    scope: readScope({ mayReadDimensions: true, ...scope }),
    query: { ...JANUARY, trace_id: 't', ...query },
  });
  expect(traces.Check(trace) ? [] : [...traces.Errors(trace)]).toEqual([]);
  return trace;
}

async function list(query: Partial<TraceListQuery>, { scope, snapshot }: Terms = {}): Promise<TraceList> {
  const found = await reader(snapshot).list({
    scope: readScope(scope),
    query: { ...JANUARY, from: `${RANKED}T00:00:00Z`, to: '2026-01-21T00:00:00Z', order_by: 'requests', ...query },
  });
  expect(lists.Check(found) ? [] : [...lists.Errors(found)]).toEqual([]);
  return found;
}

/** The number of a value, with `+` if it is a lower bound, or the reason for its absence. */
function valueText(value: TraceFigures['spend']): string {
  if (value.state === 'unavailable') return value.reason;
  return value.state === 'partial' ? `${value.number}+` : value.number;
}

/** The rows of a tree: number, step, place, depth, children, and spend alone and with children. */
function rowsOf({ steps }: Trace): unknown[] {
  return steps.map(
    ({ number, step_id, logical_request_id, parent, placement, depth, children, own, with_children }) => [
      number,
      step_id ?? logical_request_id,
      parent ?? placement,
      depth,
      children,
      valueText(own.spend),
      valueText(with_children.spend),
    ],
  );
}

function stepOf({ steps }: Trace, id: string): TraceStep {
  return steps.find(({ step_id }) => step_id === id)!;
}

/** The sum of the cost effects of a trace, by a statement of its own. */
async function sumBySql(trace: string): Promise<string> {
  const result = await facts.client.query({
    query: `SELECT toString(sum(toInt128(nanos))) AS nanos FROM cost_effects_v1
      WHERE workspace_id = 't_a' AND purpose = 'application' AND occurred_at < '2026-02-01 00:00:00'
        AND arrival_seq <= 100 AND trace_id = {trace:String}`,
    query_params: { trace },
    format: 'JSONEachRow',
  });
  return (await result.json<{ nanos: string }>())[0]!.nanos;
}

/** The numbers of the roots with their children, added up. */
function sumOfRoots({ steps }: Trace, figure: 'spend' | 'tokens'): bigint {
  return steps
    .filter(({ placement }) => placement !== 'child')
    .map(({ with_children }) => with_children[figure])
    .reduce((sum, value) => sum + (value.state === 'unavailable' ? 0n : BigInt(value.number)), 0n);
}

describe('a trace', () => {
  it('is a tree of its steps, with orphans and a cycle as roots', async () => {
    const trace = await read();
    expect(rowsOf(trace)).toEqual([
      ['1', 's1', 'root', '0', '2', '1000', '1220'],
      ['2', 's2', '1', '1', '1', '205', '213'],
      ['3', 's10', '2', '2', '0', '8', '8'],
      ['4', 'q7', '1', '1', '0', '7', '7'],
      ['5', 's9', 'orphan', '0', '0', 'unpriced_population', 'unpriced_population'],
      ['6', 'c1', 'cycle', '0', '1', '30', '70'],
      ['7', 'c2', '6', '1', '0', '40', '40'],
    ]);
    expect(trace).toMatchObject({ trace_id: 't', step_count: '7', truncated: false, minted: true, coverage: [] });
    expect(trace.whole.spend).toMatchObject({ state: 'partial', number: '1290', coverage: ['unpriced_population'] });
    expect(sumOfRoots(trace, 'spend')).toBe(1_290n);
    expect(await sumBySql('t')).toBe('1290');
  });

  it('has the figures of each step alone and with the steps below it', async () => {
    const { own, with_children, ...step } = stepOf(await read(), 's2');
    expect(step).toEqual({
      number: '2',
      placement: 'child',
      parent: '1',
      depth: '1',
      children: '1',
      logical_request_id: 'q2',
      step_id: 's2',
      parent_id: 's1',
      agents: ['worker'],
      tools: ['search'],
      models: ['m1', 'm2'],
    });
    expect(own).toEqual({
      started_at: '2026-01-05T10:00:10.000Z',
      ended_at: '2026-01-05T10:00:12.000Z',
      duration_ms: '2000',
      requests: '2',
      outcomes: { succeeded: '1', pending: '1' },
      streamed: '1',
      latency: { requests: '1', sum_ms: '300' },
      attempts: '2',
      tokens: { state: 'partial', number: '50', unit: 'tokens', coverage: ['usage_unknown'] },
      spend: { state: 'available', number: '205', unit: 'nano_usd', amount_usd: '0.000000205' },
    });
    expect(with_children).toMatchObject({
      ended_at: '2026-01-05T10:01:02.000Z',
      duration_ms: '52000',
      requests: '3',
      outcomes: { succeeded: '2', pending: '1' },
      attempts: '3',
      tokens: { state: 'partial', number: '51' },
    });
  });

  it('has its own figures over all steps', async () => {
    const { whole, steps } = await read();
    expect(whole).toMatchObject({
      started_at: '2026-01-05T10:00:00.000Z',
      ended_at: '2026-01-05T10:01:02.000Z',
      duration_ms: '62000',
      requests: '8',
      outcomes: { succeeded: '6', failed: '1', pending: '1' },
      streamed: '1',
      latency: { requests: '2', sum_ms: '1800.25' },
      attempts: '8',
      tokens: { state: 'partial', number: '164', coverage: ['usage_unknown'] },
    });
    expect(steps.reduce((sum, { own }) => sum + Number(own.requests), 0)).toBe(8);
  });

  it('puts a request with facts of two sources into the step that arrived first', async () => {
    const step = stepOf(await read(), 's10');
    expect(step).toMatchObject({ parent_id: 's2', logical_request_id: 'q8', agents: ['other'] });
    expect(valueText(step.own.spend)).toBe('8');
  });

  it('has a late price once it has arrived, and not under an earlier pin', async () => {
    const early = await read();
    const late = await read({}, { snapshot: { fence: 200n } });
    expect(valueText(late.whole.spend)).toBe('1990');
    expect(valueText(stepOf(late, 's9').own.spend)).toBe('700');
    const pinned = await read({ read_context: early.read_context }, { snapshot: { fence: 200n } });
    expect(pinned).toEqual({ ...early, minted: false });
  });

  it('covers the environments, the purposes and the window of the question', async () => {
    const oneEnvironment = await read({}, { scope: { environmentIds: ['env_a'] } });
    expect([oneEnvironment.step_count, valueText(oneEnvironment.whole.spend)]).toEqual(['6', '1282+']);
    const judged = await read({ purposes: ['judge'] });
    expect(rowsOf(judged)).toEqual([['1', 'x2', 'root', '0', '0', '2', '2']]);
    const all = await read({ purposes: ['application', 'judge'] });
    expect(valueText(all.whole.spend)).toBe('1292+');
    const parts = { from: '2026-01-05T10:00:20Z', to: '2026-01-05T10:00:41Z' };
    expect(rowsOf(await read(parts)).map((row) => (row as string[]).slice(1, 3))).toEqual([
      ['s9', 'orphan'],
      ['c1', 'cycle'],
      ['c2', '2'],
    ]);
  });

  it.each([
    ['another id', { trace_id: 'nobody' }],
    ['a window without it', { to: '2026-01-05T10:00:00Z' }],
    ['a purpose without it', { purposes: ['playground'] }],
    ['a text like a statement', { trace_id: "t' OR '1' = '1" }],
  ] as const)('is not found under %s', async (_name, change) => {
    await expect(read(change as Partial<TraceQuery>)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('omits excluded hours, and is a lower bound in a gap', async () => {
    const exclusions = [
      {
        environmentIds: ['env_b'],
        from: new Date('2026-01-05T10:00:00.000Z'),
        to: new Date('2026-01-05T11:00:00.000Z'),
      },
    ];
    const excluded = await read({}, { snapshot: { exclusions } });
    expect([excluded.step_count, excluded.coverage]).toEqual(['6', ['excluded']]);
    expect(valueText(excluded.whole.spend)).toBe('1282+');
    const from = new Date('2026-01-07T00:00:00.000Z');
    const gaps = [{ producerClass: 'gateway_journal' as const, from, to: new Date('2026-01-08T00:00:00.000Z') }];
    const gapped = await read({}, { snapshot: { gaps } });
    expect(gapped.coverage).toEqual(['ingest_gap:gateway_journal']);
    expect(stepOf(gapped, 's1').own.tokens).toMatchObject({
      state: 'partial',
      number: '100',
      coverage: ['ingest_gap:gateway_journal'],
    });
    expect(stepOf(gapped, 's1').own.spend).toMatchObject({ state: 'partial', number: '1000' });
  });

  it('has the cancellation of a request in place of the ending that it replaced', async () => {
    const about = { trace_id: 'replaced', logical_request_id: 'r1', admitted_at: '2026-01-06 10:00:00.000' };
    const ended = {
      ...about,
      terminal_at: '2026-01-06 10:00:01.000',
      status: 'failed',
      arrival_seq: '30',
      total_ms: 1,
    };
    await facts.insert({
      request_admissions_v1: [about],
      request_terminals_v1: [
        ended,
        { ...ended, terminal_at: '2026-01-06 10:00:02.000', status: 'cancelled', arrival_seq: '40', total_ms: 2 },
      ],
      replaced_terminals_v1: [{ ...ended, arrival_seq: '40', replaced_seq: '30' }],
    });
    const { whole } = await read({ trace_id: 'replaced' }, { snapshot: { firstReplaced: 40n } });
    expect([whole.outcomes, whole.latency]).toEqual([{ cancelled: '1' }, { requests: '1', sum_ms: '2' }]);
    const { whole: before } = await read({ trace_id: 'replaced' }, { snapshot: { firstReplaced: 40n, fence: 35n } });
    expect([before.outcomes, before.duration_ms]).toEqual([{ failed: '1' }, '1000']);
  });
});

describe('a trace for a reader', () => {
  it('without dimensions.read has the same structure and figures, and no stated values', async () => {
    const [shown, withheld] = [await read(), await read({}, { scope: { ...BOTH, mayReadDimensions: false } })];
    expect(withheld.whole).toEqual(shown.whole);
    const structure = shown.steps.map(
      ({ step_id: _step, parent_id: _parent, agents: _agents, tools: _tools, ...rest }) => ({
        ...rest,
        withheld: true,
      }),
    );
    expect(withheld.steps).toEqual(structure);
    expect(JSON.stringify(withheld.steps)).not.toMatch(/"s1"|"s2"|gone|worker|planner|search/);
  });

  it('without cost.read has no money, and the same structure', async () => {
    const trace = await read({}, { scope: { ...BOTH, mayReadCost: false } });
    expect(new Set(rowsOf(trace).flatMap((row) => (row as string[]).slice(5)))).toEqual(
      new Set(['scope_not_authorized']),
    );
    expect(trace.steps.map(({ number, parent }) => [number, parent])).toEqual(
      (await read()).steps.map(({ number, parent }) => [number, parent]),
    );
    expect(trace.whole.spend).toEqual({ state: 'unavailable', reason: 'scope_not_authorized' });
    expect(trace.whole.tokens).toMatchObject({ number: '164' });
  });
});

describe('a large trace', () => {
  it('is found by an index of trace ids', async () => {
    const result = await facts.client.query({
      query: `SELECT table FROM system.data_skipping_indices
        WHERE database = currentDatabase() AND name = 'trace' AND expr = 'trace_id' ORDER BY table`,
      format: 'JSONEachRow',
    });
    expect((await result.json<{ table: string }>()).map(({ table }) => table)).toEqual([
      'attempts_v1',
      'cost_effects_v1',
      'request_admissions_v1',
      'request_terminals_v1',
    ]);
  });

  it('of 10,000 steps is complete, and its roots add up to all of its calls', async () => {
    const trace = await read({ trace_id: 'large' });
    expect([trace.step_count, trace.steps.length, trace.truncated]).toEqual(['10000', 10_000, false]);
    const placements: Record<string, number> = {};
    for (const { placement } of trace.steps) placements[placement] = (placements[placement] ?? 0) + 1;
    expect(placements).toEqual({ root: 1, child: 9_799, orphan: 102, cycle: 98 });
    expect(trace.whole).toMatchObject({
      requests: '10000',
      outcomes: { succeeded: '9800', failed: '200' },
      streamed: '5000',
      latency: { requests: '10000', sum_ms: '75000' },
      attempts: '11429',
      tokens: { state: 'available', number: '280042' },
      spend: { state: 'partial', number: '399545917' },
    });
    expect(await sumBySql('large')).toBe('399545917');
    expect([sumOfRoots(trace, 'spend'), sumOfRoots(trace, 'tokens')]).toEqual([399_545_917n, 280_042n]);
    const own = trace.steps.map((step) => step.own.spend);
    expect(own.reduce((sum, value) => sum + (value.state === 'unavailable' ? 0n : BigInt(value.number)), 0n)).toBe(
      399_545_917n,
    );
  });

  it('of more steps is truncated, with exact figures of all steps', async () => {
    const trace = await read({ trace_id: 'longer' });
    expect([trace.step_count, trace.steps.length, trace.truncated]).toEqual(['10050', 10_000, true]);
    const { spend } = trace.whole;
    expect(spend).toMatchObject({ state: 'partial', number: '403545732' });
    expect(await sumBySql('longer')).toBe('403545732');
    // Parents may be among the steps that are not shown, so no step is an orphan.
    expect(new Set(trace.steps.map(({ placement }) => placement))).toEqual(new Set(['root', 'child', 'cycle', 'cut']));
    // The steps that started first are shown.
    expect(trace.steps.map(({ step_id }) => Number(step_id?.slice(1))).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index),
    );
  });
});

describe('the largest traces', () => {
  const idsBy = async (query: Partial<TraceListQuery>, terms: Terms = {}): Promise<string> =>
    (await list(query, terms)).traces.map(({ trace_id }) => trace_id).join(' ');

  it('are ordered by one figure, largest first, and by their ids if they are equal', async () => {
    expect(await idsBy({ order_by: 'spend' })).toBe('B A C D');
    expect(await idsBy({ order_by: 'tokens' })).toBe('C A B D');
    expect(await idsBy({ order_by: 'requests' })).toBe('A C B D');
    expect(await idsBy({ order_by: 'duration' })).toBe('C A B D');
  });

  it('have the figures of the same reads as trees', async () => {
    const { traces: found, truncated, order_by, read_context } = await list({ order_by: 'spend' });
    expect([truncated, order_by]).toEqual([false, 'spend']);
    for (const { trace_id, figures } of found) {
      const window = { from: `${RANKED}T00:00:00Z`, to: '2026-01-21T00:00:00Z' };
      const scope = { environmentIds: ['env_a'] };
      const tree = await read({ ...window, trace_id, read_context }, { scope });
      expect([tree.whole, tree.minted]).toEqual([figures, false]);
    }
    expect(found.map(({ figures }) => valueText(figures.spend))).toEqual(['300', '100', '100', 'unpriced_population']);
  });

  it('are as many as the question limits, and 20 by default', async () => {
    expect(await idsBy({ limit: 2 })).toBe('A C');
    expect((await list({ limit: 2 })).truncated).toBe(true);
    expect((await list({ limit: 4 })).truncated).toBe(false);
    const wide = await list({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', limit: 2, order_by: 'spend' });
    expect(wide.traces.map(({ trace_id }) => trace_id)).toEqual(['longer', 'large']);
  });

  it('have no money and no order by money without cost.read', async () => {
    const scope = { mayReadCost: false };
    const { traces: found } = await list({ order_by: 'tokens' }, { scope });
    expect(found.map(({ trace_id }) => trace_id).join(' ')).toBe('C A B D');
    expect(new Set(found.map(({ figures }) => valueText(figures.spend)))).toEqual(new Set(['scope_not_authorized']));
    await expect(list({ order_by: 'spend' }, { scope })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are none in a window without traces', async () => {
    const empty = await list({ from: '2026-01-25T00:00:00Z', to: '2026-01-26T00:00:00Z' });
    expect([empty.traces, empty.truncated]).toEqual([[], false]);
  });
});
