/**
 * The worker of the bench, a process of its own: the product's relay, dispatchers, worker of due runs and reconciler, over a reader that
 * answers at once, and workers of the same make for the no-ops. Its parent ends it.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { bundleWorkflowCode, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createActivities } from '../../activities/create-activities.ts';
import { createOccurrenceActivities } from '../../activities/occurrence-activities.ts';
import { createDispatchActivities } from '../../activities/plan-workspace.ts';
import { timeZones } from '../../contracts/time-zone.ts';
import { noFaultPoints } from '../../domain/fault-points.ts';
import { createDispatcherStartStore } from '../../store/dispatcher-starts.ts';
import { newId } from '../../store/new-id.ts';
import { createOccurrenceStartStore } from '../../store/occurrence-starts.ts';
import { createOccurrenceTransitions } from '../../store/occurrence-transitions.ts';
import { createOutboxStore } from '../../store/outbox-store.ts';
import { createPool } from '../../store/pool.ts';
import { createRunStartStore } from '../../store/run-starts.ts';
import { createRunTransitions } from '../../store/run-transitions.ts';
import { createSavedViewStore } from '../../store/saved-views.ts';
import { createSchedulePlanner } from '../../store/schedule-planning.ts';
import { createTenancyStore } from '../../store/tenancy.ts';
import { DISPATCH_LIMITS, workOnDispatch } from '../../worker/dispatch.ts';
import { DUE_RUNS_LIMITS, workOnDueRuns } from '../../worker/due-runs.ts';
import { reconcile } from '../../worker/reconciler.ts';
import { repeat } from '../../worker/repeat.ts';
import { runRelay } from '../../worker/run-relay.ts';
import { connectTemporal } from '../../worker/temporal-connection.ts';
import { installTemporalRuntime } from '../../worker/temporal-runtime.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';
import { workOnQueue } from '../../worker/work-on-queue.ts';
import { smallAnswer } from '../reports/made-answer.ts';
import { TIMEOUTS } from '../reports/timeouts.ts';
import { noOpActivities } from './no-op-activities.ts';
import { NO_OP_DISPATCH_TASK_QUEUE, NO_OP_DUE_TASK_QUEUE } from './no-op-workflows.ts';
import { RECONCILE_MS, reconcilerParts } from './reconciler-parts.ts';

const [databaseUrl = '', temporalAddress = '', namespace = '', folder = ''] = process.argv.slice(2);
const clock = { now: () => new Date() };
const log = pino({ level: 'warn', base: { process: 'worker of the bench' } });
installTemporalRuntime(log);
const pool = createPool(databaseUrl);
const { signal } = new AbortController();
const connection = await connectTemporal({ address: temporalAddress }, { signal, log });
if (connection === undefined) throw new Error('unreachable');
process.once('disconnect', () => process.exit(0));

const newRequestId = (): string => newId('request');
const tenancy = createTenancyStore(pool);
const answer = smallAnswer();
const shared = { faultPoints: noFaultPoints, log };
const runActivities = createActivities({
  ...shared,
  runs: createRunTransitions(pool, clock),
  tenancy,
  reader: { answer: () => Promise.resolve({ answer }) },
  newRequestId,
});
const occurrenceActivities = createOccurrenceActivities({
  ...shared,
  transitions: createOccurrenceTransitions(pool, clock, newId),
  tenancy,
  savedViews: createSavedViewStore(pool, clock),
  newId,
});
const planner = createSchedulePlanner({ ...shared, pool, clock, zones: timeZones });
const dispatchActivities = createDispatchActivities({ planner, clock });
const relayParts = {
  ...shared,
  outbox: createOutboxStore(pool, clock),
  runStarts: createRunStartStore(pool),
  dispatcherStarts: createDispatcherStartStore(pool),
  occurrenceStarts: createOccurrenceStartStore(pool),
  client: new Client({ connection, namespace }),
  clock,
  timeouts: TIMEOUTS,
};

const { logger } = Runtime.instance();
const bundle = await workflowBundle(join(import.meta.dirname, '..', '..', '.cache'), logger);
const parts = { connection, namespace, workflowBundle: bundle, log };
const { code } = await bundleWorkflowCode({ workflowsPath: join(import.meta.dirname, 'no-op-workflows.ts'), logger });
const codePath = join(folder, `no-op-bundle-${process.pid}.js`);
writeFileSync(codePath, code);
const noOpParts = { ...parts, workflowBundle: { codePath } };
const noOps = { ...noOpActivities };

void runRelay(relayParts, databaseUrl, signal);
const reconciling = reconcilerParts({ pool, clock, log });
void repeat('reconciler', () => reconcile(reconciling), { everyMs: RECONCILE_MS, signal, log });
await Promise.all([
  new Promise((made) => void workOnDispatch({ ...parts, activities: dispatchActivities }, made, signal)),
  new Promise(
    (made) => void workOnDueRuns({ ...parts, activities: { ...runActivities, ...occurrenceActivities } }, made, signal),
  ),
  new Promise(
    (made) =>
      void workOnQueue(
        noOpParts,
        { taskQueue: NO_OP_DISPATCH_TASK_QUEUE, activities: noOps, limits: DISPATCH_LIMITS },
        made,
        signal,
      ),
  ),
  new Promise(
    (made) =>
      void workOnQueue(
        noOpParts,
        { taskQueue: NO_OP_DUE_TASK_QUEUE, activities: noOps, limits: DUE_RUNS_LIMITS },
        made,
        signal,
      ),
  ),
]);
process.send?.('ready');
await once(process, 'disconnect');
