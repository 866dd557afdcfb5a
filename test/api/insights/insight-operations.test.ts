import { describe, expect, it } from 'vitest';
import { InsightUnavailableError } from '../../../clients/typescript/errors.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { makeQuestion, makeReceiptQuestion, makeView } from '../../../testing/api/answers.ts';
import {
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  ORGANIZATION_ID,
  WORKSPACE_ID,
  demoId,
} from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const WORKSPACE = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}`;

interface Read {
  readonly name: string;
  readonly send: (client: TruetallyClient, view: string) => Promise<unknown>;
  readonly method: 'GET' | 'POST';
  readonly path: (view: string) => string;
  readonly body?: unknown;
  /** True if the operation needs the reader and therefore ClickHouse. */
  readonly analytical: boolean;
}

const READS: readonly Read[] = [
  {
    name: 'customer.insights.query',
    send: (client) => client.insights.query(makeQuestion()),
    method: 'POST',
    path: () => `${WORKSPACE}/insights/query`,
    body: makeQuestion(),
    analytical: true,
  },
  {
    name: 'customer.insights.rows',
    send: (client) => client.insights.rows(makeQuestion()),
    method: 'POST',
    path: () => `${WORKSPACE}/insights/rows`,
    body: makeQuestion(),
    analytical: true,
  },
  {
    name: 'customer.insights.receipt',
    send: (client) => client.insights.receipt(makeReceiptQuestion()),
    method: 'POST',
    path: () => `${WORKSPACE}/insights/receipt`,
    body: makeReceiptQuestion(),
    analytical: true,
  },
  {
    name: 'customer.insights.catalog',
    send: (client) => client.insights.catalog(),
    method: 'GET',
    path: () => `/organizations/${ORGANIZATION_ID}/insights/catalog`,
    analytical: false,
  },
  {
    name: 'customer.saved_views.list',
    send: (client) => client.savedViews.list().page(),
    method: 'GET',
    path: () => `${WORKSPACE}/saved-views`,
    analytical: false,
  },
  {
    name: 'customer.saved_views.get',
    send: (client, view) => client.savedViews.get(view),
    method: 'GET',
    path: (view) => `/organizations/${ORGANIZATION_ID}/saved-views/${view}`,
    analytical: false,
  },
  {
    name: 'customer.saved_views.open',
    send: (client, view) => client.savedViews.open(view),
    method: 'POST',
    path: (view) => `/organizations/${ORGANIZATION_ID}/saved-views/${view}/open`,
    analytical: true,
  },
];

async function saveView(api: TestApi): Promise<string> {
  return (await api.client().savedViews.create(makeView())).data.id;
}

describe.each(READS)('$name', ({ send, method, path, body, analytical }) => {
  it('refuses an Idempotency-Key: a repeated read is a new answer', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const answer = await api.call(method, path(view), {
      ...(body !== undefined && { body }),
      headers: { 'idempotency-key': 'once' },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { type: 'validation_failed', errors: [{ pointer: '/idempotency-key' }] },
    });
    expect([...api.asked, ...api.receiptsAsked]).toEqual([]);
  });

  it(`answers ${analytical ? '503' : '200'} if ClickHouse is unavailable`, async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const down = () => Promise.reject(new Refusal('dependency_unavailable', 'The analytics store does not answer.'));
    api.answer = down;
    api.receipt = down;
    await expectAnswer(send(api.client(), view), analytical);
  });

  it(`answers ${analytical ? '503' : '200'} without a reader`, async () => {
    const api = new TestApi({ reader: undefined as never });
    await expectAnswer(send(api.client(), await saveView(api)), analytical);
  });
});

async function expectAnswer(call: Promise<unknown>, analytical: boolean): Promise<void> {
  if (analytical) {
    const problem = await toRefusal(call);
    expect(problem).toBeInstanceOf(InsightUnavailableError);
    expect(problem).toMatchObject({ type: 'dependency_unavailable', nextAction: 'retry' });
  } else expect(await call).toHaveProperty('requestId');
}

describe('a question that names another organization or workspace than its path', () => {
  it.each([
    ['another organization', { organization_id: OTHER_ORGANIZATION_ID }, ['/scope/organization_id']],
    ['a missing organization', { organization_id: demoId('organization', 77) }, ['/scope/organization_id']],
    ['another workspace', { workspace_id: OTHER_WORKSPACE_ID }, ['/scope/workspace_id']],
    [
      'both',
      { organization_id: OTHER_ORGANIZATION_ID, workspace_id: OTHER_WORKSPACE_ID },
      ['/scope/organization_id', '/scope/workspace_id'],
    ],
  ])('is rejected and never rewritten: %s', async (_name, scope, pointers) => {
    const api = new TestApi();
    const { insights } = api.client();
    for (const call of [insights.query(makeQuestion({ scope })), insights.receipt(makeReceiptQuestion({ scope }))]) {
      const problem = await toRefusal(call);
      expect(problem).toMatchObject({ status: 422, type: 'validation_failed' });
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual(pointers);
    }
    expect([...api.asked, ...api.receiptsAsked]).toEqual([]);
  });

  it('is accepted if it names its own', async () => {
    const api = new TestApi();
    const scope = { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID };
    await api.client().insights.query(makeQuestion({ scope }));
    expect(api.asked).toHaveLength(1);
  });
});
