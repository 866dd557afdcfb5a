import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { MAX_CONCURRENT_CALLS } from '../../domain/comparisons/run-work.ts';
import { median } from '../reports/spread.ts';
import { startExperimentSystem, type ExperimentSystem } from './experiment-system.ts';

/** The maximum time of a run, in multiples of the time of its calls. */
const MAX_RATIO = 1.15;
const LATENCY_MS = 500;
const ARMS = 2;
/** Milliseconds between two checks whether the relay has started a workflow. */
const RELAY_MS = 10;

/** Measures runs of an experiment on two arms, from their start until their workflows are closed. */
export async function measureExperiment({
  items,
  rounds,
  report,
}: {
  readonly items: number;
  readonly rounds: number;
  readonly report: (line: string) => void;
}): Promise<void> {
  const cells = items * ARMS;
  // Every answer is judged after all answers are there.
  const idealMs = 2 * Math.ceil(cells / MAX_CONCURRENT_CALLS) * LATENCY_MS;
  const system = await startExperimentSystem(items, LATENCY_MS);
  const taken: number[] = [];
  try {
    // The first round is a warm-up and does not count.
    for (let round = -1; round < rounds; round += 1) {
      const before = await system.calls();
      const started = performance.now();
      const runId = await system.startRun();
      const end = await ended(system, runId);
      if (round >= 0) taken.push(performance.now() - started);
      assert.equal((end as { state: string }).state, 'complete', JSON.stringify(end));
      assert.equal((await system.calls()) - before, 2 * cells, 'every call is made once');
      const run = await system.cellsOf(runId);
      assert.deepEqual([run?.cells, run?.endedCells], [cells, cells]);
    }
  } finally {
    await system.close();
  }
  const ratio = median(taken) / idealMs;
  report(
    `\n${items} items on ${ARMS} arms, ${2 * cells} calls of ${LATENCY_MS} ms, ${rounds} runs: ideally ${idealMs} ms`,
  );
  report(
    `  experiment ${median(taken).toFixed(0).padStart(6)} ms  ${ratio.toFixed(3)} × its calls (at most ${MAX_RATIO})`,
  );
  assert.ok(ratio <= MAX_RATIO, 'An experiment takes longer than it may.');
}

/** Waits until a workflow is closed, which the relay may not have started yet. */
async function ended({ temporal }: ExperimentSystem, runId: string): Promise<unknown> {
  const handle = temporal.workflow.getHandle(runId);
  for (;;) {
    try {
      return await handle.result();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await delay(RELAY_MS);
    }
  }
}
