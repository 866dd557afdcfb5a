import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../domain/errors.ts';
import { aView, missing } from '../../support/api/answers.ts';
import { APP_ONE, idOf, ORG, OTHER_ORG, SUBJECTS, WS } from '../../support/api/demo-ids.ts';
import { aboutApplications, creation, makeReport, REPORTS, type MadeReport } from '../../support/api/made-report.ts';
import { TestApi, type Answered, type CallOptions } from '../../support/api/test-api.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type Asked = readonly [Method, string, CallOptions?];

/** The operations on one report or one run, which conceal alike. */
const itemsOf = ({
  reportPath,
  runsPath,
  runPath,
}: Pick<MadeReport, 'reportPath' | 'runsPath' | 'runPath'>): Asked[] => [
  ['GET', reportPath],
  ['DELETE', reportPath],
  ['POST', runsPath],
  ['GET', runPath],
  ['POST', `${runPath}/cancel`],
  ['GET', `${runPath}/export`],
];

const as = (who: CallOptions['as'], items: readonly Asked[]): Asked[] =>
  items.map(([method, path, options]) => [method, path, { ...options, ...(who && { as: who }) }]);

const create = (body: Record<string, unknown>, options: CallOptions = {}): Asked => [
  'POST',
  REPORTS,
  { ...options, body },
];

/** One row of the contract's table of report problems, or a part of one: what is arranged, and what is refused then. */
interface Row {
  readonly status: number;
  readonly type: ProblemCode;
  /** The contract's words. */
  readonly when: string;
  readonly refused: (made: MadeReport) => Promise<Asked[]> | Asked[];
}

const withMembers = (api: TestApi, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const subjectId = idOf('subject', 100 + index);
    api.plane.callers.set(subjectId, { subjectId, organizationId: ORG, authorityEpoch: '1', bindings: [] });
    return subjectId;
  });

async function moveView({ api, view }: MadeReport): Promise<void> {
  const body = { ...aView({ name: 'Moved' }), expected_revision: '1' };
  await api.put(`/organizations/${ORG}/saved-views/${view.id}`, { body });
}

