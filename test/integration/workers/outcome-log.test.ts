import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { installTemporalRuntime } from '../../../worker/temporal/temporal-runtime.ts';
import { REPORT_RUN_WORKFLOW, REQUESTED_RUNS_TASK_QUEUE } from '../../../workflows/public.ts';
import { waitForWorkflowEnd } from '../../../testing/wait-for-workflow-end.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { makeNamespace } from '../../../testing/engines/temporal-world.ts';
import { createFakeRun, type Fate } from '../../workflow/fake-run.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly workflowId?: string;
  readonly outcome?: string;
}

const lines: Line[] = [];
let namespace: string;
let connection: NativeConnection;

beforeAll(async () => {
  installTemporalRuntime(pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) }));
  namespace = await makeNamespace();
  connection = await NativeConnection.connect({ address: inject('temporalAddress') });
});
afterAll(() => connection.close());

/** The worker's log lines about a workflow whose run has this fate, without the common members. */
async function linesOf(fate: Fate, change: object = {}): Promise<Pick<Line, 'level' | 'msg' | 'outcome'>[]> {
  const stopping = new AbortController();
  const activities = { ...createFakeRun([fate]).activities, ...change };
  const workflowBundle = { codePath: inject('workflowBundlePath') };
  const parts = { connection, namespace, workflowBundle, activities, log: silentLog };
  const working = workOnQueue(WORKER_QUEUES.requestedRuns, parts, () => undefined, stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await working;
  });
  const workflowId = randomUUID();
  const handle = await new Client({ connection, namespace }).workflow.start(REPORT_RUN_WORKFLOW, {
    workflowId,
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    args: [{ runId: 'rrun_1', attempt: 0, timeouts: { heartbeatMs: 5_000, attemptMs: 60_000 } }],
  });
  await waitForWorkflowEnd(handle);
  const own = (): Line[] => lines.filter((line) => line.workflowId === workflowId && /workflow/i.test(line.msg));
  await expect.poll(own).not.toEqual([]);
  return own().map(({ level, msg, outcome }) => ({ level, msg, ...(outcome !== undefined && { outcome }) }));
}

describe('the log of a worker', () => {
  it('logs a failed run as information, with the reason', async () => {
    expect(await linesOf({ refused: 'budget_exceeded' })).toEqual([
      {
        level: 30,
        msg: 'a workflow ended as its row did',
        outcome: 'budget_exceeded: refused permanently at attempt 1 of 5',
      },
    ]);
  });

  it('logs a workflow that failed by a defect as a warning', async () => {
    const requeueRun = (): Promise<never> => Promise.reject(ApplicationFailure.nonRetryable('A defect.'));
    expect(await linesOf({ fails: 'reader_unavailable' }, { requeueRun })).toEqual([
      { level: 40, msg: 'Workflow failed' },
    ]);
  });
});
