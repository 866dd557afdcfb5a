import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { Runtime, type NativeConnection, type Worker } from '@temporalio/worker';
import type pg from 'pg';
import { createActivities } from '../activities/reports/create-activities.ts';
import { createComparisonActivities } from '../activities/comparisons/comparison-activities.ts';
import { createConnectionWaiters } from '../activities/comparisons/connection-waiters.ts';
import { createEndBatcher } from '../activities/comparisons/end-batcher.ts';
import { createExperimentActivities } from '../activities/quality/experiments/experiment-activities.ts';
import { createCalibrationFitActivities } from '../activities/quality/calibration/calibration-fit-activities.ts';
import type { ExperimentRunPorts } from '../activities/quality/experiments/experiment-run-ports.ts';
import { createOccurrenceActivities } from '../activities/schedules/occurrence-activities.ts';
import { createBeginAhead } from '../activities/schedules/begin-occurrence.ts';
import { createDispatchActivities } from '../activities/schedules/dispatch-activities.ts';
import { createRetentionActivities } from '../activities/installation/retention-activities.ts';
import { hasSweepWork } from '../activities/installation/has-sweep-work.ts';
import { findDueSubjects } from '../activities/judges/find-due-subjects.ts';
import { hasJudgeWork } from '../activities/judges/has-judge-work.ts';
import { createJudgeActivities } from '../activities/judges/judge-activities.ts';
import { createJudgingActivities } from '../activities/judges/judging-activities.ts';
import type { AnalyticsClient } from '../analytics/analytics-client.ts';
import { createAnsweredRequestFinder } from '../analytics/judges/answered-request-finder.ts';
import { createJudgeReader } from '../analytics/judges/judge-reader.ts';
import { createDatasetRequestFinder } from '../analytics/quality/datasets/dataset-request-finder.ts';
import { createDatasetSnapshotReader } from '../analytics/quality/datasets/dataset-snapshot-reader.ts';
import { createLabelledRowReader } from '../analytics/quality/labelled-rows/labelled-row-reader.ts';
import { createRoutingPairReader } from '../analytics/quality/routing-pairs/routing-pair-reader.ts';
import { createExperimentMaterialReader } from '../analytics/quality/experiment-material-reader.ts';
import { createInsightReader } from '../analytics/insight/insight-reader.ts';
import type { ContentStore } from '../contracts/ingest/events/captured-content.ts';
import { timeZones } from '../contracts/wire/time-zone.ts';
import type { RoutingBlock } from '../domain/gateway/routing/routing-block.ts';
import type { RoutingArtifact } from '../domain/quality/routing-thresholds/routing-artifact.ts';
import type { CalibrationSettings } from '../domain/judges/configuration/calibration-settings.ts';
import type { ValidationSettings } from '../domain/judges/configuration/evals-settings.ts';
import type { JudgingEvaluator } from '../domain/judges/work/judging-evaluator.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Component } from '../domain/kernel/components.ts';
import type { FaultPoints } from '../domain/kernel/fault-points.ts';
import type { RunTimeouts } from '../domain/reports/report-run.ts';
import type { Configuration } from '../runtime/configuration/configuration.ts';
import { createDataConverter } from '../runtime/payloads/data-converter.ts';
import { createModelPrices } from '../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../providers/prices/price-table.ts';
import { createModelCaller } from '../providers/caller/create-model-caller.ts';
import { createComparisonRunTransitions } from '../store/comparisons/comparison-run-transitions.ts';
import { createComparisonStartStore } from '../store/comparisons/comparison-start-store.ts';
import { createPaidCallStore } from '../store/comparisons/paid-call-store.ts';
import { createRunEvidenceStore } from '../store/comparisons/run-evidence-store.ts';
import { createDatasetStore } from '../store/quality/datasets/dataset-store.ts';
import { createExperimentCallStore } from '../store/quality/experiments/experiment-call-store.ts';
import { createExperimentRunTransitions } from '../store/quality/experiments/experiment-run-transitions.ts';
import { createActiveUnitsFinder } from '../store/quality/calibrations/active-units-finder.ts';
import { createCalibrationFitStore } from '../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStartStore } from '../store/quality/calibrations/calibration-start-store.ts';
import { createCalibrationStore } from '../store/quality/calibrations/calibration-store.ts';
import { createExperimentStartStore } from '../store/quality/experiments/experiment-start-store.ts';
import { createConnectionStore } from '../store/gateway/connection-store.ts';
import { createDispatcherStartStore } from '../store/schedules/dispatcher-start-store.ts';
import { createIngestStateStore } from '../store/ingest/ingest-state-store.ts';
import { createHousekeepingTurnStore } from '../store/installation/housekeeping-turn-store.ts';
import { createInstallationSecretStore } from '../store/installation/installation-secret-store.ts';
import { createJudgeCallStore } from '../store/judges/judge-call-store.ts';
import { createExclusionFinder } from '../store/insight/exclusion-finder.ts';
import { createRetentionStore } from '../store/insight/retention-store.ts';
import { createJudgeRegistry } from '../store/judges/judge-registry.ts';
import { createJudgeScoringStore } from '../store/judges/judge-scoring-store.ts';
import { newId } from '../store/postgres/new-id.ts';
import { createOccurrenceStartStore } from '../store/schedules/occurrence-start-store.ts';
import { createOccurrenceTransitions } from '../store/schedules/occurrence-transitions.ts';
import { createOutboxStore } from '../store/outbox/outbox-store.ts';
import { createRetentionSweepStore } from '../store/installation/retention-sweep-store.ts';
import { createRunStartStore } from '../store/reports/run-start-store.ts';
import { createRunTransitions } from '../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../store/views/saved-view-store.ts';
import { createSchedulePlanner } from '../store/schedules/schedule-planner.ts';
import { createTenancyStore } from '../store/tenancy/tenancy-store.ts';
import { newArtifactSalt } from '../contracts/reports/report-digest.ts';
import { runHousekeeping, type HousekeepingParts } from './run-housekeeping.ts';
import type { WorkerMeasurements } from './metrics/measure-worker.ts';
import { runRelay } from './relay/run-relay.ts';
import { traceStarts } from './temporal/temporal-tracing.ts';
import type { WorkerLog } from './telemetry/worker-log.ts';
import { workflowBundle } from './temporal/workflow-bundle.ts';
import { WORKER_QUEUES } from './worker-queues.ts';
import { workOnQueue } from './work-on-queue.ts';

