import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, OTHER_ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { AUDITED_WRITES } from '../../../testing/api/operations/audited-writes.ts';
import { putComparisonRun, putEndedRun } from '../../../testing/api/made-comparison.ts';
import { saveView } from '../../../testing/api/made-report.ts';
import { putService, putServiceCredential } from '../../../testing/identities/made-service.ts';
import { makeSchedule, type MadeSchedule, putItem, putOccurrence } from '../../../testing/api/made-schedule.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi, type TestCallOptions } from '../../../testing/api/test-api.ts';

const OWNER = { subjectId: SUBJECTS.owner, credentialId: SUBJECTS.owner.replace('sub_', 'cred_') };

const NAMES = Object.keys(AUDITED_WRITES);

/** Operations that use POST without writing. */
const READING_POSTS = [
  'customer.insights.query',
  'customer.insights.rows',
  'customer.insights.receipt',
  'customer.traces.read',
  'customer.traces.list',
  'customer.report_schedules.preview',
  'customer.saved_views.open',
];

/** The operations that accept traffic, which have separate tests. */
const TAKING_IN = ['send', 'send_spans', 'send_logs', 'send_litellm_log'].map((name) => `customer.traffic.${name}`);

interface Walk {
  readonly made: MadeSchedule;
  readonly api: TestApi;
  /** The function that replaces the work of the handler. */
  instead: (() => unknown) | undefined;
  /** The newest audit row at the moment when the handler began. */
  seen: unknown;
  send(name: string, options?: TestCallOptions): Promise<{ status: number; type: unknown }>;
}

