import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import { CALLER_COLUMNS } from '../../../../analytics/indexer/events/caller-columns.ts';
import { FACT_TABLES, type FactTable } from '../../../../analytics/indexer/events/fact-rows.ts';
import { eraseBefore } from '../../../../analytics/retention/erase-before.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import { createRetentionStore } from '../../../../store/insight/retention-store.ts';
import { createIngestWorld, type IngestWorld } from '../support/ingest-world.ts';
import { memorySource } from '../support/memory-source.ts';
import { unloadAll } from '../support/rebuilt.ts';

const AT = '2026-03-02T10:15:00.000Z';
const LATER = '2026-03-02T10:20:00.000Z';

const ALICE = {
  ...{ user: 'alice', tenant: 'Ünïcödé 🚀', feature: 'search', agent: 'planner', step_class: 'tool_loop' },
  ...{ step_id: 's2', parent_id: 's1', tool: 'look up', key: 'kid_1', 'tag.plan': 'pro', 'tag.a.b': "it's" },
};
/** The columns of a fact with these dimensions. */
const OF_ALICE = {
  ...{ user: 'alice', tenant: 'Ünïcödé 🚀', feature: 'search', agent: 'planner', step_class: 'tool_loop' },
  ...{ step_id: 's2', parent_id: 's1', tool: 'look up', key_id: 'kid_1', tags: { plan: 'pro', 'a.b': "it's" } },
};
const OF_NOBODY = {
  ...{ user: '', tenant: '', feature: '', agent: '', step_class: '', step_id: '', parent_id: '', tool: '' },
  ...{ key_id: '', tags: {} },
};

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

async function advance(source: EventSource) {
  const lease = await world.ports.sources.lease(source, 'test');
  return advanceSource(world.ports, source, 'test', lease!.nextOffset);
}

const load = (...events: readonly TrafficEvent[]) => advance(memorySource(events));