const ROWS: readonly Row[] = [
  {
    status: 404,
    type: 'not_found',
    when: 'report or run missing',
    refused: ({ runsPath }) => {
      const reportPath = `/organizations/${ORG}/reports/${missing.report}`;
      const nowhere = { reportPath, runsPath: `${reportPath}/runs`, runPath: `${reportPath}/runs/${missing.run}` };
      const runPath = `${runsPath}/${missing.run}`;
      return [...itemsOf(nowhere), ['GET', runPath], ['POST', `${runPath}/cancel`], ['GET', `${runPath}/export`]];
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'caller not its owner or recipient',
    refused: (made) => [...as('costless', itemsOf(made)), ...as('contentless', itemsOf(made))],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'caller’s `metadata.read` covers less than its frozen scope',
    refused: (made) => as('narrow', itemsOf(made)),
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'a recipient tried to delete',
    refused: ({ reportPath }) => [['DELETE', reportPath, { as: 'analyst' }]],
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'someone other than owner or initiator tried to cancel',
    refused: ({ runPath }) => [['POST', `${runPath}/cancel`, { as: 'analyst' }]],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'idempotency key reused with a different body',
    refused: async ({ api, view, runsPath }) => {
      await api.post(REPORTS, { body: creation(view, { name: 'First', idempotency_key: 'a' }) });
      await api.post(runsPath, { body: { idempotency_key: 'b' } });
      return [
        create(creation(view, { name: 'Second', idempotency_key: 'a' })),
        create(creation(view, { name: 'Second', idempotency_key: 'b' })),
        ['POST', runsPath, { body: { idempotency_key: 'a' } }],
      ];
    },
  },
  {
    status: 409,
    type: 'conflict',
    when: 'a report name already used in the workspace',
    refused: ({ view, report }) => [create(creation(view, { name: report.name }))],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'cancel of an already settled run',
    refused: ({ api, run, runPath }) => {
      api.plane.settle(run.run_id, { state: 'ready' });
      return [['POST', `${runPath}/cancel`]];
    },
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_view_revision` mismatch',
    refused: ({ view }) => [create(creation(view, { name: 'Other', expected_view_revision: '2' }))],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: 'on `runs.create`, the view has moved past the pinned revision',
    refused: async (made) => {
      await moveView(made);
      return [['POST', made.runsPath], ...as('analyst', [['POST', made.runsPath]])];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'malformed body',
    refused: ({ view, reportPath, runsPath, runPath }) => [
      create({}),
      create(creation(view, { name: 'Other', extra: 1 })),
      ['POST', REPORTS, { body: '{' }],
      ['POST', runsPath, { body: { extra: 1 } }],
      ['POST', `${runPath}/cancel`, { body: { extra: 1 } }],
      ['DELETE', reportPath, { body: { extra: 1 } }],
    ],
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'name out of bounds',
    refused: ({ view }) => ['', 'x'.repeat(121), 'a\u0007', 'a\u0085'].map((name) => create(creation(view, { name }))),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'non-member recipient',
    refused: ({ view }) =>
      [SUBJECTS.outsider, idOf('subject', 77)].map((id) =>
        create(creation(view, { name: 'Other', recipient_subject_ids: [SUBJECTS.analyst, id] })),
      ),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'more than 20 recipients',
    refused: ({ api, view }) => [
      create(creation(view, { name: 'Other', recipient_subject_ids: withMembers(api, 21) })),
    ],
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'non-empty `evidence_refs`',
    refused: ({ view }) => [create(creation(view, { name: 'Other', evidence_refs: ['comparison'] }))],
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    // Without the address of its store no API starts; one whose store does not answer is what a caller can meet.
    when: 'the deployment has no report store',
    refused: (made) => {
      const away = () => Promise.reject(new Error('Connection terminated'));
      Object.assign(made.api.plane.reports, { find: away, findRun: away, list: away, recall: away });
      return [...itemsOf(made), ['GET', REPORTS], create(creation(made.view, { name: 'Other' }))];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'the deployment has no worker',
    refused: ({ api, view, runsPath }) => {
      api.plane.reports.hasWorker = false;
      return [create(creation(view, { name: 'Other' })), ['POST', runsPath]];
    },
  },
];

async function ask(api: TestApi, [method, path, options]: Asked): Promise<Answered> {
  return api.call(method, path, options);
}

describe('the report problems of the contract', () => {
  it.each(ROWS)('$status $type: $when', async ({ status, type, refused }) => {
    const made = await makeReport();
    const calls = await refused(made);
    const before = made.api.plane.written();
    expect(calls).not.toEqual([]);
    for (const call of calls) {
      const { status: given, body } = await ask(made.api, call);
      expect([...call.slice(0, 2), given, body['type'], body['code']]).toEqual([
        ...call.slice(0, 2),
        status,
        type,
        type,
      ]);
    }
    expect(made.api.plane.written()).toBe(before);
  });

  it('503 dependency_unavailable: the deployment has no reader', async () => {
    const without = new TestApi({ reader: undefined as never });
    const view = (
      await without.post<{ data: MadeReport['view'] }>(REPORTS.replace('/reports', '/saved-views'), { body: aView() })
    ).body.data;
    const { status, body } = await ask(without, create(creation(view)));
    expect([status, body['type']]).toEqual([503, 'dependency_unavailable']);
    expect(without.plane.reportRows.size).toBe(0);
  });

  it.each([
    ['coverage_unknown', 'The gap cannot be bounded.'],
    ['read_context_expired', 'The context is too old.'],
    ['metric_version_unknown', 'There is no such metric.'],
    ['scope_required', 'Name a scope.'],
  ])('a reader’s %s is shown as the run’s failure_code, as it was sent', async (code, detail) => {
    const { api, run, runPath } = await makeReport();
    api.plane.settle(run.run_id, { state: 'failed', failure_code: code, failure_detail: detail });
    const { status, body } = await api.get(runPath);
    expect([status, body['data']]).toMatchObject([
      200,
      { state: 'failed', failure_code: code, failure_detail: detail },
    ]);
  });

  it('a recipient who sees a report is told that it may not remove it; who does not see it, that it does not exist', async () => {
    const { api, reportPath } = await makeReport({ view: aboutApplications(APP_ONE) });
    const nowhere = `/organizations/${ORG}/reports/${missing.report}`;
    const said = async (who: NonNullable<CallOptions['as']>, path: string) => {
      const { status, body } = await api.delete(path, { as: who });
      return [status, { ...body, request_id: '' }];
    };
    expect((await said('narrow', reportPath))[0]).toBe(403);
    expect((await said('analyst', reportPath))[0]).toBe(403);
    expect(await said('costless', reportPath)).toEqual(await said('costless', nowhere));
    expect(await said('outsider', reportPath)).toEqual(await said('outsider', nowhere));
  });
});

/** Two refusals that both apply, and the one that is given. Those of `reports.create` stand in order-of-refusals. */
const ORDER: readonly { readonly name: string; readonly status: number; readonly ask: (made: MadeReport) => Asked }[] =
  [
    {
      name: 'delete: 401 before 404',
      status: 401,
      ask: () => ['DELETE', `/organizations/${OTHER_ORG}/reports/${missing.report}`, { as: 'runtime' }],
    },
    {
      name: 'delete: 404 before a body that does not fit',
      status: 404,
      ask: ({ reportPath }) => ['DELETE', reportPath, { as: 'costless', body: { extra: 1 } }],
    },
    {
      name: 'delete: 422 before 403',
      status: 422,
      ask: ({ reportPath }) => ['DELETE', reportPath, { as: 'analyst', body: { extra: 1 } }],
    },
    {
      name: 'cancel: 404 before a body that does not fit',
      status: 404,
      ask: ({ runPath }) => ['POST', `${runPath}/cancel`, { as: 'narrow', body: { extra: 1 } }],
    },
    {
      name: 'cancel: 422 before 403',
      status: 422,
      ask: ({ runPath }) => ['POST', `${runPath}/cancel`, { as: 'analyst', headers: { 'idempotency-key': 'x' } }],
    },
    {
      name: 'cancel: 403 before 409 of the state',
      status: 403,
      ask: ({ api, run, runPath }) => {
        api.plane.settle(run.run_id, { state: 'cancelled' });
        return ['POST', `${runPath}/cancel`, { as: 'analyst' }];
      },
    },
    {
      name: 'run again: 404 of the report before a body that does not fit',
      status: 404,
      ask: ({ runsPath }) => ['POST', runsPath, { as: 'narrow', body: { extra: 1 } }],
    },
    {
      name: 'run again: 422 before the 503 of a part that is not composed',
      status: 422,
      ask: ({ api, runsPath }) => {
        api.plane.reports.hasWorker = false;
        return ['POST', runsPath, { body: { extra: 1 } }];
      },
    },
    {
      name: 'run again: the 503 of a part that is not composed before 412',
      status: 503,
      ask: ({ api, view, runsPath }) => {
        api.plane.reports.hasWorker = false;
        api.plane.views.set(view.id, { ...view, revision: '2' });
        return ['POST', runsPath];
      },
    },
    {
      name: 'run again: the 404 of its view before 409 of the key',
      status: 404,
      ask: ({ api, view, runsPath }) => {
        api.plane.views.delete(view.id);
        return ['POST', runsPath, { body: { idempotency_key: 'creation' } }];
      },
    },
    {
      name: 'run again: 409 of the key before 412',
      status: 409,
      ask: ({ api, view, runsPath }) => {
        api.plane.views.set(view.id, { ...view, revision: '2' });
        return ['POST', runsPath, { body: { idempotency_key: 'creation' } }];
      },
    },
    {
      name: 'run again: 412 before the 422 of a question that can no longer be asked',
      status: 412,
      ask: ({ api, view, runsPath }) => {
        api.plane.views.set(view.id, { ...view, revision: '2', query: { ...view.query, metrics: [] } });
        return ['POST', runsPath];
      },
    },
    {
      name: 'list: 404 of the workspace before a limit that does not fit',
      status: 404,
      ask: () => ['GET', REPORTS, { as: 'neighbour', query: { limit: '0' } }],
    },
    {
      name: 'create: the 503 of a part that is not composed before the 404 of what the body names',
      status: 503,
      ask: ({ api, view }) => {
        api.plane.reports.hasWorker = false;
        return create(creation({ ...view, id: missing.view }));
      },
    },
  ];

describe('where two refusals of a report apply, the answer is', () => {
  it.each(ORDER)('$name', async ({ status, ask: askOf }) => {
    const made = await makeReport({ body: { idempotency_key: 'creation' } });
    const call = askOf(made);
    const before = made.api.plane.written();
    expect((await ask(made.api, call)).status).toBe(status);
    expect(made.api.plane.written()).toBe(before);
  });
});

describe('a workspace', () => {
  it('has its limits where the contract sets them: 50 reports are a capacity, not a refusal', async () => {
    const { api, view } = await makeReport();
    const statuses: number[] = [];
    for (let number = 2; number <= 52; number += 1) {
      statuses.push((await ask(api, create(creation(view, { name: `Report ${number}` })))).status);
    }
    expect(statuses).toEqual(Array<number>(51).fill(202));
    expect([...api.plane.reportRows.values()].filter((one) => one.workspace_id === WS)).toHaveLength(52);
  });
});
