import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import { makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import {
  FIRST_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import {
  makeApplicationQuery,
  makeReportBody,
  makeReport,
  REPORTS_PATH,
  saveView,
  type MadeReport,
} from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi, type TestCallOptions } from '../../../testing/api/test-api.ts';

/** A request that has not been sent yet. */
type Call = () => Promise<unknown>;

/** A request that the client would not send. A refusal rejects with the client's error. */
const raw =
  ({ api }: MadeReport, method: 'GET' | 'POST' | 'DELETE', path: string, options?: TestCallOptions): Call =>
  async () => {
    const { status, body } = await api.call(method, path, options);
    if (status >= 400) throw new TruetallyProblemError(status, body);
    return body;
  };

/** The operations on one report or one run, which conceal missing and forbidden resources in the same way. */
const itemsOf = ({ reports }: TruetallyClient, at: MadeReport['at']): Call[] => [
  () => reports.get(at[0]),
  () => reports.delete(at[0]),
  () => reports.runs.create(at[0]),
  () => reports.runs.get(...at),
  () => reports.runs.cancel(...at),
  () => reports.runs.export(...at, 'json'),
];

/** Creates a report of the view under another name, with `change`. */
const create =
  ({ api, view }: MadeReport, change: Record<string, unknown> = {}, idempotencyKey?: string): Call =>
  () =>
    api.client().reports.create(makeReportBody(view, { name: 'Other', ...change }), { idempotencyKey });

const createRaw = (made: MadeReport, change: Record<string, unknown>): Call =>
  raw(made, 'POST', REPORTS_PATH, { body: makeReportBody(made.view, { name: 'Other', ...change }) });

const runAgain =
  ({ api, at }: MadeReport, as?: CallerName, idempotencyKey?: string): Call =>
  () =>
    api.client(as).reports.runs.create(at[0], { idempotencyKey });

const cancel =
  ({ api, at }: MadeReport, as?: CallerName): Call =>
  () =>
    api.client(as).reports.runs.cancel(...at);

/** A row of the contract's table of report problems, or a part of a row: the arranged condition and its refusals. */
interface Row {
  readonly status: number;
  readonly type: RefusalCode;
  /** The condition in the words of the contract. */
  readonly when: string;
  readonly refused: (made: MadeReport) => Promise<Call[]> | Call[];
}

const withMembers = (api: TestApi, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const subjectId = demoId('subject', 100 + index);
    api.plane.callers.set(subjectId, { subjectId, organizationId: ORGANIZATION_ID, authorityEpoch: '1', bindings: [] });
    return subjectId;
  });

