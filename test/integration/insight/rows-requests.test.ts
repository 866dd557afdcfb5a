import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactColumns } from '../../../testing/insight/facts.ts';
import { RowWorld, type RowOptions } from '../../../testing/insight/row-world.ts';

/** A terminal in January, with its admission unless it is an orphan. */
function ended(id: string, at: string, more: FactColumns = {}): Record<'admission' | 'terminal', FactColumns> {
  const both = { logical_request_id: id, admitted_at: `2026-01-${at}` };
  const dimensions = Object.fromEntries(
    Object.entries(more).filter(([column]) =>
      ['release_id', 'purpose', 'environment_id', 'arrival_seq', 'streaming', 'workspace_id'].includes(column),
    ),
  );
  return {
    admission: { ...both, ...dimensions },
    terminal: { ...both, terminal_at: `2026-01-${at}`, status: 'succeeded', attempt_count: 1, ...more },
  };
}

const served = { final_model: 'm1', final_provider: 'p1', connection_id: 'c1' };

const REQUESTS = [
  ended('slow', '05 10:00:00.000', { ...served, total_ms: 900.25, streaming: true, first_output_ms: 0 }),
  ended('fast', '05 10:00:00.000', { ...served, total_ms: 12, terminal_kind: 'stop', release_id: 'r1' }),
  ended('tiny', '06 00:00:00.001', { final_model: 'm2', total_ms: 0.0000001, protection_observed: true }),
  ended('bound', '06 00:00:00.002', { ...served, total_ms: 1000, release_id: 'r2', status: 'failed' }),
  ended('zero', '07 00:00:00.000', { total_ms: 0, status: 'refused', attempt_count: 0 }),
  ended('untimed', '08 00:00:00.000', { ...served, streaming: true, status: 'cancelled', terminal_kind: 'user' }),
  ended('unknown', '09 00:00:00.000', { ...served, total_ms: 3, status: 'unknown' }),
  ended('judged', '09 00:00:00.000', { purpose: 'judge', total_ms: 5 }),
  ended('elsewhere', '09 00:00:00.000', { environment_id: 'env_b', total_ms: 6 }),
  ended('foreign', '09 00:00:00.000', { workspace_id: 't_b', total_ms: 6 }),
];

let world: RowWorld;

beforeAll(async () => {
  world = await RowWorld.create(inject('clickhouseUrl'));
  await world.facts.insert({
    request_admissions_v1: [
      ...REQUESTS.map(({ admission }) => admission),
      { logical_request_id: 'pending', admitted_at: '2026-01-10 00:00:00.000', release_id: 'r1' },
      { logical_request_id: 'ends-later', admitted_at: '2026-01-04 23:59:59.999' },
      { logical_request_id: 'before', admitted_at: '2025-12-31 23:59:59.999' },
      { logical_request_id: 'after', admitted_at: '2026-02-01 00:00:00.000' },
    ],
    request_terminals_v1: [
      ...REQUESTS.map(({ terminal }) => terminal),
      { ...ended('orphan', '03 00:00:00.000', { ...served, total_ms: 7 }).terminal },
      { ...ended('ends-later', '04 23:59:59.999', { arrival_seq: '150', total_ms: 8 }).terminal },
    ],
    protection_evaluations_v1: [
      evaluation('fast', '05 10:00:00.000', { phase: 'output', outcome: 'blocked' }),
      evaluation('fast', '05 10:00:00.000', { outcome: 'passed', component_version: 'v1' }),
      evaluation('fast', '05 10:00:00.000', {
        outcome: 'modified',
        component_version: 'v2',
        evaluated_at: '2026-01-05 10:00:02.000',
      }),
      evaluation('fast', '05 10:00:00.000', { component_id: 'later', arrival_seq: '150' }),
      evaluation('pending', '10 00:00:00.000', { evaluation: 'not_executed', outcome: 'none' }),
      evaluation('slow', '05 11:00:00.000', { component_id: 'another-hour' }),
      evaluation('slow', '06 00:00:00.001', { component_id: 'hour-of-another' }),
    ],
  });
});

afterAll(() => world.facts.drop());

function evaluation(id: string, at: string, more: FactColumns): FactColumns {
  return {
    logical_request_id: id,
    admitted_at: `2026-01-${at}`,
    evaluated_at: '2026-01-05 10:00:01.000',
    component_id: 'guard',
    component_version: 'v1',
    phase: 'input',
    eligibility: 'eligible',
    evaluation: 'evaluated',
    outcome: 'passed',
    ...more,
  };
}

async function requests(query: Partial<InsightQuery> = {}, options: RowOptions = {}) {
  const { answer } = await world.ask({ drilldown: 'request', ...query }, options);
  return answer.requests ?? [];
}

async function ids(query: Partial<InsightQuery> = {}, options: RowOptions = {}): Promise<string[]> {
  return (await requests(query, options)).map((row) => row.logical_request_id);
}

const ALL = ['pending', 'unknown', 'untimed', 'zero', 'bound', 'tiny', 'slow', 'fast', 'ends-later', 'orphan'];

