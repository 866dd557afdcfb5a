import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  AnnotationProgressSchema,
  ClaimedAnnotationsSchema,
  type ClaimedAnnotations,
} from '../../../contracts/judges/annotation-queue.ts';
import { type ManagementProblem, ManagementProblemSchema } from '../../../contracts/management/problem.ts';
import type { AnnotationCandidate } from '../../../domain/judges/annotation.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import {
  ADA,
  logInAsAda,
  type ManagementChanges,
  createManagementFixture,
  type ManagementFixture,
  TOKEN,
} from '../../../testing/apps/management-fixture.ts';

const WORKSPACE = 't_00000000000000000000000001';
const LEASE_ENDS = '2026-03-01T13:00:00.000Z';

function rowOf(requestId: string, change: Partial<AnnotationCandidate> = {}): AnnotationCandidate {
  const admittedAt = new Date('2026-02-28T00:00:00.000Z');
  const place = { workspaceId: WORKSPACE, environmentId: 'env_1' };
  return { ...place, requestId, admittedAt, segment: 'chat', labelledBy: [], rank: 1, ...change };
}

/** A plane with rows that have content, called by an admin. */
function planeWith(rows: readonly AnnotationCandidate[], changes: ManagementChanges = {}): ManagementFixture {
  const plane = createManagementFixture({
    role: 'admin',
    token: { role: 'admin', scopes: ['quality:write', 'content:read', 'evals:read'] },
    ...changes,
  });
  plane.annotation.candidates = rows;
  for (const { requestId } of rows) plane.annotation.kept.set(requestId, { request: 'Six?', response: requestId });
  return plane;
}

function ask({ app }: ManagementFixture, verb: string, body: object, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: `/tt/api/v1/evals/annotation-queue/${verb}`,
    headers: 'cookie' in headers ? headers : { authorization: 'Bearer known', ...headers },
    payload: body,
  });
}

async function claim(plane: ManagementFixture, body: object = {}, headers: Record<string, string> = {}) {
  return ask(plane, 'claim', { k: 2, strategy: 'starved_segments', ...body }, headers);
}

function problemOf(answer: Awaited<ReturnType<typeof claim>>): [number, string, string] {
  const problem = answer.json<ManagementProblem>();
  expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
  return [answer.statusCode, problem.code, problem.detail];
}

