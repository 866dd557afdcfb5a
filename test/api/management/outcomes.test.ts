import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { OutcomeRequest } from '../../../contracts/judges/accept-outcome.ts';
import { OutcomeReceiptSchema } from '../../../contracts/judges/outcome-receipt.ts';
import { type ManagementProblem, ManagementProblemSchema } from '../../../contracts/management/problem.ts';
import {
  ADA,
  logInAsAda,
  type ManagementChanges,
  createManagementFixture,
  type ManagementFixture,
  TOKEN,
} from '../../../testing/apps/management-fixture.ts';

const REQUEST: OutcomeRequest = {
  scope: {
    organization_id: 'org_1',
    workspace_id: 't_1',
    application_id: 'app_1',
    gateway_id: 'gw_1',
    environment_id: 'env_1',
  },
  purpose: 'application',
  logical_request_id: 'r1',
  admitted_at: '2026-01-02T03:04:05.000Z',
};
const LABEL = {
  req_id: 'r1',
  outcome_id: 'o1',
  evaluator_id: 'human.label',
  metric: 'correctness',
  occurred_at: '2026-01-03T00:00:00Z',
  verdict: 'pass',
  annotator: 'grace',
};

function planeWith(changes: ManagementChanges = {}): ManagementFixture {
  const plane = createManagementFixture({ token: { role: 'operator', scopes: ['quality:write'] }, ...changes });
  plane.requests.push(REQUEST);
  return plane;
}

