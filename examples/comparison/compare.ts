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
import { toDollars } from '../../domain/insight/to-dollars.ts';
import type { Connection } from '../../runtime/addresses/connection.ts';
import { comparisonReport, line, undecidableReason } from './comparison-report.ts';

/**
 * The time without progress after which this program gives up. The run itself retries an unreachable provider for
 * hours.
 */
const STANDSTILL_MS = 60_000;

const { values } = parseArgs({
  options: {
    route: { type: 'string', default: 'answers' },
    /** The candidate's model, called over the connection of the route. */
    candidate: { type: 'string', default: 'claude-sonnet-4-5' },
    /** The connection of a judge, whose model is `judge-model`. Without it, answers are compared with labels. */
    judge: { type: 'string' },
    'judge-model': { type: 'string', default: 'gpt-4o' },
    cases: { type: 'string', default: 'examples/comparison/cases.jsonl' },
    'ceiling-nano-usd': { type: 'string', default: '1000000000' },
    connection: { type: 'string', default: '.data/connection.json' },
  },
});

// `npm start` writes this file. It has the address of the service, a workspace and a credential.
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

// The baseline is what the route serves now. The candidate is the same with another model.
const route = await routeOf(values.route);

// The acceptance rule is declared before anything is paid: the candidate must be better, with at most one unknown case.
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

// The idempotency key ensures that repeated runs of this example store the cases only once.
const lines = readFileSync(values.cases, 'utf8').trim().split('\n');
const contents = lines.map((line) => JSON.parse(line) as CasesCreate['cases'][number]);
const { data: created } = await client.cases.create(
  { cases: contents },
  { idempotencyKey: `cases of ${values.cases}` },
);
const { data: sample } = await client.comparisons.samples.publish(comparison.comparison_id, {
  cases: created.cases.map(({ case_id, version }) => ({ case_id, version })),
});

// The preflight sends nothing to a provider. It returns the planned cost, and the best result that this number of cases
// can show.
const plan: ComparisonPreflight = {
  sample_id: sample.sample_id,
  candidate: { ...route.release.target, model: values.candidate },
  ...(values.judge !== undefined && {
    judge: { connection_id: values.judge, model: values['judge-model'], max_output_tokens: 500 },
  }),
};
const { data: planned } = await client.comparisons.runs.preflight(comparison.comparison_id, plan);
const { planned_cost: cost, forecast } = planned;
const lead = forecast.showable_lead === null ? 'no lead' : `a lead of ${forecast.showable_lead.cases} cases or more`;
console.log(line('comparison', `${route.release.target.model} or ${values.candidate}, ${lines.length} cases, ${kind}`));
const max = cost.state === 'present' ? `$${toDollars(cost.at_most_nano_usd)} at most` : `cost unknown (${cost.reason})`;
console.log(line('planned', `${max}; this number of cases can show ${lead}`));

const { data: started } = await client.comparisons.runs.start(
  comparison.comparison_id,
  { run_id: planned.run_id, spend_ceiling_nano_usd: values['ceiling-nano-usd'] },
  { idempotencyKey: planned.run_id },
);
let run: ComparisonRunV1 = started;
console.error(`${run.run_id} has started`);
let [progress, progressAt] = ['', performance.now()];
while (!['complete', 'partial', 'abandoned'].includes(run.state)) {
  await delay(1_000);
  run = (await client.comparisons.runs.get(comparison.comparison_id, run.run_id)).data;
  const { cells, verdicts } = run;
  const now = `${cells.answered} of ${cells.intended} calls answered, ${cells.failed} failed, ${verdicts.there} verdicts`;
  if (now !== progress) [progress, progressAt] = [now, performance.now()];
  if (performance.now() - progressAt < STANDSTILL_MS) continue;
  await client.comparisons.runs.cancel(comparison.comparison_id, run.run_id);
  console.error(
    `The run made no progress for a minute (${now}), so it is cancelled. Check the provider of the connection.`,
  );
  process.exit(1);
}

const { data: results } = await client.comparisons.results.get(comparison.comparison_id, run.run_id);
for (const shown of comparisonReport(run, results)) console.log(shown);

const why = undecidableReason(run, results);
if (why !== undefined) {
  console.error(why);
  process.exit(1);
}

// The route changes only by a decision. With `change_route`, the candidate would become the route's next release.
const { data: decision } = await client.comparisons.decisions.create(comparison.comparison_id, run.run_id, {
  action: 'keep_route',
  outcome: results.outcome,
  expected_decision_id: null,
  note: 'An example does not change the route.',
});
console.log(line('decision', `${decision.action}: the route still uses ${route.release.target.model}`));

async function routeOf(name: string): Promise<ServingRouteV1> {
  for await (const one of client.routes.list()) if (one.name === name) return one;
  console.error(
    `There is no route ${name}. Create it as in examples/comparison/README.md, or name another route with --route.`,
  );
  process.exit(1);
}