describe('a claim', () => {
  it('leases the first rows, with the content of each, until one instant', async () => {
    const plane = planeWith([rowOf('r1'), rowOf('r2', { segment: '', rank: 0 }), rowOf('r3')]);
    const answer = await claim(plane);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      items: [
        {
          req_id: 'r1',
          workspace_id: WORKSPACE,
          req_ts: '2026-02-28T00:00:00.000Z',
          segment: 'chat',
          instruction: 'Six?',
          output: 'r1',
          priority_reason: '1 row of the segment chat is labelled',
        },
        {
          req_id: 'r2',
          workspace_id: WORKSPACE,
          req_ts: '2026-02-28T00:00:00.000Z',
          segment: '',
          instruction: 'Six?',
          output: 'r2',
          priority_reason: '0 rows without a segment are labelled',
        },
      ],
      lease_expires: LEASE_ENDS,
    });
    expect([...Value.Errors(ClaimedAnnotationsSchema, answer.json())]).toEqual([]);
    expect(plane.annotation.searches).toEqual([
      {
        strategy: 'starved_segments',
        segment: '',
        since: new Date('2026-01-30T12:00:00.000Z'),
        overlap: 1,
        annotator: TOKEN.tokenId,
        limit: 2_000,
        offset: 0,
      },
    ]);
    expect((await claim(plane)).json<ClaimedAnnotations>().items.map(({ req_id }) => req_id)).toEqual(['r3']);
  });

  it('is audited with its caller, without the content of claimed rows', async () => {
    const plane = planeWith([rowOf('r1')]);
    await claim(plane);
    expect(plane.audit.rows).toMatchObject([
      {
        operation: 'management.annotation_queue.claim',
        credentialId: TOKEN.tokenId,
        requests: 1,
        end: { outcome: 'accepted', status: 200, targets: [] },
      },
    ]);
    expect(JSON.stringify(plane.audit.rows)).not.toContain('Six?');
  });

  it('that leases no rows is an empty list and an empty instant', async () => {
    const plane = planeWith([rowOf('r1')]);
    await claim(plane);
    expect((await claim(plane)).json()).toEqual({ items: [], lease_expires: '' });
    expect((await claim(planeWith([]), { strategy: 'hard_cases' })).json()).toEqual({ items: [], lease_expires: '' });
  });

  it('of more than 200 rows leases 200', async () => {
    const plane = planeWith(Array.from({ length: 620 }, (_, index) => rowOf(`r${index}`)));
    expect((await claim(plane, { k: 2_147_483_647 })).json<ClaimedAnnotations>().items).toHaveLength(200);
  });

  it('searches further if other people have leased the first thousands of rows', async () => {
    const plane = planeWith(Array.from({ length: 2_001 }, (_, index) => rowOf(`r${index}`)));
    for (let index = 0; index < 2_000; index += 1) plane.annotation.held.set(`r${index}`, 'others');
    expect((await claim(plane)).json<ClaimedAnnotations>().items.map(({ req_id }) => req_id)).toEqual(['r2000']);
    expect(plane.annotation.searches.map(({ offset }) => offset)).toEqual([0, 2_000]);
  });

  it('skips rows without content, and releases rows whose content disappears', async () => {
    const plane = planeWith([rowOf('r1'), rowOf('r2'), rowOf('r3')]);
    plane.annotation.kept.delete('r1');
    plane.annotation.going.add('r2');
    expect((await claim(plane, { k: 3 })).json<ClaimedAnnotations>().items.map(({ req_id }) => req_id)).toEqual(['r3']);
    expect([...plane.annotation.held]).toEqual([['r3', TOKEN.tokenId]]);
  });

  it.each([
    [1, 'a panel was split'],
    [2, 'a judge abstained'],
    [3, 'a judge abstained, and a panel was split'],
  ])('of hard cases of rank %i states that %s', async (rank, reason) => {
    const answer = await claim(planeWith([rowOf('r1', { rank })]), { strategy: 'hard_cases' });
    expect(answer.json<ClaimedAnnotations>().items[0]?.priority_reason).toBe(reason);
  });

  it('is for the person that the token names; users claim only for themselves', async () => {
    const plane = planeWith([rowOf('r1'), rowOf('r2')]);
    await claim(plane, { k: 1, annotator: 'grace', overlap: 2, segment: 'chat' });
    await claim(plane, { k: 1 }, await logInAsAda(plane));
    expect(plane.annotation.orders.map(({ annotator, overlap }) => [annotator, overlap])).toEqual([
      ['grace', 2],
      [ADA.userId, 1],
    ]);
    expect(plane.annotation.searches[0]).toMatchObject({ segment: 'chat', annotator: 'grace', overlap: 2 });
    expect(problemOf(await claim(plane, { annotator: 'grace' }, await logInAsAda(plane)))).toEqual([
      403,
      'forbidden',
      'A user can label only in their own name. Omit `annotator`.',
    ]);
  });

  it.each([
    ['k below 1', { k: 0 }, '/k'],
    ['k that is not a number', { k: '1' }, '/k'],
    ['an unknown strategy', { strategy: 'easy_cases' }, '/strategy'],
    ['an overlap of 6', { overlap: 6 }, '/overlap'],
    ['an unknown member', { lease: 'x' }, '/lease'],
  ])('with %s is 400', async (_, body, pointer) => {
    const answer = await claim(planeWith([]), body);
    expect(problemOf(answer).slice(0, 2)).toEqual([400, 'bad_request']);
    expect(answer.json<ManagementProblem>().errors?.[0]?.pointer).toBe(pointer);
  });

  it('with an unknown strategy is refused with the names of all strategies', async () => {
    expect(problemOf(await claim(planeWith([]), { strategy: 'easy_cases' }))[2]).toContain(
      'starved_segments, hard_cases, random',
    );
  });

  it('at random draws with one seed, and states the share of rows that it looked at', async () => {
    // Of 2,500 judged rows, every third has content.
    const rows = Array.from({ length: 2_500 }, (_, index) => rowOf(`r${index}`, { rank: 2_500 }));
    const plane = planeWith(rows.filter((_, index) => index % 3 === 0));
    plane.annotation.candidates = rows;
    const items = (await claim(plane, { k: 4, strategy: 'random' })).json<ClaimedAnnotations>().items;
    expect(items.map(({ req_id }) => req_id)).toEqual(['r0', 'r3', 'r6', 'r9']);
    expect(items[0]?.priority_reason).toBe('drawn at random from 2500 judged rows');
    expect(plane.annotation.searches.map(({ strategy, seed }) => [strategy, seed])).toEqual([
      ['random', `${TOKEN.tokenId} 2026-03-01T12:00:00.000Z`],
    ]);
    // The tenth row was the last one that the draw looked at.
    expect(plane.annotation.orders.map(({ max, design }) => [max, design])).toEqual([
      [4, { strategy: 'random', probability: 10 / 2_500 }],
    ]);
  });

  it('at random goes on if others have leased drawn rows, up to all rows', async () => {
    const plane = planeWith(['r0', 'r1', 'r2'].map((id) => rowOf(id, { rank: 3 })));
    plane.annotation.held.set('r1', 'grace');
    const items = (await claim(plane, { k: 2, strategy: 'random' })).json<ClaimedAnnotations>().items;
    expect(items.map(({ req_id }) => req_id)).toEqual(['r0', 'r2']);
    expect(plane.annotation.orders.map(({ design }) => design.probability)).toEqual([2 / 3, 1]);
  });

  it('at random that finds no row is an empty list', async () => {
    expect((await claim(planeWith([]), { strategy: 'random' })).json()).toEqual({ items: [], lease_expires: '' });
  });

  it('by priority states its strategy as the design, without a probability', async () => {
    const plane = planeWith([rowOf('r1')]);
    await claim(plane);
    expect(plane.annotation.orders.map(({ design }) => design)).toEqual([
      { strategy: 'starved_segments', probability: null },
    ]);
  });

  it.each([
    ['operator', ['quality:write', 'content:read']],
    ['admin', ['quality:write']],
    ['admin', ['content:read']],
  ] as const)('by %s with %j is 403', async (role, scopes) => {
    expect(problemOf(await claim(planeWith([], { token: { role, scopes } }))).slice(0, 2)).toEqual([403, 'forbidden']);
  });

  it.each<[string, (plane: ManagementFixture) => unknown, string]>([
    [
      'the queue is off',
      (plane) => (plane.annotationQueue = false),
      'This API serves no annotation queue. Set `evals.annotation_queue.enabled` in its configuration file.',
    ],
    [
      'no content is stored',
      (plane) => (plane.wanted = { request: false, response: false }),
      'This API stores no content to label. Set `dashboard.capture.request` and `dashboard.capture.response` in its configuration file.',
    ],
    [
      'answers are not stored',
      (plane) => (plane.wanted = { request: true, response: false }),
      'This API stores no content to label. Set `dashboard.capture.request` and `dashboard.capture.response` in its configuration file.',
    ],
    [
      'there is nothing to rank',
      (plane) => (plane.annotation.candidates = undefined),
      'No segment can be ranked, because there are no labels or verdicts yet. Send labels or verdicts with POST /outcomes.',
    ],
    [
      'no row can be offered',
      (plane) => plane.annotation.kept.clear(),
      'No segment has a row to label, because no unlabelled row has stored content. Try again after more traffic.',
    ],
  ])('is 404 feature_absent while %s', async (_, change, detail) => {
    const plane = planeWith([rowOf('r1')]);
    change(plane);
    expect(problemOf(await claim(plane))).toEqual([404, 'feature_absent', detail]);
  });

  it('is 404 feature_absent without ClickHouse, before its body is checked', async () => {
    const answer = await claim(planeWith([], { isWithoutFacts: true }), { k: 0 });
    expect(problemOf(answer)).toEqual([
      404,
      'feature_absent',
      'This deployment has no ClickHouse, which stores requests and their labels. Set TRUETALLY_CLICKHOUSE_URL.',
    ]);
  });

  it.each([
    [503, 'budget_exceeded', new Refusal('budget_exceeded', 'Too much.')],
    [500, 'internal', new Refusal('dependency_unavailable', 'Away.')],
    [500, 'internal', new Error('Torn.')],
  ])('is %i %s if rows cannot be read for that reason', async (status, code, error) => {
    const plane = planeWith([]);
    plane.annotation.candidates = error;
    expect(problemOf(await claim(plane)).slice(0, 2)).toEqual([status, code]);
  });
});