const BUNDLE_FOLDER = join(import.meta.dirname, '..', '.cache');

export interface TemporalWorkParts {
  readonly connection: NativeConnection;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly clickhouse: AnalyticsClient;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly settings: Configuration;
  /** The settings by which judges are validated. */
  readonly validation: ValidationSettings;
  /** The settings of quality calibrations, and the policy epoch of the configuration; empty without a file. */
  readonly calibration: CalibrationSettings;
  readonly policyEpoch: string;
  /** The block `routing` of the configuration file; undefined without one. */
  readonly routing: RoutingBlock | undefined;
  /** The evaluators of questions and answers. */
  readonly evaluators: readonly JudgingEvaluator[];
  /** The store of questions and answers, including its earlier locations. */
  readonly contents: ContentStore;
  readonly measuring: WorkerMeasurements;
  readonly log: WorkerLog;
  /** Ends the process, so that its supervisor restarts it. */
  readonly giveUp: (fault: unknown) => void;
}

/**
 * Runs everything that needs Temporal until the signal aborts: the relay, and a worker for each task queue. `workers`
 * receives each worker that is created.
 */
export async function workWithTemporal(
  parts: TemporalWorkParts,
  workers: Map<Component, Worker>,
  signal: AbortSignal,
): Promise<void> {
  const { connection, pool, databaseUrl, clock, faultPoints, settings, measuring, log, giveUp } = parts;
  const namespace = settings.temporalNamespace;
  const namesArePlain = !settings.encryptsPayloads;
  const dataConverter = createDataConverter(settings, clock);
  const client = new Client({ connection, namespace, dataConverter, interceptors: { workflow: [traceStarts] } });
  const timeouts = { heartbeatMs: settings.runHeartbeatSeconds * 1000, attemptMs: settings.runTimeoutSeconds * 1000 };
  const relayParts = {
    outbox: measuring.counters.relayed(createOutboxStore(pool, clock)),
    runStarts: createRunStartStore(pool),
    dispatcherStarts: createDispatcherStartStore(pool),
    occurrenceStarts: createOccurrenceStartStore(pool),
    comparisonStarts: createComparisonStartStore(pool),
    experimentStarts: createExperimentStartStore(pool),
    calibrationStarts: createCalibrationStartStore(pool),
    client,
    clock,
    timeouts,
    namesArePlain,
    faultPoints,
    log,
  };
  const activities = await activitiesOf(parts, timeouts);
  const bundle = await workflowBundle(BUNDLE_FOLDER, Runtime.instance().logger, dataConverter);
  const version = settings.workerVersion;
  const queue = {
    connection,
    namespace,
    workflowBundle: bundle,
    dataConverter,
    version,
    log,
    drainMs: settings.drainSeconds * 1000,
    giveUp,
  };
  const keep =
    (component: Component) =>
    (worker: Worker): unknown =>
      workers.set(component, worker);
  await Promise.all([
    runRelay(relayParts, databaseUrl, signal),
    workOnQueue(
      WORKER_QUEUES.requestedRuns,
      { ...queue, activities: activities.runs },
      keep('worker.requested_runs'),
      signal,
    ),
    workOnQueue(
      WORKER_QUEUES.dispatch,
      { ...queue, activities: activities.dispatch },
      keep('worker.dispatcher'),
      signal,
    ),
    workOnQueue(WORKER_QUEUES.dueRuns, { ...queue, activities: activities.dueRuns }, keep('worker.due_runs'), signal),
    workOnQueue(
      WORKER_QUEUES.comparisonRuns,
      { ...queue, activities: activities.comparisonRuns },
      keep('worker.comparison_runs'),
      signal,
    ),
    runHousekeeping(
      {
        ...queue,
        client,
        clock,
        looks: createHousekeepingTurnStore(pool, clock),
        activities: activities.housekeeping,
        hasWork: activities.hasWork,
        ...housekeepingSettings(parts, timeouts.heartbeatMs),
      },
      keep('worker.housekeeping'),
      signal,
    ),
  ]);
}

