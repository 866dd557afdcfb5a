import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import { reportDigest } from '../../../contracts/reports/report-digest.ts';
import { redactDimensions } from '../../../contracts/insight/redact-dimensions.ts';
import { redactMoney } from '../../../contracts/insight/redact-money.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { partialValue } from '../../../domain/insight/measured-value.ts';
import { REFUSAL_CODES, Refusal } from '../../../domain/kernel/errors.ts';
import { MAX_ANSWER_BYTES, MAX_GROUPS } from '../../../domain/reports/report-run.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { makeUsersAnswer } from '../../../testing/api/dimension-answer.ts';
import { activityEnvironment, createGate, openRunWorld, type RunWorld } from './run-world.ts';

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
beforeEach(() => world.clock.set('2026-03-02T08:00:05.000Z'));
afterAll(() => world.close());

const run = async (runId: string) => (await world.documents.findRun(runId))!.run;

const stored = async (): Promise<string> => world.queueRun(await world.tenancy());

describe('an attempt of a report run', () => {
  it('stores the answer under its digest and settles the run for 30 days', async () => {
    const runId = await stored();
    const status = await world.execute(runId);
    const answer = makeAnswer();
    const {
      run: { question, view_revision: viewRevision },
      artifactSalt,
      redactedByteCount,
    } = (await world.documents.findRun(runId))!;
    expect(artifactSalt).toMatch(/^[\w-]{43}$/);
    const artifactDigest = reportDigest({
      question,
      window: { from: new Date('2026-03-01T08:00:00.000Z'), to: new Date('2026-03-02T08:00:00.000Z') },
      viewRevision,
      answer,
      artifactSalt: artifactSalt!,
    });
    const byteCount = Buffer.byteLength(canonicalJson(answer));
    expect(redactedByteCount).toBe(Buffer.byteLength(canonicalJson(redactMoney(answer).answer)));
    expect(status).toEqual({ state: 'ready', attempt: 1, failureCode: '', artifactDigest, groupCount: 1, byteCount });
    expect(await run(runId)).toMatchObject({
      state: 'ready',
      attempt: 1,
      failure_code: '',
      artifact_digest: artifactDigest,
      group_count: 1,
      byte_count: byteCount,
      coverage: [],
      truncated: false,
      started_at: '2026-03-02T08:00:05.000Z',
      finished_at: '2026-03-02T08:00:05.000Z',
      expires_at: '2026-04-01T08:00:05.000Z',
    });
    expect(await world.documents.answerOf(runId)).toEqual(answer);
  });

  it('salts each run separately, so that two runs with one answer have two digests', async () => {
    const digests = [];
    for (const runId of [await stored(), await stored()]) digests.push((await world.execute(runId)).artifactDigest);
    expect(new Set(digests).size).toBe(2);
  });

  it('asks the fixed question over the fixed leaves with the current access', async () => {
    const tenancy = await world.tenancy();
    const runId = await world.queueRun(tenancy);
    await createAccessBindingStore(world.pool, world.clock).create({
      subjectId: tenancy.ownerId,
      actions: ['content.read'],
      nodeId: tenancy.workspaceId,
    });
    const asked: unknown[] = [];
    await world.execute(runId, ({ scope, query }) => {
      asked.push({ scope, query });
      return Promise.resolve(makeAnswer());
    });
    expect(asked).toEqual([
      {
        scope: {
          subjectId: tenancy.ownerId,
          authorityEpoch: '3',
          organizationId: tenancy.organizationId,
          workspaceId: tenancy.workspaceId,
          environmentIds: [tenancy.environmentId],
          mayReadCost: true,
          mayReadContent: true,
          mayReadDimensions: false,
        },
        query: { schema: 1, shape: 'overview', metrics: ['requests.v1'] },
      },
    ]);
    expect((await run(runId)).authority_epoch).toBe(3);
  });

  it('is partial if the answer discloses a gap', async () => {
    const runId = await stored();
    const status = await world.execute(runId, () =>
      Promise.resolve({ ...makeAnswer(), coverage: ['ingest_gap:gateway_journal'] }),
    );
    expect(status.state).toBe('partial');
    expect(await run(runId)).toMatchObject({ state: 'partial', coverage: ['ingest_gap:gateway_journal'] });
  });

  it('stores values of dimensions also in a form without them, and returns only the sizes of that form', async () => {
    const runId = await stored();
    const answer = makeUsersAnswer('ada', 'bob');
    const reduced = redactDimensions(answer).answer;
    const status = await world.execute(runId, () => Promise.resolve(answer));
    const [byteCount, reducedCount] = [answer, reduced].map((one) => Buffer.byteLength(canonicalJson(one)));
    expect(status).toMatchObject({ state: 'ready', groupCount: 2, byteCount: reducedCount });
    const found = await world.documents.findRun(runId);
    expect(found?.run).toMatchObject({ group_count: 4, byte_count: byteCount });
    expect(found?.withoutDimensions).toEqual({
      groupCount: 2,
      byteCount: reducedCount,
      redactedByteCount: Buffer.byteLength(canonicalJson(redactMoney(reduced).answer)),
    });
    expect(await world.documents.answerOf(runId)).toEqual(answer);
    expect(await world.documents.answerWithoutDimensionsOf(runId)).toEqual(reduced);
  });

  it('is partial for a lower bound in a line of a value, and does not state its reason', async () => {
    const runId = await stored();
    const answer = makeUsersAnswer('ada');
    answer.groups![0]!.cells[0] = { metric: 'requests.v1', value: partialValue(1n, 'count', ['usage_unknown']) };
    await world.execute(runId, () => Promise.resolve(answer));
    expect(await run(runId)).toMatchObject({ state: 'partial', coverage: [] });
  });

  it.each<[number, string[], string, string]>([
    [45, [], 'ready', ''],
    [45, ['ada'], 'ready', ''],
    [46, [], 'failed', 'The answer can have 1012 groups, and a report has at most 1000.'],
    [46, ['ada'], 'failed', 'The answer can have 1012 groups, and a report has at most 1000.'],
  ])('with %i buckets is compared with the cap as if it had 20 users: %j', async (buckets, users, state, sentence) => {
    const runId = await stored();
    const answer = makeUsersAnswer(...users);
    const groups = (answer.groups ?? []).flatMap((group) =>
      Array.from({ length: buckets }, (_, index) => {
        const from = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
        return { ...group, bucket: { from, to: new Date(Date.UTC(2026, 0, 2 + index)).toISOString(), label: '2026' } };
      }),
    );
    const status = await world.execute(runId, () => Promise.resolve({ ...answer, groups }));
    expect(status.state).toBe(state);
    const advice = 'Use a shorter window or a coarser grain.';
    expect((await run(runId)).failure_detail).toBe(sentence === '' ? '' : `${sentence} ${advice}`);
  });

  it('ends with scope_unavailable if the initiator’s access no longer covers the fixed scope', async () => {
    const tenancy = await world.tenancy();
    const runId = await world.queueRun(tenancy);
    await createAccessBindingStore(world.pool, world.clock).remove(tenancy.bindingId);
    const status = await world.execute(runId, () => Promise.reject(new Error('The reader must not be asked.')));
    expect(status).toMatchObject({ state: 'failed', attempt: 1, failureCode: 'scope_unavailable' });
  });

  it.each(REFUSAL_CODES.filter((code) => code !== 'dependency_unavailable' && code !== 'internal_error'))(
    'ends at attempt 1 if the reader refuses with %s',
    async (code) => {
      const runId = await stored();
      const status = await world.execute(runId, () => Promise.reject(new Refusal(code, 'It is so.')));
      expect(status).toMatchObject({ state: 'failed', attempt: 1, failureCode: code });
      expect(await run(runId)).toMatchObject({
        failure_code: code,
        failure_detail: 'It is so.',
        finished_at: '2026-03-02T08:00:05.000Z',
      });
    },
  );

  it.each([
    ['the reader’s engine does not answer', new Refusal('dependency_unavailable', 'ClickHouse does not answer.')],
    ['the reader fails in an unexpected way', new TypeError('fetch failed')],
  ])('requests another attempt if %s', async (_, error) => {
    const runId = await stored();
    await expect(world.execute(runId, () => Promise.reject(error))).rejects.toMatchObject({
      type: 'reader_unavailable',
      nonRetryable: true,
      details: [{ attempt: 1 }],
    });
    expect(await run(runId)).toMatchObject({ state: 'running', attempt: 1 });
  });

  it.each([
    [MAX_GROUPS, 'ready', ''],
    [MAX_GROUPS + 1, 'failed', 'output_cap_exceeded'],
  ])('with %i groups is %s', async (count, state, failureCode) => {
    const runId = await stored();
    const group = { purpose: 'application' as const, cells: [] };
    const answer = { ...makeAnswer(), groups: Array.from({ length: count }, () => group) };
    const status = await world.execute(runId, () => Promise.resolve(answer));
    expect(status).toMatchObject({ state, failureCode });
  });

  it.each([
    [0, 'ready', ''],
    [1, 'failed', 'output_cap_exceeded'],
  ])('with %i bytes over the cap is %s', async (over, state, failureCode) => {
    const runId = await stored();
    const sized = (length: number): InsightAnswer => ({
      ...makeAnswer(),
      groups: [
        {
          purpose: 'application',
          cells: [{ metric: 'm'.repeat(length), value: { state: 'unavailable', reason: 'scope_not_authorized' } }],
        },
      ],
    });
    const answer = sized(MAX_ANSWER_BYTES - Buffer.byteLength(canonicalJson(sized(0))) + over);
    const status = await world.execute(runId, () => Promise.resolve(answer));
    expect(status).toMatchObject({ state, failureCode });
  });

  it('does not change a settled run', async () => {
    const runId = await stored();
    await world.runs.cancel(runId);
    const status = await world.execute(runId, () => Promise.reject(new Error('The reader must not be asked.')));
    expect(status).toMatchObject({ state: 'cancelled', attempt: 0 });
  });

  it('does not take a run of another worker, and reports its lease after it has lapsed', async () => {
    const runId = await stored();
    world.clock.set('2026-03-02T09:00:00.000Z');
    await world.runs.claim({ runId, leaseMs: 15_000 });
    expect(await world.execute(runId)).toMatchObject({ state: 'running', attempt: 1 });
    world.clock.set('2026-03-02T09:00:15.000Z');
    await expect(world.execute(runId)).rejects.toMatchObject({ type: 'lease_lapsed', details: [{ attempt: 1 }] });
  });

  it('reports its attempt to Temporal and extends its lease while the reader works', async () => {
    const runId = await stored();
    const environment = activityEnvironment(150);
    const beats: unknown[] = [];
    environment.on('heartbeat', (details) => beats.push(details));
    const readers = createGate();
    world.clock.set('2026-03-02T09:00:00.000Z');
    const attempt = world.execute(runId, readers.reader, environment);
    await expect.poll(() => beats.length).toBeGreaterThan(0);
    world.clock.set('2026-03-02T09:05:00.000Z');
    const leaseUntil = async () =>
      (
        await world.pool.query<{ lease: Date }>('SELECT lease_until AS lease FROM report_runs WHERE run_id = $1', [
          runId,
        ])
      ).rows[0]!.lease;
    await expect.poll(leaseUntil).toEqual(new Date('2026-03-02T09:05:00.150Z'));
    readers.open();
    expect((await attempt).state).toBe('ready');
    expect(beats).toContainEqual({ attempt: 1 });
  });

  it('stops reading if the run was cancelled in the meantime, even without a signal of Temporal', async () => {
    const runId = await stored();
    const attempt = world.execute(
      runId,
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('The read was stopped.')))),
      activityEnvironment(150),
    );
    await expect.poll(async () => (await run(runId)).state).toBe('running');
    await world.runs.cancel(runId);
    expect(await attempt).toMatchObject({ state: 'cancelled', attempt: 1 });
  });

  it('releases its attempt when the worker shuts down', async () => {
    const runId = await stored();
    const environment = activityEnvironment();
    const attempt = world.execute(
      runId,
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('Stopped.')))),
      environment,
    );
    await expect.poll(async () => (await run(runId)).state).toBe('running');
    environment.cancel('WORKER_SHUTDOWN');
    await expect(attempt).rejects.toMatchObject({ type: 'lease_lapsed', details: [{ attempt: 1 }] });
  });
});