describe('claimed rows', () => {
  it('are released or skipped by the person who leased them', async () => {
    const plane = planeWith([rowOf('r1'), rowOf('r2')]);
    await claim(plane);
    const release = async (body: object) => (await ask(plane, 'release', body)).json<object>();
    expect(await release({ req_ids: ['r1'], annotator: 'grace' })).toEqual({ released: 0 });
    expect(await release({ req_ids: ['r1', 'r9'] })).toEqual({ released: 1 });
    expect(await release({ req_ids: ['r2'], skip: true })).toEqual({ released: 1 });
    expect([[...plane.annotation.held], plane.annotation.skipped]).toEqual([[], ['r2']]);
  });

  it('are counted for each annotator', async () => {
    const plane = planeWith([]);
    const answer = await plane.app.inject({
      url: '/tt/api/v1/evals/annotation-queue/progress',
      headers: { authorization: 'Bearer known' },
    });
    expect([...Value.Errors(AnnotationProgressSchema, answer.json())]).toEqual([]);
    expect(answer.json()).toMatchObject({ annotators: [{ annotator: 'grace', claimed: 3, labelled: 2 }] });
  });

  it.each(['release', 'progress'])('are 404 feature_absent for %s while the queue is off', async (verb) => {
    const plane = planeWith([]);
    plane.annotationQueue = false;
    const answer =
      verb === 'release'
        ? await ask(plane, verb, { req_ids: ['r1'] })
        : await plane.app.inject({
            url: `/tt/api/v1/evals/annotation-queue/${verb}`,
            headers: { authorization: 'Bearer known' },
          });
    expect(problemOf(answer).slice(0, 2)).toEqual([404, 'feature_absent']);
  });
});
