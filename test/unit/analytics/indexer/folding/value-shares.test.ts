import { describe, expect, it } from 'vitest';
import { factLine, type FactLine } from '../../../../../analytics/indexer/events/read-batch.ts';
import { toFact } from '../../../../../analytics/indexer/events/fact-rows.ts';
import { ValueShares, type PlannedValues } from '../../../../../analytics/indexer/folding/value-shares.ts';
import type { AnalyticsClient } from '../../../../../analytics/analytics-client.ts';
import type { FactEvent } from '../../../../../contracts/ingest/events/traffic-event.ts';

const DAY = '2026-03-02';
const DAY_SECONDS = Date.parse(`${DAY}T00:00:00Z`) / 1_000;
const clock = { now: () => new Date(`${DAY}T12:00:00Z`) };

/** A rollup whose values are stated, and which records the statements that read it. */
class StatedRollup {
  readonly statements: string[] = [];
  counts: { name: string; found: string }[] = [];
  known: string[] = [];
  byKey: { key: string; found: string }[] = [];

  get client(): AnalyticsClient {
    return {
      query: ({ query }: { query: string }) => {
        this.statements.push(query);
        return Promise.resolve({ json: () => Promise.resolve(this.#rowsOf(query)) });
      },
    } as unknown as AnalyticsClient;
  }

  #rowsOf(query: string): object[] {
    const place = { environment: 'env_a', day: DAY_SECONDS };
    if (query.includes('uniqExact')) return this.counts.map((row) => ({ ...place, ...row }));
    if (query.includes('uniqCombined')) return this.byKey;
    return this.known.map((found) => ({ found }));
  }
}

interface Stated {
  readonly day?: string;
  readonly environment?: string;
}

/** Admissions with these dimensions, from a position on. */
function admissions(
  dimensions: readonly Readonly<Record<string, string>>[],
  { day = DAY, environment = 'env_a' }: Stated = {},
): FactLine[] {
  const scope = {
    ...{ organization_id: 'org_a', workspace_id: 't_a', application_id: 'app_a', gateway_id: 'gw_a' },
    environment_id: environment,
  };
  return dimensions.map((stated, index) => {
    const event: FactEvent = {
      ...{ event: 'request_admitted', schema: 1, scope, purpose: 'application', logical_request_id: `r${index}` },
      ...{ admitted_at: `${day}T10:00:00.000Z`, dimensions: stated },
    };
    return factLine(index, '', event, toFact(event));
  });
}

const users = (count: number, key = 'kid_1', from = 0) =>
  Array.from({ length: count }, (_, step) => ({ user: `user ${from + step}`, key }));

describe('the shares of values', () => {
  it('are counted once for a day whose values cannot exceed a share, and fold nothing', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 100 });
    for (const firstSeq of [1n, 11n, 21n]) {
      expect(await shares.fold({ firstSeq }, admissions(users(10)))).toEqual(new Map());
      shares.addPlanned({ firstSeq }, 10);
    }
    expect(rollup.statements).toHaveLength(1);
  });

  it('are not read for lines without dimensions', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 1 });
    const lines = admissions([{}, { step_id: 's1', parent_id: 's0' }]);
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(new Map());
    expect(rollup.statements).toEqual([]);
  });

  it('fold the values of a flood, and remember the values of its batches before they are loaded', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 5 });
    const planned: PlannedValues[] = [];
    const recorded = new ValueShares(rollup.client, clock, { maxOfKey: 5, onPlanned: (each) => planned.push(each) });
    for (const each of [shares, recorded]) {
      expect(await each.fold({ firstSeq: 1n }, admissions(users(7)))).toEqual(new Map([['user', [5, 6]]]));
      each.addPlanned({ firstSeq: 1n }, 7);
      const again = [...users(2), ...users(1, 'kid_2', 100), ...users(1, 'kid_1', 200)];
      expect(await each.fold({ firstSeq: 8n }, admissions(again))).toEqual(new Map([['user', [3]]]));
      each.addPlanned({ firstSeq: 8n }, 4);
    }
    expect(planned.map(({ folded }) => folded.get('user'))).toEqual([2, 1]);
    expect(planned.map(({ folded }) => folded.get('tags'))).toEqual([0, 0]);
    expect(planned.at(-1)?.values.get('user')).toBe(6);
  });

  it('continue with the values of the rollup and the counts of facts after a restart', async () => {
    const rollup = new StatedRollup();
    rollup.counts = [{ name: 'user', found: '5' }];
    rollup.byKey = [{ key: 'kid_1', found: '5' }];
    rollup.known = ['user 0'];
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 5 });
    const lines = admissions([...users(2), ...users(2, 'kid_2', 10)]);
    expect(await shares.fold({ firstSeq: 100n }, lines)).toEqual(new Map([['user', [1]]]));
  });

  it('add nothing for a batch whose plan failed', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 5 });
    const lines = admissions(users(6));
    const folded = new Map([['user', [5]]]);
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(folded);
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(folded);
    shares.addPlanned({ firstSeq: 2n }, 6);
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(folded);
  });

  it('are counted again when other indexers may have added more values than a share tolerates', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 100 });
    await shares.fold({ firstSeq: 1n }, admissions(users(2)));
    shares.addPlanned({ firstSeq: 1n }, 2);
    rollup.counts = [{ name: 'user', found: '200' }];
    rollup.byKey = [{ key: 'kid_2', found: '200' }];
    expect(await shares.fold({ firstSeq: 1_003n }, admissions(users(2)))).toEqual(new Map([['user', [0, 1]]]));
  });

  it('are separate for each day, environment and dimension', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 5 });
    const lines = [
      ...admissions(users(5)),
      ...admissions(users(5, 'kid_1', 10), { day: '2026-03-03' }),
      ...admissions(users(5, 'kid_1', 20), { environment: 'env_b' }),
      ...admissions(users(5).map(({ user }) => ({ feature: user }))),
    ].map((line, index) => ({ ...line, index }));
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(new Map());
  });

  it('of tags are four times as large, and count keys of tags with their values', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 1 });
    const tags = Array.from({ length: 6 }, (_, step) => ({ [`tag.random-${step}`]: 'x', 'tag.plan': 'pro' }));
    const folded = await shares.fold({ firstSeq: 1n }, admissions(tags));
    // The pair of the plan and three others.
    expect(folded).toEqual(new Map([['tags', [3, 4, 5]]]));
  });

  it('are not used up by the folded value itself', async () => {
    const rollup = new StatedRollup();
    rollup.counts = [{ name: 'user', found: '5' }];
    rollup.byKey = [{ key: 'kid_1', found: '5' }];
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 5 });
    const lines = admissions([{ user: ' folded', key: 'kid_1' }]);
    expect(await shares.fold({ firstSeq: 1n }, lines)).toEqual(new Map());
  });

  it('are read without a text of a caller in a statement', async () => {
    const rollup = new StatedRollup();
    const shares = new ValueShares(rollup.client, clock, { maxOfKey: 1 });
    const hostile = `'; DROP TABLE x --`;
    const stated = { user: hostile, key: hostile, [`tag.${hostile}`]: hostile };
    await shares.fold({ firstSeq: 1n }, admissions([stated, ...users(3)]));
    expect(rollup.statements.length).toBeGreaterThan(1);
    expect(rollup.statements.filter((statement) => statement.includes('DROP'))).toEqual([]);
  });
});