describe('request rows', () => {
  it('are every request of the scope and window once, newest first, then by descending id', async () => {
    expect(await ids()).toEqual(ALL);
  });

  it('have the values of the terminal, and no others', async () => {
    const rows = new Map((await requests()).map((row) => [row.logical_request_id, row]));
    expect(rows.get('slow')).toEqual({
      logical_request_id: 'slow',
      purpose: 'application',
      occurred_at: '2026-01-05T10:00:00.000Z',
      status: 'succeeded',
      final_model: 'm1',
      final_provider: 'p1',
      attempt_count: '1',
      total_ms: '900.25',
      first_output_ms: '0',
      first_output_known: true,
      streaming: true,
    });
    expect(rows.get('untimed')).toEqual({
      logical_request_id: 'untimed',
      purpose: 'application',
      occurred_at: '2026-01-08T00:00:00.000Z',
      status: 'cancelled',
      terminal_kind: 'user',
      final_model: 'm1',
      final_provider: 'p1',
      attempt_count: '1',
      first_output_known: false,
      streaming: true,
    });
    expect(rows.get('zero')).toMatchObject({ attempt_count: '0', total_ms: '0' });
    expect(rows.get('tiny')).toMatchObject({ total_ms: '0.0000001' });
  });

  it('are pending without any measurement while no terminal is below the fence', async () => {
    const row = (await requests()).find((one) => one.logical_request_id === 'ends-later');
    expect(row).toEqual({
      logical_request_id: 'ends-later',
      purpose: 'application',
      occurred_at: '2026-01-04T23:59:59.999Z',
      status: 'pending',
      first_output_known: false,
      streaming: false,
    });
    const later = await requests({}, { snapshot: { fence: 200n } });
    expect(later.find((one) => one.logical_request_id === 'ends-later')).toMatchObject({ status: 'succeeded' });
    expect(later).toHaveLength(ALL.length);
  });

  it('have the newest evaluation of each component and phase, an empty list, or none', async () => {
    const rows = new Map((await requests()).map((row) => [row.logical_request_id, row.protection_evaluations]));
    const guard = { component_id: 'guard', eligibility: 'eligible', evaluation: 'evaluated' };
    expect(rows.get('fast')).toEqual([
      { ...guard, component_version: 'v2', phase: 'input', outcome: 'modified' },
      { ...guard, component_version: 'v1', phase: 'output', outcome: 'blocked' },
    ]);
    expect(rows.get('tiny')).toEqual([]);
    expect(rows.get('pending')).toMatchObject([{ evaluation: 'not_executed', outcome: 'none' }]);
    expect(rows.get('slow')).toBeUndefined();
  });

  it('are looked up for evaluations if the first of the workspace is below the fence', async () => {
    const ofFast = async (firstEvaluated: bigint) =>
      (await requests({}, { snapshot: { firstEvaluated } })).find((row) => row.logical_request_id === 'fast')
        ?.protection_evaluations?.length;
    expect(await ofFast(100n)).toBe(2);
    expect(await ofFast(101n)).toBeUndefined();
  });

  it('can be filtered by scope, purposes and releases', async () => {
    expect(await ids({ purposes: ['judge'] })).toEqual(['judged']);
    expect(await ids({ release_ids: ['r1'] })).toEqual(['pending', 'fast']);
    expect(await ids({}, { scope: { environmentIds: ['env_b'] } })).toEqual(['elsewhere']);
    expect(await ids({}, { scope: { environmentIds: [] } })).toEqual([]);
    expect(await ids({}, { snapshot: { fence: 0n } })).toEqual([]);
    expect(await ids({ release_ids: [`r1')OR(1=1`] })).toEqual([]);
  });

  it('exclude excluded traffic and traffic before the horizon', async () => {
    const exclusion = {
      environmentIds: ['env_a'],
      from: new Date('2026-01-05T10:00:00.000Z'),
      to: new Date('2026-01-06T01:00:00.000Z'),
    };
    const keepsFrom = new Date('2026-01-04T00:00:00.000Z');
    expect(await ids({}, { snapshot: { exclusions: [exclusion], keepsFrom } })).toEqual([
      'pending',
      'unknown',
      'untimed',
      'zero',
      'ends-later',
    ]);
    expect(await ids({}, { snapshot: { keepsFrom: new Date('2026-03-01T00:00:00.000Z') } })).toEqual([]);
  });

  it('return an empty list, exactly one body, and no groups if nothing matches', async () => {
    const { answer, nextCursor } = await world.ask({ drilldown: 'request', release_ids: ['r9'] });
    expect(answer).toMatchObject({ minted: true, shape: 'drilldown', requests: [], truncated: false });
    expect(Object.keys(answer).sort()).toEqual(
      ['coverage', 'minted', 'read_context', 'requests', 'shape', 'truncated'].sort(),
    );
    expect(nextCursor).toBeUndefined();
  });
});

