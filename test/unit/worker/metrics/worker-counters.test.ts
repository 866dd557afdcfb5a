import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Activities } from '../../../../activities/reports/create-activities.ts';
import type { AttemptStatus } from '../../../../domain/reports/run-status.ts';
import { createWorkerCounters } from '../../../../worker/metrics/worker-counters.ts';
import type { OutboxItem } from '../../../../store/outbox/outbox-store.ts';
import type { ReconcilerParts } from '../../../../worker/relay/reconcile.ts';
import type { ModelRequest } from '../../../../providers/protocols/shared/model-request.ts';
import { createFakeOutbox } from '../relay/relay-world.ts';
import { silentLog } from '../../../../testing/silent-log.ts';

/** The counts of a counter above zero, as exposed. */
async function counted(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name);
  return text.split('\n').filter((line) => !line.startsWith('#') && !line.endsWith(' 0'));
}

const item: OutboxItem = { outboxId: 1n, kind: 'nudge_dispatcher', workflowId: 'ws_1', tries: 0, traceparent: null };
const status: AttemptStatus = {
  state: 'ready',
  attempt: 1,
  failureCode: '',
  artifactDigest: 'sha256:1',
  groupCount: 1,
  byteCount: 2,
};

describe('the counters of a worker', () => {
  it('show every series from the start, at zero', async () => {
    const registry = new Registry();
    createWorkerCounters(registry);
    const text = await registry.getSingleMetricAsString('truetally_relay_items_total');
    const lines = text.split('\n').filter((line) => !line.startsWith('#'));
    expect(lines).toHaveLength(30);
    expect(lines.every((line) => line.endsWith(' 0'))).toBe(true);
  });

  it('count the result of an item after it is written, and not before', async () => {
    const registry = new Registry();
    const fault = new Error('no database');
    const outbox = createWorkerCounters(registry).relayed({
      ...createFakeOutbox([]),
      postpone: () => Promise.resolve(),
      reschedule: () => Promise.reject(fault),
    });
    await outbox.markSent(item);
    await outbox.markSent(item);
    await outbox.postpone(item, 'away');
    await expect(outbox.reschedule(item, 'refused')).rejects.toBe(fault);
    expect(await counted(registry, 'truetally_relay_items_total')).toEqual([
      'truetally_relay_items_total{kind="nudge_dispatcher",outcome="sent"} 2',
      'truetally_relay_items_total{kind="nudge_dispatcher",outcome="postponed"} 1',
    ]);
  });

  it('count the restarts of the reconciler', async () => {
    const registry = new Registry();
    const parts: ReconcilerParts = {
      lostRuns: {
        lapsed: () => Promise.resolve([]),
        startStaleAgain: () => Promise.resolve(['rrun_1', 'rrun_2']),
        startAgain: () => Promise.resolve(),
      },
      lostComparisonRuns: { startStaleAgain: () => Promise.resolve(['crun_1']) },
      lostExperimentRuns: { startStaleAgain: () => Promise.resolve(['qrun_1', 'qrun_2']) },
      lostFits: { startStaleAgain: () => Promise.resolve(['qcal_1']) },
      runs: { requeue: () => Promise.resolve(status) },
      overdue: {
        nudgeOverdue: () => Promise.resolve([{ workspaceId: 'ws', scheduleId: 'rsch', dueAt: new Date(0) }]),
        nudgeStale: () => Promise.resolve([]),
      },
      replanner: { replan: () => Promise.resolve({ planned: 3, movedWorkspaceIds: [], failed: [] }) },
      staleMs: 5_000,
      log: silentLog,
    };
    const { lostRuns, lostComparisonRuns, lostExperimentRuns, lostFits, runs, overdue, replanner } =
      createWorkerCounters(registry).takenUp(parts);
    expect(await lostRuns.startStaleAgain(1)).toEqual(['rrun_1', 'rrun_2']);
    await runs.requeue({ runId: 'rrun_1', attempt: 1, code: 'lease_lapsed', detail: '' });
    await overdue.nudgeOverdue(1);
    await overdue.nudgeStale(1);
    await replanner.replan();
    await lostComparisonRuns.startStaleAgain(1);
    await lostExperimentRuns.startStaleAgain(1);
    await lostFits.startStaleAgain(1);
    expect(await counted(registry, 'truetally_reconciler_taken_up_total')).toEqual([
      'truetally_reconciler_taken_up_total{what="lapsed_attempt"} 1',
      'truetally_reconciler_taken_up_total{what="stale_run"} 2',
      'truetally_reconciler_taken_up_total{what="overdue_workspace"} 1',
      'truetally_reconciler_taken_up_total{what="schedule_plan"} 3',
      'truetally_reconciler_taken_up_total{what="stale_comparison_run"} 1',
      'truetally_reconciler_taken_up_total{what="stale_experiment_run"} 2',
      'truetally_reconciler_taken_up_total{what="stale_fit"} 1',
    ]);
  });

  it('count the ends of attempts', async () => {
    const registry = new Registry();
    const fault = new Error('reader away');
    let isAway = false;
    const activities = createWorkerCounters(registry).attempted<Activities>({
      executeAttempt: () => (isAway ? Promise.reject(fault) : Promise.resolve(status)),
      requeueRun: () => Promise.resolve(status),
      settleCancelledRun: () => Promise.resolve(status),
      cancelOwnWorkflow: () => Promise.resolve(),
    });
    expect(await activities.executeAttempt({ runId: 'rrun_1' })).toBe(status);
    isAway = true;
    await expect(activities.executeAttempt({ runId: 'rrun_1' })).rejects.toBe(fault);
    expect(await counted(registry, 'truetally_report_run_attempts_total')).toEqual([
      'truetally_report_run_attempts_total{outcome="ready"} 1',
      'truetally_report_run_attempts_total{outcome="error"} 1',
    ]);
  });

  it('count the ends of model calls, by their provider', async () => {
    const registry = new Registry();
    const failed = { kind: 'effect_unknown', fault: 'timed_out', providerRequestId: undefined } as const;
    const caller = createWorkerCounters(registry).called({ call: () => Promise.resolve(failed) });
    const request = { connection: { provider: 'openai_compatible' } } as ModelRequest;
    expect(await caller.call(request)).toBe(failed);
    expect(await counted(registry, 'truetally_model_calls_total')).toEqual([
      'truetally_model_calls_total{provider="openai_compatible",outcome="effect_unknown"} 1',
    ]);
  });

  it('count batches, and their lines, repeated and quarantined lines separately', async () => {
    const registry = new Registry();
    const { loaded } = createWorkerCounters(registry);
    loaded({ lines: 10, repeated: 2, quarantined: 3 });
    loaded({ lines: 5, repeated: 0, quarantined: 0 });
    expect(await counted(registry, 'truetally_indexer_batches_total')).toEqual(['truetally_indexer_batches_total 2']);
    expect(await counted(registry, 'truetally_indexer_lines_total')).toEqual([
      'truetally_indexer_lines_total{outcome="loaded"} 10',
      'truetally_indexer_lines_total{outcome="repeated"} 2',
      'truetally_indexer_lines_total{outcome="quarantined"} 3',
    ]);
  });

  it('count folded events by dimension, and show the last number of values', async () => {
    const registry = new Registry();
    const { planned } = createWorkerCounters(registry);
    expect(await registry.getSingleMetricAsString('truetally_dimension_values')).not.toContain('dimension=');
    planned({ folded: new Map([['user', 3]]), values: new Map([['user', 20]]) });
    planned({
      folded: new Map([
        ['user', 4],
        ['tags', 1],
      ]),
      values: new Map([['user', 21]]),
    });
    expect(await counted(registry, 'truetally_indexer_folded_events_total')).toEqual([
      'truetally_indexer_folded_events_total{dimension="user"} 7',
      'truetally_indexer_folded_events_total{dimension="tags"} 1',
    ]);
    expect(await counted(registry, 'truetally_dimension_values')).toEqual([
      'truetally_dimension_values{dimension="user"} 21',
    ]);
  });

  it('count calls without a price by the result of a table', async () => {
    const registry = new Registry();
    const { repriced } = createWorkerCounters(registry);
    repriced(undefined, { state: 'priced', nanos: '1', revision: 'r' });
    repriced(undefined, { state: 'unpriced', reason: 'model_not_in_table', revision: 'r' });
    repriced(undefined, { state: 'unpriced', reason: 'model_not_in_table', revision: 'r' });
    expect(await counted(registry, 'truetally_repricing_effects_total')).toEqual([
      'truetally_repricing_effects_total{outcome="priced"} 1',
      'truetally_repricing_effects_total{outcome="model_not_in_table"} 2',
    ]);
  });
});
