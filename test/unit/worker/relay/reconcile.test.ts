import { describe, expect, it } from 'vitest';
import { DefectError } from '../../../../domain/kernel/errors.ts';
import { reconcile, type ReconcilerParts } from '../../../../worker/relay/reconcile.ts';
import { silentLog } from '../../../../testing/silent-log.ts';

/** The columns of a run that no attempt answered. */
const UNANSWERED = { artifactDigest: '', groupCount: 0, byteCount: 0 };

/** A world with one item of each kind to restart, and a record of the restarts. */
function lostWorld(changes: Partial<ReconcilerParts> = {}): { parts: ReconcilerParts; done: string[] } {
  const done: string[] = [];
  const say = <T>(sentence: string, value: T): Promise<T> => {
    done.push(sentence);
    return Promise.resolve(value);
  };
  const parts: ReconcilerParts = {
    lostRuns: {
      lapsed: () => Promise.resolve([{ runId: 'rrun_1', attempt: 2 }]),
      startAgain: (runId) => say(`started ${runId}`, undefined),
      startStaleAgain: (untouchedMs) => say(`started what lay for ${untouchedMs} ms`, ['rrun_2']),
    },
    runs: {
      requeue: ({ runId, attempt, code }) =>
        say(`requeued ${runId} after attempt ${attempt}: ${code}`, {
          ...UNANSWERED,
          state: 'queued',
          attempt,
          failureCode: '',
        }),
    },
    lostComparisonRuns: {
      startStaleAgain: (untouchedMs) => say(`started comparisons that lay for ${untouchedMs} ms`, ['crun_4']),
    },
    lostExperimentRuns: {
      startStaleAgain: (untouchedMs) => say(`started experiments that lay for ${untouchedMs} ms`, ['qrun_5']),
    },
    lostFits: {
      startStaleAgain: (untouchedMs) => say(`started fits that lay for ${untouchedMs} ms`, ['qcal_6']),
    },
    replanner: { replan: () => say('planned again', { planned: 1, movedWorkspaceIds: ['ws_1'], failed: [] }) },
    overdue: {
      nudgeOverdue: (untouchedMs) =>
        say(`nudged what is overdue, not nudged for ${untouchedMs} ms`, [
          { workspaceId: 'ws_2', scheduleId: 'rsch_2', dueAt: new Date('2026-03-01T08:00:00.000Z') },
        ]),
      nudgeStale: (untouchedMs) =>
        say(`nudged what lay for ${untouchedMs} ms`, [{ workspaceId: 'ws_3', occurrenceId: 'rocc_3' }]),
    },
    staleMs: 5_000,
    log: silentLog,
    ...changes,
  };
  return { parts, done };
}

const RUNS = ['requeued rrun_1 after attempt 2: lease_lapsed', 'started rrun_1', 'started what lay for 5000 ms'];
const COMPARISONS = [
  'started comparisons that lay for 5000 ms',
  'started experiments that lay for 5000 ms',
  'started fits that lay for 5000 ms',
];
const SCHEDULES = ['planned again', 'nudged what is overdue, not nudged for 5000 ms', 'nudged what lay for 5000 ms'];

const errorsOf = async (pass: Promise<void>): Promise<unknown> => {
  const error: unknown = await pass.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AggregateError ? error.errors : error;
};

describe('a pass of the reconciler', () => {
  it('restarts runs and schedules', async () => {
    const { parts, done } = lostWorld();
    await reconcile(parts);
    expect(done.sort()).toEqual([...RUNS, ...SCHEDULES, ...COMPARISONS].sort());
  });

  it('does not start a run whose last attempt it requeued', async () => {
    const settled = { ...UNANSWERED, state: 'failed', attempt: 5, failureCode: 'attempts_exhausted' } as const;
    const { parts, done } = lostWorld({ runs: { requeue: () => Promise.resolve(settled) } });
    await reconcile(parts);
    expect(done).not.toContain('started rrun_1');
  });

  it('restarts schedules and comparisons although runs fail', async () => {
    const fault = new Error('no runs');
    const world = lostWorld();
    const { parts, done } = lostWorld({ lostRuns: { ...world.parts.lostRuns, lapsed: () => Promise.reject(fault) } });
    expect(await errorsOf(reconcile(parts))).toEqual([fault]);
    expect(done.sort()).toEqual([...SCHEDULES, ...COMPARISONS].sort());
  });

  it('restarts runs and comparisons although schedules fail', async () => {
    const fault = new Error('no schedules');
    const { parts, done } = lostWorld({ replanner: { replan: () => Promise.reject(fault) } });
    expect(await errorsOf(reconcile(parts))).toEqual([fault]);
    expect(done.sort()).toEqual([...RUNS, ...COMPARISONS].sort());
  });

  it('reports both if both fail', async () => {
    const world = lostWorld();
    const { parts } = lostWorld({
      lostRuns: { ...world.parts.lostRuns, lapsed: () => Promise.reject(new Error('no runs')) },
      replanner: { replan: () => Promise.reject(new Error('no schedules')) },
    });
    expect(await errorsOf(reconcile(parts))).toEqual([new Error('no runs'), new Error('no schedules')]);
  });

  it('logs a schedule with an unsupported zone, and still nudges', async () => {
    const error = new DefectError('This process does not know the time zone Mars/Olympus.');
    const failed = [{ scheduleId: 'rsch_9', error }];
    const logged: unknown[] = [];
    const { parts, done } = lostWorld({
      replanner: { replan: () => Promise.resolve({ planned: 0, movedWorkspaceIds: [], failed }) },
      log: { ...silentLog, error: (members: unknown) => logged.push(members) },
    });
    await reconcile(parts);
    expect(logged).toEqual([{ schedule_id: 'rsch_9', err: error }]);
    expect(done).toEqual(expect.arrayContaining(SCHEDULES.slice(1)));
  });
});
