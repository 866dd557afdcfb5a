import { createTruetallyClient, type TruetallyClientOptions } from '../../clients/typescript/truetally-client.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../contracts/reports/report-run.ts';

/** A run, either as created or with its answer as read. */
export type RunDocument = ReportRunV1 & Pick<ReportRunOpenV1, 'answer'>;

/** The script's calls of the API. */
export interface CrashClient {
  readonly createView: (name: string, window: { readonly from: string; readonly to: string }) => Promise<string>;
  /** Creates a report under the idempotency key; a retry gets the first answer. */
  readonly createReport: (view: string, key: string, recipients?: readonly string[]) => Promise<RunDocument>;
  readonly run: (created: RunDocument) => Promise<RunDocument>;
  /** Reads the report of a run, which is a cheap read. */
  readonly report: (created: RunDocument) => Promise<ReportV1>;
}

type Options = Pick<TruetallyClientOptions, 'baseUrl' | 'token' | 'organizationId' | 'fetch'> & {
  readonly workspaceId: string;
};

/** Creates a client of the API for one caller. It does not retry; the script decides when to call again. */
export function createCrashClient(options: Options): CrashClient {
  const { savedViews, reports } = createTruetallyClient({ ...options, timeoutMs: 10_000 });
  return {
    createView: async (name, window) => {
      const query: InsightQuery = {
        schema: 1,
        shape: 'overview',
        scope: { organization_id: options.organizationId, workspace_id: options.workspaceId },
        display_tz: 'UTC',
        ...window,
        metrics: ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1'],
      };
      const view = { name, audience: 'team', query, time_intent: 'fixed', display_tz: 'UTC' } as const;
      return (await savedViews.create(view)).data.id;
    },
    createReport: async (view, key, recipients = []) => {
      const body = {
        name: key,
        saved_view_id: view,
        expected_view_revision: '1',
        recipient_subject_ids: [...recipients],
      };
      return (await reports.create(body, { idempotencyKey: key })).data.run;
    },
    run: async ({ report_id, run_id }) => (await reports.runs.get(report_id, run_id)).data,
    report: async ({ report_id }) => (await reports.get(report_id)).data,
  };
}