/** The dimensions of the facts of a request in each table. */
async function dimensionsOf(request: string): Promise<Partial<Record<FactTable, object[]>>> {
  const found: Partial<Record<FactTable, object[]>> = {};
  for (const table of FACT_TABLES) {
    if (table === 'release_markers_v1') continue;
    const query = `SELECT ${CALLER_COLUMNS.join(', ')} FROM ${table}
      WHERE logical_request_id = {request:String} ORDER BY arrival_seq`;
    const asked = { query, query_params: { request }, format: 'JSONEachRow' } as const;
    const rows = await (await world.clickhouse.query(asked)).json<object>();
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** The members that the events of a request share. */
interface About {
  readonly schema: 1;
  readonly scope: IngestWorld['scope'];
  readonly purpose: 'application';
  readonly logical_request_id: string;
  readonly dimensions?: Record<string, string>;
}

const about = (id: string, dimensions?: Record<string, string>): About => ({
  ...{ schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
  ...(dimensions && { dimensions }),
});

const admitted = (request: About, more: object = {}): TrafficEvent => ({
  ...{ event: 'request_admitted', ...request, admitted_at: AT, streaming: false, ...more },
});

const ended = (request: About, more: object = {}): TrafficEvent => ({
  ...{ event: 'request_terminal', ...request, admitted_at: AT, terminal_at: LATER, status: 'succeeded' },
  ...{ attempt_count: 1, total_ms: 100, ...more },
});

const CALLED = { attempt_id: 'a', provider_id: 'p', provider_model: 'm' } as const;

const settled = (request: About): TrafficEvent => ({
  ...{ event: 'cost_effect', ...request, ...CALLED, effect_id: 'c', effect_kind: 'settlement', occurred_at: AT },
  ...{ price_state: 'priced', nanos: '12' },
});

/** An event of every kind about a request. */
function everyKind(request: About): TrafficEvent[] {
  return [
    admitted(request),
    {
      ...{ event: 'attempt', ...request, ...CALLED, ordinal: 1, role: 'primary', route_changed: false },
      ...{ output_state: 'none', usage_source: 'none', usage_known: false, dispatched_at: AT },
    },
    settled(request),
    ended(request),
    {
      ...{ event: 'feedback_verdict', ...request, feedback_id: 'f', issuer_ref: 'i', value: 'positive', revision: 1 },
      ...{ occurred_at: AT, source: 'app', match: 'matched' },
    },
    {
      ...{ event: 'protection_evaluation', ...request, admitted_at: AT, evaluated_at: AT, component_id: 'c' },
      ...{
        component_version: '1',
        phase: 'input',
        eligibility: 'eligible',
        evaluation: 'evaluated',
        outcome: 'passed',
      },
    },
    {
      ...{ event: 'evaluation_outcome', ...request, admitted_at: AT, outcome_id: 'o', evaluator_id: 'human' },
      ...{ evaluator_kind: 'human', metric: 'correctness', basis: 'measured', actor: 'crd', occurred_at: AT },
      ...{ verdict: 'pass', annotator: 'somebody' },
    },
  ];
}

const KINDS: readonly FactTable[] = [
  ...(['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1'] as const),
  ...(['feedback_verdicts_v1', 'protection_evaluations_v1', 'outcomes_v1'] as const),
];

const inEvery = (columns: object) => Object.fromEntries(KINDS.map((table) => [table, [columns]]));

describe('the dimensions of events', () => {
  it('are columns of every fact about their request', async () => {
    const [one, two] = [everyKind(about('one', ALICE)), everyKind(about('two'))];
    expect(await load(...one, ...two)).toMatchObject({ repeated: 0, quarantined: 0 });
    expect(await dimensionsOf('one')).toEqual(inEvery(OF_ALICE));
    expect(await dimensionsOf('two')).toEqual(inEvery(OF_NOBODY));
  });

  it('are those of the first arrival: an event with others is a repetition', async () => {
    await load(...everyKind(about('one', ALICE)), ...everyKind(about('two')));
    const again = [...everyKind(about('one', { user: 'bob' })), ...everyKind(about('two', ALICE))];
    expect(await load(...again, ...again)).toMatchObject({ repeated: 28, quarantined: 0 });
    expect(await dimensionsOf('one')).toEqual(inEvery(OF_ALICE));
    expect(await dimensionsOf('two')).toEqual(inEvery(OF_NOBODY));
  });

  it('are those of the ending that also counts its request', async () => {
    await load(ended(about('one', ALICE)));
    await load(admitted(about('one', { user: 'bob' })));
    expect(await dimensionsOf('one')).toEqual({
      request_admissions_v1: [OF_ALICE],
      request_terminals_v1: [OF_ALICE],
    });
  });

  it('are those of each ending that a cancellation replaces, before and after a rebuild', async () => {
    const cancelled = (id: string) => ended(about(id, { user: 'bob' }), { status: 'cancelled' });
    const sources = [
      memorySource([ended(about('together', ALICE)), cancelled('together')]),
      memorySource([ended(about('apart', ALICE)), ended(about('nobody'))]),
      memorySource([cancelled('apart'), cancelled('nobody')]),
    ];
    for (const source of sources) await advance(source);
    const expectReplaced = async (): Promise<void> => {
      const bob = { ...OF_NOBODY, user: 'bob' };
      for (const id of ['together', 'apart'])
        expect(await dimensionsOf(id)).toEqual({
          request_admissions_v1: [OF_ALICE],
          request_terminals_v1: [OF_ALICE, bob],
          replaced_terminals_v1: [OF_ALICE],
        });
      expect(await dimensionsOf('nobody')).toMatchObject({ replaced_terminals_v1: [OF_NOBODY] });
    };
    await expectReplaced();
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    await expectReplaced();
  });

  it('are absent for a replaced ending in a plan of a version without them', async () => {
    const cancelled = ended(about('one'), { status: 'cancelled' });
    const sources = [memorySource([ended(about('one', ALICE))]), memorySource([cancelled])];
    for (const source of sources) await advance(source);
    await world.pool.query(
      `UPDATE ingest_batches SET replaced = (
         SELECT jsonb_agg(jsonb_set(ending, '{row}', (ending -> 'row') - $1::text[]))
         FROM jsonb_array_elements(replaced) AS ending) WHERE replaced <> '[]'`,
      [CALLER_COLUMNS],
    );
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    expect(await dimensionsOf('one')).toMatchObject({ replaced_terminals_v1: [OF_NOBODY] });
  });
});

describe('lines of earlier gateways', () => {
  const noted = { 'dims.user': 'alice', agent: 'planner', key_id: 'kid_1', 'tag.plan': 'pro', reserved_tokens: '5' };
  const dimensions = { ...OF_NOBODY, user: 'alice', agent: 'planner', key_id: 'kid_1', tags: { plan: 'pro' } };
  /** A source whose lines are read in two blocks. */
  function inTwoBlocks(first: readonly TrafficEvent[], second: readonly TrafficEvent[]): EventSource {
    const source = memorySource([...first, ...second]);
    const half = BigInt(first.length);
    return { ...source, read: (from) => source.readAgain(from, from < half ? half : half + BigInt(second.length)) };
  }

  it('give the events of a batch the dimensions that their admission notes', async () => {
    await load(admitted(about('one'), { noted }), settled(about('one')), ended(about('one')), settled(about('two')));
    expect(await dimensionsOf('one')).toEqual({
      request_admissions_v1: [dimensions],
      cost_effects_v1: [dimensions],
      request_terminals_v1: [dimensions],
    });
    expect(await dimensionsOf('two')).toEqual({ cost_effects_v1: [OF_NOBODY] });
  });

  it('give them to later batches, too, when a rebuild loads these together', async () => {
    const source = inTwoBlocks([admitted(about('one'), { noted })], [settled(about('one'))]);
    await advance(source);
    await advance(source);
    expect(await dimensionsOf('one')).toEqual({ request_admissions_v1: [dimensions], cost_effects_v1: [OF_NOBODY] });
    await unloadAll(world, 'empty');
    expect(await advance(source)).toMatchObject({ lines: 2 });
    expect(await dimensionsOf('one')).toEqual({ request_admissions_v1: [dimensions], cost_effects_v1: [dimensions] });
  });
});

describe('erased facts', () => {
  it('leave no dimension, in ClickHouse or in plans, and stay erased after a rebuild', async () => {
    const replaced = async (): Promise<object[]> =>
      (await world.pool.query<object>(`SELECT replaced FROM ingest_batches WHERE replaced <> '[]'`)).rows;
    const cancelled = { status: 'cancelled' };
    const recent = { admitted_at: '2026-03-03T00:00:00.000Z', terminal_at: '2026-03-03T00:00:00.000Z' };
    const sources = [
      memorySource([ended(about('old', ALICE)), ended(about('new', ALICE), recent)]),
      memorySource([ended(about('old', ALICE), cancelled), ended(about('new', ALICE), { ...recent, ...cancelled })]),
    ];
    for (const source of sources) await advance(source);
    const horizon = new Date('2026-03-03T00:00:00.000Z');
    const retention = createRetentionStore(world.pool);
    const { organizationId, workspaceId } = await retention.move('t_here', horizon);
    await eraseBefore(world.clickhouse, { organizationId, workspaceId }, horizon);
    const before = await dimensionsOf('new');
    await retention.markErased(workspaceId, horizon);
    await retention.markErased(workspaceId, horizon);
    expect(await dimensionsOf('old')).toEqual({});
    expect(before).toMatchObject({ replaced_terminals_v1: [OF_ALICE] });
    expect(await replaced()).toEqual([
      {
        replaced: [
          {
            ...{ index: 0, seq: '1' },
            row: { workspace_id: 't_here', admitted_at: '2026-03-02 10:15:00.000' },
          },
          { index: 1, seq: '2', row: expect.objectContaining({ user: 'alice', status: 'succeeded' }) as unknown },
        ],
      },
    ]);
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    expect(await dimensionsOf('new')).toEqual(before);
    expect(await dimensionsOf('old')).toEqual({});
  });
});
