import { expect, inject, it } from 'vitest';
import { exactLatencyQuery } from '../../../analytics/insight/sql/exact-latency-query.ts';
import { LAYERS, planLayers, type LayerPlan } from '../../../analytics/insight/plan/layer-plan.ts';
import type { FactsQuestion } from '../../../analytics/insight/question/facts-question.ts';
import type { BoundQuery } from '../../../analytics/statements/bound-query.ts';
import { TOKEN_KIND_FIGURES } from '../../../analytics/insight/plan/traffic-populations.ts';
import { planTraffic, planRound } from '../../../analytics/insight/plan/plan-traffic.ts';
import { questionParams } from '../../../analytics/insight/sql/question-params.ts';
import { trafficSumsQuery } from '../../../analytics/insight/sql/traffic-sums-query.ts';
import { ADDITIVE_FIGURES } from '../../../domain/insight/group-sums.ts';
import { createFactsDatabase } from '../../../testing/insight/facts.ts';

const POPULATIONS = [
  ['request_admissions_v1', 'admitted_at'],
  ['request_terminals_v1', 'admitted_at'],
  ['attempts_v1', 'dispatched_at'],
  ['cost_effects_v1', 'occurred_at'],
] as const;

const FIVE_HOURS: FactsQuestion = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_0'],
  holdsEveryEnvironment: false,
  from: new Date('2026-01-10T00:00:00.000Z'),
  to: new Date('2026-01-10T05:00:00.000Z'),
  purposes: ['application'],
  releaseIds: [],
  fence: 10n,
  hasReplacedEndings: false,
  exclusions: [],
  facets: [],
  chosen: [],
  figures: new Set(ADDITIVE_FIGURES.filter((figure) => !TOKEN_KIND_FIGURES.has(figure))),
  feedback: false,
  teamRuns: false,
  protection: false,
  markers: false,
  latency: [],
};
const FROM = FIVE_HOURS.from.getTime();
const HOUR = 3_600_000;

it('figures read only the granules of their periods', async () => {
  const facts = await createFactsDatabase(inject('clickhouseUrl'));
  const marksOf = async ({ sql, params }: BoundQuery): Promise<Record<string, number>> => {
    const plan = await facts.client.query({
      query: `EXPLAIN ESTIMATE ${sql}`,
      query_params: params,
      format: 'JSONEachRow',
    });
    const rows = await plan.json<{ table: string; marks: string }>();
    return Object.fromEntries(rows.map(({ table, marks }) => [table, Number(marks)]));
  };
  try {
    for (const [table, timeBase] of POPULATIONS) {
      // A fact every ten seconds over thirty days gives 259,200 rows in 32 granules of 8,192.
      await facts.client.command({
        query: `INSERT INTO ${table} (organization_id, workspace_id, environment_id, purpose, logical_request_id, ${timeBase})
SELECT 'org_a', 't_a', concat('env_', toString(number % 7)), 'application', toString(number),
  toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + 10 * number FROM numbers(259200)`,
      });
    }
    const bound = (query: BoundQuery, question: FactsQuestion): BoundQuery => ({
      ...query,
      params: { ...questionParams(question), ...query.params },
    });
    const sums = (layers: LayerPlan, question = FIVE_HOURS): BoundQuery =>
      bound(trafficSumsQuery(question, planRound(planTraffic(question), layers, 'first')), question);
    // Complete hours below the fence are read from one table, and not from facts.
    expect(Object.keys(await marksOf(sums(planLayers(FIVE_HOURS, LAYERS))))).toEqual(['traffic_by_hour_v1']);
    // Tokens by kind are read from the attempts in the hours of the question.
    const kinds: FactsQuestion = { ...FIVE_HOURS, figures: new Set(ADDITIVE_FIGURES) };
    const { attempts_v1: attempts = Infinity, ...others } = await marksOf(sums(planLayers(kinds, LAYERS), kinds));
    expect(Object.keys(others)).toEqual(['traffic_by_hour_v1']);
    expect(attempts).toBeLessThanOrEqual(2);
    // Five hours are 1,800 facts, so the read covers at most the granules at both ends.
    for (const statement of [
      sums(planLayers(FIVE_HOURS, ['facts'])),
      bound(exactLatencyQuery(FIVE_HOURS, ['response_latency.v1']), FIVE_HOURS),
    ]) {
      for (const marks of Object.values(await marksOf(statement))) expect(marks).toBeLessThanOrEqual(2);
    }
    // Two distant hours of a month, which arrivals above the fence made stale.
    const month: FactsQuestion = { ...FIVE_HOURS, from: new Date('2026-01-01'), to: new Date('2026-01-31') };
    const apart = [FROM, FROM + 10 * 24 * HOUR].map((from) => ({ from, to: from + HOUR }));
    const read = await marksOf(sums({ months: [], days: [], hours: [], facts: apart }, month));
    expect(Object.keys(read).sort()).toEqual(POPULATIONS.map(([table]) => table).sort());
    for (const marks of Object.values(read)) expect(marks).toBeLessThanOrEqual(4);
  } finally {
    await facts.drop();
  }
});