/** Creates a missed occurrence and an unread item, and observes every handler. */
async function walk(limits = { requestsPerCredential: 1_000_000, requestsPerAddress: 1_000_000 }): Promise<Walk> {
  const api = new TestApi({ limits: { ...limits, connectionsPerAddress: 5_000, trustedProxies: [] } });
  const state: Pick<Walk, 'instead' | 'seen'> = { instead: undefined, seen: undefined };
  api.app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/portal')) return;
    const { handler } = route;
    route.handler = async function watched(request, reply) {
      state.seen = structuredClone(api.audit.rows.at(-1));
      if (state.instead !== undefined) return state.instead();
      const answer: unknown = await handler.call(this, request, reply);
      return answer;
    };
  });
  const made = await makeSchedule({ report: { api } });
  putOccurrence(made, { state: 'missed' });
  putItem(made, 'owner');
  await putEndedRun(api.plane.comparing);
  await putComparisonRun(api.plane.comparing);
  putService(api.plane.identities);
  putServiceCredential(api.plane.identities);
  api.audit.rows.length = 0;
  state.seen = undefined;
  return Object.assign(state, {
    made,
    api,
    async send(name: string, options: TestCallOptions = {}) {
      const { method, path, body } = AUDITED_WRITES[name]!;
      const sent = options.body ?? body?.(made);
      // This does not use `call`, which rejects undeclared answers. The handlers of this test give such answers.
      const response = await api.app.inject({
        method,
        url: API_BASE_PATH + path(made),
        headers: {
          authorization: `Bearer ${callerToken(options.as ?? 'owner')}`,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(sent !== undefined && { payload: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
      });
      const status = response.statusCode;
      const answer = response.json<Record<string, unknown>>();
      return { status, type: answer['type'] };
    },
  });
}

describe('the audit of the API', () => {
  it('covers every operation except GET and reading POST operations', async () => {
    const api = new TestApi();
    await api.app.ready();
    const mutating = api.routes.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
    expect(mutating.sort()).toEqual([...NAMES, ...READING_POSTS, ...TAKING_IN].sort());
  });

  it.each(NAMES)('writes the intent of %s before its handler, and its end after it', async (name) => {
    const world = await walk();
    const { status } = await world.send(name);
    expect(status).toBeLessThan(300);
    expect(world.seen).toMatchObject({ operation: name, ...OWNER, requests: 1 });
    expect(world.seen).not.toHaveProperty('end');
    const [row, ...others] = world.api.audit.rows;
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      auditId: expect.stringMatching(/^aud_/) as string,
      operation: name,
      ...OWNER,
      organizationId: ORGANIZATION_ID,
      workspaceId: WORKSPACE_ID,
      requestId: expect.stringMatching(/^req_/) as string,
      address: '127.0.0.1',
      end: { outcome: 'accepted', status },
    });
    expect([...row!.targets, ...row!.end!.targets!]).toEqual(
      expect.arrayContaining([...AUDITED_WRITES[name]!.targets(world.made)]),
    );
  });

  it.each(
    NAMES.flatMap((name) =>
      (['forbidden', 'conflict', 'precondition_failed'] as const).map((code) => [name, code] as const),
    ),
  )('ends the row of %s with %s if the handler refuses', async (name, code) => {
    const world = await walk();
    world.instead = () => {
      throw new Refusal(code, 'Not so.');
    };
    const { status } = await world.send(name);
    expect(world.api.audit.rows.map(({ operation, end }) => [operation, end])).toEqual([
      [name, { outcome: 'refused', status, code }],
    ]);
  });

  it.each(NAMES)('ends the row of %s if it fails, and keeps it open if the handler never ends', async (name) => {
    const world = await walk();
    world.instead = () => {
      throw new Error('a defect');
    };
    expect((await world.send(name)).status).toBe(500);
    expect(world.api.audit.rows[0]!.end).toEqual({ outcome: 'failed', status: 500, code: 'internal_error' });

    let began: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    world.instead = () => {
      began();
      return new Promise(() => undefined);
    };
    void world.send(name);
    await hasBegun;
    expect(world.api.audit.rows).toHaveLength(2);
    expect(world.api.audit.rows[1]).toMatchObject({ operation: name, ...OWNER });
    expect(world.api.audit.rows[1]).not.toHaveProperty('end');
  });

  it.each(NAMES)('writes one row of %s if it is refused before its handler', async (name) => {
    const world = await walk();
    const unfit = { body: { nothing: 'fits' } };
    expect([
      (await world.send(name, { as: 'stranger' })).status,
      (await world.send(name, unfit)).status,
      (await world.send(name, { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ]).toEqual([404, 422, 415]);
    expect(world.api.audit.rows.map(({ subjectId, end }) => [subjectId, end?.outcome, end?.code])).toEqual([
      [SUBJECTS.stranger, 'refused', 'not_found'],
      [SUBJECTS.owner, 'refused', 'validation_failed'],
      [SUBJECTS.owner, 'refused', 'unsupported_media_type'],
    ]);
    expect(world.seen).toBeUndefined();
  });

  it.each(NAMES)('counts the 401 and 429 answers of %s in one row per address and minute', async (name) => {
    // The preparation used 3 requests of the credential.
    const world = await walk({ requestsPerCredential: 4, requestsPerAddress: 1_000_000 });
    world.instead = () => {
      throw new Refusal('forbidden', 'Not so.');
    };
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await world.send(name, { as: 'forged' })).status);
    for (let time = 0; time < 3; time += 1) statuses.push((await world.send(name)).status);
    expect(statuses).toEqual([401, 401, 401, 403, 429, 429]);
    const counted = () => world.api.audit.rows.map(({ operation, end, requests }) => [operation, end?.code, requests]);
    expect(counted()).toEqual([
      [name, 'unauthorized', 1],
      [name, 'forbidden', 1],
      [name, 'rate_limited', 1],
    ]);
    await world.api.app.close();
    expect(counted().map(([, , requests]) => requests)).toEqual([3, 1, 2]);
    expect(world.api.audit.rows[0]).toMatchObject({ address: '127.0.0.1' });
    expect(world.api.audit.rows[2]).toMatchObject(OWNER);
  });

  it.each(NAMES)('counts %s with an endless path in one row for the caller’s address', async (name) => {
    const world = await walk({ requestsPerCredential: 1_000_000, requestsPerAddress: 6 });
    const { method, path } = AUDITED_WRITES[name]!;
    const statuses: number[] = [];
    // The preparation used 3 requests of the address.
    for (let time = 0; time < 4; time += 1) {
      const url = `${API_BASE_PATH}${path(world.made)}?${'a'.repeat(4_096)}`;
      statuses.push((await world.api.app.inject({ method, url })).statusCode);
    }
    await world.api.app.close();
    expect(statuses).toEqual([414, 414, 414, 429]);
    expect(world.api.audit.rows.map(({ end, requests }) => [end?.code, requests])).toEqual([
      ['uri_too_long', 3],
      ['rate_limited', 1],
    ]);
  });

  it('does not execute a write whose intent cannot be recorded', async () => {
    const world = await walk();
    world.api.audit.fault = new Error('disk full');
    const before = world.api.plane.written();
    for (const name of NAMES) {
      expect(await world.send(name)).toEqual({ status: 503, type: 'dependency_unavailable' });
    }
    expect(world.seen).toBeUndefined();
    expect(world.api.plane.written()).toBe(before);
  });

  it('answers a write with its outcome if only its end cannot be recorded', async () => {
    const world = await walk();
    world.instead = () => {
      world.api.audit.fault = new Error('disk full');
      throw new Refusal('conflict', 'Not so.');
    };
    expect((await world.send('customer.reports.delete')).status).toBe(409);
    expect(world.api.audit.rows[0]).not.toHaveProperty('end');
  });

  it('contains no text of a person, no token, and no invalid id', async () => {
    const world = await walk();
    await world.send('customer.saved_views.create', { body: makeView({ name: 'rpt_00000000000000000000000009' }) });
    await world.send('customer.reports.delete', { headers: { authorization: 'Bearer ttm_secret' } });
    await world.api.delete(`/organizations/acme/reports/anything`);
    await world.api.delete(`/organizations/${OTHER_ORGANIZATION_ID}/reports/${MISSING_IDS.report}`, { as: 'analyst' });
    const kept = JSON.stringify(world.api.audit.rows);
    for (const text of ['rpt_00000000000000000000000009', 'ttm_', 'acme', 'anything', 'Berlin']) {
      expect(kept).not.toContain(text);
    }
    expect(world.api.audit.rows.at(-1)).toMatchObject({
      organizationId: ORGANIZATION_ID,
      targets: [OTHER_ORGANIZATION_ID, MISSING_IDS.report],
    });
  });

  it('records refusals of a stranger under the stranger, and refusals of an unknown caller nowhere', async () => {
    const world = await walk();
    const { report } = world.made;
    await world.api.delete(`/organizations/${ORGANIZATION_ID}/reports/${report.report_id}`, { as: 'outsider' });
    await world.api.delete(`/organizations/${ORGANIZATION_ID}/reports/${report.report_id}`, { as: 'nobody' });
    await world.api.post(`/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/reports`, {
      as: 'neighbour',
      body: {},
    });
    const filed = world.api.audit.rows.map(({ subjectId, organizationId, workspaceId, targets, end }) => [
      ...[end?.status, subjectId, organizationId, workspaceId],
      targets,
    ]);
    expect(filed).toEqual([
      [404, SUBJECTS.outsider, OTHER_ORGANIZATION_ID, undefined, [ORGANIZATION_ID, report.report_id]],
      [401, undefined, undefined, undefined, [ORGANIZATION_ID, report.report_id]],
      [404, SUBJECTS.neighbour, ORGANIZATION_ID, undefined, [WORKSPACE_ID]],
    ]);
  });

  it.each([
    [404, 'stranger', 'not_found'],
    [422, 'owner', 'validation_failed'],
  ] as const)(
    'counts the refusals with %i of a known caller before any handler in one row',
    async (status, as, code) => {
      const world = await walk();
      for (let time = 0; time < 25; time += 1) {
        const unfit = { as, body: { nothing: 'fits' } };
        expect((await world.send('customer.reports.create', unfit)).status).toBe(status);
      }
      await world.api.app.close();
      expect(world.api.audit.rows.map(({ subjectId, end, requests }) => [subjectId, end?.code, requests])).toEqual([
        [SUBJECTS[as], code, 25],
      ]);
    },
  );

  it('writes no row for reads', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    api.audit.rows.length = 0;
    await api.client().savedViews.open(view.id);
    await api.client().savedViews.list().page();
    await api.post(`/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/query`, {
      as: 'nobody',
      body: {},
    });
    expect(api.audit.rows).toEqual([]);
  });
});
