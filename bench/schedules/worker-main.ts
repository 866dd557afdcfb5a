/**
 * The worker process of the bench. It runs the product's relay, dispatchers, worker of due runs and reconciler, over a
 * reader that answers immediately, and equal workers for the no-ops. Its parent ends the process.
 */
import { join } from 'node:path';
import { createActivities } from '../../activities/reports/create-activities.ts';
import { createOccurrenceActivities } from '../../activities/schedules/occurrence-activities.ts';
import { createBeginAhead } from '../../activities/schedules/begin-occurrence.ts';
import { createDispatchActivities } from '../../activities/schedules/dispatch-activities.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { createOccurrenceTransitions } from '../../store/schedules/occurrence-transitions.ts';
import { createRunTransitions } from '../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../store/views/saved-view-store.ts';
import { createSchedulePlanner } from '../../store/schedules/schedule-planner.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { reconcile } from '../../worker/relay/reconcile.ts';
import { repeat } from '../../runtime/repeat.ts';
import { workOnQueue } from '../../worker/work-on-queue.ts';
import { openBenchWorker } from '../reports/bench-worker.ts';
import { smallAnswer } from '../reports/made-answer.ts';
import { RUN_TIMEOUTS } from '../reports/timeouts.ts';
import { newArtifactSalt } from '../../contracts/reports/report-digest.ts';
import { WORKER_QUEUES } from '../../worker/worker-queues.ts';
import { noOpActivities } from './no-op-activities.ts';
import { NO_OP_DISPATCH_TASK_QUEUE, NO_OP_DUE_TASK_QUEUE } from './no-op-workflows.ts';
import { RECONCILE_MS, reconcilerParts } from './reconciler-parts.ts';

const [databaseUrl = '', temporalAddress = '', namespace = '', folder = ''] = process.argv.slice(2);
const noOpWorkflows = join(import.meta.dirname, 'no-op-workflows.ts');
const bench = await openBenchWorker({ databaseUrl, temporalAddress, namespace, folder, noOpWorkflows });
const { pool, clock, log, signal } = bench;

const tenancy = createTenancyStore(pool);
const answer = smallAnswer();
const shared = { faultPoints: noFaultPoints, log };
const runActivities = createActivities({
  ...shared,
  runs: createRunTransitions(pool, clock),
  tenancy,
  reader: { answer: () => Promise.resolve({ answer }) },
  readerMs: 60_000,
  newRequestId: () => newId('request'),
  newArtifactSalt,
});
const occurrencePorts = {
  ...shared,
  transitions: createOccurrenceTransitions(pool, clock, newId),
  tenancy,
  savedViews: createSavedViewStore(pool, clock),
  newId,
};
const dueRunsActivities = { ...runActivities, ...createOccurrenceActivities(occurrencePorts, runActivities) };
const planner = createSchedulePlanner({ ...shared, pool, clock, zones: timeZones });
const dispatchActivities = createDispatchActivities({
  planner,
  beginAhead: createBeginAhead(occurrencePorts),
  clock,
  timeouts: RUN_TIMEOUTS,
  namesArePlain: true,
});
const activities = { ...noOpActivities };
const noOpDispatch = { taskQueue: NO_OP_DISPATCH_TASK_QUEUE, limits: WORKER_QUEUES.dispatch.limits };
const noOpDue = { taskQueue: NO_OP_DUE_TASK_QUEUE, limits: WORKER_QUEUES.dueRuns.limits };

const reconciling = reconcilerParts({ pool, clock, log });
void repeat('reconciler', () => reconcile(reconciling), { everyMs: RECONCILE_MS, signal, log });
await bench.serve([
  (made) => workOnQueue(WORKER_QUEUES.dispatch, { ...bench.queue, activities: dispatchActivities }, made, signal),
  (made) => workOnQueue(WORKER_QUEUES.dueRuns, { ...bench.queue, activities: dueRunsActivities }, made, signal),
  (made) => workOnQueue(noOpDispatch, { ...bench.noOpQueue, activities }, made, signal),
  (made) => workOnQueue(noOpDue, { ...bench.noOpQueue, activities }, made, signal),
]);
