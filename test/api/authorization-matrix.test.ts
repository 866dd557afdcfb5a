import { describe, expect, it } from 'vitest';
import type { ReportCreation } from '../../contracts/report.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { aQuestion, aView, missing } from '../support/api/answers.ts';
import { idOf, ORG, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { TestApi, type CallOptions } from '../support/api/test-api.ts';

type Who = NonNullable<CallOptions['as']>;

const CALLERS = ['owner', 'analyst', 'narrow', 'outsider', 'runtime', 'nobody'] as const satisfies readonly Who[];

/** The ids that a path and a body name. */
interface Ids {
  readonly ws: string;
  readonly view: string;
  readonly report: string;
  readonly run: string;
}

interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: (ids: Ids) => string;
  readonly body?: (ids: Ids) => unknown;
  /** The statuses for owner, analyst, narrow (whose access does not cover the view), outsider, runtime, nobody. */
  readonly expected: readonly [number, number, number, number, number, number];
}

const inWorkspace = (rest: string) => (ids: Ids) => `/organizations/${ORG}/workspaces/${ids.ws}${rest}`;
const create = (ids: Ids) => ({
  name: 'Another',
  saved_view_id: ids.view,
  expected_view_revision: '1',
  recipient_subject_ids: [],
});

const OPERATIONS: readonly Operation[] = [
  {
    name: 'customer.insights.query',
    method: 'POST',
    path: inWorkspace('/insights/query'),
    body: () => aQuestion(),
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.insights.catalog',
    method: 'GET',
    path: () => `/organizations/${ORG}/insights/catalog`,
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.saved_views.create',
    method: 'POST',
    path: inWorkspace('/saved-views'),
    body: () => aView(),
    expected: [201, 201, 201, 404, 401, 401],
  },
  {
    name: 'customer.saved_views.list',
    method: 'GET',
    path: inWorkspace('/saved-views'),
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.saved_views.get',
    method: 'GET',
    path: (ids) => `/organizations/${ORG}/saved-views/${ids.view}`,
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.saved_views.open',
    method: 'POST',
    path: (ids) => `/organizations/${ORG}/saved-views/${ids.view}/open`,
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.reports.create',
    method: 'POST',
    path: inWorkspace('/reports'),
    body: create,
    expected: [202, 202, 404, 404, 401, 401],
  },
  {
    name: 'customer.reports.list',
    method: 'GET',
    path: inWorkspace('/reports'),
    expected: [200, 200, 200, 404, 401, 401],
  },
  {
    name: 'customer.reports.get',
    method: 'GET',
    path: (ids) => `/organizations/${ORG}/reports/${ids.report}`,
    expected: [200, 200, 404, 404, 401, 401],
  },
  {
    name: 'customer.reports.runs.create',
    method: 'POST',
    path: (ids) => `/organizations/${ORG}/reports/${ids.report}/runs`,
    expected: [202, 202, 404, 404, 401, 401],
  },
  {
    name: 'customer.reports.runs.get',
    method: 'GET',
    path: (ids) => `/organizations/${ORG}/reports/${ids.report}/runs/${ids.run}`,
    expected: [200, 200, 404, 404, 401, 401],
  },
  {
    name: 'customer.reports.runs.cancel',
    method: 'POST',
    path: (ids) => `/organizations/${ORG}/reports/${ids.report}/runs/${ids.run}/cancel`,
    expected: [200, 403, 404, 404, 401, 401],
  },
];

async function prepared(): Promise<{ api: TestApi; there: Ids }> {
  const api = new TestApi();
  const workspace = `/organizations/${ORG}/workspaces/${WS}`;
  const view = (await api.post<{ data: SavedView }>(`${workspace}/saved-views`, { body: aView() })).body.data.id;
  const { run } = (
    await api.post<{ data: ReportCreation }>(`${workspace}/reports`, {
      body: {
        name: 'Shared',
        saved_view_id: view,
        expected_view_revision: '1',
        recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow],
      },
    })
  ).body.data;
  return { api, there: { ws: WS, view, report: run.report_id, run: run.run_id } };
}

const gone: Ids = { ws: idOf('workspace', 77), ...missing };

describe.each(OPERATIONS)('$name', ({ name, method, path, body, expected }) => {
  it('answers each caller with its status', async () => {
    const statuses: number[] = [];
    for (const as of CALLERS) {
      const { api, there } = await prepared();
      const options = { as, ...(body && { body: body(there) }) };
      statuses.push((await api.call(method, path(there), options)).status);
    }
    expect(statuses).toEqual(expected);
  });

  it('conceals with the words for a thing that is not there', async () => {
    const { api, there } = await prepared();
    const call = async (as: Who, ids: Ids) => {
      const answer = await api.call(method, path(ids), { as, ...(body && { body: body(ids) }) });
      // The request id alone is each answer's own.
      return { status: answer.status, said: { ...answer.body, request_id: '' } };
    };
    const concealed = CALLERS.filter((_who, index) => expected[index] === 404);
    for (const as of concealed) expect(await call(as, there), `${name} as ${as}`).toEqual(await call(as, gone));
    expect(concealed).toContain('outsider');
  });
});