const ROWS: readonly Row[] = [
  {
    status: 404,
    type: 'not_found',
    when: 'report or run missing',
    refused: ({ api, at: [reportId] }) => {
      const { runs } = api.client().reports;
      return [
        ...itemsOf(api.client(), [MISSING_IDS.report, MISSING_IDS.run]),
        () => runs.get(reportId, MISSING_IDS.run),
        () => runs.cancel(reportId, MISSING_IDS.run),
        () => runs.export(reportId, MISSING_IDS.run, 'json'),
      ];
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'caller not its owner or recipient',
    refused: ({ api, at }) => [...itemsOf(api.client('costless'), at), ...itemsOf(api.client('contentless'), at)],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'caller’s `metadata.read` covers less than its frozen scope',
    refused: ({ api, at }) => itemsOf(api.client('narrow'), at),
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'a recipient tried to delete',
    refused: ({ api, at }) => [() => api.client('analyst').reports.delete(at[0])],
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'someone other than owner or initiator tried to cancel',
    refused: (made) => [cancel(made, 'analyst')],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'idempotency key reused with a different body',
    refused: async (made) => {
      await create(made, { name: 'First' }, 'a')();
      await runAgain(made, 'owner', 'b')();
      return [create(made, {}, 'a'), create(made, {}, 'b'), runAgain(made, 'owner', 'a')];
    },
  },
  {
    status: 409,
    type: 'conflict',
    when: 'a report name already used in the workspace',
    refused: (made) => [create(made, { name: made.report.name })],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'cancel of an already settled run',
    refused: (made) => {
      made.api.plane.settle(made.run.run_id, { state: 'ready' });
      return [cancel(made)];
    },
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_view_revision` mismatch',
    refused: (made) => [create(made, { expected_view_revision: '2' })],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: 'on `runs.create`, the view has a newer revision than the pinned one',
    refused: async (made) => {
      const { savedViews } = made.api.client();
      await savedViews.update(made.view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
      return [runAgain(made), runAgain(made, 'analyst')];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'malformed body',
    refused: (made) => [
      raw(made, 'POST', REPORTS_PATH, { body: {} }),
      createRaw(made, { extra: 1 }),
      raw(made, 'POST', REPORTS_PATH, { body: '{' }),
      raw(made, 'POST', made.runsPath, { body: { extra: 1 } }),
      raw(made, 'POST', `${made.runPath}/cancel`, { body: { extra: 1 } }),
      raw(made, 'DELETE', made.reportPath, { body: { extra: 1 } }),
    ],
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'name out of bounds',
    refused: (made) => ['', 'x'.repeat(121), 'a\u0007', 'a\u0085'].map((name) => createRaw(made, { name })),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'non-member recipient',
    refused: (made) =>
      [SUBJECTS.outsider, demoId('subject', 77)].map((id) =>
        create(made, { recipient_subject_ids: [SUBJECTS.analyst, id] }),
      ),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'more than 20 recipients',
    refused: (made) => [createRaw(made, { recipient_subject_ids: withMembers(made.api, 21) })],
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'non-empty `evidence_refs`',
    refused: (made) => [createRaw(made, { evidence_refs: ['comparison'] })],
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    // No API starts without the address of its store. A caller can only meet a store that does not answer.
    when: 'the deployment has no report store',
    refused: (made) => {
      const away = () => Promise.reject(new Error('Connection terminated'));
      Object.assign(made.api.plane.reports, { find: away, findRun: away, list: away, recall: away });
      const client = made.api.client();
      return [...itemsOf(client, made.at), () => client.reports.list().page(), create(made)];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'the deployment has no worker',
    refused: (made) => {
      made.api.plane.reports.hasWorker = false;
      return [create(made), runAgain(made)];
    },
  },
];

describe('the report problems of the contract', () => {
  it.each(ROWS)('$status $type: $when', async ({ status, type, refused }) => {
    const made = await makeReport();
    const calls = await refused(made);
    const before = made.api.plane.written();
    expect(calls).not.toEqual([]);
    for (const call of calls) {
      expect(await toRefusal(call()), String(call)).toMatchObject({ status, type, code: type });
    }
    expect(made.api.plane.written()).toBe(before);
  });

  it('503 dependency_unavailable: the deployment has no reader', async () => {
    const without = new TestApi({ reader: undefined as never });
    const body = makeReportBody(await saveView(without));
    const problem = await toRefusal(without.client().reports.create(body));
    expect(problem).toMatchObject({ status: 503, type: 'dependency_unavailable' });
    expect(without.plane.reportRows.size).toBe(0);
  });

  it.each([
    ['coverage_unknown', 'The gap cannot be bounded.'],
    ['read_context_expired', 'The context is too old.'],
    ['metric_version_unknown', 'There is no such metric.'],
    ['scope_required', 'Name a scope.'],
  ])('a reader’s %s is the run’s failure_code, unchanged', async (code, detail) => {
    const { api, run, at } = await makeReport();
    api.plane.settle(run.run_id, { state: 'failed', failure_code: code, failure_detail: detail });
    const { data } = await api.client().reports.runs.get(...at);
    expect(data).toMatchObject({ state: 'failed', failure_code: code, failure_detail: detail });
  });

  it('a recipient who can see a report gets 403 for its removal, and a caller who cannot see it gets 404', async () => {
    const { api, report } = await makeReport({ view: makeApplicationQuery(FIRST_APPLICATION_ID) });
    const problemFor = async (who: CallerName, id: string) => {
      const { document } = await toRefusal(api.client(who).reports.delete(id));
      return { ...document, request_id: '' };
    };
    for (const who of ['narrow', 'analyst'] as const) {
      expect(await problemFor(who, report.report_id)).toMatchObject({ status: 403 });
    }
    for (const who of ['costless', 'outsider'] as const) {
      expect(await problemFor(who, report.report_id)).toEqual(await problemFor(who, MISSING_IDS.report));
    }
  });
});

const extra: TestCallOptions = { body: { extra: 1 } };

/** Two refusals that both apply, and the refusal that is given. `order-of-refusals` has those of `reports.create`. */
const ORDER: readonly { readonly name: string; readonly status: number; readonly call: (made: MadeReport) => Call }[] =
  [
    {
      name: 'delete: 401 before 404',
      status: 401,
      call: ({ api }) => {
        const elsewhere = api.client('runtime', {
          organizationId: OTHER_ORGANIZATION_ID,
          workspaceId: OTHER_WORKSPACE_ID,
        });
        return () => elsewhere.reports.delete(MISSING_IDS.report);
      },
    },
    {
      name: 'delete: 404 before an invalid body',
      status: 404,
      call: (made) => raw(made, 'DELETE', made.reportPath, { as: 'costless', ...extra }),
    },
    {
      name: 'delete: 422 before 403',
      status: 422,
      call: (made) => raw(made, 'DELETE', made.reportPath, { as: 'analyst', ...extra }),
    },
    {
      name: 'cancel: 404 before an invalid body',
      status: 404,
      call: (made) => raw(made, 'POST', `${made.runPath}/cancel`, { as: 'narrow', ...extra }),
    },
    {
      name: 'cancel: 422 before 403',
      status: 422,
      call: (made) =>
        raw(made, 'POST', `${made.runPath}/cancel`, { as: 'analyst', headers: { 'idempotency-key': 'x' } }),
    },
    {
      name: 'cancel: 403 before 409 of the state',
      status: 403,
      call: (made) => {
        made.api.plane.settle(made.run.run_id, { state: 'cancelled' });
        return cancel(made, 'analyst');
      },
    },
    {
      name: 'rerun: 404 of the report before an invalid body',
      status: 404,
      call: (made) => raw(made, 'POST', made.runsPath, { as: 'narrow', ...extra }),
    },
    {
      name: 'rerun: 422 before the 503 of a missing part',
      status: 422,
      call: (made) => {
        made.api.plane.reports.hasWorker = false;
        return raw(made, 'POST', made.runsPath, extra);
      },
    },
    {
      name: 'rerun: the 503 of a missing part before 412',
      status: 503,
      call: (made) => {
        made.api.plane.reports.hasWorker = false;
        made.api.plane.views.set(made.view.id, { ...made.view, revision: '2', question_revision: '2' });
        return runAgain(made);
      },
    },
    {
      name: 'rerun: the 404 of its view before 409 of the key',
      status: 404,
      call: (made) => {
        made.api.plane.views.delete(made.view.id);
        return runAgain(made, 'owner', 'creation');
      },
    },
    {
      name: 'rerun: 409 of the key before 412',
      status: 409,
      call: (made) => {
        made.api.plane.views.set(made.view.id, { ...made.view, revision: '2', question_revision: '2' });
        return runAgain(made, 'owner', 'creation');
      },
    },
    {
      name: 'rerun: 412 before the 422 of a question that is no longer valid',
      status: 412,
      call: (made) => {
        const { api, view } = made;
        api.plane.views.set(view.id, {
          ...view,
          revision: '2',
          question_revision: '2',
          query: { ...view.query, metrics: [] },
        });
        return runAgain(made);
      },
    },
    {
      name: 'list: 404 of the workspace before an invalid limit',
      status: 404,
      call: (made) => raw(made, 'GET', REPORTS_PATH, { as: 'neighbour', query: { limit: '0' } }),
    },
    {
      name: 'create: the 503 of a missing part before the 404 of a resource that the body names',
      status: 503,
      call: (made) => {
        made.api.plane.reports.hasWorker = false;
        return create(made, { saved_view_id: MISSING_IDS.view });
      },
    },
  ];

describe('if two refusals of a report apply, the answer is', () => {
  it.each(ORDER)('$name', async ({ status, call }) => {
    const made = await makeReport({ idempotencyKey: 'creation' });
    const refused = call(made);
    const before = made.api.plane.written();
    expect((await toRefusal(refused())).status).toBe(status);
    expect(made.api.plane.written()).toBe(before);
  });
});

describe('a workspace', () => {
  it('has the limits of the contract: 50 reports are a capacity, not a refusal', async () => {
    const made = await makeReport();
    for (let number = 2; number <= 52; number += 1) await create(made, { name: `Report ${number}` })();
    const { reportRows } = made.api.plane;
    expect([...reportRows.values()].filter((one) => one.workspace_id === WORKSPACE_ID)).toHaveLength(52);
  });
});
