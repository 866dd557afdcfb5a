import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FactsFilter } from '../../../analytics/insight/question/facts-filter.ts';
import {
  admittedRequestsQuery,
  endedRequestsQuery,
  selectRequests,
} from '../../../analytics/insight/rows/request-page-query.ts';
import type { AnsweredQuestion } from '../../../analytics/insight/insight-reader.ts';
import { RowWorld } from '../../../testing/insight/row-world.ts';

const REQUESTS = { drilldown: 'request' } as const;

/** The members that every attempt has. */
const SENT = { attempt_id: 'a', role: 'primary', output_state: 'none', usage_source: 'none' };

/** Requests of which many share an instant. Some ids have a different order by bytes and by UTF-16. */
const IDS = [...Array.from({ length: 40 }, (_, index) => `q${index}`), '\u{1F600}', '\uFF5E', 'é', '"', '\\', "'"];

let world: RowWorld;
let arrived = 0;

beforeAll(async () => {
  world = await RowWorld.create(inject('clickhouseUrl'));
  await world.facts.insert({
    request_admissions_v1: IDS.map((id, index) => ({ logical_request_id: id, admitted_at: instantOf(index) })),
    request_terminals_v1: IDS.filter((_id, index) => index % 3 !== 0).map((id, index) => ({
      logical_request_id: id,
      admitted_at: instantOf(IDS.indexOf(id)),
      terminal_at: instantOf(IDS.indexOf(id)),
      status: index % 2 === 0 ? 'succeeded' : 'failed',
    })),
  });
});

afterAll(() => world.facts.drop());

function instantOf(index: number): string {
  return `2026-01-${String(10 + (index % 5)).padStart(2, '0')} ${String(index % 2).padStart(2, '0')}:00:00.000`;
}

/** Inserts facts above the fence, at every instant at which a page may be. */
async function arrive(): Promise<void> {
  arrived += 1;
  const late = IDS.map((_id, index) => ({
    logical_request_id: `late-${arrived}-${index}`,
    admitted_at: instantOf(index),
    arrival_seq: '150',
  }));
  const endings = IDS.map((id, index) => ({
    logical_request_id: id,
    admitted_at: instantOf(index),
    terminal_at: instantOf(index),
    status: 'cancelled',
    arrival_seq: '150',
  }));
  await world.facts.insert({ request_admissions_v1: late, request_terminals_v1: endings });
}

describe('paging', () => {
  it.each([1, 3, 7, 45, 46, 100])('by %i shows every request once, in one order, during arrivals', async (size) => {
    const whole = (await world.ask({ ...REQUESTS, page_size: 100 })).answer.requests;
    const pages = await world.pages({ ...REQUESTS, page_size: size }, {}, size === 7 ? arrive : undefined);
    const rows = pages.flatMap((page) => page.requests ?? []);
    expect(rows).toEqual(whole);
    expect(new Set(rows.map((row) => row.logical_request_id))).toEqual(new Set(IDS));
    expect(pages).toHaveLength(Math.ceil(IDS.length / size));
    expect(pages.map((page) => page.truncated)).toEqual(pages.map((page) => page.requests?.length === size));
    expect(new Set(pages.map((page) => page.read_context.seal)).size).toBe(1);
    expect(pages.map((page) => page.minted)).toEqual(pages.map((_page, index) => index === 0));
  });

  it.each(['request', 'attempt'] as const)('shows each repeated %s once, in its last version', async (drilldown) => {
    const at = (index: number): string => `2026-01-2${index} 00:00:00.000`;
    const again = [0, 1, 2, 3, 4].flatMap((index) =>
      Array.from({ length: 1 + 3 * (index % 2) }, (_, time) => ({
        logical_request_id: `again-${index}`,
        workspace_id: `t_again_${drilldown}`,
        arrival_seq: String(time + 1),
        ...(drilldown === 'request'
          ? { admitted_at: at(index), terminal_at: at(index), status: 'failed', attempt_count: time }
          : { ...SENT, dispatched_at: at(index), ordinal: time }),
      })),
    );
    await world.facts.insert({ [drilldown === 'request' ? 'request_terminals_v1' : 'attempts_v1']: again });
    for (const size of [1, 2, 3, 10]) {
      const pages = await world.pages(
        { drilldown, page_size: size },
        { scope: { workspaceId: `t_again_${drilldown}` } },
      );
      const shown = pages.flatMap((page) => [
        ...(page.requests ?? []).map((request) => [request.logical_request_id, request.attempt_count]),
        ...(page.attempts ?? []).map((attempt) => [attempt.logical_request_id, attempt.ordinal]),
      ]);
      expect(shown).toEqual([4, 3, 2, 1, 0].map((index) => [`again-${index}`, index % 2 === 0 ? '0' : '3']));
    }
  });

  it('has 50 rows per page by default', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      logical_request_id: `m${index}`,
      admitted_at: '2026-01-20 00:00:00.000',
      workspace_id: 't_many',
    }));
    await world.facts.insert({ request_admissions_v1: many });
    const { answer, nextCursor } = await world.ask(REQUESTS, { scope: { workspaceId: 't_many' } });
    expect([answer.requests?.length, answer.truncated, typeof nextCursor]).toEqual([50, true, 'string']);
    const outcome = { member: 'outcome', value: 'pending_or_unknown' } as const;
    const chart = await world.ask({ ...REQUESTS, facet_filter: outcome }, { scope: { workspaceId: 't_many' } });
    expect([chart.answer.requests?.length, chart.answer.truncated, chart.nextCursor]).toEqual([60, false, undefined]);
  });
});

