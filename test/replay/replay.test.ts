import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { quietTemporal } from '../support/engines/quiet-temporal.ts';
import { bundleWorkflows } from '../support/engines/workflow-bundle.ts';

const HISTORIES = join(import.meta.dirname, 'histories');

const namesIn = (path: string): string[] => readdirSync(path).filter((name) => name.endsWith('.json'));

let codePath: string;
beforeAll(async () => {
  quietTemporal();
  codePath = await bundleWorkflows();
});

const replay = (path: string): Promise<void> =>
  Worker.runReplayHistory({ workflowBundle: { codePath } }, JSON.parse(readFileSync(path, 'utf8')));

describe('recorded histories', () => {
  it('are there', () => {
    expect(namesIn(HISTORIES)).toEqual([
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
      'dispatched-until-idle.json',
      'ended-cancelled.json',
      'exhausted.json',
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

  it.each(namesIn(HISTORIES))('%s replays', async (name) => {
    await expect(replay(join(HISTORIES, name))).resolves.toBeUndefined();
  });

  it.each(namesIn(join(HISTORIES, 'must-fail')))('%s is refused as another workflow’s', async (name) => {
    await expect(replay(join(HISTORIES, 'must-fail', name))).rejects.toThrow(DeterminismViolationError);
  });
});
