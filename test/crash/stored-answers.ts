import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { PURPOSES, type Purpose } from '../../domain/insight/insight-sets.ts';
import type { DueWorkspace } from '../../testing/scenarios/due-schedules.ts';
import type { Stage } from '../../testing/scenarios/scenario.ts';

interface DeliveredRun {
  readonly report_id: string;
  readonly run_id: string;
  readonly window_from: Date;
  readonly window_to: Date;
}

/** The faults of the answers that schedules have stored. A new read of the same window must give the same answer. */
export async function findScheduledAnswerFaults(
  { pool }: Pick<Stage, 'pool'>,
  workspaces: readonly DueWorkspace[],
): Promise<string[]> {
  const faults = workspaces.map(async ({ client, workspaceId }) => {
    const { rows } = await pool.query<DeliveredRun>(
      `SELECT report_id, run_id, window_from, window_to FROM report_occurrences
       WHERE workspace_id = $1 AND state = 'delivered'`,
      [workspaceId],
    );
    const wrong: string[] = [];
    for (const { report_id, run_id, window_from, window_to } of rows) {
      const { data: run } = await client.reports.runs.get(report_id, run_id);
      const { data: now } = await client.insights.query({
        schema: 1,
        shape: 'overview',
        scope: {},
        display_tz: 'UTC',
        metrics: ['requests.v1'],
        from: window_from.toISOString(),
        to: window_to.toISOString(),
      });
      if (now.groups === undefined) wrong.push(`the window of ${run_id} holds no traffic`);
      const [stored, asked] = [cellsOf(run.answer?.groups), cellsOf(now.groups)];
      if (stored !== asked) wrong.push(`${run_id} answers ${stored}, and its window ${asked}`);
    }
    return wrong;
  });
  return (await Promise.all(faults)).flat();
}

/** The differences between the requests that the workspace counts and the requests in the journal. */
export async function findTrafficFaults(
  { client }: DueWorkspace,
  events: readonly TrafficEvent[],
  window: { readonly from: Date; readonly to: Date },
): Promise<string[]> {
  const { data } = await client.insights.query({
    schema: 1,
    shape: 'overview',
    scope: {},
    display_tz: 'UTC',
    metrics: ['requests.v1'],
    purposes: [...PURPOSES],
    from: window.from.toISOString(),
    to: window.to.toISOString(),
  });
  return PURPOSES.flatMap((purpose) => {
    const written = events.filter((event) => event.event === 'request_admitted' && event.purpose === purpose).length;
    const counted = requestsOf(data.groups, purpose);
    return counted === String(written) ? [] : [`${counted} requests of ${purpose} are counted, not ${written}`];
  });
}

function requestsOf(groups: InsightAnswer['groups'], purpose: Purpose): string {
  const value = groups?.find((group) => group.purpose === purpose)?.cells[0]?.value;
  if (value === undefined) return '0';
  return value.state === 'unavailable' ? value.reason : value.number;
}

function cellsOf(groups: InsightAnswer['groups']): string {
  return canonicalJson(groups?.map(({ purpose, cells }) => ({ purpose, cells })) ?? []);
}
