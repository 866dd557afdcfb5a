import { expect, inject, it } from 'vitest';
import { overviewQuery } from '../../../analytics/insight/overview-query.ts';
import { createFactsDatabase } from '../../support/insight/facts.ts';

const POPULATIONS = [
  ['request_admissions_v1', 'admitted_at'],
  ['request_terminals_v1', 'admitted_at'],
  ['attempts_v1', 'dispatched_at'],
  ['cost_effects_v1', 'occurred_at'],
] as const;

it('an overview reads the hours of its window, not the month around them', async () => {
  const facts = await createFactsDatabase(inject('clickhouseUrl'));
  try {
    for (const [table, timeBase] of POPULATIONS) {
      // Thirty days, a fact every ten seconds: 259,200 rows, 32 granules of 8,192.
      await facts.client.command({
        query: `INSERT INTO ${table} (organization_id, workspace_id, environment_id, purpose, logical_request_id, ${timeBase})
SELECT 'org_a', 't_a', concat('env_', toString(number % 7)), 'application', toString(number),
  toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + 10 * number FROM numbers(259200)`,
      });
    }
    const { sql, params } = overviewQuery({
      organizationId: 'org_a',
      workspaceId: 't_a',
      environmentIds: ['env_0'],
      from: new Date('2026-01-10T00:00:00.000Z'),
      to: new Date('2026-01-10T05:00:00.000Z'),
      purposes: ['application'],
      releaseIds: [],
      fence: 10n,
      money: true,
    });
    const plan = await facts.client.query({
      query: `EXPLAIN ESTIMATE ${sql}`,
      query_params: params,
      format: 'JSONEachRow',
    });
    const read = await plan.json<{ table: string; marks: string }>();
    expect(read.map((row) => row.table).sort()).toEqual(POPULATIONS.map(([table]) => table).sort());
    // Five hours are 1,800 facts: at most the granules at both ends.
    for (const { marks } of read) expect(Number(marks)).toBeLessThanOrEqual(2);
  } finally {
    await facts.drop();
  }
});
