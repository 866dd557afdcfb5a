/** What a run's document must show for the script to judge it. */
export interface RunDocument {
  readonly run_id: string;
  readonly report_id: string;
  readonly state: string;
  readonly failure_code: string;
  readonly attempt: number;
  readonly artifact_digest: string;
  readonly answer?: { readonly groups?: readonly { readonly cells: readonly unknown[] }[] };
}

export interface CrashClient {
  readonly createView: (name: string, window: { readonly from: string; readonly to: string }) => Promise<string>;
  /** Creates a report under the idempotency key; whoever repeats it gets the first answer. */
  readonly createReport: (view: string, key: string, recipients?: readonly string[]) => Promise<RunDocument>;
  readonly run: (created: RunDocument) => Promise<RunDocument>;
  /** Reads the report of a run: what a cheap read is. */
  readonly report: (created: RunDocument) => Promise<unknown>;
}

interface Options {
  readonly baseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** Speaks to the API as one caller, over HTTP. */
export function createCrashClient({ baseUrl, token, organizationId, workspaceId }: Options): CrashClient {
  const organization = `${baseUrl}/organizations/${organizationId}`;
  const call = async <Data>(method: string, url: string, body?: unknown): Promise<Data> => {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const document = (await response.json()) as { data: Data; detail?: string };
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${document.detail ?? ''}`);
    return document.data;
  };
  return {
    createView: async (name, window) => {
      const query = {
        schema: 1,
        shape: 'overview',
        scope: { organization_id: organizationId, workspace_id: workspaceId },
        display_tz: 'UTC',
        ...window,
        metrics: ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1'],
      };
      const body = { name, audience: 'team', query, time_intent: 'fixed', display_tz: 'UTC' };
      const view = await call<{ id: string }>('POST', `${organization}/workspaces/${workspaceId}/saved-views`, body);
      return view.id;
    },
    createReport: async (view, key, recipients = []) => {
      const body = {
        name: key,
        saved_view_id: view,
        expected_view_revision: '1',
        recipient_subject_ids: recipients,
        evidence_refs: [],
        idempotency_key: key,
      };
      const url = `${organization}/workspaces/${workspaceId}/reports`;
      return (await call<{ run: RunDocument }>('POST', url, body)).run;
    },
    run: ({ report_id, run_id }) => call('GET', `${organization}/reports/${report_id}/runs/${run_id}`),
    report: ({ report_id }) => call('GET', `${organization}/reports/${report_id}`),
  };
}
