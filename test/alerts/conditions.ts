import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { listSegments } from '../../journal/files/journal-folder.ts';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createDueWorkspaces, scheduleHourly, type DueWorkspace } from '../../testing/scenarios/due-schedules.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { failComparison, strandComparisons, strandExperiment, strandFit } from './comparison-conditions.ts';
import type { AlertStage, Condition } from './condition.ts';
import { DECISION_CONDITION } from './decision-conditions.ts';
import { GATEWAY_CONDITIONS } from './gateway-conditions.ts';
import { PLANE_CONDITIONS } from './plane-conditions.ts';

const LEAD_MS = 3_000;
const STALL_MS = 7_000;
const DAY_MS = 86_400_000;
const TASKS = 40;
const EVENTS = 100;

/** The number of values that a key can add to a dimension. The demo states fewer. */
export const VALUES_PER_KEY = 1_000;

const CONDITIONS: readonly Condition[] = [
  {
    name: 'the worker is killed while work waits for it',
    alerts: [
      'TruetallyProcessDown',
      'TruetallyComponentSilent',
      'TruetallyRunsStuck',
      'TruetallyOutboxAge',
      'TruetallySchedulesOverdue',
      'TruetallyComparisonRunsQueued',
      'TruetallyComparisonRunsStill',
      'TruetallyExperimentRunStuck',
      'TruetallyCalibrationFitStuck',
    ],
    cause: async (stage) => {
      await scheduleHourly(await dueWorkspace(stage), new Date(Date.now() + LEAD_MS));
      await stage.world.kill('worker');
      await order(stage);
      await strandComparisons(stage.pool);
      await strandExperiment(stage.pool);
      await strandFit(stage.pool);
    },
    mend: async ({ pool, start }) => {
      await pool.query(
        `UPDATE comparison_runs SET state = 'abandoned', failure_code = 'comparison_canceled', ended_at = now()
         WHERE ended_at IS NULL`,
      );
      await pool.query(
        `UPDATE quality_experiment_runs SET state = 'refused', refusal = '{"code":"abandoned"}', ended_at = now()
         WHERE state = 'running'`,
      );
      await pool.query('UPDATE calibration_fits SET ended_at = now() WHERE ended_at IS NULL');
      await start('worker');
    },
  },
  {
    // The worker removes its heartbeats when it stops, so no other alert reports the stop before work is overdue.
    name: 'the worker stops in order and its target vanishes',
    alerts: ['TruetallyNoProcess'],
    cause: async ({ world, prometheus }) => {
      process.kill(world.pid('worker'), 'SIGTERM');
      await world.ended('worker');
      prometheus.forget('truetally-worker');
    },
    mend: async ({ start, prometheus }) => {
      await start('worker');
      prometheus.find('truetally-worker');
    },
  },
  {
    name: 'the API stands still for a while',
    alerts: ['TruetallyProcessStalled'],
    cause: async ({ world }) => {
      process.kill(world.pid('api'), 'SIGSTOP');
      await delay(STALL_MS);
      process.kill(world.pid('api'), 'SIGCONT');
    },
    mend: () => Promise.resolve(),
    lasts: true,
  },
  {
    name: 'Temporal is killed',
    alerts: ['TruetallyTemporalUnreachable'],
    cause: ({ world }) => world.kill('temporal'),
    mend: ({ start }) => start('temporal'),
  },
  {
    name: 'Temporal refuses an item of the outbox for the twentieth time',
    alerts: ['TruetallyOutboxDead'],
    cause: async ({ pool }) => {
      // No workflow has an empty id. The row counts nineteen earlier attempts.
      await pool.query(
        `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, tries)
         VALUES ('cancel_report_run', $1, $2, $2, 19)`,
        ['', new Date()],
      );
    },
    mend: async ({ pool }) => {
      await pool.query('DELETE FROM workflow_outbox WHERE dead_at IS NOT NULL');
    },
  },
  {
    name: 'ClickHouse is killed while events, questions and a schedule come in',
    alerts: [
      'TruetallyClickHouseUnreachable',
      'TruetallyIndexerLag',
      'TruetallyIndexBehind',
      'TruetallyApiErrorRate',
      'TruetallyOccurrencesStuck',
    ],
    cause: async (stage) => {
      const { world } = stage;
      const workspace = await dueWorkspace(stage);
      await world.kill('clickhouse');
      await scheduleHourly(workspace, new Date(Date.now() + LEAD_MS));
      const { organizationId, workspaceId } = DEMO_TENANCY;
      const environments = Object.values(DEMO_TENANCY.environments);
      const writer = new JournalWriter({ folder: world.journalFolder, writerId: 'alerts', waitsForDisk: true });
      await writer.append(demoTraffic({ organizationId, workspaceId, environments, now: new Date() }).slice(0, EVENTS));
      await writer.close();
    },
    meanwhile: ask,
    mend: ({ start }) => start('clickhouse'),
  },
  {
    name: 'ClickHouse hangs while runs are asked for',
    alerts: ['TruetallyTaskQueueBacklog'],
    cause: async (stage) => {
      process.kill(stage.world.pid('clickhouse'), 'SIGSTOP');
      await Promise.all(Array.from({ length: TASKS }, () => order(stage)));
    },
    mend: ({ world }) => {
      process.kill(world.pid('clickhouse'), 'SIGCONT');
      return Promise.resolve();
    },
  },
  {
    // The gateway's keys are too old after 25 s.
    name: 'Postgres is killed',
    alerts: ['TruetallyPostgresUnreachable', 'TruetallyScrapeFailing', 'TruetallyGatewayClosed'],
    cause: ({ world }) => world.kill('postgres'),
    mend: ({ start }) => start('postgres'),
  },
  {
    name: 'a broken line is written to the journal',
    alerts: ['TruetallyQuarantinedLines'],
    cause: async ({ world }) => {
      const [segment = ''] = await listSegments(world.journalFolder);
      appendFileSync(join(world.journalFolder, segment), 'this is no event\n');
    },
    mend: () => Promise.resolve(),
    lasts: true,
  },
  {
    name: 'a broken line is written while there is no room for its text',
    alerts: ['TruetallyQuarantineShareFull'],
    cause: async ({ world, pool }) => {
      await pool.query(
        `INSERT INTO ingest_quarantine_days (day, organization_id, environment_id, kept_bytes, beyond)
         VALUES ((now() AT TIME ZONE 'UTC')::date, '', '', 2000000000, 0)
         ON CONFLICT (day, organization_id, environment_id) DO UPDATE SET kept_bytes = excluded.kept_bytes`,
      );
      const [segment = ''] = await listSegments(world.journalFolder);
      appendFileSync(join(world.journalFolder, segment), 'this is no event either\n');
    },
    mend: async ({ pool }) => {
      await pool.query('DELETE FROM ingest_quarantine_days');
    },
  },
  {
    name: 'a model is called that the price table does not know',
    alerts: ['TruetallyCallsUnpriced'],
    cause: async ({ world }) => {
      const [segment = ''] = await listSegments(world.journalFolder);
      appendFileSync(join(world.journalFolder, segment), `${unpricedLine()}\n`);
    },
    mend: () => Promise.resolve(),
    lasts: true,
  },
  {
    name: 'a key states a new user with each of its calls',
    alerts: ['TruetallyDimensionValuesFolded'],
    cause: async ({ world }) => {
      const [segment = ''] = await listSegments(world.journalFolder);
      const lines = Array.from({ length: 2 * VALUES_PER_KEY }, (_, number) => floodLine(number));
      appendFileSync(join(world.journalFolder, segment), `${lines.join('\n')}\n`);
    },
    mend: () => Promise.resolve(),
    lasts: true,
  },
  {
    name: 'calls of a comparison broke off, and its judge gave no verdict',
    alerts: ['TruetallyJudgeFailing', 'TruetallyUnknownEffects'],
    cause: ({ pool }) => failComparison(pool),
    mend: () => Promise.resolve(),
    lasts: true,
  },
  {
    name: 'a schedule has been owed for four days',
    alerts: ['TruetallyOccurrencesMissed'],
    cause: async (stage) => {
      await stage.world.kill('worker');
      const scheduleId = await scheduleWeekly(await dueWorkspace(stage));
      await stage.pool.query(
        `UPDATE report_schedules SET next_run_at = next_run_at - interval '7 days',
           next_local_date = (next_local_date::date - 7)::text WHERE schedule_id = $1`,
        [scheduleId],
      );
      await stage.start('worker');
    },
    mend: () => Promise.resolve(),
    lasts: true,
  },
];

