import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import { FACT_COLUMNS, FACT_TABLES } from '../../../../analytics/indexer/events/fact-rows.ts';
import { ERASED_TABLES } from '../../../../analytics/retention/erase-before.ts';
import { eraseUserFacts, USER_TABLES } from '../../../../analytics/retention/erase-user-facts.ts';

it('covers every table of facts with a user, by its time base', () => {
  const stating = FACT_TABLES.filter((table) => (FACT_COLUMNS[table] as readonly string[]).includes('user'));
  expect(USER_TABLES).toHaveLength(stating.length);
  expect(Object.fromEntries(USER_TABLES)).toEqual(
    Object.fromEntries(ERASED_TABLES.filter(([table]) => stating.some((name) => name === table))),
  );
});

it('states the user only as a salted digest, in parameters', async () => {
  const user = `zoe'); --`;
  const sent: { query: string; query_params: Record<string, unknown> }[] = [];
  const clickhouse = {
    query: (statement: (typeof sent)[number]) => {
      sent.push(statement);
      return Promise.resolve({ json: () => Promise.resolve([{ facts: '7' }]) });
    },
    command: (statement: (typeof sent)[number]) => {
      sent.push(statement);
      return Promise.resolve();
    },
  } as unknown as AnalyticsClient;
  const of = { organizationId: 'org_1', workspaceId: 't_1', user, before: new Date('2026-03-03T00:00:00.000Z') };
  expect(await eraseUserFacts(clickhouse, of)).toBe(7);
  expect(sent).toHaveLength(1 + USER_TABLES.length + 1);
  expect(JSON.stringify(sent)).not.toContain('zoe');
  const digests = sent.map(({ query_params: { salt, digest, ...others } }) => {
    expect(others).toEqual({ organization: 'org_1', workspace: 't_1', before: 1_772_496_000_000 });
    expect(salt).toMatch(/^[\da-f]{32}$/);
    const text = `${String(salt)}${user}`;
    expect(digest).toBe(createHash('sha256').update(text).digest('hex').toUpperCase());
    return digest;
  });
  expect(new Set(digests).size).toBe(2);
});
