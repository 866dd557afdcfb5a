import { describe, expect, it } from 'vitest';
import { InsightForbiddenError } from '../../../clients/typescript/errors.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { makeAnswer, makeQuestion } from '../../../testing/api/answers.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/query`;

describe('customer.insights.query', () => {
  it('answers 200 with the reader’s answer over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const answer = await api.client('narrow').insights.query(makeQuestion());
    expect(answer.data).toEqual(makeAnswer());
    expect(api.asked[0]?.scope.environmentIds).toEqual([demoId('environment', 1), demoId('environment', 2)]);
    expect(api.asked[0]?.requestId).toBe(answer.requestId);
  });

  it('accepts instants in the lower case of RFC 3339', async () => {
    const api = new TestApi();
    const bounds = { from: '2026-02-01t00:00:00z', to: '2026-03-01t01:00:00+01:00' };
    await api.client().insights.query(makeQuestion(bounds));
    expect(api.asked[0]?.query).toMatchObject(bounds);
  });

  it('answers 403 in the same way for an application outside the bindings and for a missing one', async () => {
    const api = new TestApi();
    const [outside, missing] = await Promise.all(
      [SECOND_APPLICATION_ID, demoId('application', 88)].map((id) =>
        toRefusal(api.client('narrow').insights.query(makeQuestion({ scope: { application_ids: [id] } }))),
      ),
    );
    expect(outside).toBeInstanceOf(InsightForbiddenError);
    expect({ ...outside?.document, request_id: '' }).toEqual({ ...missing?.document, request_id: '' });
    expect(api.asked).toEqual([]);
  });

  it('reads nothing if no environment exists yet, only for callers who may read there', async () => {
    const api = new TestApi();
    api.plane.trees.set(WORKSPACE_ID, { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, environments: [] });
    for (const as of ['owner', 'analyst', 'narrow'] as const) await api.client(as).insights.query(makeQuestion());
    expect((await toRefusal(api.client('deployer').insights.query(makeQuestion()))).status).toBe(403);
    expect((await toRefusal(api.client('stranger').insights.query(makeQuestion()))).status).toBe(404);
    expect(api.asked.map(({ scope }) => scope.environmentIds)).toEqual([[], [], []]);
  });

  it('answers 400 for accessible names that exclude each other', async () => {
    const scope = { application_ids: [SECOND_APPLICATION_ID], environment_ids: [demoId('environment', 1)] };
    const problem = await toRefusal(new TestApi().client().insights.query(makeQuestion({ scope })));
    expect(problem).toMatchObject({ status: 400, type: 'invalid_query' });
  });

  it.each([
    ['another organization', { organization_id: OTHER_ORGANIZATION_ID }, '/scope/organization_id'],
    ['another workspace', { workspace_id: demoId('workspace', 5) }, '/scope/workspace_id'],
  ])('rejects a body that names %s', async (_name, scope, pointer) => {
    const problem = await toRefusal(new TestApi().client().insights.query(makeQuestion({ scope })));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('passes a reader’s refusal on unchanged', async () => {
    const api = new TestApi();
    api.answer = () => Promise.reject(new Refusal('read_context_expired', 'Refresh the view.'));
    const problem = await toRefusal(api.client().insights.query(makeQuestion()));
    expect(problem).toMatchObject({
      name: 'InsightRefusalError',
      status: 410,
      type: 'read_context_expired',
      nextAction: 'refresh_view',
      detail: 'Refresh the view.',
    });
  });

  it('answers 503 when no reader is composed', async () => {
    const api = new TestApi({ reader: undefined as never });
    const problem = await toRefusal(api.client().insights.query(makeQuestion()));
    expect(problem).toMatchObject({ name: 'InsightUnavailableError', type: 'dependency_unavailable' });
  });

  it('refuses an Idempotency-Key', async () => {
    const { status, body } = await new TestApi().post(PATH, {
      body: makeQuestion(),
      headers: { 'idempotency-key': 'once' },
    });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
  });
});
