import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { InsightForbiddenError, TruetallyProblemError } from '../../clients/typescript/errors.ts';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { Connection } from '../../runtime/addresses/connection.ts';

// `npm start` writes this file: where the service is, a workspace, a credential.
const file = process.argv[2] ?? '.data/connection.json';
const { base_url, organization_id, workspace_id, credentials } = JSON.parse(readFileSync(file, 'utf8')) as Connection;

const client = createTruetallyClient({
  baseUrl: base_url,
  token: credentials.owner,
  organizationId: organization_id,
  workspaceId: workspace_id,
  timeoutMs: 20_000,
  maxRetries: 3,
});

// Keep a question, and have it answered durably. The key makes a repeated creation one creation.
const view = await client.savedViews.create({
  name: 'Two weeks',
  audience: 'team',
  query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1', 'completion_rate.v1'] },
  time_intent: 'relative',
  relative_window_seconds: 14 * 86_400,
  display_tz: 'UTC',
});
const created = await client.reports.create(
  {
    name: `Two weeks of ${view.data.id}`,
    saved_view_id: view.data.id,
    expected_view_revision: view.data.revision,
    recipient_subject_ids: [],
  },
  { idempotencyKey: `report of ${view.data.id}` },
);
const { report, run } = created.data;

// Read the run until it is settled, for a minute at most.
const signal = AbortSignal.timeout(60_000);
let opened = await client.reports.runs.get(report.report_id, run.run_id, { signal });
while (['queued', 'running'].includes(opened.data.state)) {
  await delay(500, undefined, { signal });
  opened = await client.reports.runs.get(report.report_id, run.run_id, { signal });
}
console.log(`run ${opened.data.run_id}: ${opened.data.state}`);

// A list yields one item at a time, and requests the next page when it is needed.
for await (const { name } of client.reports.list({ limit: 50 })) console.log(`report ${name}`);

// Exports are streamed.
const csv = await client.reports.runs.export(report.report_id, run.run_id, 'csv');
let bytes = 0;
for await (const piece of csv.body) bytes += piece.length;
console.log(`csv ${csv.contentType}: ${bytes > 0 ? 'some' : 'no'} bytes`);

// A problem is known by its status and its type together.
try {
  await client.insights.query({
    schema: 1,
    shape: 'overview',
    scope: { application_ids: ['app_00000000000000000000000077'] },
    from: '2026-01-01T00:00:00Z',
    to: '2026-02-01T00:00:00Z',
    metrics: ['requests.v1'],
  });
} catch (error) {
  if (error instanceof InsightForbiddenError) console.log(`refused: ${error.type}, ${error.nextAction}`);
  else if (error instanceof TruetallyProblemError) console.log(`refused: ${error.status} ${error.type}`);
  else throw error;
}
