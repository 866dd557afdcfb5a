import { describe, expect, it } from 'vitest';
import { Refusal } from '../../domain/errors.ts';
import { TestApi } from '../support/api/test-api.ts';
import { anAnswer, aQuestion } from '../support/api/answers.ts';
import { APP_TWO, idOf, ORG, OTHER_ORG, WS } from '../support/api/demo-ids.ts';

const PATH = `/organizations/${ORG}/workspaces/${WS}/insights/query`;

describe('customer.insights.query', () => {
  it('answers 200 with the reader’s answer over the leaves the caller may read', async () => {
    const api = new TestApi();
    const { status, body } = await api.post(PATH, { as: 'narrow', body: aQuestion() });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'insight-answer', data: anAnswer() });
    expect(api.asked[0]?.scope.environmentIds).toEqual([idOf('environment', 1), idOf('environment', 2)]);
    expect(api.asked[0]?.requestId).toBe(body['request_id']);
  });

  it('answers 403 alike for an application outside the bindings and for one that does not exist', async () => {
    const api = new TestApi();
    const answers = await Promise.all(
      [APP_TWO, idOf('application', 88)].map((id) =>
        api.post(PATH, { as: 'narrow', body: aQuestion({ scope: { application_ids: [id] } }) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers[0]?.body['detail']).toBe(answers[1]?.body['detail']);
    expect(api.asked).toEqual([]);
  });

  it('asks over nothing where there is no environment yet, for whoever reads there and for nobody else', async () => {
    const api = new TestApi();
    api.plane.trees.set(WS, { organizationId: ORG, workspaceId: WS, environments: [] });
    const statuses = await Promise.all(
      (['owner', 'analyst', 'narrow', 'deployer', 'stranger'] as const).map(
        async (as) => (await api.post(PATH, { as, body: aQuestion() })).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 403, 404]);
    expect(api.asked.map(({ scope }) => scope.environmentIds)).toEqual([[], [], []]);
  });

  it('answers 400 for names within reach that exclude each other', async () => {
    const scope = { application_ids: [APP_TWO], environment_ids: [idOf('environment', 1)] };
    const { status, body } = await new TestApi().post(PATH, { body: aQuestion({ scope }) });
    expect([status, body['type']]).toEqual([400, 'invalid_query']);
  });

  it.each([
    ['another organization', { organization_id: OTHER_ORG }, '/scope/organization_id'],
    ['another workspace', { workspace_id: idOf('workspace', 5) }, '/scope/workspace_id'],
  ])('turns a body away that names %s', async (_name, scope, pointer) => {
    const { status, body } = await new TestApi().post(PATH, { body: aQuestion({ scope }) });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('passes a reader’s refusal through as it is', async () => {
    const api = new TestApi();
    api.answer = () => Promise.reject(new Refusal('read_context_expired', 'Refresh the view.'));
    const { status, body } = await api.post(PATH, { body: aQuestion() });
    expect(status).toBe(410);
    expect(body).toMatchObject({
      type: 'read_context_expired',
      next_action: 'refresh_view',
      detail: 'Refresh the view.',
    });
  });

  it('answers 503 when no reader is composed', async () => {
    const ports = new TestApi({ reader: undefined as never });
    const { status, body } = await ports.post(PATH, { body: aQuestion() });
    expect([status, body['type']]).toEqual([503, 'dependency_unavailable']);
  });

  it('refuses an Idempotency-Key', async () => {
    const { status, body } = await new TestApi().post(PATH, {
      body: aQuestion(),
      headers: { 'idempotency-key': 'once' },
    });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
  });
});
