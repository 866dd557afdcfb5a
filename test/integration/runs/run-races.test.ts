import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboxStore } from '../../../store/outbox/outbox-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { newRun } from '../../../testing/reports/new-report.ts';
import { createGate, openRunWorld, type RunWorld } from './run-world.ts';

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

const run = async (runId: string) => (await world.documents.findRun(runId))!.run;
const stored = async (): Promise<string> => world.queueRun(await world.tenancy());
const lapsed = { code: 'lease_lapsed', detail: 'The worker is gone.' } as const;

async function outboxKinds(runId: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ kind: string }>(
    'SELECT kind FROM workflow_outbox WHERE workflow_id = $1 ORDER BY outbox_id',
    [runId],
  );
  return rows.map(({ kind }) => kind);
}

describe('races of a report run', () => {
  it('lets one of two concurrent attempts take the run', async () => {
    const runId = await stored();
    const claims = await Promise.all([
      world.runs.claim({ runId, leaseMs: 15_000 }),
      world.runs.claim({ runId, leaseMs: 15_000 }),
    ]);
    expect(claims.map(({ claimed }) => claimed).sort()).toEqual([false, true]);
    expect(await run(runId)).toMatchObject({ state: 'running', attempt: 1 });
  });

  it('discards the answer of an abandoned attempt', async () => {
    const runId = await stored();
    const late = createGate();
    const zombie = world.execute(runId, late.reader);
    await expect.poll(async () => (await run(runId)).state).toBe('running');
    await world.runs.requeue({ runId, attempt: 1, ...lapsed });
    await world.runs.claim({ runId, leaseMs: 15_000 });
    late.open();
    expect(await zombie).toMatchObject({ state: 'running', attempt: 2, artifactDigest: '' });
    expect(await world.documents.answerOf(runId)).toBeUndefined();
    expect((await run(runId)).byte_count).toBe(0);
  });

  it('ignores a late failure of an abandoned attempt', async () => {
    const runId = await stored();
    await world.runs.claim({ runId, leaseMs: 15_000 });
    await world.runs.requeue({ runId, attempt: 1, ...lapsed });
    await world.runs.claim({ runId, leaseMs: 15_000 });
    const status = await world.runs.settleFailed({ runId, attempt: 1, code: 'budget_exceeded', detail: 'Late.' });
    expect(status).toMatchObject({ state: 'running', attempt: 2, failureCode: '' });
    expect(await world.runs.extendLease({ runId, attempt: 1, leaseMs: 15_000 })).toBe(false);
  });

  it('settles a run that is cancelled during its storage exactly once, with either result', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const runId = await stored();
      const gate = createGate();
      const attempt = world.execute(runId, gate.reader);
      await expect.poll(async () => (await run(runId)).state).toBe('running');
      gate.open();
      const [status, cancel] = await Promise.all([attempt, world.runs.cancel(runId)]);
      const { state } = await run(runId);
      expect(status.state).toBe(state);
      expect(cancel.status.state).toBe(state);
      expect(cancel.cancelled).toBe(state === 'cancelled');
      expect((await world.documents.answerOf(runId)) !== undefined).toBe(state === 'ready');
      outcomes.add(state);
    }
    expect([...outcomes].every((state) => state === 'ready' || state === 'cancelled')).toBe(true);
  });

  it('cancels once and notifies Temporal once', async () => {
    const runId = await stored();
    const [first, second] = await Promise.all([world.runs.cancel(runId), world.runs.cancel(runId)]);
    expect([first.cancelled, second.cancelled].sort()).toEqual([false, true]);
    expect(await outboxKinds(runId)).toEqual(['start_report_run', 'cancel_report_run']);
    expect(await run(runId)).toMatchObject({ state: 'cancelled', attempt: 0, failure_code: '' });
  });
});

describe('a run with a dead start', () => {
  it('needs no operator after it is cancelled', async () => {
    const outbox = createOutboxStore(world.pool, world.clock);
    const { dead } = await outbox.counts();
    const [cancelled, kept] = [await stored(), await stored()];
    await world.pool.query('UPDATE workflow_outbox SET dead_at = $2 WHERE workflow_id = ANY($1)', [
      [cancelled, kept],
      world.clock.now(),
    ]);
    await world.runs.cancel(cancelled);
    expect(await outboxKinds(cancelled)).toEqual(['cancel_report_run']);
    expect(await outboxKinds(kept)).toEqual(['start_report_run']);
    expect((await outbox.counts()).dead).toBe(dead + 1);
  });
});