/** All conditions, in an order in which no condition hides the next. */
export function allConditions(): readonly Condition[] {
  return [...GATEWAY_CONDITIONS, DECISION_CONDITION, ...PLANE_CONDITIONS, ...CONDITIONS];
}

/** Creates a separate workspace with a report that its owner may schedule. */
async function dueWorkspace(stage: AlertStage): Promise<DueWorkspace> {
  const [workspace] = await createDueWorkspaces({ ...stage, recipients: [DEMO_TENANCY.subjects.owner] }, 1);
  if (workspace === undefined) throw new Error('There is no workspace.');
  return workspace;
}

async function order({ client, viewId }: AlertStage): Promise<void> {
  await client.createReport(viewId, randomUUID());
}

/** Sends a question and ignores the outcome. */
async function ask({ place }: AlertStage): Promise<void> {
  const { workspaceId } = DEMO_TENANCY;
  const client = createTruetallyClient({ ...place, workspaceId, timeoutMs: 10_000 });
  const now = Date.now();
  await client.insights
    .query({
      schema: 1,
      shape: 'overview',
      scope: { organization_id: place.organizationId, workspace_id: workspaceId },
      display_tz: 'UTC',
      from: new Date(now - DAY_MS).toISOString(),
      to: new Date(now).toISOString(),
      metrics: ['requests.v1'],
    })
    .catch(() => undefined);
}

