import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createRefusalReader } from '../../analytics/gateway/refusal-reader.ts';
import { createRepeatedCallCounter } from '../../analytics/gateway/repeated-call-counter.ts';
import { createLabelCounter } from '../../analytics/judges/label-counter.ts';
import { createConflictFinder } from '../../analytics/judges/conflict-finder.ts';
import { createDifferenceReader } from '../../analytics/judges/difference-reader.ts';
import { createJudgeReader } from '../../analytics/judges/judge-reader.ts';
import { createRequestFinder } from '../../analytics/judges/request-finder.ts';
import { createCandidateFinder } from '../../analytics/judges/candidate-finder.ts';
import { createDatasetRequestFinder } from '../../analytics/quality/datasets/dataset-request-finder.ts';
import { createDatasetSnapshotReader } from '../../analytics/quality/datasets/dataset-snapshot-reader.ts';
import { createCoverageReader } from '../../analytics/quality/coverage/coverage-reader.ts';
import { createDriftReader } from '../../analytics/quality/drift/drift-reader.ts';
import { createLabelledWindowReader } from '../../analytics/quality/labelled-rows/labelled-window-reader.ts';
import { createMetacostReader } from '../../analytics/quality/metacost/metacost-reader.ts';
import { createSummaryReader } from '../../analytics/quality/summary/summary-reader.ts';
import { createStatementRunner } from '../../analytics/statements/statement-runner.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { policyFingerprint } from '../../contracts/quality/calibrations/policy-fingerprint.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { cacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import { governanceSettings } from '../../domain/gateway/governance/limit.ts';
import { evalsSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { isDashboardEnabled } from '../../domain/management/configuration-rules.ts';
import type { listenAt } from '../../runtime/addresses/listen-at.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { createGatewayFleetStore } from '../../store/installation/gateway-fleet-store.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { createCacheEntryStore } from '../../store/gateway/cache-entry-store.ts';
import { createCacheReportStore } from '../../store/gateway/cache-report-store.ts';
import { createKeyAdministrationStore } from '../../store/gateway/key-administration-store.ts';
import { createLimitUseStore } from '../../store/gateway/limit-use-store.ts';
import { createAnnotationLeaseStore } from '../../store/judges/annotation-lease-store.ts';
import { createPlannedBatchFinder } from '../../store/ingest/planned-batch-finder.ts';
import { createExclusionFinder, type FindExclusions } from '../../store/insight/exclusion-finder.ts';
import { createJudgeFailureReader } from '../../store/judges/judge-failure-reader.ts';
import { createJudgeRegistry } from '../../store/judges/judge-registry.ts';
import { createAuditStore } from '../../store/installation/audit-store.ts';
import { createRetentionStore } from '../../store/insight/retention-store.ts';
import { createActiveUnitsFinder } from '../../store/quality/calibrations/active-units-finder.ts';
import { createExperimentRunStore } from '../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentStore } from '../../store/quality/experiments/experiment-store.ts';
import { createConnectionStore } from '../../store/gateway/connection-store.ts';
import { judgingEvaluators } from '../../domain/judges/work/judging-evaluator.ts';
import { createDatasetStore } from '../../store/quality/datasets/dataset-store.ts';
import { createQualityWorkspaceFinder } from '../../store/quality/quality-workspace-finder.ts';
import { loadCommonPasswords } from '../../store/management/load-common-passwords.ts';
import { createLoginLimitStore } from '../../store/management/login-limit-store.ts';
import { createManagementSessionStore } from '../../store/management/management-session-store.ts';
import { createManagementTokenStore } from '../../store/management/management-token-store.ts';
import { createLoginStore } from '../../store/management/login-store.ts';
import { createOneTimePasswords } from '../../store/management/one-time-passwords.ts';
import { createPasswordHasher } from '../../store/management/password-hasher.ts';
import { createSessionAdministrationStore } from '../../store/management/session-administration-store.ts';
import { createSubjectBindingStore } from '../../store/management/subject-binding-store.ts';
import { createTokenAdministrationStore } from '../../store/management/token-administration-store.ts';
import { createUserAdministrationStore } from '../../store/management/user-administration-store.ts';
import type { FramePorts } from '../ports/frame-ports.ts';
import type { DatasetSources } from '../management/ports/dataset-ports.ts';
import type { ExperimentSources } from '../management/ports/experiment-ports.ts';
import type { QualityReadSources } from '../management/ports/quality-read-ports.ts';
import type { CacheSources } from '../management/ports/cache-ports.ts';
import type { LimitSources } from '../management/ports/limit-ports.ts';
import type { InstallationSources } from '../management/ports/installation-ports.ts';
import type { ManagementPorts } from '../management/ports/management-ports.ts';
import type { SignOnPorts } from '../management/access/sign-on-ports.ts';
import type { ApiPorts } from '../ports/ports.ts';
import { createApp } from './app.ts';
import { createCalibrationSources } from './calibration-sources.ts';
import { createInstallationSources } from './installation-sources.ts';
import { createManagementApp } from './management-app.ts';
import { createSignOnSources } from './sign-on-sources.ts';

/** The management plane, if it has a port and the configuration file enables it. */
export function managementLanes(
  ports: ApiPorts &
    Pick<
      ManagementPorts,
      'onLogin' | 'onAccessChange' | 'outcomeMetrics' | 'ownConfiguration' | 'decisions' | 'decisionMetrics'
    > &
    Pick<SignOnPorts, 'onSignOn' | 'onConfirmation'> &
    Pick<Configuration, 'signOnSecret'> &
    Pick<InstallationSources, 'auditDays'>,
  pool: pg.Pool,
  clickhouse: Pick<AnalyticsClient, 'query'> | undefined,
  port: number | undefined,
  { cache, dashboard, evals, governance, mode, routing }: ConfigurationFile,
): ({ app: ReturnType<typeof createManagementApp> } & Omit<Parameters<typeof listenAt>[1], 'host'>)[] {
  if (port === undefined || !isDashboardEnabled(dashboard)) return [];
  const { validation, ...settings } = evalsSettings(evals);
  const findExclusions = createExclusionFinder(pool);
  const managed: ManagementPorts = {
    ...ports,
    ...createSignOnSources(pool, ports, dashboard?.sign_on),
    cache: cacheSources(pool, ports.clock, clickhouse, cache),
    limitUses: limitSources(pool, ports.clock, governance),
    ...managementPorts(pool, ports.clock),
    installation: createInstallationSources(pool, ports, evals),
    calibrations: createCalibrationSources({
      pool,
      clock: ports.clock,
      clickhouse,
      callPrices: ports.callPrices,
      settings: evalsSettings(evals),
      fingerprint: policyFingerprint({ mode, evals, routing }),
      routing,
    }),
    experiments: experimentSources(pool, ports.clock, {
      // Comparisons need Temporal too, and their port is absent without it.
      canRun: clickhouse !== undefined && ports.comparisons !== undefined,
      configuredJudges: judgingEvaluators(evals).map(({ evaluatorId }) => evaluatorId),
    }),
    evals: settings,
    ...(clickhouse && {
      outcomeLookups: {
        findRequests: createRequestFinder(clickhouse),
        findDesigns: (labels) => createAnnotationLeaseStore(pool, ports.clock).designs(labels),
        findConflicts: createConflictFinder(clickhouse, createPlannedBatchFinder(pool)),
      },
      judges: {
        reader: createJudgeReader(clickhouse, findExclusions),
        differences: createDifferenceReader(clickhouse, findExclusions),
        failures: createJudgeFailureReader(pool),
        goldSources: validation.goldSources,
        registry: createJudgeRegistry(pool, ports.clock),
        isAutomatic: () => createHeartbeatStore(pool, ports.clock).isDriven('worker.judge_sweep'),
      },
      findCandidates: createCandidateFinder(clickhouse),
      governanceRefusals: { read: createRefusalReader(clickhouse), findExclusions },
      countLabels: createLabelCounter(clickhouse),
      datasets: datasetSources(pool, ports.clock, clickhouse),
      qualityReads: qualityReadSources(clickhouse, findExclusions, evals),
    }),
  };
  // Pages of other origins may call the customer lane with a key, but never at the origin that accepts sessions.
  const app = createManagementApp(managed, (sessionUsers) => createApp({ ...ports, allowedOrigins: [], sessionUsers }));
  return [{ app, port, what: 'The management plane', setting: 'TRUETALLY_MANAGEMENT_PORT' }];
}

/** The readers behind quality reads. */
function qualityReadSources(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  evals: ConfigurationFile['evals'],
): QualityReadSources {
  const parts = { runner: createStatementRunner({ clickhouse }), findExclusions };
  const { validation, driftDetectors } = evalsSettings(evals);
  return {
    coverage: createCoverageReader(parts),
    drift: createDriftReader(parts),
    summary: createSummaryReader(parts),
    metacost: createMetacostReader(parts),
    readLabelled: createLabelledWindowReader(clickhouse, findExclusions, validation.goldSources),
    detectors: driftDetectors,
  };
}

/** The experiments, and everything that their declarations and runs refer to. */
function experimentSources(pool: pg.Pool, clock: Clock, setup: ExperimentSources['setup']): ExperimentSources {
  return {
    store: createExperimentStore(pool, clock),
    runs: createExperimentRunStore(pool, clock),
    datasets: createDatasetStore(pool, clock),
    connections: createConnectionStore(pool, clock),
    findActiveUnits: createActiveUnitsFinder(pool),
    registry: createJudgeRegistry(pool, clock),
    setup,
  };
}

/** The datasets, and the facts that they refer to. */
function datasetSources(pool: pg.Pool, clock: Clock, clickhouse: Pick<AnalyticsClient, 'query'>): DatasetSources {
  const store = createDatasetStore(pool, clock);
  const retention = createRetentionStore(pool);
  const findExclusions = createExclusionFinder(pool);
  const finder = createDatasetRequestFinder(clickhouse, findExclusions);
  return {
    store,
    finder,
    retention,
    readSnapshot: createDatasetSnapshotReader({ store, finder, retention, findExclusions }),
  };
}

/** The sources of the gateway's cache; undefined if the configuration file has no cache. */
function cacheSources(
  pool: pg.Pool,
  clock: Clock,
  clickhouse: Pick<AnalyticsClient, 'query'> | undefined,
  block: ConfigurationFile['cache'],
): CacheSources | undefined {
  const settings = cacheSettings(block);
  if (settings === undefined) return undefined;
  return {
    scope: settings.scope,
    hasSemanticRule: settings.rules.some(({ kind }) => kind === 'semantic'),
    reports: createCacheReportStore(pool, clock),
    entries: createCacheEntryStore(pool, clock),
    ...(clickhouse && { countRepeats: createRepeatedCallCounter(clickhouse) }),
  };
}

/** The limits of the configuration file and their use; undefined if the file has no limits. */
function limitSources(pool: pg.Pool, clock: Clock, block: ConfigurationFile['governance']): LimitSources | undefined {
  const { limits } = governanceSettings(block);
  return limits.length === 0 ? undefined : { limits, uses: createLimitUseStore(pool, clock) };
}

/** The other ports of the management plane. */
function managementPorts(
  pool: pg.Pool,
  clock: Clock,
): Omit<
  ManagementPorts,
  | keyof FramePorts
  | 'calibrations'
  | 'credentials'
  | 'evals'
  | 'experiments'
  | 'installation'
  | 'installationKey'
  | 'ownConfiguration'
  | 'decisions'
> {
  const passwords = createPasswordHasher();
  return {
    accessAdministration: {
      users: createUserAdministrationStore(pool, clock),
      sessions: createSessionAdministrationStore(pool, clock),
      tokens: createTokenAdministrationStore(pool, clock),
      audit: createAuditStore(pool, clock),
      subjectBindings: createSubjectBindingStore(pool),
      oneTimePasswords: createOneTimePasswords(passwords, clock),
      loadCommonPasswords,
    },
    tokens: createManagementTokenStore(pool, clock),
    users: createLoginStore(pool, clock),
    sessions: createManagementSessionStore(pool, clock),
    loginLimits: createLoginLimitStore(pool, clock),
    passwords,
    annotationLeases: createAnnotationLeaseStore(pool, clock),
    qualityWorkspaces: createQualityWorkspaceFinder(pool),
    virtualKeys: createKeyAdministrationStore(pool, clock),
    fleet: createGatewayFleetStore(pool, clock),
  };
}
