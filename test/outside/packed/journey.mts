import { createTruetallyClient, type MeasuredValue, TruetallyProblemError } from '@truetally/client';

/** The address of the service, and the caller's credentials. */
export interface Place {
  readonly baseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** Performs the common actions of callers once, and returns their results. */
export async function journey(place: Place): Promise<object> {
  const client = createTruetallyClient(place);
  const view = await client.savedViews.create({
    name: 'Two weeks',
    audience: 'team',
    query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1', 'provider_spend.v1'] },
    time_intent: 'relative',
    relative_window_seconds: 1_209_600,
    display_tz: 'UTC',
  });
  const create = (name: string) =>
    client.reports.create({
      name,
      saved_view_id: view.data.id,
      expected_view_revision: view.data.revision,
      recipient_subject_ids: [],
    });
  const { report, run } = (await create('First')).data;
  await create('Second');

  let opened = await client.reports.runs.get(report.report_id, run.run_id);
  while (opened.data.state === 'queued') opened = await client.reports.runs.get(report.report_id, run.run_id);
  const cells = opened.data.answer?.groups?.[0]?.cells ?? [];
  const spend: MeasuredValue | undefined = cells.find(({ metric }) => metric === 'provider_spend.v1')?.value;

  const read = async (format: 'json' | 'csv') => {
    const file = await client.reports.runs.export(report.report_id, run.run_id, format);
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of file.body) text += decoder.decode(piece, { stream: true });
    return { text, name: file.contentDisposition };
  };
  const exported = JSON.parse((await read('json')).text) as { state: string };
  const table = await read('csv');

  const listed: string[] = [];
  for await (const { name } of client.reports.list({ limit: 1 })) listed.push(name);

  return {
    state: opened.data.state,
    spend: spend !== undefined && spend.state !== 'unavailable' && [spend.number, spend.amount_usd],
    exported: exported.state,
    table: table.text.split(',', 3),
    isNamed: table.name.startsWith('attachment; filename="first-'),
    listed,
    refused: await create('First').catch((error: unknown) =>
      error instanceof TruetallyProblemError ? [error.status, error.type, error.errors[0]?.code] : String(error),
    ),
  };
}
