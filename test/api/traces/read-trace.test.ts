import { describe, expect, it } from 'vitest';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { makeTrace, makeTraceQuery } from '../../../testing/api/made-trace.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/traces/read`;

describe('customer.traces.read', () => {
  it('answers 200 with the reader’s trace over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const { data, requestId } = await api.client('narrow').traces.read(makeTraceQuery());
    expect(data).toEqual(makeTrace());
    expect(api.tracesAsked[0]).toMatchObject({
      scope: { environmentIds: [demoId('environment', 1), demoId('environment', 2)] },
      query: makeTraceQuery(),
      requestId,
    });
  });

  it.each([
    ['owner', true, true],
    ['costless', false, true],
    ['narrow', true, false],
    ['analyst', false, false],
  ] as const)('reads for %s with exactly its permissions', async (as, mayReadCost, mayReadDimensions) => {
    const api = new TestApi();
    await api.client(as).traces.read(makeTraceQuery());
    expect(api.tracesAsked[0]?.scope).toMatchObject({ mayReadCost, mayReadDimensions });
  });

  it('answers with a truncated trace of withheld steps', async () => {
    const api = new TestApi();
    const [step] = makeTrace().steps;
    const { step_id: _step, agents: _agents, ...shown } = step!;
    const trace = { ...makeTrace(), steps: [{ ...shown, withheld: true as const, placement: 'cut' as const }] };
    api.trace = () => Promise.resolve({ ...trace, step_count: '10001', truncated: true });
    const { data } = await api.client('analyst').traces.read(makeTraceQuery());
    expect(data).toEqual({ ...trace, step_count: '10001', truncated: true });
  });

  it('conceals the workspace, and refuses runtime keys and strangers', async () => {
    const statuses = await Promise.all(
      (['outsider', 'stranger', 'deployer', 'runtime'] as const).map(
        async (as) => (await toRefusal(new TestApi().client(as).traces.read(makeTraceQuery()))).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 403, 401]);
    expect((await new TestApi().post(PATH, { as: 'nobody', body: makeTraceQuery() })).status).toBe(401);
  });

  it('answers 403 for an application outside the bindings, without reading', async () => {
    const api = new TestApi();
    const query = makeTraceQuery({ scope: { application_ids: [SECOND_APPLICATION_ID] } });
    expect((await toRefusal(api.client('narrow').traces.read(query))).status).toBe(403);
    expect(api.tracesAsked).toEqual([]);
  });

  it.each([
    ['another organization', { organization_id: OTHER_ORGANIZATION_ID }, '/scope/organization_id'],
    ['another workspace', { workspace_id: OTHER_WORKSPACE_ID }, '/scope/workspace_id'],
  ])('rejects a body that names %s', async (_name, scope, pointer) => {
    const problem = await toRefusal(new TestApi().client().traces.read(makeTraceQuery({ scope })));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it.each([
    ['not_found', 404, notFound('The window has no facts of this trace.')],
    ['read_context_expired', 410, new Refusal('read_context_expired', 'Refresh the view.')],
    ['window_too_large', 400, new Refusal('window_too_large', 'Shorten the window.')],
    ['budget_exceeded', 503, new Refusal('budget_exceeded', 'Shorten the window.')],
    ['dependency_unavailable', 503, new Refusal('dependency_unavailable', 'Try again.')],
  ] as const)('passes %s of the reader on unchanged', async (type, status, refusal) => {
    const api = new TestApi();
    api.trace = () => Promise.reject(refusal);
    const problem = await toRefusal(api.client().traces.read(makeTraceQuery()));
    expect(problem).toMatchObject({ status, type, detail: refusal.message });
  });

  it.each([
    ['no trace', { trace_id: undefined }, '/trace_id'],
    ['an empty trace id', { trace_id: '' }, '/trace_id'],
    ['metrics', { metrics: ['requests.v1'] }, '/metrics'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post(PATH, { body: { ...makeTraceQuery(), ...change } });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('refuses an Idempotency-Key, and answers 503 without a reader', async () => {
    const keyed = await new TestApi().post(PATH, { body: makeTraceQuery(), headers: { 'idempotency-key': 'once' } });
    expect([keyed.status, keyed.body['type']]).toEqual([422, 'validation_failed']);
    const bare = new TestApi({ traces: undefined as never }).client().traces.read(makeTraceQuery());
    expect(await toRefusal(bare)).toMatchObject({
      status: 503,
      type: 'dependency_unavailable',
      detail: 'This deployment has no trace reader. Ask its operator.',
    });
  });

  it('writes no audit row', async () => {
    const api = new TestApi();
    await api.client().traces.read(makeTraceQuery());
    expect(api.audit.rows).toEqual([]);
  });
});
