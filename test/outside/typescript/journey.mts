import createClient from 'openapi-fetch';
import type { paths } from './api.mjs';

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const { baseUrl, token, organizationId: org, workspaceId: ws } = JSON.parse(process.argv[2] ?? '');
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const LANE = '/portal/api/v1/customer/v1/organizations/{org}';
const inWorkspace = { params: { path: { org, ws } } } as const;

const view = await client.POST(`${LANE}/workspaces/{ws}/saved-views`, {
  ...inWorkspace,
  body: {
    name: 'Two weeks',
    audience: 'team',
    query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1', 'provider_spend.v1'] },
    time_intent: 'relative',
    relative_window_seconds: 1_209_600,
    display_tz: 'UTC',
  },
});
if (view.data === undefined) throw new Error(view.error.detail);
const { id, revision } = view.data.data;
const create = (name: string) =>
  client.POST(`${LANE}/workspaces/{ws}/reports`, {
    ...inWorkspace,
    body: { name, saved_view_id: id, expected_view_revision: revision, recipient_subject_ids: [] },
  });
const created = await create('First');
if (created.data === undefined) throw new Error(created.error.detail);
const { report, run } = created.data.data;
await create('Second');

const ofRun = { params: { path: { org, rp: report.report_id, run: run.run_id } } } as const;
const open = async () => {
  const { data, error } = await client.GET(`${LANE}/reports/{rp}/runs/{run}`, ofRun);
  if (data === undefined) throw new Error(error.detail);
  return data.data;
};
let opened = await open();
while (opened.state === 'queued') opened = await open();
const spend = opened.answer?.groups?.[0]?.cells.find(({ metric }) => metric === 'provider_spend.v1')?.value;

const exported = await client.GET(`${LANE}/reports/{rp}/runs/{run}/export`, { ...ofRun, parseAs: 'json' });
const table = await client.GET(`${LANE}/reports/{rp}/runs/{run}/export.csv`, { ...ofRun, parseAs: 'text' });
// The description types the table as text, so no cast is necessary.
const text: string = table.data ?? '';

const listed: string[] = [];
let cursor = '';
do {
  const query = { limit: 1, ...(cursor !== '' && { 'page-token': cursor }) };
  const page = await client.GET(`${LANE}/workspaces/{ws}/reports`, { params: { ...inWorkspace.params, query } });
  if (page.data === undefined) throw new Error(page.error.detail);
  listed.push(...page.data.data.map(({ name }) => name));
  cursor = page.data.next_cursor;
} while (cursor !== '');

const { response, error } = await create('First');
process.stdout.write(
  JSON.stringify({
    state: opened.state,
    // The state identifies a value: every state except unavailable has a number.
    spend: spend !== undefined && spend.state !== 'unavailable' && [spend.number, spend.amount_usd],
    exported: typeof exported.data === 'object' && exported.data.state,
    table: text.split(',', 3),
    isNamed: table.response.headers.get('content-disposition')?.startsWith('attachment; filename="first-'),
    listed,
    refused: [response.status, error?.type, error?.errors[0]?.code],
  }),
);
