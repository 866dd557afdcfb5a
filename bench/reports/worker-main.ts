/**
 * The worker of the bench, a process of its own: the product's relay and its worker of requested runs over a reader that
 * the bench chooses, and a worker of the same make for the no-ops. Its parent tells it what to read, and ends it.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { bundleWorkflowCode, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createActivities } from '../../activities/create-activities.ts';
import { createAnalyticsClient } from '../../analytics/client.ts';
import { createInsightReader, type InsightReader } from '../../analytics/insight/reader.ts';
import { noFaultPoints } from '../../domain/fault-points.ts';
import { createIngestStateStore } from '../../store/ingest-state.ts';
import { createInstallationSecretStore } from '../../store/installation-secrets.ts';
import { newId } from '../../store/new-id.ts';
import { createDispatcherStartStore } from '../../store/dispatcher-starts.ts';
import { createOccurrenceStartStore } from '../../store/occurrence-starts.ts';
import { createOutboxStore } from '../../store/outbox-store.ts';
import { createPool } from '../../store/pool.ts';
import { createRunStartStore } from '../../store/run-starts.ts';
import { createRunTransitions } from '../../store/run-transitions.ts';
import { createTenancyStore } from '../../store/tenancy.ts';
import { REQUESTED_RUNS_LIMITS, workOnRequestedRuns } from '../../worker/requested-runs.ts';
import { runRelay } from '../../worker/run-relay.ts';
import { workOnQueue } from '../../worker/work-on-queue.ts';
import { connectTemporal } from '../../worker/temporal-connection.ts';
import { installTemporalRuntime } from '../../worker/temporal-runtime.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';
import { smallAnswer, tenMibAnswer } from './made-answer.ts';
import { NO_OP_TASK_QUEUE, type NoOpActivities } from './no-op-workflow.ts';
import type { Reading } from './reading.ts';
import { SETTLED_CHANNEL } from './settled.ts';
import { TIMEOUTS } from './timeouts.ts';

const [databaseUrl = '', clickhouseUrl = '', temporalAddress = '', namespace = '', folder = ''] = process.argv.slice(2);
const clock = { now: () => new Date() };
const log = pino({ level: 'warn', base: { process: 'worker of the bench' } });
installTemporalRuntime(log);
const pool = createPool(databaseUrl);
const { signal } = new AbortController();
const connection = await connectTemporal({ address: temporalAddress }, { signal, log });
if (connection === undefined) throw new Error('unreachable');
process.once('disconnect', () => process.exit(0));

let reading: Reading = 'small';
process.on('message', (message: Reading) => {
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

const runs = createRunTransitions(pool, clock);
const newRequestId = (): string => newId('request');
const activities = createActivities({
  runs,
  tenancy: createTenancyStore(pool),
  reader,
  faultPoints: noFaultPoints,
  newRequestId,
  log,
});
const relayParts = {
  outbox: createOutboxStore(pool, clock),
  runStarts: createRunStartStore(pool),
  dispatcherStarts: createDispatcherStartStore(pool),
  occurrenceStarts: createOccurrenceStartStore(pool),
  client: new Client({ connection, namespace }),
  clock,
  timeouts: TIMEOUTS,
  faultPoints: noFaultPoints,
  log,
};
const { logger } = Runtime.instance();
const bundle = await workflowBundle(join(import.meta.dirname, '..', '..', '.cache'), logger);
const runParts = { connection, namespace, workflowBundle: bundle, activities, log };

const noOps: NoOpActivities = {
  doNothing: async ({ runId }) => {
    await pool.query('SELECT pg_notify($1, $2)', [SETTLED_CHANNEL, runId]);
    return { state: 'ready', attempt: 1, failureCode: '', artifactDigest: '', groupCount: 0, byteCount: 0 };
  },
};
const { code } = await bundleWorkflowCode({ workflowsPath: join(import.meta.dirname, 'no-op-workflow.ts'), logger });
const codePath = join(folder, `no-op-bundle-${process.pid}.js`);
writeFileSync(codePath, code);
const noOpParts = { ...runParts, workflowBundle: { codePath } };
const noOpQueue = { taskQueue: NO_OP_TASK_QUEUE, activities: { ...noOps }, limits: REQUESTED_RUNS_LIMITS };

void runRelay(relayParts, databaseUrl, signal);
await Promise.all([
  new Promise<void>((made) => void workOnRequestedRuns(runParts, () => made(), signal)),
  new Promise<void>((made) => void workOnQueue(noOpParts, noOpQueue, () => made(), signal)),
]);
process.send?.('ready');
await once(process, 'disconnect');
