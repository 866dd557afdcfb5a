import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { silenceTemporal } from '../../testing/engines/silence-temporal.ts';
import { bundleWorkflows } from '../../testing/engines/workflow-bundle.ts';

const HISTORIES = join(import.meta.dirname, 'histories');

const namesIn = (path: string): string[] => readdirSync(path).filter((name) => name.endsWith('.json'));

const MUST_FAIL = join(HISTORIES, 'must-fail');

/** The fault of each file, by its path; undefined if the file replays. */
const faults = new Map<string, Error | undefined>();
beforeAll(async () => {
  silenceTemporal();
  const paths = [HISTORIES, MUST_FAIL].flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const histories = paths.map((path) => ({
    workflowId: path,
    history: JSON.parse(readFileSync(path, 'utf8')) as unknown,
  }));
  // One worker replays all files, because its start takes longer than the replay.
  const workflowBundle = { codePath: await bundleWorkflows() };
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    faults.set(workflowId, error);
  }
  expect([...faults.keys()].sort()).toEqual(paths.toSorted());
}, 120_000);

describe('recorded histories', () => {
  it('exist', () => {
    expect(namesIn(HISTORIES)).toEqual([
      'calibration-fitted.json',
      'calibration-refused.json',
      'calibrations-refitted.json',
      'cancelled-running.json',
      'cancelled-unasked.json',
      'cancelled-waiting.json',
      'comparison-cancelled.json',
      'comparison-judged.json',
      'comparison-labeled.json',
      'comparison-limited.json',
      'comparison-on-deck.json',
      'comparison-refused-by-ceiling.json',
      'dispatched-after-loss.json',
      'dispatched-at-hand.json',
      'dispatched-continued-as-new.json',
      'dispatched-past-failures.json',
      'dispatched-showing-overdue.json',
      'dispatched-until-idle.json',
      'ended-cancelled.json',
      'exhausted.json',
      'experiment-cancelled.json',
      'experiment-continued-as-new.json',
      'experiment-last-page.json',
      'experiment-replayed.json',
      'failed-exhausted.json',
      'failed-refused.json',
      'judge-swept.json',
      'judge-validated.json',
      'judged-traffic-cancelled.json',
      'judged-traffic.json',
      'lapsed.json',
      'occurrence-begun-by-its-plan.json',
      'occurrence-cancelled.json',
      'occurrence-delivered.json',
      'occurrence-ended-cancelled.json',
      'occurrence-ended-exhausted.json',
      'occurrence-ended-failed.json',
      'occurrence-failed.json',
      'occurrence-found-by-its-run.json',
      'occurrence-missed.json',
      'ready.json',
      'refused.json',
      'retried.json',
      'started-running.json',
      'swept.json',
    ]);
  });

  it.each(namesIn(HISTORIES))('%s replays', (name) => {
    expect(faults.get(join(HISTORIES, name))).toBeUndefined();
  });

  it.each(namesIn(MUST_FAIL))('%s is refused as another workflow’s', (name) => {
    expect(faults.get(join(MUST_FAIL, name))).toBeInstanceOf(DeterminismViolationError);
  });
});
