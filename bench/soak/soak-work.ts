import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import type { ReportRunOpenV1 } from '../../contracts/reports/report-run.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { scheduleHourly, type DueSchedule, type DueWorkspace } from '../../testing/scenarios/due-schedules.ts';
import type { SoakTraffic } from './soak-traffic.ts';
import { steadyWork, type SteadyWork } from './steady-work.ts';

/** The rate of each kind of work per second. Traffic is counted in events, four per request. */
export interface SoakRates {
  readonly events: number;
  readonly queries: number;
  readonly runs: number;
  readonly schedules: number;
  readonly exports: number;
}

const APPEND_EVERY_MS = 1_000;
const EVENTS_OF_A_REQUEST = 4;
/** The time until a new schedule is due, which is long enough to create it. */
const LEAD_MS = 20_000;
const LOOK_EVERY_MS = 250;
const RUN_MS = 120_000;

export interface SoakParts {
  readonly client: TruetallyClient;
  /** A question about complete traffic, so that its answer never changes. */
  readonly question: InsightQuery;
  /** A saved view of the same question. */
  readonly viewId: string;
  readonly workspaces: readonly DueWorkspace[];
  readonly traffic: SoakTraffic;
  /** Receives the created schedules. */
  readonly schedules: DueSchedule[];
}

/** All work of a soak. Every answer must have the same groups as the first. */
export async function soakWork(parts: SoakParts, rates: SoakRates): Promise<SteadyWork[]> {
  const { client, question, viewId, workspaces, traffic, schedules } = parts;
  const expected = digestOf((await client.insights.query(question)).data.groups);
  const requireExpected = (what: string, groups: InsightAnswer['groups']): void => {
    if (digestOf(groups) !== expected) throw new Error(`${what} answers other figures.`);
  };
  let latest: ReportRunOpenV1 | undefined;
  return [
    steadyWork('traffic', APPEND_EVERY_MS, () => traffic.append(Math.round(rates.events / EVENTS_OF_A_REQUEST))),
    steadyWork('query', 1_000 / rates.queries, async () => {
      requireExpected('A query', (await client.insights.query(question)).data.groups);
    }),
    steadyWork('run', 1_000 / rates.runs, async (number) => {
      const body = {
        name: `Soak ${number}`,
        saved_view_id: viewId,
        expected_view_revision: '1',
        recipient_subject_ids: [],
      };
      const { run } = (await client.reports.create(body, { idempotencyKey: `soak-${number}` })).data;
      const settled = await settledRun(client, run.report_id, run.run_id);
      requireExpected(run.run_id, settled.answer?.groups);
      latest = settled;
    }),
    steadyWork('schedule', 1_000 / rates.schedules, async (number) => {
      const workspace = workspaces[number % workspaces.length];
      if (workspace === undefined) throw new Error('unreachable');
      schedules.push(await scheduleHourly(workspace, new Date(Date.now() + LEAD_MS)));
    }),
    steadyWork('export', 1_000 / rates.exports, async () => {
      if (latest === undefined) return;
      const { report_id, run_id } = latest;
      const { body } = await client.reports.runs.export(report_id, run_id, 'json');
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      const exported = JSON.parse(Buffer.concat(pieces).toString()) as ReportRunOpenV1;
      requireExpected(`The export of ${run_id}`, exported.answer?.groups);
    }),
  ];
}

async function settledRun(client: TruetallyClient, reportId: string, runId: string): Promise<ReportRunOpenV1> {
  const deadline = performance.now() + RUN_MS;
  for (;;) {
    const { data } = await client.reports.runs.get(reportId, runId);
    if (data.state !== 'queued' && data.state !== 'running') return data;
    if (performance.now() > deadline) throw new Error(`${runId} is ${data.state} after ${RUN_MS / 1_000} s.`);
    await delay(LOOK_EVERY_MS);
  }
}

function digestOf(groups: InsightAnswer['groups']): string {
  return createHash('sha256')
    .update(canonicalJson(groups ?? []))
    .digest('hex');
}