/** True if content is stored and at least one evaluator samples it. */
function isJudging({ evaluators, contents }: TemporalWorkParts): boolean {
  const { request, response } = contents.wanted;
  return request && response && evaluators.some(({ sampleRate }) => sampleRate > 0);
}

/** The schedules of housekeeping that the configuration enables. */
function housekeepingSettings(
  parts: TemporalWorkParts,
  heartbeatMs: number,
): Pick<HousekeepingParts, 'autoValidate' | 'judging' | 'refits'> {
  const { validation, calibration, settings } = parts;
  return {
    autoValidate: validation.autoValidate,
    judging: { isWanted: isJudging(parts), heartbeatMs, namesArePlain: !settings.encryptsPayloads },
    refits: { intervalMs: calibration.isEnabled ? calibration.refitIntervalMs : undefined, heartbeatMs },
  };
}

/** The activities of all workflows, bound to the stores and the reader, and the checks for housekeeping work. */
async function activitiesOf(parts: TemporalWorkParts, timeouts: RunTimeouts) {
  const { pool, clock, faultPoints, settings, measuring, log } = parts;
  const clickhouse = measuring.timeQueries(parts.clickhouse);
  const sealKey = settings.sealKey ?? (await createInstallationSecretStore(pool, clock).sealKey());
  const ingestState = createIngestStateStore(pool);
  const { indexBehindSeconds } = settings;
  const reader = createInsightReader({ clickhouse, ingestState, sealKey, clock, indexBehindSeconds });
  const tenancy = createTenancyStore(pool);
  const paying = await payingActivities(parts, clickhouse);
  const shared = { clock, faultPoints, log };
  const { contents } = parts;
  const sweepSettings = { auditDays: settings.auditDays, capturedSince: () => contents.since() };
  const sweeping = { sweeps: createRetentionSweepStore(pool, clock, sweepSettings), contents, ...shared };
  const validating = {
    reader: createJudgeReader(clickhouse, createExclusionFinder(pool)),
    registry: createJudgeRegistry(pool, clock),
    settings: parts.validation,
    ...shared,
  };
  const fitting = {
    reader: createLabelledRowReader(clickhouse, createExclusionFinder(pool)),
    fits: createCalibrationFitStore(pool, clock),
    calibrations: createCalibrationStore(pool, clock, 'quality'),
    routing: {
      readPairs: createRoutingPairReader(clickhouse, createExclusionFinder(pool)),
      findActiveUnits: createActiveUnitsFinder(pool),
      calibrations: createCalibrationStore<RoutingArtifact>(pool, clock, 'routing'),
      block: parts.routing,
    },
    settings: parts.calibration,
    goldSources: parts.validation.goldSources,
    fingerprint: parts.policyEpoch,
    ...shared,
  };
  const newRequestId = (): string => newId('request');
  const runs = measuring.counters.attempted(
    createActivities({
      runs: createRunTransitions(pool, clock),
      tenancy,
      reader,
      readerMs: settings.readerTimeoutSeconds * 1000,
      faultPoints,
      newRequestId,
      newArtifactSalt,
      log,
    }),
  );
  const occurrencePorts = {
    transitions: createOccurrenceTransitions(pool, clock, newId),
    tenancy,
    savedViews: createSavedViewStore(pool, clock),
    newId,
    faultPoints,
    log,
  };
  return {
    runs,
    dueRuns: { ...runs, ...createOccurrenceActivities(occurrencePorts, runs) },
    dispatch: createDispatchActivities({
      planner: createSchedulePlanner({ pool, clock, zones: timeZones, faultPoints, log }),
      beginAhead: createBeginAhead(occurrencePorts),
      clock,
      timeouts,
      namesArePlain: !settings.encryptsPayloads,
    }),
    comparisonRuns: paying.activities,
    housekeeping: {
      ...createRetentionActivities(sweeping),
      ...createJudgeActivities(validating),
      ...createCalibrationFitActivities(fitting),
    },
    hasWork: {
      retention: () => hasSweepWork(sweeping),
      validation: async () => (await findDueSubjects(validating)).length > 0,
      judging: paying.hasJudgeWork,
      refit: async () => (await fitting.reader.labelledWorkspaces(fitting.goldSources)).length > 0,
    },
  };
}

