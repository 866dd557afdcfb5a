import { describe, expect, it } from 'vitest';
import type { ReportCreation } from '../../contracts/report.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { APP_TWO, idOf, NEXT_WS, ORG, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { aQuestion, aReceiptQuestion, aView, missing } from '../support/api/answers.ts';
import { TestApi, type Answered, type CallOptions } from '../support/api/test-api.ts';

type Who = NonNullable<CallOptions['as']>;

/** Those with a credential, each with its own reach: of everything, less one action, less some leaves, elsewhere. */
const MEMBERS = [
  'owner',
  'costless',
  'contentless',
  'narrow',
  'neighbour',
  'outsider',
] as const satisfies readonly Who[];
const UNACCEPTED = ['runtime', 'feedback', 'forged', 'nobody'] as const satisfies readonly Who[];

/** The ids that a path and a body name. */
interface Ids {
  readonly org: string;
  readonly ws: string;
  readonly view: string;
  /** A personal view of the owner's. */
  readonly personal: string;
  readonly report: string;
  readonly run: string;
}

interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: (ids: Ids) => string;
  readonly body?: (ids: Ids) => unknown;
  /** The status for each of the members. */
  readonly expected: readonly [number, number, number, number, number, number];
}

const inWorkspace =
  (rest: string) =>
  ({ org, ws }: Ids): string =>
    `/organizations/${org}/workspaces/${ws}${rest}`;
const atView =
  (which: 'view' | 'personal', rest = '') =>
  (ids: Ids): string =>
    `/organizations/${ids.org}/saved-views/${ids[which]}${rest}`;
const atReport =
  (rest: (ids: Ids) => string = () => '') =>
  (ids: Ids): string =>
    `/organizations/${ids.org}/reports/${ids.report}${rest(ids)}`;
const edit = (): unknown => ({ ...aView(), expected_revision: '1' });