describe('a cursor', () => {
  let first: AnsweredQuestion;

  beforeAll(async () => {
    first = await world.ask({ ...REQUESTS, page_size: 2 });
  });

  const goOn = (cursor: string, more: Parameters<RowWorld['ask']>[0] = {}, options = {}) =>
    world.ask({ ...REQUESTS, read_context: first.answer.read_context, cursor, ...more }, options);

  it('continues with another page size', async () => {
    const { answer } = await goOn(first.nextCursor!, { page_size: 5 });
    const whole = (await world.ask({ ...REQUESTS, page_size: 7 })).answer.requests;
    expect([...(first.answer.requests ?? []), ...(answer.requests ?? [])]).toEqual(whole);
  });

  it('is refused if any part of it was forged', async () => {
    const [body = '', seal = ''] = first.nextCursor!.split('.');
    const moved = Buffer.from(JSON.stringify(['1768500000000', 'q1'])).toString('base64url');
    // The last character contains four bits of the seal and two unused bits, so its neighbour decodes to the same
    // bytes.
    const respelled = `${body}.${seal.slice(0, -1)}${String.fromCharCode(seal.charCodeAt(seal.length - 1) + 1)}`;
    const cut = [body, `${body}.`, `${body}.${seal}.`, 'x', '.'];
    for (const forged of [`${moved}.${seal}`, `${body}.${moved}`, respelled, `${body}.${seal}_`, ...cut]) {
      await expect(goOn(forged)).rejects.toMatchObject({ code: 'validation_failed', faults: [{ pointer: '/cursor' }] });
    }
  });

  it('is refused under another question or another pin', async () => {
    const foreign = { code: 'validation_failed', faults: [{ pointer: '/cursor' }] };
    await expect(goOn(first.nextCursor!, { drilldown: 'attempt' })).rejects.toMatchObject(foreign);
    const other = await world.ask({ ...REQUESTS, page_size: 2 }, { snapshot: { fence: 99n } });
    await expect(goOn(other.nextCursor!)).rejects.toMatchObject(foreign);
  });

  it('is snapshot_expired if its context is no longer valid, and misplaced without one', async () => {
    await expect(goOn(first.nextCursor!, {}, { scope: { authorityEpoch: '4' } })).rejects.toMatchObject({
      code: 'snapshot_expired',
    });
    await expect(world.ask({ ...REQUESTS, cursor: first.nextCursor! })).rejects.toMatchObject({
      code: 'invalid_query',
    });
  });
});

describe('a page over a month', () => {
  const rows = 1_000_000;
  const filter: FactsFilter = {
    organizationId: 'org_a',
    workspaceId: 't_month',
    environmentIds: ['env_a', 'env_b'],
    from: new Date('2026-01-01T00:00:00.000Z'),
    to: new Date('2026-02-01T00:00:00.000Z'),
    purposes: ['application'],
    releaseIds: [],
    fence: 100n,
    hasReplacedEndings: false,
    exclusions: [],
  };

  beforeAll(async () => {
    const generated = [
      `'org_a' AS organization_id`,
      `'t_month' AS workspace_id`,
      `if(number % 2 = 0, 'env_a', 'env_b') AS environment_id`,
      `'application' AS purpose`,
      `concat('q', toString(number)) AS logical_request_id`,
      `toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 2678) AS admitted_at`,
    ].join(', ');
    const columns = 'organization_id, workspace_id, environment_id, purpose, logical_request_id, admitted_at';
    for (const table of ['request_admissions_v1', 'request_terminals_v1']) {
      await world.facts.client.command({
        query: `INSERT INTO ${table} (${columns}) SELECT ${generated} FROM numbers(${rows})`,
      });
    }
  });

  it.each([
    ['the first', undefined],
    ['one in the middle', [String(Date.parse('2026-01-15T12:00:00.000Z')), 'q']],
  ] as const)('reads a few granules for %s', async (_name, after) => {
    for (const pageQuery of [endedRequestsQuery, admittedRequestsQuery]) {
      const { sql, params } = pageQuery(filter, selectRequests({}), { rows: 51, ...(after && { after }) });
      const result = await world.facts.client.query({ query: sql, query_params: params, format: 'JSON' });
      const { data, statistics } = await result.json<{ logical_request_id: string }>();
      expect(data).toHaveLength(51);
      expect(statistics?.rows_read).toBeLessThan(rows / 10);
    }
  });
});