/** The activities that call models, for comparison runs and for judges, and the check for requests to score. */
async function payingActivities(
  { pool, clock, faultPoints, measuring, log, contents, evaluators }: TemporalWorkParts,
  clickhouse: Pick<AnalyticsClient, 'query'>,
) {
  const priceTable = await loadPriceTable();
  const caller = measuring.counters.called(createModelCaller(priceTable, clock));
  const prices = createModelPrices(priceTable);
  const judging = {
    evaluators,
    findAnswered: createAnsweredRequestFinder(clickhouse),
    scorings: createJudgeScoringStore(pool, clock),
    calls: createJudgeCallStore(pool, clock),
    contents,
    caller,
    prices,
    variable: (name: string) => process.env[name],
    clock,
    faultPoints,
    log,
  };
  const paying = {
    connections: createConnectionStore(pool, clock),
    ...{ contents, caller, prices },
    connectionWaiters: createConnectionWaiters(),
    batchEnds: createEndBatcher(),
    ...{ clock, faultPoints, log },
  };
  const activities = {
    ...createComparisonActivities({
      runs: createComparisonRunTransitions(pool, clock),
      calls: createPaidCallStore(pool, clock),
      evidence: createRunEvidenceStore(pool),
      ...paying,
    }),
    ...createExperimentActivities({
      runs: createExperimentRunTransitions(pool, clock),
      calls: createExperimentCallStore(pool, clock),
      findSnapshot: createSnapshotFinder(pool, clock, clickhouse),
      material: createExperimentMaterialReader(clickhouse),
      registry: createJudgeRegistry(pool, clock),
      evaluators,
      variable: judging.variable,
      ...paying,
    }),
    ...createJudgingActivities(judging),
  };
  return { activities, hasJudgeWork: (signal: AbortSignal) => hasJudgeWork(judging, signal) };
}

/** Finds the dataset versions that experiments pin; a version of another workspace is not found. */
function createSnapshotFinder(
  pool: pg.Pool,
  clock: Clock,
  clickhouse: Pick<AnalyticsClient, 'query'>,
): ExperimentRunPorts['findSnapshot'] {
  const findExclusions = createExclusionFinder(pool);
  const readSnapshot = createDatasetSnapshotReader({
    store: createDatasetStore(pool, clock),
    finder: createDatasetRequestFinder(clickhouse, findExclusions),
    retention: createRetentionStore(pool),
    findExclusions,
  });
  return async ({ workspaceId, datasetId, version }) => {
    const found = await readSnapshot({ datasetId, version });
    return found?.snapshot.workspaceId === workspaceId ? found.snapshot : undefined;
  };
}
