/**
 * The worker process of the bench. It runs the product's relay and its worker of requested runs, over a reader that the
 * bench selects, and an equal worker for the no-ops. Its parent selects the reader and ends the process.
 */
import { join } from 'node:path';
import { createActivities } from '../../activities/reports/create-activities.ts';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { createInsightReader, type InsightReader } from '../../analytics/insight/insight-reader.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createIngestStateStore } from '../../store/ingest/ingest-state-store.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { createRunTransitions } from '../../store/reports/run-transitions.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { workOnQueue } from '../../worker/work-on-queue.ts';
import { newArtifactSalt } from '../../contracts/reports/report-digest.ts';
import { WORKER_QUEUES } from '../../worker/worker-queues.ts';
import { openBenchWorker } from './bench-worker.ts';
import { smallAnswer, tenMibAnswer } from './made-answer.ts';
import { NO_OP_TASK_QUEUE, type NoOpActivities } from './no-op-workflow.ts';
import type { BenchAnswerSource } from './reading.ts';
import { SETTLED_CHANNEL } from './settled.ts';

const [databaseUrl = '', clickhouseUrl = '', temporalAddress = '', namespace = '', folder = ''] = process.argv.slice(2);
const noOpWorkflows = join(import.meta.dirname, 'no-op-workflow.ts');
const bench = await openBenchWorker({ databaseUrl, temporalAddress, namespace, folder, noOpWorkflows });
const { pool, clock, log, signal } = bench;

let reading: BenchAnswerSource = 'small';
process.on('message', (message: BenchAnswerSource) => {
  reading = message;
  process.send?.('reads');
});

const small = smallAnswer();
const ofClickHouse = createInsightReader({
  clickhouse: createAnalyticsClient(clickhouseUrl),
  ingestState: createIngestStateStore(pool),
  sealKey: await createInstallationSecretStore(pool, clock).sealKey(),
  clock,
});
const reader: Pick<InsightReader, 'answer'> = {
  answer: (question) => {
    switch (reading) {
      case 'small':
        return Promise.resolve({ answer: small });
      case 'ten-mib':
        return Promise.resolve({ answer: tenMibAnswer() });
      case 'clickhouse':
        return ofClickHouse.answer(question);
    }
  },
};

const activities = createActivities({
  runs: createRunTransitions(pool, clock),
  tenancy: createTenancyStore(pool),
  reader,
  readerMs: 60_000,
  faultPoints: noFaultPoints,
  newRequestId: () => newId('request'),
  newArtifactSalt,
  log,
});
const noOps: NoOpActivities = {
  doNothing: async ({ runId }) => {
    await pool.query('SELECT pg_notify($1, $2)', [SETTLED_CHANNEL, runId]);
    return { state: 'ready', attempt: 1, failureCode: '', artifactDigest: '', groupCount: 0, byteCount: 0 };
  },
};
const noOpWork = { taskQueue: NO_OP_TASK_QUEUE, limits: WORKER_QUEUES.requestedRuns.limits };

await bench.serve([
  (made) => workOnQueue(WORKER_QUEUES.requestedRuns, { ...bench.queue, activities }, made, signal),
  (made) => workOnQueue(noOpWork, { ...bench.noOpQueue, activities: { ...noOps } }, made, signal),
]);
