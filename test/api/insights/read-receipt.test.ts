import { describe, expect, it } from 'vitest';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { makeReceipt, makeReceiptQuestion, MISSING_IDS } from '../../../testing/api/answers.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/receipt`;

describe('customer.insights.receipt', () => {
  it('answers 200 with the reader’s receipt over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const { data, requestId } = await api.client('narrow').insights.receipt(makeReceiptQuestion());
    expect(data).toEqual(makeReceipt());
    expect(api.receiptsAsked[0]).toMatchObject({
      scope: { environmentIds: [demoId('environment', 1), demoId('environment', 2)], mayReadCost: true },
      query: makeReceiptQuestion(),
      requestId,
    });
  });

  it('reads without money for callers without cost.read', async () => {
    const api = new TestApi();
    await api.client('analyst').insights.receipt(makeReceiptQuestion());
    expect(api.receiptsAsked[0]?.scope.mayReadCost).toBe(false);
  });

  it('conceals the workspace, and refuses runtime keys and strangers', async () => {
    const statuses = await Promise.all(
      (['outsider', 'stranger', 'deployer', 'runtime'] as const).map(
        async (as) => (await toRefusal(new TestApi().client(as).insights.receipt(makeReceiptQuestion()))).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 403, 401]);
    expect((await new TestApi().post(PATH, { as: 'nobody', body: makeReceiptQuestion() })).status).toBe(401);
  });

  it('answers 404 in the same way for a request outside the framing and for a missing workspace', async () => {
    const api = new TestApi();
    api.receipt = () => Promise.reject(notFound());
    const elsewhere = api.client('owner', { organizationId: ORGANIZATION_ID, workspaceId: MISSING_IDS.view });
    const hidden = await toRefusal(
      api.client().insights.receipt(makeReceiptQuestion({ logical_request_id: 'elsewhere' })),
    );
    const absent = await toRefusal(elsewhere.insights.receipt(makeReceiptQuestion()));
    expect(hidden.status).toBe(404);
    expect({ ...hidden.document, request_id: '' }).toEqual({ ...absent.document, request_id: '' });
  });

  it('answers 403 for an application outside the bindings', async () => {
    const question = makeReceiptQuestion({ scope: { application_ids: [SECOND_APPLICATION_ID] } });
    expect((await toRefusal(new TestApi().client('narrow').insights.receipt(question))).status).toBe(403);
  });

  it('passes 410 through', async () => {
    const api = new TestApi();
    api.receipt = () => Promise.reject(new Refusal('read_context_expired', 'Refresh the view.'));
    const problem = await toRefusal(api.client().insights.receipt(makeReceiptQuestion()));
    expect(problem).toMatchObject({ status: 410, type: 'read_context_expired', nextAction: 'refresh_view' });
  });

  it.each([
    ['no read context', { read_context: undefined }, '/read_context'],
    ['an empty request id', { logical_request_id: '' }, '/logical_request_id'],
    ['metrics, which a receipt does not take', { metrics: ['requests.v1'] }, '/metrics'],
    ['another organization', { scope: { organization_id: OTHER_ORGANIZATION_ID } }, '/scope/organization_id'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post(PATH, { body: { ...makeReceiptQuestion(), ...change } });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('refuses an Idempotency-Key, and answers 503 without a reader', async () => {
    const keyed = await new TestApi().post(PATH, {
      body: makeReceiptQuestion(),
      headers: { 'idempotency-key': 'once' },
    });
    expect([keyed.status, keyed.body['type']]).toEqual([422, 'validation_failed']);
    const bare = new TestApi({ reader: undefined as never }).client().insights.receipt(makeReceiptQuestion());
    expect(await toRefusal(bare)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  });
});
