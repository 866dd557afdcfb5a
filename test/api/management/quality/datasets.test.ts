import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { ContentRefused } from '../../../../contracts/ingest/events/captured-content.ts';
import { createManagementFixture, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { KNOWN_DATASET, makeDatasetMember } from '../../../../testing/quality/fake-datasets.ts';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';

const { workspace, environment } = INSTALLATION_IDS;
const ID = KNOWN_DATASET.datasetId;
const OTHER = 't_00000000000000000000000002';
const WINDOW = { from: '2026-02-20T00:00:00Z', until: '2026-02-27T00:00:00Z', limit: 100 };
const NOW = '2026-03-01T12:00:00.000Z';

const SHOWN = {
  ...{ dataset_id: ID, workspace_id: workspace, name: 'Chats', builder: 'from_filter', version: 1 },
  ...{ digest: KNOWN_DATASET.digest, items: 2, synthetic_items: 0, imported_items: 0, captured_bodies: 0 },
  ...{ captured_requests: 0, duplicates: { requests: 0, contents: 0 }, fit_eligible: true },
  ...{ created_at: '2026-02-28T12:00:00.000Z', version_created_at: '2026-02-28T12:00:00.000Z' },
};

const open = (): ManagementFixture => createManagementFixture({ token: { role: 'operator', scopes: SCOPES } });

async function ask(
  { app }: ManagementFixture,
  method: 'GET' | 'POST' | 'DELETE',
  path = '',
  payload?: object,
  headers: Record<string, string> = {},
) {
  const url = `/tt/api/v1/evals/datasets${path}`;
  const authorized = { authorization: 'Bearer known', ...headers };
  const answer = await app.inject({ method, url, headers: authorized, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

const build = (plane: ManagementFixture, builder: string, parameters: object, more: object = {}) =>
  ask(plane, 'POST', '', { name: 'New', builder, [builder]: parameters, ...more });

describe('the list of datasets', () => {
  it('shows one workspace, filtered and in pages', async () => {
    const plane = open();
    expect(await ask(plane, 'GET')).toEqual({ status: 200, body: { datasets: [SHOWN], next_cursor: '' } });
    await build(plane, 'synthetic', { templates: ['Hi'], limit: 1 });
    const first = await ask(plane, 'GET', '?limit=1');
    expect(first.body['datasets']).toMatchObject([{ name: 'New', fit_eligible: false, synthetic_items: 1 }]);
    expect(await ask(plane, 'GET', `?limit=1&cursor=${String(first.body['next_cursor'])}`)).toMatchObject({
      body: { datasets: [SHOWN], next_cursor: '' },
    });
    expect((await ask(plane, 'GET', '?fit_eligible=true')).body['datasets']).toEqual([SHOWN]);
    expect((await ask(plane, 'GET', '?builder=import')).body['datasets']).toEqual([]);
    plane.datasets.workspaceIds = [workspace, OTHER];
    expect((await ask(plane, 'GET', `?workspace_id=${OTHER}`)).body['datasets']).toEqual([]);
  });

  it('needs the workspace if there are several, and refuses an unknown one', async () => {
    const plane = open();
    plane.datasets.workspaceIds = [workspace, OTHER];
    const answer = await ask(plane, 'GET');
    expect([answer.status, answer.body['detail']]).toEqual([
      400,
      'This installation has 2 workspaces, so `workspace_id` is required. Send it.',
    ]);
    expect(await ask(plane, 'GET', '?workspace_id=t_00000000000000000000000003')).toMatchObject({ status: 404 });
  });
});

describe('a build from facts', () => {
  it('refers to the requests of a filter, with its defaults, and reads captured texts', async () => {
    const plane = open();
    plane.datasets.requests = ['r1', 'r2', 'r3', 'r1'].map((requestId) => makeDatasetMember({ requestId }));
    plane.annotation.kept.set('r1', { request: 'Hi', response: 'Hello' });
    plane.annotation.kept.set('r2', { request: 'Hi', response: 'Hello' });
    plane.annotation.kept.set('r3', { request: 'Bye', response: 'See', isCutOff: true });
    const { status, body } = await build(plane, 'from_filter', { ...WINDOW, order: 'sampled', segment: 'chat' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ name: 'New', workspace_id: workspace, version: 1, items: 2, captured_bodies: 1, captured_requests: 2 },
      duplicates: { requests: 1, contents: 1 },
    });
    expect(plane.datasets.searches).toEqual([
      {
        ...{ organizationId: 'org_00000000000000000000000001', workspaceId: workspace },
        ...{ from: new Date(WINDOW.from), until: new Date(WINDOW.until), limit: 100, seed: 0 },
        ...{ purpose: 'application', status: 'succeeded', environmentId: '', segment: 'chat', model: '' },
        ...{ feature: '', agent: '' },
      },
    ]);
    expect(plane.datasets.created[0]?.members.map(({ contentHash }) => contentHash.slice(0, 8))).toEqual([
      '3639efcd',
      '12890122',
    ]);
  });

  it('finds failures and labels of a metric', async () => {
    const plane = open();
    await build(plane, 'from_failures', { ...WINDOW, metric: 'safety', evaluator_id: 'check.safety' });
    await build(plane, 'from_annotation_queue', { ...WINDOW, metric: 'safety', segment: 'chat' });
    expect(plane.datasets.searches).toMatchObject([
      { metric: 'safety', segment: '', evaluatorId: 'check.safety', limit: 100 },
      { metric: 'safety', segment: 'chat', limit: 100 },
    ]);
    expect(plane.datasets.created.map(({ builder, appended }) => [builder, appended])).toEqual([
      ['from_failures', undefined],
      ['from_annotation_queue', undefined],
    ]);
  });

  it.each([
    ['no parameters', { name: 'x', builder: 'from_filter' }, '/from_filter'],
    [
      'those of another builder',
      { name: 'x', builder: 'from_filter', from_filter: WINDOW, synthetic: { templates: ['x'], limit: 1 } },
      '/synthetic',
    ],
    [
      'a day that does not exist',
      { name: 'x', builder: 'from_filter', from_filter: { ...WINDOW, from: '2026-02-30T00:00:00Z' } },
      '/from_filter/from',
    ],
    [
      'an empty window',
      { name: 'x', builder: 'from_filter', from_filter: { ...WINDOW, until: WINDOW.from } },
      '/from_filter/until',
    ],
    [
      'an unknown metric',
      { name: 'x', builder: 'from_failures', from_failures: { ...WINDOW, metric: 'x' } },
      '/from_failures/metric',
    ],
    [
      'too many items',
      { name: 'x', builder: 'from_filter', from_filter: { ...WINDOW, limit: 10_001 } },
      '/from_filter/limit',
    ],
  ])('refuses %s', async (_name, payload, pointer) => {
    const answer = await ask(open(), 'POST', '', payload);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('refuses conditions that no request meets', async () => {
    const plane = open();
    plane.datasets.requests = [];
    const { status, body } = await build(plane, 'from_filter', WINDOW);
    expect([status, body['detail']]).toEqual([
      400,
      'No request meets these conditions. Widen the window, or check the names.',
    ]);
  });

  it('makes one dataset of a repeated request, also if the facts have changed', async () => {
    const plane = open();
    const payload = { name: 'New', builder: 'from_filter', from_filter: WINDOW };
    const first = await ask(plane, 'POST', '', payload, { 'idempotency-key': 'one' });
    plane.datasets.requests = [];
    expect(await ask(plane, 'POST', '', payload, { 'idempotency-key': 'one' })).toEqual(first);
    expect(plane.datasets.created).toHaveLength(1);
  });
});

describe('a build from texts', () => {
  it('appends lines, stores their texts, and makes annotations of expectations and labels', async () => {
    const plane = open();
    const lines = [
      {
        instruction: 'A',
        output: 'a',
        model: 'm',
        segment: 'mail',
        expected: 'b',
        labels: { safety: 'fail', relevance: 'pass' },
      },
      { instruction: 'B' },
      { instruction: 'A' },
    ];
    const { status, body } = await build(plane, 'import', { lines });
    expect([status, body['items'], body['imported_items'], body['captured_bodies'], body['fit_eligible']]).toEqual([
      ...[201, 2, 2, 1, false],
    ]);
    expect(body['duplicates']).toEqual({ requests: 0, contents: 1 });
    const [made] = plane.datasets.created;
    expect(made?.members).toMatchObject([
      {
        ...{ kind: 'imported', segment: 'mail', environmentId: environment, admittedAtMs: Date.parse(NOW) },
        annotations: { expected: 'b', 'label.relevance': 'pass', 'label.safety': 'fail' },
      },
      { kind: 'imported', segment: '', annotations: {} },
    ]);
    expect(made?.appended).toMatchObject({
      scope: { workspace_id: workspace, environment_id: environment },
      requests: [
        { kind: 'imported', segment: 'mail', model: 'm', hasAnswer: true },
        { kind: 'imported', segment: '', model: undefined, hasAnswer: false },
      ],
    });
    expect(made?.definition).toEqual({ environment_id: environment, lines: 3 });
    expect(made?.appended?.requests.map(({ requestId }) => requestId)).toEqual(
      made?.members.map(({ requestId }) => requestId),
    );
  });

  it('expands templates', async () => {
    const plane = open();
    const synthetic = { templates: ['{a}?', '!'], values: { a: ['x', 'y'] }, limit: 10, segment: 'made' };
    expect(await build(plane, 'synthetic', synthetic)).toMatchObject({
      status: 201,
      body: { items: 3, synthetic_items: 3, captured_requests: 3, captured_bodies: 0 },
    });
    expect(plane.datasets.created[0]?.members).toMatchObject([
      { kind: 'synthetic', segment: 'made', annotations: { template: '0' } },
      { annotations: { template: '0' } },
      { annotations: { template: '1' } },
    ]);
    expect(plane.datasets.created[0]?.definition).toEqual({
      ...{ environment_id: environment, templates: 2, placeholders: { a: 2 }, limit: 10, seed: 0 },
    });
  });

  it('is refused if its texts would not be stored', async () => {
    const plane = open();
    plane.wanted = { request: true, response: false };
    const lines = [{ instruction: 'A', output: 'a' }];
    expect(await build(plane, 'import', { lines })).toMatchObject({ status: 404, body: { code: 'feature_absent' } });
    expect(await build(plane, 'import', { lines: [{ instruction: 'A' }] })).toMatchObject({ status: 201 });
    plane.wanted = { request: false, response: true };
    expect(await build(plane, 'synthetic', { templates: ['x'], limit: 1 })).toMatchObject({
      ...{ status: 404, body: { code: 'feature_absent' } },
    });
    expect(plane.datasets.created).toHaveLength(1);
  });

  it('is refused if there is no space for its texts', async () => {
    const plane = open();
    plane.annotation.refusal = new ContentRefused('day_full');
    const { status, body } = await build(plane, 'import', { lines: [{ instruction: 'A' }] });
    expect([status, body['code'], plane.datasets.created]).toEqual([503, 'dependency_unavailable', []]);
  });

  it('is refused for an environment of another workspace', async () => {
    const environment_id = 'env_00000000000000000000000009';
    expect(await build(open(), 'import', { environment_id, lines: [{ instruction: 'A' }] })).toMatchObject({
      ...{ status: 400, body: { errors: [{ pointer: '/import/environment_id' }] } },
    });
  });
});

describe('one dataset', () => {
  it('is shown with its items and their states', async () => {
    const plane = open();
    plane.datasets.requests = [makeDatasetMember()];
    const { status, body } = await ask(plane, 'GET', `/${ID}?version=1&workspace_id=${workspace}`);
    const item = {
      ...{ req_id: 'r1', req_ts: '2026-02-25T08:00:00.000Z', segment: 'chat', kind: 'captured', content_hash: '' },
      ...{ exclusion: 'none', annotations: {} },
    };
    expect([status, body]).toEqual([
      200,
      {
        ...SHOWN,
        definition: KNOWN_DATASET.definition,
        excluded: { expired: 0, erased: 0, excluded: 0, missing: 1 },
        item_list: [item, { ...item, req_id: 'r2', exclusion: 'missing' }],
      },
    ]);
  });

  it.each(['?version=2', `?workspace_id=${OTHER}`])('is not found by %s', async (query) => {
    expect(await ask(open(), 'GET', `/${ID}${query}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is deleted once', async () => {
    const plane = open();
    expect(await ask(plane, 'DELETE', `/${ID}`)).toEqual({ status: 200, body: { dataset_id: ID, deleted: true } });
    expect(await ask(plane, 'DELETE', `/${ID}`)).toMatchObject({ status: 404 });
    expect(await ask(plane, 'GET', `/${ID}`)).toMatchObject({ status: 404 });
  });
});

describe('an edit of items', () => {
  it('makes the next version, and the version before still answers', async () => {
    const plane = open();
    plane.datasets.requests = ['r1', 'r2', 'r3'].map((requestId) => makeDatasetMember({ requestId }));
    const before = await ask(plane, 'GET', `/${ID}?version=1`);
    const edit = {
      ...{ expected_version: 1, remove: ['r2', 'r9'], add: ['r3', 'r1'] },
      annotate: [{ req_id: 'r1', annotations: { note: 'x', gone: null } }],
    };
    const { status, body } = await ask(plane, 'POST', `/${ID}/items`, edit);
    expect([status, body]).toEqual([
      200,
      {
        dataset: {
          ...SHOWN,
          version: 2,
          version_created_at: NOW,
          duplicates: { requests: 1, contents: 0 },
        },
        ...{ added: 1, removed: 1, annotated: 1, not_items: 1, duplicates: { requests: 1, contents: 0 } },
      },
    ]);
    const after = await ask(plane, 'GET', `/${ID}?version=1`);
    expect(after.body).toEqual(before.body);
  });

  it('is refused if the dataset has another version', async () => {
    expect(await ask(open(), 'POST', `/${ID}/items`, { expected_version: 2, remove: ['r1'] })).toMatchObject({
      ...{ status: 409, body: { code: 'conflict' } },
    });
  });

  it.each([
    ['a request without facts', { add: ['r1', 'r7'] }, '/add/1'],
    ['no item', {}, '/add'],
    [
      'too many items',
      {
        add: Array.from({ length: 400 }, (_, at) => `a${at}`),
        remove: Array.from({ length: 101 }, (_, at) => `b${at}`),
      },
      '/add',
    ],
    ['annotations of no item', { annotate: [{ req_id: 'r9', annotations: { a: 'b' } }] }, '/annotate/0/req_id'],
  ])('is refused for %s', async (_name, edit, pointer) => {
    expect(await ask(open(), 'POST', `/${ID}/items`, { expected_version: 1, ...edit })).toMatchObject({
      ...{ status: 400, body: { errors: [{ pointer }] } },
    });
  });
});
