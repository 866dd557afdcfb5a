import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { BenchTenancy } from './bench-tenancy.ts';
import type { AnswerRow } from './contender.ts';
import type { BenchQuestion } from './bench-question.ts';

/** The last 30 of the 90 days of the facts. */
const FROM = '2026-03-02 00:00:00';
const TO = '2026-04-01 00:00:00';
const DAYS = 30;
const DAYS_OF_FACTS = 90;
const PURPOSES_OF_FACTS = 3;

/** The questions about what callers state: the users, the projects and the features with the most spend. */
export function dimensionQuestions(tenancy: BenchTenancy, facts: number): BenchQuestion[] {
  const here = `organization_id = '${tenancy.organizationId}' AND workspace_id = '${tenancy.workspaceId}'`;
  const window = (base: string): string => `${base} >= '${FROM}' AND ${base} < '${TO}' AND purpose = 'application'`;
  const query: Omit<InsightQuery, 'dimensions'> = {
    schema: 1,
    scope: {},
    shape: 'facets',
    from: `${FROM.replace(' ', 'T')}Z`,
    to: `${TO.replace(' ', 'T')}Z`,
    metrics: ['provider_spend.v1', 'tokens.v1'],
    ranked_by: 'spend',
    dimension_values: 20,
  };
  const top = (name: string, dimension: string, value: string, duckValue: string): BenchQuestion => ({
    name,
    query: { ...query, dimensions: [dimension] },
    rowsOf: (answer) => (answer.groups ?? []).filter(({ dimension: of }) => of?.value !== undefined).map(rowOf),
    raw: `SELECT s.key AS key, s.nanos AS nanos, t.tokens AS tokens FROM
      (SELECT ${value} AS key, sum(toInt128(nanos)) AS nanos FROM cost_effects_v1
       WHERE ${here} AND ${window('occurred_at')} AND key != '' GROUP BY key ORDER BY nanos DESC LIMIT 20) AS s
      LEFT JOIN (SELECT ${value} AS key, sum(toInt128(total_tokens)) AS tokens FROM attempts_v1
       WHERE ${here} AND ${window('dispatched_at')} AND key != '' GROUP BY key) AS t ON s.key = t.key`,
    rollup: `SELECT value AS key, sum(rollup.nanos) AS nanos, sum(total_tokens) AS tokens
      FROM dimension_sums_by_day_v1 AS rollup
      WHERE ${here} AND dimension = '${dimension}' AND ${window('period')}
      GROUP BY key ORDER BY nanos DESC LIMIT 20`,
    duck: `SELECT s.key AS key, s.nanos AS nanos, t.tokens AS tokens FROM
      (SELECT ${duckValue} AS key, sum(nanos)::HUGEINT AS nanos FROM cost_effects_v1
       WHERE ${window('occurred_at')} AND ${duckValue} != '' GROUP BY key ORDER BY nanos DESC LIMIT 20) AS s
      LEFT JOIN (SELECT ${duckValue} AS key, sum(total_tokens)::HUGEINT AS tokens FROM attempts_v1
       WHERE ${window('dispatched_at')} GROUP BY key) AS t ON s.key = t.key`,
    budget: {
      tables: {
        // The ranks and the sums read it once each. Until its parts are merged, each fact may have a row.
        dimension_sums_by_day_v1: Math.ceil((2 * facts * DAYS) / DAYS_OF_FACTS),
        workspace_traffic_by_day_v1: DAYS * PURPOSES_OF_FACTS,
      },
      passes: 1,
      rowBytes: 80,
    },
  });
  return [
    top('top 20 users by spend, 30 days', 'user', 'user', '"user"'),
    top('top 20 projects by spend, 30 days', 'tag.project', `tags['project']`, 'project'),
    top('features by spend, 30 days', 'feature', 'feature', 'feature'),
  ];
}

function rowOf({ dimension, cells }: AnswerGroup): AnswerRow {
  const number = (metric: string): string => {
    const value = cells.find((one) => one.metric === metric)?.value;
    return value === undefined || value.state === 'unavailable' ? '0' : value.number;
  };
  return { key: dimension?.value ?? '', nanos: number('provider_spend.v1'), tokens: number('tokens.v1') };
}
