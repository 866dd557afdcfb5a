import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type {
  AcceptanceRuleV1,
  CasesCreate,
  ComparisonPreflight,
  ComparisonRunV1,
  ServingRouteV1,
} from '../../clients/typescript/wire.ts';
import type { Connection } from '../../runtime/connection.ts';

const { values } = parseArgs({
  options: {
    route: { type: 'string', default: 'answers' },
    /** Asked over the connection of the route. */
    candidate: { type: 'string', default: 'claude-sonnet-4-5' },
    /** A connection that may judge, and its model; without it answers are checked against labels. */
    judge: { type: 'string' },
    'judge-model': { type: 'string', default: 'gpt-4o' },
    cases: { type: 'string', default: 'examples/comparison/cases.jsonl' },
    'ceiling-nano-usd': { type: 'string', default: '1000000000' },
    connection: { type: 'string', default: '.data/connection.json' },
  },
});

// `npm start` writes this file: where the service is, a workspace, a credential.
const place = JSON.parse(readFileSync(values.connection, 'utf8')) as Connection;
const [environment] = place.environments;
if (environment === undefined) throw new Error('The service has no environment yet.');
const client = createTruetallyClient({
  baseUrl: place.base_url,
  token: place.credentials.owner,
  organizationId: place.organization_id,
  workspaceId: place.workspace_id,
  applicationId: environment.application_id,
  gatewayId: environment.gateway_id,
  environmentId: environment.environment_id,
  timeoutMs: 20_000,
  maxRetries: 3,
});

// What serves now is the baseline, and the same with another model the candidate.
const route = await routeOf(values.route);

// The bar is declared before anything is paid: better, with at most one case unknown.
const rule: AcceptanceRuleV1 = {
  confidence: '0.95',
  quality: { kind: 'better' },
  tolerated_unknowns: 1,
  critical_cases_must_pass: false,
};
const kind = values.judge === undefined ? 'labeled' : 'judged';
const { data: comparison } = await client.comparisons.create({
  name: `${values.candidate} for ${route.name}`,
  kind,
  route_id: route.route_id,
  acceptance_rule: rule,
});

// The same cases under the same key are kept once, however often this runs.
const lines = readFileSync(values.cases, 'utf8').trim().split('\n');
const contents = lines.map((line) => JSON.parse(line) as CasesCreate['cases'][number]);
const { data: created } = await client.cases.create(
  { cases: contents },
  { idempotencyKey: `cases of ${values.cases}` },
);
const { data: sample } = await client.comparisons.samples.publish(comparison.comparison_id, {
  cases: created.cases.map(({ case_id, version }) => ({ case_id, version })),
});

// Nothing is sent yet: this says what it will cost, and what so many cases can show at best.
const plan: ComparisonPreflight = {
  sample_id: sample.sample_id,
  candidate: { ...route.release.target, model: values.candidate },
  ...(values.judge !== undefined && {
    judge: { connection_id: values.judge, model: values['judge-model'], max_output_tokens: 500 },
  }),
};
const { data: planned } = await client.comparisons.runs.preflight(comparison.comparison_id, plan);
console.log('planned cost', planned.planned_cost);
console.log('smallest lead that it can show', planned.forecast.showable_lead);

const { data: started } = await client.comparisons.runs.start(
  comparison.comparison_id,
  { run_id: planned.run_id, spend_ceiling_nano_usd: values['ceiling-nano-usd'] },
  { idempotencyKey: planned.run_id },
);
let run: ComparisonRunV1 = started;
while (!['complete', 'partial', 'abandoned'].includes(run.state)) {
  await delay(1_000);
  run = (await client.comparisons.runs.get(comparison.comparison_id, run.run_id)).data;
  console.log(
    `${run.state}: ${run.cells.answered + run.cells.failed} of ${run.cells.intended} cells, ${run.verdicts.there} verdicts`,
  );
}

const { data: results } = await client.comparisons.results.get(comparison.comparison_id, run.run_id);
console.log(results.outcome, results.pass_rates, results.pairs, results.clauses, results.costs);

// Nothing changes what is served until somebody decides it: with `change_route` the candidate becomes the route's next release.
const { data: decision } = await client.comparisons.decisions.create(comparison.comparison_id, run.run_id, {
  action: 'keep_route',
  outcome: results.outcome,
  expected_decision_id: null,
  note: 'An example keeps what is served.',
});
console.log(`decided: ${decision.action}, because the evidence ${decision.outcome}`);

async function routeOf(name: string): Promise<ServingRouteV1> {
  for await (const one of client.routes.list()) if (one.name === name) return one;
  throw new Error(`There is no route ${name}: make it as the README says.`);
}
