import { describe, expect, it } from 'vitest';
import { overviewQuery, type OverviewInput } from '../../../analytics/insight/overview-query.ts';

const HOSTILE = [`'; DROP TABLE attempts_v1; --`, '{fence:UInt64}', '\\', '*/', '\u0000', '`x`', '100'];

const input: OverviewInput = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_a', 'env_b'],
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  purposes: ['application', 'judge'],
  releaseIds: [],
  fence: 18_446_744_073_709_551_615n,
  money: true,
};

const BRANCHES: [string, Partial<OverviewInput>][] = [
  ['overview', { money: false }],
  ['overview-money', {}],
  ['overview-releases', { money: false, releaseIds: ['r1'] }],
  ['overview-money-releases', { releaseIds: ['r1'] }],
];

describe('the statement of an overview', () => {
  it.each(BRANCHES)('%s reads as reviewed', async (name, changes) => {
    await expect(`${overviewQuery({ ...input, ...changes }).sql}\n`).toMatchFileSnapshot(`${name}.sql`);
  });

  it.each(BRANCHES)('%s bounds every population by tenant, window, purpose and fence', (_name, changes) => {
    const { sql, params } = overviewQuery({ ...input, ...changes });
    const populations = sql.split('UNION ALL');
    expect(populations).toHaveLength(4);
    const bounds = ['organization_id', 'workspace_id', 'from', 'to', 'environment_ids', 'purposes', 'fence'];
    for (const population of populations) {
      for (const bound of bounds) expect(population).toContain(`{${bound}:`);
    }
    const named = [...sql.matchAll(/\{(\w+):/g)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(Object.keys(params)));
  });

  it('does not read what effects cost without access to money', () => {
    expect(overviewQuery({ ...input, money: false }).sql).not.toContain('nanos');
  });

  it('keeps hostile values out of its text', () => {
    const hostile = overviewQuery({
      ...input,
      organizationId: HOSTILE[0]!,
      workspaceId: HOSTILE[1]!,
      environmentIds: HOSTILE,
      releaseIds: HOSTILE,
    });
    expect(hostile.sql).toBe(overviewQuery({ ...input, releaseIds: ['r1'] }).sql);
    expect(hostile.params).toMatchObject({ environment_ids: HOSTILE, release_ids: HOSTILE });
  });

  it('binds instants and the fence as whole numbers, to the last digit', () => {
    expect(overviewQuery(input).params).toEqual({
      organization_id: 'org_a',
      workspace_id: 't_a',
      environment_ids: ['env_a', 'env_b'],
      from: '1767225600000',
      to: '1769904000000',
      purposes: ['application', 'judge'],
      fence: '18446744073709551615',
    });
  });
});
