import { describe, expect, it } from 'vitest';
import { InsightForbiddenError } from '../../../clients/typescript/errors.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { refusalOf } from '../../../testing/api/refusal-of.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { anAnswer, aQuestion } from '../../../testing/api/answers.ts';
import { APP_TWO, idOf, ORG, OTHER_ORG, WS } from '../../../testing/api/demo-ids.ts';

const PATH = `/organizations/${ORG}/workspaces/${WS}/insights/query`;

describe('customer.insights.query', () => {
  it('answers 200 with the reader’s answer over the leaves that the caller may read', async () => {
    const api = new TestApi();
    const answer = await api.client('narrow').insights.query(aQuestion());
    expect(answer.data).toEqual(anAnswer());
    expect(api.asked[0]?.scope.environmentIds).toEqual([idOf('environment', 1), idOf('environment', 2)]);
    expect(api.asked[0]?.requestId).toBe(answer.requestId);
  });

  it('accepts instants in the lower case of RFC 3339', async () => {
    const api = new TestApi();
    const bounds = { from: '2026-02-01t00:00:00z', to: '2026-03-01t01:00:00+01:00' };
    await api.client().insights.query(aQuestion(bounds));
    expect(api.asked[0]?.query).toMatchObject(bounds);
  });

  it('answers 403 in the same way for an application outside the bindings and for a missing one', async () => {
    const api = new TestApi();
    const [outside, missing] = await Promise.all(
      [APP_TWO, idOf('application', 88)].map((id) =>
        refusalOf(api.client('narrow').insights.query(aQuestion({ scope: { application_ids: [id] } }))),
      ),
    );
    expect(outside).toBeInstanceOf(InsightForbiddenError);
    expect({ ...outside?.document, request_id: '' }).toEqual({ ...missing?.document, request_id: '' });
    expect(api.asked).toEqual([]);
  });

  it('reads nothing if no environment exists yet, only for callers who may read there', async () => {
    const api = new TestApi();
    api.plane.trees.set(WS, { organizationId: ORG, workspaceId: WS, environments: [] });
    for (const as of ['owner', 'analyst', 'narrow'] as const) await api.client(as).insights.query(aQuestion());
    expect((await refusalOf(api.client('deployer').insights.query(aQuestion()))).status).toBe(403);
    expect((await refusalOf(api.client('stranger').insights.query(aQuestion()))).status).toBe(404);
    expect(api.asked.map(({ scope }) => scope.environmentIds)).toEqual([[], [], []]);
  });

  it('answers 400 for accessible names that exclude each other', async () => {
    const scope = { application_ids: [APP_TWO], environment_ids: [idOf('environment', 1)] };
    const problem = await refusalOf(new TestApi().client().insights.query(aQuestion({ scope })));
    expect(problem).toMatchObject({ status: 400, type: 'invalid_query' });
  });

  it.each([
    ['another organization', { organization_id: OTHER_ORG }, '/scope/organization_id'],
    ['another workspace', { workspace_id: idOf('workspace', 5) }, '/scope/workspace_id'],
  ])('rejects a body that names %s', async (_name, scope, pointer) => {
    const problem = await refusalOf(new TestApi().client().insights.query(aQuestion({ scope })));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('passes a reader’s refusal on unchanged', async () => {
    const api = new TestApi();
    api.answer = () => Promise.reject(new Refusal('read_context_expired', 'Refresh the view.'));
    const problem = await refusalOf(api.client().insights.query(aQuestion()));
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
    const problem = await refusalOf(api.client().insights.query(aQuestion()));
    expect(problem).toMatchObject({ name: 'InsightUnavailableError', type: 'dependency_unavailable' });
  });

  it('refuses an Idempotency-Key', async () => {
    const { status, body } = await new TestApi().post(PATH, {
      body: aQuestion(),
      headers: { 'idempotency-key': 'once' },
    });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
  });
});
