import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { inject, onTestFinished, vi } from 'vitest';
import { createComparisonActivities } from '../../../activities/comparisons/comparison-activities.ts';
import { createConnectionWaiters } from '../../../activities/comparisons/connection-waiters.ts';
import { createEndBatcher } from '../../../activities/comparisons/end-batcher.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { CaseContent } from '../../../domain/comparisons/case-content.ts';
import { noFaultPoints, type FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { createModelPrices } from '../../../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { createModelCaller } from '../../../providers/caller/create-model-caller.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { createComparisonRunTransitions } from '../../../store/comparisons/comparison-run-transitions.ts';
import { createComparisonStartStore } from '../../../store/comparisons/comparison-start-store.ts';
import { createPaidCallStore } from '../../../store/comparisons/paid-call-store.ts';
import { createRunEvidenceStore } from '../../../store/comparisons/run-evidence-store.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { startComparisonWorkflow } from '../../../worker/relay/start-comparison-workflow.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import {
  makeComparisonSetup,
  queueRun,
  setBudget,
  type ComparisonSetup,
} from '../../../testing/comparisons/started-run.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { AMPLE_SPACE } from '../../../testing/ample-space.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

/** An amount that no test reaches. */
export const UNREACHED_BUDGET_NANOS = 1_000_000_000_000n;

/** Postgres, Temporal, and the other parts that comparison runs need. */
export interface CarryingWorld {
  readonly store: StoreWorld;
  readonly client: Client;
  /** A store for the content of requests and answers. */
  readonly contents: ContentStore;
  /** Starts a provider that runs until the test ends. */
  provider(answers: readonly RecordedAnswer[], faults?: PlannedFault[], latencyMs?: number): Promise<PlaybackProvider>;
  /** Creates a separate setup with a budget, whose connections lead to the provider. */
  place(provider: PlaybackProvider, budget?: bigint): Promise<ComparisonSetup>;
  queue(
    setup: ComparisonSetup,
    run: { cases: readonly CaseContent[]; ceiling?: bigint; judgeCeiling?: bigint },
  ): Promise<string>;
  /** Starts the workflow of a run in place of the relay. */
  start(runId: string, heartbeatMs?: number): Promise<void>;
  /** Starts a worker that runs until the test ends; `stop` ends it earlier. */
  work(faultPoints?: FaultPoints): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openCarryingWorld(): Promise<CarryingWorld> {
  const { namespace, connection, client } = await openTemporalWorld();
  const store = await openStoreWorld();
  const { pool, clock } = store;
  const starts = createComparisonStartStore(pool);
  const folder = await mkdtemp(join(tmpdir(), 'truetally-content-'));
  const contents = openContentStore(
    { path: folder, ttlMs: 3_600_000, request: true, response: true },
    { now: () => new Date() },
    AMPLE_SPACE,
  );
  vi.stubEnv('TEST_PROVIDER_KEY', 'sk-of-the-playback-provider');
  return {
    store,
    client,
    contents,
    async provider(answers, faults = [], latencyMs = 0) {
      const provider = await startPlaybackProvider(answers, { latency_ms: latencyMs, faults });
      onTestFinished(provider.close);
      return provider;
    },
    async place(provider, budget = UNREACHED_BUDGET_NANOS) {
      const setup = await makeComparisonSetup(store, await makeTenancy(store), { endpoint: provider.endpoint });
      await setBudget(store, setup.workspaceId, budget);
      return setup;
    },
    queue: (setup, { cases, ceiling = UNREACHED_BUDGET_NANOS, judgeCeiling }) =>
      queueRun(store, setup, { cases, ceiling, ...(judgeCeiling !== undefined && { judgeCeiling }) }),
    async start(runId, heartbeatMs = 5_000) {
      await startComparisonWorkflow(client, { ...(await starts.find(runId))!, namesArePlain: true }, { heartbeatMs });
    },
    async work(faultPoints = noFaultPoints) {
      const table = await loadPriceTable();
      const activities = createComparisonActivities({
        runs: createComparisonRunTransitions(pool, clock),
        // A provider's limit lasts a number of real seconds.
        calls: createPaidCallStore(pool, { now: () => new Date() }),
        evidence: createRunEvidenceStore(pool),
        connections: createConnectionStore(pool, clock),
        contents,
        caller: createModelCaller(table, clock),
        connectionWaiters: createConnectionWaiters(),
        batchEnds: createEndBatcher(),
        prices: createModelPrices(table),
        clock,
        faultPoints,
        log: silentLog,
      });
      return startWorker({ connection, namespace }, activities);
    },
    async close() {
      vi.unstubAllEnvs();
      await connection.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

function startWorker(
  { connection, namespace }: { connection: NativeConnection; namespace: string },
  activities: object,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities,
    log: silentLog,
  };
  const working = workOnQueue(WORKER_QUEUES.comparisonRuns, parts, () => undefined, stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await working;
  };
  onTestFinished(stop);
  return { stop };
}
