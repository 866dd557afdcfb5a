import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { SECOND_APPLICATION_ID, demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeTraceList, makeTraceListQuery } from '../../../testing/api/made-trace.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/traces/list`;

describe('customer.traces.list', () => {
  it('answers 200 with the reader’s list over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const query = makeTraceListQuery({ limit: 5 });
    const { data, requestId } = await api.client('narrow').traces.list(query);
    expect(data).toEqual(makeTraceList());
    expect(api.traceListsAsked[0]).toMatchObject({
      scope: { environmentIds: [demoId('environment', 1), demoId('environment', 2)], mayReadCost: true },
      query,
      requestId,
    });
  });

  it('passes the refusal of the order by spend on unchanged', async () => {
    const api = new TestApi();
    api.traceList = () => Promise.reject(new Refusal('forbidden', 'The order by spend requires `cost.read`.'));
    const problem = await toRefusal(api.client('costless').traces.list(makeTraceListQuery({ order_by: 'spend' })));
    expect(problem).toMatchObject({ status: 403, type: 'forbidden', nextAction: 'refresh_access' });
    expect(api.traceListsAsked[0]?.scope.mayReadCost).toBe(false);
  });

  it('conceals the workspace, and refuses runtime keys and strangers', async () => {
    const statuses = await Promise.all(
      (['outsider', 'stranger', 'deployer', 'runtime'] as const).map(
        async (as) => (await toRefusal(new TestApi().client(as).traces.list(makeTraceListQuery()))).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 403, 401]);
  });

  it('answers 403 for an application outside the bindings, without reading', async () => {
    const api = new TestApi();
    const query = makeTraceListQuery({ scope: { application_ids: [SECOND_APPLICATION_ID] } });
    expect((await toRefusal(api.client('narrow').traces.list(query))).status).toBe(403);
    expect(api.traceListsAsked).toEqual([]);
  });

  it.each([
    ['no order', { order_by: undefined }, '/order_by'],
    ['an unknown order', { order_by: 'age' }, '/order_by'],
    ['no traces at all', { limit: 0 }, '/limit'],
    ['more than 100 traces', { limit: 101 }, '/limit'],
    ['a trace', { trace_id: 't1' }, '/trace_id'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post(PATH, { body: { ...makeTraceListQuery(), ...change } });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('answers 503 without a reader', async () => {
    const bare = new TestApi({ traces: undefined as never }).client().traces.list(makeTraceListQuery());
    expect(await toRefusal(bare)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  });
});
