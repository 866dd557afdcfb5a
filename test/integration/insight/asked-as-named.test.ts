import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { InsightQuerySchema, type InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { askFacts } from '../../../testing/insight/asking.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { requestEvents } from '../ingest/support/ingest-world.ts';

/** A name that traffic may have: its characters are invisible and are not control characters. */
const NAME = 'model\u00a0\u200b';
const schema = Compile(InsightQuerySchema);

let facts: FactsDatabase;
beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  const requests = [NAME, 'other'].map((id) => ({ logical_request_id: id, admitted_at: '2026-04-01 10:00:00.000' }));
  await facts.insert({
    request_admissions_v1: requests.map((request) => ({ ...request, team_id: request.logical_request_id })),
    request_terminals_v1: requests.map((request) => ({
      ...request,
      team_id: request.logical_request_id,
      status: 'succeeded',
      terminal_at: '2026-04-01 10:00:01.000',
      final_model: request.logical_request_id,
      route_id: request.logical_request_id,
      connection_id: request.logical_request_id,
    })),
    attempts_v1: requests.map((request, index) => ({
      logical_request_id: request.logical_request_id,
      attempt_id: `attempt ${index}`,
      dispatched_at: '2026-04-01 10:00:00.000',
      provider_id: request.logical_request_id,
      provider_model: request.logical_request_id,
      role: 'primary',
      output_state: 'complete',
      usage_source: 'provider',
    })),
  });
});
afterAll(() => facts.drop());

/** Asks a question that the schema accepts. */
function ask(query: Partial<InsightQuery>): Promise<InsightAnswer> {
  const from = '2026-04-01T00:00:00Z';
  const asked: InsightQuery = { schema: 1, shape: 'overview', scope: {}, from, to: '2026-04-02T00:00:00Z', ...query };
  expect([...schema.Errors(asked)]).toEqual([]);
  return askFacts(facts, asked, { now: new Date('2026-05-01T12:00:00.000Z') });
}

it('traffic may use any names without control characters', () => {
  const scope = { organization_id: 'o', workspace_id: 'w', application_id: 'a', gateway_id: 'g', environment_id: 'e' };
  const [admitted] = requestEvents(scope, 0);
  expect(parseTrafficLine(JSON.stringify({ ...admitted, logical_request_id: NAME })).fault).toBeUndefined();
});

it.each(['final_model', 'route', 'connection'] as const)(
  'a group of %s is selected by its name in an answer',
  async (member) => {
    const metrics = ['requests.v1'];
    const { groups = [] } = await ask({ shape: 'facets', facets: [member], metrics });
    const values = groups.flatMap(({ facet }) => facet?.value ?? []);
    expect(values.toSorted()).toEqual([NAME, 'other']);
    const narrowed = await ask({ metrics, group_filter: { [member]: { values: [NAME] } } });
    expect(narrowed.groups?.map(cellTexts)).toEqual([{ 'requests.v1': '1 count' }]);
  },
);

it('a team is selected by its name in traffic', async () => {
  const { groups } = await ask({ metrics: ['requests.v1'], group_filter: { team: { values: [NAME] } } });
  expect(groups?.map(cellTexts)).toEqual([{ 'requests.v1': '1 count' }]);
});

it('a row is selected by its names in an answer', async () => {
  const { requests } = await ask({
    shape: 'drilldown',
    drilldown: 'request',
    facet_filter: { member: 'final_model', value: NAME },
  });
  expect(requests).toMatchObject([{ logical_request_id: NAME, final_model: NAME }]);
  const { attempts } = await ask({
    shape: 'drilldown',
    drilldown: 'attempt',
    attempt_filter: { provider_id: NAME, provider_model: NAME, logical_request_id: NAME },
  });
  expect(attempts).toMatchObject([{ logical_request_id: NAME, attempt_id: 'attempt 0' }]);
});
