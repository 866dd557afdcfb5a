import { describe, expect, it } from 'vitest';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { aReceipt, aReceiptQuestion, missing } from '../../../testing/api/answers.ts';
import { APP_TWO, idOf, ORG, OTHER_ORG, WS } from '../../../testing/api/demo-ids.ts';
import { refusalOf } from '../../../testing/api/refusal-of.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORG}/workspaces/${WS}/insights/receipt`;

describe('customer.insights.receipt', () => {
  it('answers 200 with the reader’s receipt over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const { data, requestId } = await api.client('narrow').insights.receipt(aReceiptQuestion());
    expect(data).toEqual(aReceipt());
    expect(api.receiptsAsked[0]).toMatchObject({
      scope: { environmentIds: [idOf('environment', 1), idOf('environment', 2)], mayReadCost: true },
      query: aReceiptQuestion(),
      requestId,
    });
  });

  it('reads without money for callers without cost.read', async () => {
    const api = new TestApi();
    await api.client('analyst').insights.receipt(aReceiptQuestion());
    expect(api.receiptsAsked[0]?.scope.mayReadCost).toBe(false);
  });

  it('conceals the workspace, and refuses runtime keys and strangers', async () => {
    const statuses = await Promise.all(
      (['outsider', 'stranger', 'deployer', 'runtime'] as const).map(
        async (as) => (await refusalOf(new TestApi().client(as).insights.receipt(aReceiptQuestion()))).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 403, 401]);
    expect((await new TestApi().post(PATH, { as: 'nobody', body: aReceiptQuestion() })).status).toBe(401);
  });

  it('answers 404 in the same way for a request outside the framing and for a missing workspace', async () => {
    const api = new TestApi();
    api.receipt = () => Promise.reject(notFound());
    const elsewhere = api.client('owner', { organizationId: ORG, workspaceId: missing.view });
    const hidden = await refusalOf(
      api.client().insights.receipt(aReceiptQuestion({ logical_request_id: 'elsewhere' })),
    );
    const absent = await refusalOf(elsewhere.insights.receipt(aReceiptQuestion()));
    expect(hidden.status).toBe(404);
    expect({ ...hidden.document, request_id: '' }).toEqual({ ...absent.document, request_id: '' });
  });

  it('answers 403 for an application outside the bindings', async () => {
    const question = aReceiptQuestion({ scope: { application_ids: [APP_TWO] } });
    expect((await refusalOf(new TestApi().client('narrow').insights.receipt(question))).status).toBe(403);
  });

  it('passes 410 through', async () => {
    const api = new TestApi();
    api.receipt = () => Promise.reject(new Refusal('read_context_expired', 'Refresh the view.'));
    const problem = await refusalOf(api.client().insights.receipt(aReceiptQuestion()));
    expect(problem).toMatchObject({ status: 410, type: 'read_context_expired', nextAction: 'refresh_view' });
  });

  it.each([
    ['no read context', { read_context: undefined }, '/read_context'],
    ['an empty request id', { logical_request_id: '' }, '/logical_request_id'],
    ['metrics, which a receipt does not take', { metrics: ['requests.v1'] }, '/metrics'],
    ['another organization', { scope: { organization_id: OTHER_ORG } }, '/scope/organization_id'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post(PATH, { body: { ...aReceiptQuestion(), ...change } });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('refuses an Idempotency-Key, and answers 503 without a reader', async () => {
    const keyed = await new TestApi().post(PATH, { body: aReceiptQuestion(), headers: { 'idempotency-key': 'once' } });
    expect([keyed.status, keyed.body['type']]).toEqual([422, 'validation_failed']);
    const bare = new TestApi({ reader: undefined as never }).client().insights.receipt(aReceiptQuestion());
    expect(await refusalOf(bare)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  });
});