/** Creates a schedule that is due in three days and was due four days ago. */
async function scheduleWeekly({ client, report, recipients }: DueWorkspace): Promise<string> {
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
  const due = new Date(Date.now() + 3 * DAY_MS);
  const { data } = await client.reportSchedules.create(
    {
      report_id: report.report_id,
      expected_report_revision: report.revision,
      cadence: {
        mode: 'wall_clock',
        frequency: 'weekly',
        weekday: weekdays[due.getUTCDay()] ?? 'sunday',
        local_time: '09:00',
        timezone: 'UTC',
      },
      recipient_subject_ids: [...recipients],
    },
    { idempotencyKey: randomUUID() },
  );
  return data.schedule_id;
}

/** Waits until the demo's processes answer again after they were started. */
export async function waitUntilReady({ place }: AlertStage): Promise<void> {
  await waitUntil(async () => (await fetch(new URL('/readyz', place.baseUrl))).ok, 60);
}

function demoScope(): CostEffect['scope'] {
  const { organizationId, workspaceId, environments } = DEMO_TENANCY;
  const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
  const leaf = { application_id: applicationId, gateway_id: gatewayId, environment_id: environmentId };
  return { organization_id: organizationId, workspace_id: workspaceId, ...leaf };
}

/** The admission of a call with a user of its own. */
function floodLine(number: number): string {
  return JSON.stringify({
    ...{ event: 'request_admitted', schema: 1, purpose: 'application', logical_request_id: `flood-${number}` },
    ...{ scope: demoScope(), admitted_at: new Date().toISOString() },
    dimensions: { user: `user-${number}`, key: 'flood' },
  } satisfies RequestAdmitted);
}

/** An event with the cost of a model that no price table contains. */
function unpricedLine(): string {
  const at = new Date().toISOString();
  return JSON.stringify({
    ...{ event: 'cost_effect', schema: 1, purpose: 'application', logical_request_id: 'unpriced' },
    scope: demoScope(),
    ...{ effect_id: 'unpriced.1', effect_kind: 'settlement', attempt_id: 'unpriced.1', occurred_at: at },
    ...{ provider_id: 'openai', provider_model: 'nobody-knows-it', price_state: 'unpriced', price_revision: 'r' },
    unpriced_reason: 'model_not_in_table',
    price_basis: JSON.stringify({ provider: 'openai', models: ['nobody-knows-it'], at, units: { input_tokens: 1 } }),
  } satisfies CostEffect);
}
