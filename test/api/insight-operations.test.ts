import { describe, expect, it } from 'vitest';
import { Refusal } from '../../domain/errors.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { aQuestion, aReceiptQuestion, aView } from '../support/api/answers.ts';
import { OTHER_ORG, OTHER_WS, ORG, WS, idOf } from '../support/api/demo-ids.ts';
import { TestApi } from '../support/api/test-api.ts';

const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;

interface Read {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: (view: string) => string;
  readonly body?: unknown;
  /** The operation needs the reader, and so ClickHouse. */
  readonly analytical: boolean;
}

const READS: readonly Read[] = [
  {
    name: 'customer.insights.query',
    method: 'POST',
    path: () => `${WORKSPACE}/insights/query`,
    body: aQuestion(),
    analytical: true,
  },
  {
    name: 'customer.insights.receipt',
    method: 'POST',
    path: () => `${WORKSPACE}/insights/receipt`,
    body: aReceiptQuestion(),
    analytical: true,
  },
  {
    name: 'customer.insights.catalog',
    method: 'GET',
    path: () => `/organizations/${ORG}/insights/catalog`,
    analytical: false,
  },
  { name: 'customer.saved_views.list', method: 'GET', path: () => `${WORKSPACE}/saved-views`, analytical: false },
  {
    name: 'customer.saved_views.get',
    method: 'GET',
    path: (view) => `/organizations/${ORG}/saved-views/${view}`,
    analytical: false,
  },
  {
    name: 'customer.saved_views.open',
    method: 'POST',
    path: (view) => `/organizations/${ORG}/saved-views/${view}/open`,
    analytical: true,
  },
];

async function saveView(api: TestApi): Promise<string> {
  return (await api.post<{ data: SavedView }>(`${WORKSPACE}/saved-views`, { body: aView() })).body.data.id;
}

describe.each(READS)('$name', ({ method, path, body, analytical }) => {
  const options = body === undefined ? {} : { body };

  it('refuses an Idempotency-Key: a repeated read is a new answer', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const answer = await api.call(method, path(view), { ...options, headers: { 'idempotency-key': 'once' } });
    expect(answer).toMatchObject({
      status: 422,
      body: { type: 'validation_failed', errors: [{ pointer: '/idempotency-key' }] },
    });
    expect([...api.asked, ...api.receiptsAsked]).toEqual([]);
  });

  it(`answers ${analytical ? '503' : '200'} where ClickHouse is down`, async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const down = () => Promise.reject(new Refusal('dependency_unavailable', 'The analytics store does not answer.'));
    api.answer = down;
    api.receipt = down;
    const answer = await api.call(method, path(view), options);
    expect(answer.status).toBe(analytical ? 503 : 200);
    if (analytical) expect(answer.body).toMatchObject({ type: 'dependency_unavailable', next_action: 'retry' });
  });

  it(`answers ${analytical ? '503' : '200'} where no reader is composed`, async () => {
    const api = new TestApi({ reader: undefined as never });
    const answer = await api.call(method, path(await saveView(api)), options);
    expect(answer.status).toBe(analytical ? 503 : 200);
    if (analytical) expect(answer.body).toMatchObject({ type: 'dependency_unavailable', next_action: 'retry' });
  });
});

describe('a question that names another organization or workspace than its path', () => {
  it.each([
    ['another organization', { organization_id: OTHER_ORG }, ['/scope/organization_id']],
    ['an organization that is not there', { organization_id: idOf('organization', 77) }, ['/scope/organization_id']],
    ['another workspace', { workspace_id: OTHER_WS }, ['/scope/workspace_id']],
    ['both', { organization_id: OTHER_ORG, workspace_id: OTHER_WS }, ['/scope/organization_id', '/scope/workspace_id']],
  ])('is turned away and never rewritten: %s', async (_name, scope, pointers) => {
    const api = new TestApi();
    for (const [path, body] of [
      ['query', aQuestion({ scope })],
      ['receipt', aReceiptQuestion({ scope })],
    ] as const) {
      const answer = await api.post(`${WORKSPACE}/insights/${path}`, { body });
      expect([answer.status, answer.body['type']], path).toEqual([422, 'validation_failed']);
      expect((answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(pointers);
    }
    expect([...api.asked, ...api.receiptsAsked]).toEqual([]);
  });

  it('is asked when it names its own', async () => {
    const api = new TestApi();
    const scope = { organization_id: ORG, workspace_id: WS };
    expect((await api.post(`${WORKSPACE}/insights/query`, { body: aQuestion({ scope }) })).status).toBe(200);
  });
});
