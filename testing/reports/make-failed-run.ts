import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { waitUntil } from '../wait-until.ts';

/** The name of a view. When the demo's traffic is loaded, the view has more groups than a stored answer may have. */
const NAME = 'Every hour of two weeks, by model';
const WINDOW_SECONDS = 14 * 86_400;
const LOAD_SECONDS = 120;

/**
 * Creates a report whose newest run has failed with `output_cap_exceeded`. The report runs again until the demo's
 * traffic is loaded.
 */
export async function makeFailedRun(client: TruetallyClient): Promise<void> {
  const view = await client.savedViews.create({
    name: NAME,
    audience: 'team',
    query: { schema: 1, shape: 'series', scope: {}, grain: 'hour', facets: ['final_model'], metrics: ['requests.v1'] },
    time_intent: 'relative',
    relative_window_seconds: WINDOW_SECONDS,
    display_tz: 'UTC',
  });
  const { data } = await client.reports.create({
    name: NAME,
    saved_view_id: view.data.id,
    expected_view_revision: view.data.revision,
    recipient_subject_ids: [],
  });
  const { report_id: reportId } = data.report;
  let runId = data.run.run_id;
  const stateOfRun = async (): Promise<string> => (await client.reports.runs.get(reportId, runId)).data.state;
  await waitUntil(async () => {
    await waitUntil(async () => !['queued', 'running'].includes(await stateOfRun()), LOAD_SECONDS);
    if ((await stateOfRun()) === 'failed') return true;
    runId = (await client.reports.runs.create(reportId)).data.run_id;
    return false;
  }, LOAD_SECONDS);
}
