import { describe, expect, it } from 'vitest';
import { makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import {
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi, type TestCallOptions } from '../../../testing/api/test-api.ts';

const WORKSPACE = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}`;
const REPORTS = `${WORKSPACE}/reports`;
const tooLong = JSON.stringify({ name: 'x'.repeat(1_048_576) });

async function prepared(): Promise<{ api: TestApi; body: Record<string, unknown> }> {
  const api = new TestApi();
  const { data: view } = await api.client().savedViews.create(makeView());
  const body = {
    name: 'Weekly',
    saved_view_id: view.id,
    expected_view_revision: '1',
    recipient_subject_ids: [],
    idempotency_key: 'once',
  };
  await api.post(REPORTS, { body });
  return { api, body };
}

interface Case {
  readonly name: string;
  readonly status: number;
  readonly path?: string;
  readonly options: (body: Record<string, unknown>) => TestCallOptions;
}

const cases: readonly Case[] = [
  {
    name: '401 before 404',
    status: 401,
    path: `/organizations/${OTHER_ORGANIZATION_ID}/workspaces/${OTHER_WORKSPACE_ID}/reports`,
    options: () => ({ as: 'nobody', body: {} }),
  },
  { name: '401 before bad JSON', status: 401, options: () => ({ as: 'runtime', body: '{' }) },
  { name: '401 before a body over the limit', status: 401, options: () => ({ as: 'nobody', body: tooLong }) },
  { name: '404 before bad JSON', status: 404, options: () => ({ as: 'outsider', body: '{' }) },
  { name: '404 before a body over the limit', status: 404, options: () => ({ as: 'outsider', body: tooLong }) },
  {
    name: '404 before a wrong content type',
    status: 404,
    options: () => ({ as: 'stranger', body: 'x', headers: { 'content-type': 'text/plain' } }),
  },
  {
    name: '404 before a schema violation',
    status: 404,
    options: () => ({ as: 'outsider', body: { nothing: 'fits' } }),
  },
  {
    name: 'a schema violation before the 404 of a resource that the body names',
    status: 422,
    options: (body) => ({ body: { ...body, saved_view_id: MISSING_IDS.view, extra: 1 } }),
  },
  {
    name: 'a schema violation before 409 of the key',
    status: 422,
    options: (body) => ({ body: { ...body, name: 'Other', extra: 1 } }),
  },
  {
    name: 'the 404 of a resource that the body names before 409 of the key',
    status: 404,
    options: (body) => ({ body: { ...body, saved_view_id: MISSING_IDS.view } }),
  },
  {
    name: '409 of the key before 412',
    status: 409,
    options: (body) => ({ body: { ...body, expected_view_revision: '9' } }),
  },
  {
    name: '409 of the key before a stateful 422',
    status: 409,
    options: (body) => ({ body: { ...body, recipient_subject_ids: [SUBJECTS.outsider] } }),
  },
  {
    name: '412 before a stateful 422',
    status: 412,
    options: (body) => ({
      body: {
        ...body,
        idempotency_key: 'new',
        expected_view_revision: '9',
        recipient_subject_ids: [SUBJECTS.outsider],
      },
    }),
  },
  {
    name: '412 before 409 of the name',
    status: 412,
    options: (body) => ({ body: { ...body, idempotency_key: 'new', expected_view_revision: '9' } }),
  },
  {
    name: 'a stateful 422 before 409 of the name',
    status: 422,
    options: (body) => ({ body: { ...body, idempotency_key: 'new', recipient_subject_ids: [SUBJECTS.outsider] } }),
  },
  { name: '409 of the name last', status: 409, options: (body) => ({ body: { ...body, idempotency_key: 'new' } }) },
];

describe('if two refusals apply, the answer is', () => {
  it.each(cases)('$name', async ({ status, path, options }) => {
    const { api, body } = await prepared();
    const before = api.plane.written();
    expect((await api.post(path ?? REPORTS, options(body))).status).toBe(status);
    expect(api.plane.written()).toBe(before);
  });

  it('403 before 409 of the state: a caller without permission gets no information about the run', async () => {
    const api = new TestApi();
    const { reports, savedViews } = api.client();
    const { data: view } = await savedViews.create(makeView());
    const { run } = (
      await reports.create({
        name: 'Weekly',
        saved_view_id: view.id,
        expected_view_revision: '1',
        recipient_subject_ids: [SUBJECTS.analyst],
      })
    ).data;
    api.plane.settle(run.run_id, { state: 'ready' });
    const cancel = (as: 'owner' | 'analyst') => api.client(as).reports.runs.cancel(run.report_id, run.run_id);
    expect((await toRefusal(cancel('analyst'))).status).toBe(403);
    expect((await toRefusal(cancel('owner'))).status).toBe(409);
  });
});