const OPERATIONS: readonly Operation[] = [
  {
    name: 'customer.insights.query',
    method: 'POST',
    path: inWorkspace('/insights/query'),
    body: () => aQuestion(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.receipt',
    method: 'POST',
    path: inWorkspace('/insights/receipt'),
    body: () => aReceiptQuestion(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.catalog',
    method: 'GET',
    path: ({ org }) => `/organizations/${org}/insights/catalog`,
    // The catalogue belongs to the organization: it holds no workspace's facts.
    expected: [200, 200, 200, 200, 200, 404],
  },
  {
    name: 'customer.saved_views.create',
    method: 'POST',
    path: inWorkspace('/saved-views'),
    body: () => aView(),
    expected: [201, 201, 201, 201, 404, 404],
  },
  {
    name: 'customer.saved_views.list',
    method: 'GET',
    path: inWorkspace('/saved-views'),
    expected: [200, 200, 200, 200, 404, 404],
  },
  { name: 'customer.saved_views.get', method: 'GET', path: atView('view'), expected: [200, 200, 200, 200, 404, 404] },
  {
    name: 'customer.saved_views.open',
    method: 'POST',
    path: atView('view', '/open'),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.saved_views.update',
    method: 'PUT',
    path: atView('view'),
    body: edit,
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.delete',
    method: 'DELETE',
    path: atView('view'),
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.get of a personal view',
    method: 'GET',
    path: atView('personal'),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.open of a personal view',
    method: 'POST',
    path: atView('personal', '/open'),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.update of a personal view',
    method: 'PUT',
    path: atView('personal'),
    body: edit,
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.delete of a personal view',
    method: 'DELETE',
    path: atView('personal'),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.reports.create',
    method: 'POST',
    path: inWorkspace('/reports'),
    body: (ids) => ({
      name: 'Another',
      saved_view_id: ids.view,
      expected_view_revision: '1',
      recipient_subject_ids: [],
    }),
    expected: [202, 202, 202, 404, 404, 404],
  },
  {
    name: 'customer.reports.list',
    method: 'GET',
    path: inWorkspace('/reports'),
    expected: [200, 200, 200, 200, 404, 404],
  },
  { name: 'customer.reports.get', method: 'GET', path: atReport(), expected: [200, 200, 200, 404, 404, 404] },
  { name: 'customer.reports.delete', method: 'DELETE', path: atReport(), expected: [200, 403, 403, 404, 404, 404] },
  {
    name: 'customer.reports.runs.create',
    method: 'POST',
    path: atReport(() => '/runs'),
    expected: [202, 202, 202, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.get',
    method: 'GET',
    path: atReport(({ run }) => `/runs/${run}`),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.export',
    method: 'GET',
    path: atReport(({ run }) => `/runs/${run}/export`),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.cancel',
    method: 'POST',
    path: atReport(({ run }) => `/runs/${run}/cancel`),
    expected: [200, 403, 403, 404, 404, 404],
  },
];

async function prepared(): Promise<{ api: TestApi; there: Ids }> {
  const api = new TestApi();
  const workspace = `/organizations/${ORG}/workspaces/${WS}`;
  const save = async (audience: string): Promise<string> =>
    (await api.post<{ data: SavedView }>(`${workspace}/saved-views`, { body: aView({ audience }) })).body.data.id;
  const view = await save('team');
  const { run } = (
    await api.post<{ data: ReportCreation }>(`${workspace}/reports`, {
      body: {
        name: 'Shared',
        saved_view_id: view,
        expected_view_revision: '1',
        recipient_subject_ids: [SUBJECTS.costless, SUBJECTS.contentless, SUBJECTS.narrow, SUBJECTS.neighbour],
      },
    })
  ).body.data;
  return {
    api,
    there: { org: ORG, ws: WS, view, personal: await save('personal'), report: run.report_id, run: run.run_id },
  };
}

/** Nothing of this exists. */
const gone: Ids = { org: ORG, ws: idOf('workspace', 77), personal: missing.view, ...missing };

/** All of an answer, to the byte, but for the id of its request and when it was given. */
function saidBy({ status, headers, body }: Answered): string {
  const kept = Object.entries(headers).filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return JSON.stringify([status, kept, { ...body, request_id: '' }]);
}

async function ask({ method, path, body }: Operation, api: TestApi, as: Who, ids: Ids): Promise<Answered> {
  return api.call(method, path(ids), { as, ...(body && { body: body(ids) }) });
}

describe.each(OPERATIONS)('$name', (operation) => {
  it('answers each member with its status', async () => {
    const statuses: Record<string, number> = {};
    for (const as of MEMBERS) {
      const { api, there } = await prepared();
      statuses[as] = (await ask(operation, api, as, there)).status;
    }
    expect(statuses).toEqual(Object.fromEntries(MEMBERS.map((as, index) => [as, operation.expected[index]])));
  });

  it('conceals with the very answer for a thing that is not there', async () => {
    const { api, there } = await prepared();
    const concealed = MEMBERS.filter((_who, index) => operation.expected[index] === 404);
    for (const as of concealed) {
      const said = saidBy(await ask(operation, api, as, there));
      for (const ids of [gone, { ...there, org: idOf('organization', 77) }]) {
        expect(saidBy(await ask(operation, api, as, ids)), as).toBe(said);
      }
      // Nor does it differ from what somebody is told who may see everything there is.
      expect(saidBy(await ask(operation, api, 'owner', { ...gone, org: idOf('organization', 77) })), as).toBe(said);
    }
    expect(concealed).toContain('outsider');
  });

  it('tells those it refuses nothing but that they may not', async () => {
    const { api, there } = await prepared();
    const before = api.plane.written();
    for (const [index, as] of MEMBERS.entries()) {
      if (operation.expected[index] !== 403) continue;
      const { body } = await ask(operation, api, as, there);
      expect(body).toMatchObject({ type: 'forbidden', next_action: 'refresh_access' });
    }
    expect(api.plane.written()).toBe(before);
  });

  it('answers 401 alike to whatever is no management key, whether or not anything is there', async () => {
    const { api, there } = await prepared();
    const said = new Map<Who, string>();
    for (const as of UNACCEPTED) {
      const answer = await ask(operation, api, as, there);
      expect([answer.status, answer.body['type']], as).toEqual([401, 'unauthorized']);
      said.set(as, saidBy(answer));
      expect(saidBy(await ask(operation, api, as, gone)), as).toBe(said.get(as));
    }
    expect(said.get('runtime')).toBe(said.get('forged'));
    expect(said.get('feedback')).toBe(said.get('forged'));
    expect(api.asked).toEqual([]);
  });
});

describe('what the reader is told of a caller', () => {
  const inside = { mayReadCost: true, mayReadContent: true };
  it.each<[Who, { mayReadCost: boolean; mayReadContent: boolean }, number]>([
    ['owner', inside, 3],
    ['costless', { ...inside, mayReadCost: false }, 3],
    ['contentless', { ...inside, mayReadContent: false }, 3],
    ['narrow', { ...inside, mayReadContent: false }, 2],
    ['analyst', { mayReadCost: false, mayReadContent: false }, 3],
  ])(
    '%s: exactly the actions and leaves of its bindings, whoever asks and whoever saved the view',
    async (as, may, leaves) => {
      const { api, there } = await prepared();
      await api.post(inWorkspace('/insights/query')(there), { as, body: aQuestion() });
      await api.post(atView('view', '/open')(there), { as });
      await api.post(inWorkspace('/insights/receipt')(there), { as, body: aReceiptQuestion() });
      const scopes = [...api.asked, ...api.receiptsAsked].map(({ scope }) => scope);
      expect(scopes).toHaveLength(3);
      for (const { environmentIds, ...scope } of scopes) {
        expect(scope).toEqual({
          subjectId: SUBJECTS[as as keyof typeof SUBJECTS],
          authorityEpoch: '1',
          organizationId: ORG,
          workspaceId: WS,
          ...may,
        });
        expect(environmentIds).toHaveLength(leaves);
      }
    },
  );

  it('refuses an application outside its reach and one that does not exist with the same words', async () => {
    const said: string[] = [];
    for (const application of [APP_TWO, idOf('application', 8), idOf('application', 77)]) {
      const { api, there } = await prepared();
      const scope = { application_ids: [application] };
      const asked = await api.post(inWorkspace('/insights/query')(there), { as: 'narrow', body: aQuestion({ scope }) });
      expect(asked.status).toBe(403);
      said.push(saidBy(asked));
      const query = { ...(aView()['query'] as object), scope };
      const saved = await api.post<{ data: SavedView }>(inWorkspace('/saved-views')(there), { body: aView({ query }) });
      const opened = await api.post(`/organizations/${ORG}/saved-views/${saved.body.data.id}/open`, { as: 'narrow' });
      expect(saidBy(opened)).toBe(said[0]);
      expect(api.asked).toEqual([]);
    }
    expect(new Set(said).size).toBe(1);
  });

  it('answers a workspace of the same organization to those who work there alone', async () => {
    const { api } = await prepared();
    const path = inWorkspace('/insights/query')({ ...gone, ws: NEXT_WS });
    const statuses: number[] = [];
    for (const as of MEMBERS) statuses.push((await api.post(path, { as, body: aQuestion() })).status);
    expect(statuses).toEqual([200, 404, 404, 404, 200, 404]);
  });
});