describe('a latency filter', () => {
  const latency = (filter: Omit<NonNullable<InsightQuery['latency_filter']>, 'metric'>) =>
    ids({ latency_filter: { metric: 'response_latency.v1', ...filter } });

  it('includes its lower bound, excludes its upper one, and keeps an observed zero', async () => {
    expect(await latency({ min_ms: 12, max_ms: 1000 })).toEqual(['slow', 'fast']);
    expect(await latency({ min_ms: 13, max_ms: 1001 })).toEqual(['bound', 'slow']);
    expect(await latency({ max_ms: 1 })).toEqual(['zero', 'tiny']);
  });

  it('selects the samples of an outcome, and all of them overall', async () => {
    expect(await latency({ outcome: 'succeeded' })).toEqual(['tiny', 'slow', 'fast', 'orphan']);
    expect(await latency({ outcome: 'unknown' })).toEqual(['unknown']);
    expect(await latency({ outcome: 'cancelled' })).toEqual([]);
    expect(await latency({ outcome: 'overall' })).toEqual([
      'unknown',
      'zero',
      'bound',
      'tiny',
      'slow',
      'fast',
      'orphan',
    ]);
  });

  it('requires the first output of observed streams', async () => {
    expect(await ids({ latency_filter: { metric: 'first_output_latency.v1' } })).toEqual(['slow']);
  });

  it('applies before the page limit, states the limit, and never gives a cursor', async () => {
    const { answer, nextCursor } = await world.ask({
      drilldown: 'request',
      latency_filter: { metric: 'response_latency.v1', max_ms: 13 },
      page_size: 2,
    });
    expect(answer.requests?.map((row) => row.logical_request_id)).toEqual(['unknown', 'zero']);
    expect(answer.truncated).toBe(true);
    expect(nextCursor).toBeUndefined();
  });
});

describe('a facet filter', () => {
  const BRANCHES: [string, NonNullable<InsightQuery['facet_filter']>, string[]][] = [
    ['a final model', { member: 'final_model', value: 'm2' }, ['tiny']],
    ['requests that no model served', { member: 'final_model', unserved: true }, ['pending', 'zero', 'ends-later']],
    ['no final model', { member: 'final_model' }, ['pending', 'zero', 'ends-later']],
    ['an outcome', { member: 'outcome', value: 'failed' }, ['bound']],
    [
      'a pending or unknown outcome',
      { member: 'outcome', value: 'pending_or_unknown' },
      ['pending', 'unknown', 'ends-later'],
    ],
    ['a release', { member: 'release', value: 'r1' }, ['pending', 'fast']],
    ['no release', { member: 'release' }, ['unknown', 'untimed', 'zero', 'tiny', 'slow', 'ends-later', 'orphan']],
    ['a connection', { member: 'connection', value: 'c1' }, ['unknown', 'untimed', 'bound', 'slow', 'fast', 'orphan']],
    ['no connection', { member: 'connection' }, ['pending', 'zero', 'tiny', 'ends-later']],
    ['a purpose', { member: 'purpose', value: 'application' }, ALL],
    ['a purpose outside the question', { member: 'purpose', value: 'judge' }, []],
    ['a value that looks like SQL', { member: 'final_model', value: `m1' OR '1'='1` }, []],
  ];

  it.each(BRANCHES)('selects the requests of %s', async (_name, filter, expected) => {
    expect(await ids({ facet_filter: filter })).toEqual(expected);
  });

  it('limits a page of pending requests, and gives no cursor', async () => {
    const query = {
      drilldown: 'request',
      page_size: 1,
      facet_filter: { member: 'final_model', unserved: true },
    } as const;
    const { answer, nextCursor } = await world.ask(query);
    expect(answer.requests?.map((row) => row.logical_request_id)).toEqual(['pending']);
    expect([answer.truncated, nextCursor]).toEqual([true, undefined]);
  });

  it('finds pending requests at any distance before the window, newest first', async () => {
    const days = Array.from({ length: 31 }, (_, index) => String(31 - index).padStart(2, '0'));
    const request = (id: string, day: string, hour: string): FactColumns => ({
      logical_request_id: `${id}-${day}`,
      admitted_at: `2026-01-${day} ${hour}:00:00.000`,
      workspace_id: 't_days',
    });
    const endings = { terminal_at: '2026-02-01 00:00:00.000', status: 'succeeded' };
    await world.facts.insert({
      request_admissions_v1: days.flatMap((day) => [request('open', day, '05'), request('closed', day, '05')]),
      // In every other hour, the number of endings equals the number of admissions. One ending has no admission.
      request_terminals_v1: days.flatMap((day) => [
        { ...request('closed', day, '05'), ...endings },
        ...(Number(day) % 2 === 0 ? [{ ...request('orphan', day, '05'), ...endings }] : []),
      ]),
    });
    const pending = { member: 'outcome', value: 'pending_or_unknown' } as const;
    const open = days.map((day) => `open-${day}`);
    for (const size of [1, 5, 31, 100]) {
      const found = await ids({ facet_filter: pending, page_size: size }, { scope: { workspaceId: 't_days' } });
      expect(found).toEqual(open.slice(0, size));
    }
  });

  it('can be combined with a latency filter, which excludes pending requests', async () => {
    const unserved = { member: 'final_model', unserved: true } as const;
    expect(await ids({ facet_filter: unserved, latency_filter: { metric: 'response_latency.v1' } })).toEqual(['zero']);
  });
});