describe('counting a failed attempt', () => {
  it('requeues the run once for any number of repetitions', async () => {
    const runId = await stored();
    await world.runs.claim({ runId, leaseMs: 15_000 });
    const failed = { runId, attempt: 1, ...lapsed };
    expect(await world.runs.requeue(failed)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await world.runs.requeue(failed)).toMatchObject({ state: 'queued', attempt: 1 });
    const { last_failure, next_try_at } = await run(runId);
    expect([last_failure, next_try_at]).toEqual([
      {
        attempt: 1,
        code: 'lease_lapsed',
        detail: 'The worker was lost or stopped before the attempt ended.',
        failed_at: '2026-03-02T08:00:00.000Z',
      },
      '2026-03-02T08:00:02.000Z',
    ]);
    await world.runs.claim({ runId, leaseMs: 15_000 });
    expect(await world.runs.requeue(failed)).toMatchObject({ state: 'running', attempt: 2 });
    const tried = await run(runId);
    expect([tried.last_failure, tried.next_try_at]).toEqual([last_failure, undefined]);
  });

  it('counts an attempt that never took the run, once', async () => {
    const runId = await stored();
    const failed = { runId, attempt: 1, code: 'store_unavailable', detail: 'Away.' } as const;
    expect(await world.runs.requeue(failed)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await world.runs.requeue(failed)).toMatchObject({ state: 'queued', attempt: 1 });
  });

  it('fails the run with attempts_exhausted after the fifth, with the last reason', async () => {
    const runId = await stored();
    for (const attempt of [1, 2, 3, 4, 5]) {
      await world.runs.claim({ runId, leaseMs: 15_000 });
      await world.runs.requeue({ runId, attempt, code: 'reader_unavailable', detail: 'The reader did not answer.' });
    }
    expect(await run(runId)).toMatchObject({
      state: 'failed',
      attempt: 5,
      failure_code: 'attempts_exhausted',
      failure_detail: '5 attempts failed; the last one with reader_unavailable: The reader did not answer.',
      expires_at: '2026-04-01T08:00:00.000Z',
      last_failure: { attempt: 5, code: 'reader_unavailable' },
    });
    expect(await run(runId)).not.toHaveProperty('next_try_at');
  });
});

describe('the runs of a report', () => {
  it('are listed newest first, only after a given key', async () => {
    const runId = await stored();
    const { report_id: reportId } = await run(runId);
    await stored();
    const list = (limit: number, after?: { createdAt: string; id: string }) =>
      world.documents.listRuns({ reportId, limit, after });
    const [first, ...others] = await list(10);
    expect([first?.run, others]).toEqual([await run(runId), []]);
    expect(await list(10, { createdAt: first!.run.created_at, id: runId })).toEqual([]);
    const later = new Date(Date.parse(first!.run.created_at) + 1).toISOString();
    expect((await list(1, { createdAt: later, id: '' })).map((one) => one.run.run_id)).toEqual([runId]);
  });

  it('are paged from the newest to the oldest, with ties in the order of ids', async () => {
    const tenancy = await world.tenancy();
    const oldest = await world.queueRun(tenancy);
    const { report_id: reportId } = await run(oldest);
    const reports = createReportStore(world.pool, world.clock);
    const again = async (): Promise<string> => {
      const asked = newRun(tenancy, reportId);
      return (await reports.createRun({ fingerprint: asked.run_id, run: asked })).document.run_id;
    };
    const now = world.clock.now();
    world.clock.set(new Date(now.getTime() + 60_000).toISOString());
    const [lower = '', higher = ''] = [await again(), await again()].sort();
    world.clock.set(now.toISOString());
    const seen: string[] = [];
    for (let after: { createdAt: string; id: string } | undefined; seen.length < 4;) {
      const [next] = await world.documents.listRuns({ reportId, limit: 1, after });
      if (next === undefined) break;
      seen.push(next.run.run_id);
      after = { createdAt: next.run.created_at, id: next.run.run_id };
    }
    expect(seen).toEqual([higher, lower, oldest]);
  });
});
