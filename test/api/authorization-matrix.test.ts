import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../clients/typescript/errors.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../testing/api/demo-ids.ts';
import {
  makePreviewQuestion,
  makeQuestion,
  makeReceiptQuestion,
  makeView,
  MISSING_IDS,
} from '../../testing/api/answers.ts';
import type { CaseV1 } from '../../contracts/comparisons/case.ts';
import { putCase } from '../../testing/api/made-case.ts';
import { putComparison, putDecision, putSample, ACCEPTANCE_RULE } from '../../testing/api/made-comparison.ts';
import { putConnections } from '../../testing/api/made-connection.ts';
import { ENVIRONMENT_IDS, putRoute, MODEL_TARGET } from '../../testing/api/made-route.ts';
import { COMPARER_OPERATIONS } from '../../testing/api/comparer-operations.ts';
import type { MatrixIds, MatrixOperation } from '../../testing/api/matrix-operation.ts';
import { DAILY_IN_BERLIN, makeSchedule, putItem, putOccurrence } from '../../testing/api/made-schedule.ts';
import { callerToken, type CallerName } from '../../testing/apps/demo-callers.ts';
import type { ApiAnswer, TestApi } from '../../testing/api/test-api.ts';

/**
 * The callers with a credential. Their access covers everything, everything except one action, everything except some
 * leaves, or another workspace.
 */
const MEMBERS = [
  'owner',
  'costless',
  'contentless',
  'narrow',
  'neighbour',
  'outsider',
] as const satisfies readonly CallerName[];
const UNACCEPTED = ['runtime', 'feedback', 'gateway', 'forged', 'nobody'] as const satisfies readonly CallerName[];

const edited = { ...makeView(), expected_revision: '1' };
const READ = [200, 200, 200, 200, 404, 404] as const;
const scheduled = { cadence: DAILY_IN_BERLIN, recipient_subject_ids: [] };