function send({ app }: ManagementFixture, body: unknown = { outcomes: [LABEL] }, options: InjectOptions = {}) {
  return app.inject({
    method: 'POST',
    url: '/tt/api/v1/outcomes',
    headers: { authorization: 'Bearer known', 'content-type': 'application/json', ...options.headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The status and the code of a problem, whose form is checked. */
function problemOf(answer: Awaited<ReturnType<typeof send>>): [number, string] {
  const problem = answer.json<ManagementProblem>();
  expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
  return [answer.statusCode, problem.code];
}

describe('outcomes', () => {
  it('are stored with their request, under the credential of the sender', async () => {
    const plane = planeWith();
    const answer = await send(plane, { outcomes: [LABEL, { ...LABEL, outcome_id: 'o2', evaluator_id: 'nobody' }] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      accepted: 1,
      refused: 1,
      refusals: [
        {
          index: 1,
          reason: 'unknown_evaluator',
          detail: '`evaluator_id` does not name an evaluator of the registry. Check its spelling.',
        },
      ],
    });
    expect([...Value.Errors(OutcomeReceiptSchema, answer.json())]).toEqual([]);
    expect(plane.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        event: 'evaluation_outcome',
        scope: REQUEST.scope,
        actor: TOKEN.tokenId,
        annotator: 'grace',
        basis: 'measured',
      },
    ]);
    expect(plane.audit.rows).toMatchObject([
      {
        operation: 'management.outcomes.send',
        credentialId: TOKEN.tokenId,
        requests: 1,
        end: { outcome: 'accepted', status: 200, targets: [] },
      },
    ]);
  });

  it('of a user name the user', async () => {
    const plane = planeWith();
    const { annotator: _, ...own } = LABEL;
    const { cookie } = await logInAsAda(plane);
    const answer = await plane.app.inject({
      method: 'POST',
      url: '/tt/api/v1/outcomes',
      headers: { cookie },
      payload: { outcomes: [own] },
    });
    expect(answer.json()).toMatchObject({ accepted: 1 });
    expect(plane.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { actor: ADA.userId, annotator: ADA.userId },
    ]);
  });

  it('with the id of an earlier, different outcome are refused, and the others are stored', async () => {
    const plane = planeWith();
    plane.contradicted.add('o2');
    const answer = await send(plane, { outcomes: [LABEL, { ...LABEL, outcome_id: 'o2' }] });
    const detail = 'Another outcome of this request has the same `outcome_id` but other content. Use a new id.';
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { accepted: 1, refused: 1, refusals: [{ index: 1, reason: 'conflicting', detail }] },
    ]);
    expect(plane.lines.map((line) => (JSON.parse(line) as { outcome_id: string }).outcome_id)).toEqual(['o1']);
  });

  it('that are all refused write nothing to the journal', async () => {
    const plane = planeWith();
    const answer = await send(plane, { outcomes: [{ ...LABEL, req_id: 'r2' }] });
    expect([answer.statusCode, answer.json<{ refused: number }>().refused, plane.lines]).toEqual([200, 1, []]);
  });

  it('are accepted up to the maximum number of a body', async () => {
    const plane = planeWith();
    const outcomes = Array.from({ length: 200 }, (_, number) => ({
      ...LABEL,
      outcome_id: `o${number}`,
      evaluator_id: 'judge.correctness',
      annotator: undefined,
      score: 0.5,
      basis: 'reported',
      workspace_id: undefined,
      judge: { model: 'm', prompt_sha: 's', eval_ver: '1', certainty: 1, is_split: false },
    }));
    expect((await send(plane, { outcomes })).json()).toEqual({ accepted: 200, refused: 0, refusals: [] });
    expect(problemOf(await send(plane, { outcomes: [...outcomes, LABEL] }))).toEqual([400, 'bad_request']);
  });

  it.each([
    ['half a document', '{"outcomes":'],
    ['no outcomes', { outcomes: [] }],
    ['an unknown member', { outcomes: [{ ...LABEL, actor: 'me' }] }],
    ['another verdict', { outcomes: [{ ...LABEL, verdict: 'perhaps' }] }],
    ['an empty id', { outcomes: [{ ...LABEL, outcome_id: undefined }] }],
  ])('are refused completely if the body is %s', async (_name, body) => {
    const plane = planeWith();
    expect(problemOf(await send(plane, body))).toEqual([400, 'bad_request']);
    expect(plane.lines).toEqual([]);
  });

  it('name the faulty member', async () => {
    const { errors } = (
      await send(planeWith(), { outcomes: [LABEL, { ...LABEL, score: 'high' }] })
    ).json<ManagementProblem>();
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/outcomes/1/score']);
  });

  it.each([
    [401, 'unauthenticated', {}, { authorization: 'Bearer other' }],
    [403, 'forbidden', { token: { role: 'viewer', scopes: ['quality:write'] } }, {}],
    [403, 'forbidden', { token: { role: 'operator', scopes: ['quality:read'] } }, {}],
    [415, 'unsupported_media_type', {}, { 'content-type': 'text/plain' }],
    [429, 'rate_limited', { limits: { requestsPerCredential: 0 } }, {}],
    [503, 'dependency_unavailable', { isWithoutFacts: true }, {}],
  ] as const)('get the answer %i %s', async (status, code, changes, headers) => {
    const plane = planeWith(changes);
    expect(problemOf(await send(plane, undefined, { headers }))).toEqual([status, code]);
    expect(plane.lines).toEqual([]);
  });

  it('get 413 above the maximum size of a body', async () => {
    const body = JSON.stringify({ outcomes: [LABEL], more: 'x'.repeat(1_048_576) });
    expect(problemOf(await send(planeWith(), body))).toEqual([413, 'payload_too_large']);
  });

  it('wait while the journal accepts no lines, and report that it cannot be written', async () => {
    const plane = planeWith();
    plane.backpressure = 'indexer_behind';
    const answer = await send(plane);
    expect([...problemOf(answer), answer.headers['retry-after']]).toEqual([503, 'dependency_unavailable', '10']);
    plane.backpressure = undefined;
    plane.isJournalBroken = true;
    expect(problemOf(await send(plane))).toEqual([503, 'dependency_unavailable']);
    expect(plane.audit.rows.map(({ end }) => end?.code)).toEqual(['dependency_unavailable', 'dependency_unavailable']);
  });

  it('from pages of other sites are refused', async () => {
    const plane = planeWith();
    const { cookie } = await logInAsAda(plane);
    const answer = await plane.app.inject({
      method: 'POST',
      url: '/tt/api/v1/outcomes',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      payload: { outcomes: [LABEL] },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('outcomes of OpenTelemetry', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const SPAN = '00f067aa0ba902b7';
  const attributes = [
    { key: 'gen_ai.evaluation.name', value: { stringValue: 'Relevance' } },
    { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0 } },
  ];
  const record = {
    eventName: 'gen_ai.evaluation.result',
    traceId: TRACE,
    spanId: SPAN,
    timeUnixNano: '1767409445123456789',
    attributes,
  };
  const bodyOf = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

  function planeOf(changes: ManagementChanges = {}): ManagementFixture {
    const plane = planeWith(changes);
    plane.requests.push({ ...REQUEST, logical_request_id: `${TRACE}-${SPAN}` });
    return plane;
  }

  function sendTelemetry({ app }: ManagementFixture, body: unknown, headers: Record<string, string> = {}) {
    return app.inject({
      method: 'POST',
      url: '/tt/api/v1/outcomes/otel',
      headers: { authorization: 'Bearer known', 'content-type': 'application/json', ...headers },
      payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  it('are stored with the request of their span', async () => {
    const plane = planeOf();
    const answer = await sendTelemetry(plane, bodyOf(record, { body: {} }, { ...record, spanId: 'ffffffffffffffff' }));
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        accepted: 1,
        refused: 1,
        refusals: [
          {
            index: 1,
            reason: 'unknown_request',
            detail:
              'There is no request with this id yet. A new request is loaded within seconds. Send the outcome again.',
          },
        ],
      },
    ]);
    expect(plane.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { basis: 'reported', evaluator_kind: 'external', metric: 'relevance', score: 0, actor: TOKEN.tokenId },
    ]);
  });

  it('can be compressed', async () => {
    const answer = await sendTelemetry(planeOf(), gzipSync(JSON.stringify(bodyOf(record))), {
      'content-encoding': 'gzip',
    });
    expect(answer.json()).toEqual({ accepted: 1, refused: 0, refusals: [] });
  });

  it('get 404 unless the configuration enables them, for permitted callers', async () => {
    const plane = planeOf();
    plane.otelIngest = false;
    const answer = await sendTelemetry(plane, '{');
    expect(problemOf(answer)).toEqual([404, 'feature_absent']);
    expect(answer.json<ManagementProblem>().detail).toContain('`evals.outcomes.otel_ingest`');
    expect(problemOf(await sendTelemetry(plane, '{', { authorization: 'Bearer other' }))).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  it.each([
    [400, 'bad_request', {}, '{', {}],
    [400, 'bad_request', {}, { resourceLogs: {} }, {}],
    [403, 'forbidden', { token: { role: 'viewer' } }, bodyOf(record), {}],
    [413, 'payload_too_large', {}, bodyOf(...Array<object>(1_001).fill(record)), {}],
    [415, 'unsupported_media_type', {}, 'x', { 'content-type': 'application/x-protobuf' }],
    [429, 'rate_limited', { limits: { requestsPerCredential: 0 } }, bodyOf(record), {}],
    [503, 'dependency_unavailable', { isWithoutFacts: true }, bodyOf(record), {}],
  ] as const)('get the answer %i %s', async (status, code, changes, body, headers) => {
    const plane = planeOf(changes);
    expect(problemOf(await sendTelemetry(plane, body, headers))).toEqual([status, code]);
    expect(plane.lines).toEqual([]);
  });
});

it.each([{}, { 'content-type': 'application/json' }])(
  'an export without a body stores nothing, with %o',
  async (type) => {
    const { app } = createManagementFixture({ token: { role: 'operator', scopes: ['quality:write'] } });
    const headers = { authorization: 'Bearer known', ...type };
    const answer = await app.inject({ method: 'POST', url: '/tt/api/v1/outcomes/otel', headers });
    expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: 0, refused: 0, refusals: [] }]);
  },
);