const OPERATIONS: readonly MatrixOperation[] = [
  {
    name: 'customer.workspaces.list',
    send: ({ workspaces }) => workspaces.list().page(),
    // The lists belong to the organization. Its members list only the resources that they may see.
    expected: [200, 200, 200, 200, 200, 404],
  },
  {
    name: 'customer.applications.list',
    send: ({ applications }) => applications.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.gateways.list',
    send: ({ gateways }) => gateways.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.environments.list',
    send: ({ environments }) => environments.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.query',
    send: ({ insights }) => insights.query(makeQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  { name: 'customer.insights.rows', send: ({ insights }) => insights.rows(makeQuestion()), expected: READ },
  {
    name: 'customer.insights.receipt',
    send: ({ insights }) => insights.receipt(makeReceiptQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.catalog',
    send: ({ insights }) => insights.catalog(),
    // The catalogue belongs to the organization and contains no facts of workspaces.
    expected: [200, 200, 200, 200, 200, 404],
  },
  {
    name: 'customer.saved_views.create',
    send: ({ savedViews }) => savedViews.create(makeView()),
    expected: [201, 201, 201, 201, 404, 404],
  },
  { name: 'customer.saved_views.list', send: ({ savedViews }) => savedViews.list().page(), expected: READ },
  { name: 'customer.saved_views.get', send: ({ savedViews }, { view }) => savedViews.get(view), expected: READ },
  { name: 'customer.saved_views.open', send: ({ savedViews }, { view }) => savedViews.open(view), expected: READ },
  {
    name: 'customer.saved_views.dependents',
    send: ({ savedViews }, { view }) => savedViews.dependents(view),
    expected: READ,
  },
  {
    name: 'customer.saved_views.update',
    send: ({ savedViews }, { view }) => savedViews.update(view, edited),
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.delete',
    send: ({ savedViews }, { view }) => savedViews.delete(view),
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.get of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.get(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.open of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.open(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.dependents of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.dependents(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.update of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.update(personal, edited),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.delete of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.delete(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.reports.create',
    send: ({ reports }, { view }) =>
      reports.create({ name: 'Another', saved_view_id: view, expected_view_revision: '1', recipient_subject_ids: [] }),
    expected: [202, 202, 202, 404, 404, 404],
    // `narrow` may see the view, which exceeds its access; `reports/create.test.ts` checks the reason.
    explainedTo: ['narrow'],
  },
  {
    name: 'customer.reports.list',
    send: ({ reports }) => reports.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.reports.get',
    send: ({ reports }, { report }) => reports.get(report),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.update',
    send: ({ reports }, { report }) =>
      reports.update(report, { expected_revision: '1', name: 'Renamed', recipient_subject_ids: [] }),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.reports.delete',
    send: ({ reports }, { report }) => reports.delete(report),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.create',
    send: ({ reports }, { report }) => reports.runs.create(report),
    expected: [202, 202, 202, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.list',
    send: ({ reports }, { report }) => reports.runs.list(report).page(),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.get',
    send: ({ reports }, { report, run }) => reports.runs.get(report, run),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.export',
    send: ({ reports }, { report, run }) => reports.runs.export(report, run, 'json'),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.export_csv',
    send: ({ reports }, { report, run }) => reports.runs.exportCsv(report, run),
    // The run has not started, so no table exists.
    expected: [409, 409, 409, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.cancel',
    send: ({ reports }, { report, run }) => reports.runs.cancel(report, run),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.preview',
    send: ({ reportSchedules }) => reportSchedules.preview(makePreviewQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_schedules.list',
    send: ({ reportSchedules }) => reportSchedules.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_schedules.create',
    send: ({ reportSchedules }, { report }) =>
      reportSchedules.create({ ...scheduled, report_id: report, expected_report_revision: '1' }),
    expected: [201, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.get',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.get(schedule),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.update',
    send: ({ reportSchedules }, { schedule }) =>
      reportSchedules.update(schedule, { ...scheduled, expected_revision: '1', paused: true }),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.delete',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.delete(schedule),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.occurrences(schedule).page(),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences.get',
    send: ({ reportSchedules }, { schedule, occurrence }) => reportSchedules.occurrences.get(schedule, occurrence),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences.rerun',
    send: ({ reportSchedules }, { schedule, occurrence }) => reportSchedules.occurrences.rerun(schedule, occurrence),
    expected: [202, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_inbox.list',
    send: ({ reportInbox }) => reportInbox.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_inbox.summary',
    send: ({ reportInbox }) => reportInbox.summary(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_inbox.open',
    send: ({ reportInbox }, { delivery }) => reportInbox.open(delivery),
    // An item belongs only to its recipient; other recipients of the schedule have their own items.
    expected: [200, 404, 404, 404, 404, 404],
  },
  ...COMPARER_OPERATIONS,
];

/** The ids of an environment of the workspace, with all its parents. */
const PATH = {
  app: ENVIRONMENT_IDS.applicationId,
  gw: ENVIRONMENT_IDS.gatewayId,
  env: ENVIRONMENT_IDS.environmentId,
};

async function prepared(): Promise<{ api: TestApi; there: MatrixIds }> {
  const recipients = [SUBJECTS.costless, SUBJECTS.contentless];
  const made = await makeSchedule({
    report: { body: { recipient_subject_ids: [...recipients, SUBJECTS.narrow, SUBJECTS.neighbour] } },
    body: { recipient_subject_ids: recipients },
  });
  const { api, view, at, schedule } = made;
  const { occurrence_id: occurrence } = putOccurrence(made, { state: 'missed' });
  const { delivery_id: delivery } = putItem(made, 'owner');
  const { route_id: route } = putRoute(api.plane.comparing);
  const [{ case_id: madeCase }] = [1, 2].map((number) => putCase(api.plane.comparing, number)) as [CaseV1, CaseV1];
  const { comparison_id: comparison } = putComparison(api.plane.comparing);
  putConnections(api.plane.comparing);
  const { sample_id: sample } = putSample(api.plane.comparing);
  const toPlan = { sample_id: sample, candidate: MODEL_TARGET, acceptance_rule: ACCEPTANCE_RULE };
  const planned = await api.client('owner', ENVIRONMENT_IDS).comparisons.runs.preflight(comparison, toPlan);
  const comparisonRun = planned.data.run_id;
  const { decision_id: comparisonDecision } = putDecision(api.plane.comparing, comparisonRun);
  const personal = (await api.client().savedViews.create(makeView({ audience: 'personal' }))).data.id;
  const [report, run] = at;
  const ids = { view: view.id, personal, report, run, schedule: schedule.schedule_id, occurrence, delivery };
  return {
    api,
    there: {
      org: ORGANIZATION_ID,
      ws: WORKSPACE_ID,
      ...ids,
      route,
      case: madeCase,
      comparison,
      sample,
      comparisonRun,
      comparisonDecision,
      ...PATH,
    },
  };
}

/** Ids of resources that do not exist. */
const gone: MatrixIds = {
  org: ORGANIZATION_ID,
  ws: demoId('workspace', 77),
  personal: MISSING_IDS.view,
  ...MISSING_IDS,
  ...PATH,
};

/**
 * The headers that differ between answers to equal requests: the id, the time, and the number of remaining requests.
 */
const ITS_OWN: readonly string[] = ['x-request-id', 'date', 'ratelimit'];

/** The complete answer, byte for byte, without the parts that differ between equal requests. */
function answerText({ status, headers, body }: ApiAnswer): string {
  const kept = Object.entries(headers).filter(([name]) => !ITS_OWN.includes(name));
  return JSON.stringify([status, kept, { ...body, request_id: '' }]);
}

/** The answer to a caller, including refusals. */
async function answerTo(api: TestApi, call: Promise<unknown>): Promise<ApiAnswer> {
  await call.catch((error: unknown) => {
    if (!(error instanceof TruetallyProblemError)) throw error;
  });
  return api.answered.at(-1)!;
}

const ask = ({ send }: MatrixOperation, api: TestApi, as: CallerName, ids: MatrixIds): Promise<ApiAnswer> => {
  const within = { applicationId: ids.app, gatewayId: ids.gw, environmentId: ids.env };
  return answerTo(api, send(api.client(as, { organizationId: ids.org, workspaceId: ids.ws, ...within }), ids));
};

describe.each(OPERATIONS)('$name', (operation) => {
  it('answers each member with its status', async () => {
    const statuses: Record<string, number> = {};
    let world: Awaited<ReturnType<typeof prepared>> | undefined;
    for (const as of MEMBERS) {
      world ??= await prepared();
      const { status } = await ask(operation, world.api, as, world.there);
      statuses[as] = status;
      // A refused request changes nothing, so the next request has the same world.
      if (status < 400) world = undefined;
    }
    expect(statuses).toEqual(Object.fromEntries(MEMBERS.map((as, index) => [as, operation.expected[index]])));
  });

  it('conceals forbidden resources with the same answer as missing ones', async () => {
    const { api, there } = await prepared();
    const concealed = MEMBERS.filter(
      (who, index) => operation.expected[index] === 404 && operation.explainedTo?.includes(who) !== true,
    );
    for (const as of concealed) {
      const expected = answerText(await ask(operation, api, as, there));
      for (const ids of [gone, { ...there, org: demoId('organization', 77) }]) {
        expect(answerText(await ask(operation, api, as, ids)), as).toBe(expected);
      }
      // The answer also equals the answer for a caller who may see everything.
      expect(answerText(await ask(operation, api, 'owner', { ...gone, org: demoId('organization', 77) })), as).toBe(
        expected,
      );
    }
    expect(concealed).toContain('outsider');
  });

  it('refuses without any other information', async () => {
    const { api, there } = await prepared();
    const before = api.plane.written();
    for (const [index, as] of MEMBERS.entries()) {
      if (operation.expected[index] !== 403) continue;
      const { body } = await ask(operation, api, as, there);
      expect(body).toMatchObject({ type: 'forbidden', next_action: 'refresh_access' });
    }
    expect(api.plane.written()).toBe(before);
  });

  it('answers 401 in the same way to all refused keys of one prefix, for existing and missing resources', async () => {
    const { api, there } = await prepared();
    const texts = new Map<CallerName, string>();
    for (const as of UNACCEPTED) {
      const answer = await ask(operation, api, as, there);
      expect([answer.status, answer.body['type']], as).toEqual([401, 'unauthorized']);
      texts.set(as, answerText(answer));
      expect(answerText(await ask(operation, api, as, gone)), as).toBe(texts.get(as));
    }
    // A runtime key in force and a text of the same form get the same explanation, because it depends only on the
    // prefix.
    expect(texts.get('feedback')).toBe(texts.get('runtime'));
    api.plane.tokens.delete(callerToken('runtime'));
    expect(answerText(await ask(operation, api, 'runtime', there))).toBe(texts.get('runtime'));
    expect(api.asked).toEqual([]);
  });
});

describe('the access that the reader gets for a caller', () => {
  const inside = { mayReadCost: true, mayReadContent: true };
  it.each<[CallerName, { mayReadCost: boolean; mayReadContent: boolean }, number]>([
    ['owner', inside, 3],
    ['costless', { ...inside, mayReadCost: false }, 3],
    ['contentless', { ...inside, mayReadContent: false }, 3],
    ['narrow', { ...inside, mayReadContent: false }, 2],
    ['analyst', { mayReadCost: false, mayReadContent: false }, 3],
  ])(
    '%s: exactly the actions and leaves of its bindings, for any opener and any author of the view',
    async (as, may, leaves) => {
      const { api, there } = await prepared();
      const { insights, savedViews } = api.client(as);
      await insights.query(makeQuestion());
      await savedViews.open(there.view);
      await insights.receipt(makeReceiptQuestion());
      const scopes = [...api.asked, ...api.receiptsAsked].map(({ scope }) => scope);
      expect(scopes).toHaveLength(3);
      for (const { environmentIds, ...scope } of scopes) {
        expect(scope).toEqual({
          subjectId: SUBJECTS[as as keyof typeof SUBJECTS],
          authorityEpoch: '1',
          organizationId: ORGANIZATION_ID,
          workspaceId: WORKSPACE_ID,
          ...may,
        });
        expect(environmentIds).toHaveLength(leaves);
      }
    },
  );

  it('refuses an application outside its access and a missing application with the same text', async () => {
    const texts: string[] = [];
    for (const application of [SECOND_APPLICATION_ID, demoId('application', 8), demoId('application', 77)]) {
      const { api } = await prepared();
      const { insights, savedViews } = api.client('narrow');
      const scope = { application_ids: [application] };
      const asked = await answerTo(api, insights.query(makeQuestion({ scope })));
      expect(asked.status).toBe(403);
      texts.push(answerText(asked));
      const saved = await api.client().savedViews.create(makeView({ query: { ...makeView().query, scope } }));
      expect(answerText(await answerTo(api, savedViews.open(saved.data.id)))).toBe(texts[0]);
      expect(api.asked).toEqual([]);
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('serves a workspace of the same organization to its members only', async () => {
    const { api } = await prepared();
    const place = { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID };
    const statuses: number[] = [];
    for (const as of MEMBERS) {
      statuses.push((await answerTo(api, api.client(as, place).insights.query(makeQuestion()))).status);
    }
    expect(statuses).toEqual([200, 404, 404, 404, 200, 404]);
  });
});
