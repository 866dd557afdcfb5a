import type pg from 'pg';
import type { Clock } from '../domain/kernel/clock.ts';
import type { RoutingArtifact } from '../domain/quality/routing-thresholds/routing-artifact.ts';
import { createComparisonBudgetStore } from '../store/comparisons/comparison-budget-store.ts';
import { createCaseStore } from '../store/comparisons/case-store.ts';
import { createConnectionStore } from '../store/gateway/connection-store.ts';
import { createLimitUseStore } from '../store/gateway/limit-use-store.ts';
import { createServingRouteStore } from '../store/gateway/serving-route-store.ts';
import { createVirtualKeyStore } from '../store/gateway/virtual-key-store.ts';
import { createGapStore } from '../store/ingest/gap-store.ts';
import { createQuarantineStore } from '../store/ingest/quarantine-store.ts';
import { createExclusionStore } from '../store/insight/exclusion-store.ts';
import { createReleaseStore } from '../store/insight/release-store.ts';
import { createRetentionStore } from '../store/insight/retention-store.ts';
import { createAuditStore } from '../store/installation/audit-store.ts';
import { createDeadItemStore } from '../store/outbox/dead-item-store.ts';
import { createOperatorRunStore } from '../store/reports/operator-run-store.ts';
import { createOperatorScheduleStore } from '../store/schedules/operator-schedule-store.ts';
import { createAccessBindingStore } from '../store/tenancy/access-binding-store.ts';
import { createCredentialStore } from '../store/tenancy/credential-store.ts';
import { createServiceCredentialStore } from '../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../store/tenancy/service-identity-store.ts';
import { createEnvironmentSettingsStore } from '../store/tenancy/environment-settings-store.ts';
import { createJudgeRegistry } from '../store/judges/judge-registry.ts';
import { createCalibrationFitStore } from '../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../store/quality/calibrations/calibration-store.ts';
import { createRecalibrationLog } from '../store/quality/calibrations/recalibration-log.ts';
import { loadCommonPasswords } from '../store/management/load-common-passwords.ts';
import { createManagementTokenStore } from '../store/management/management-token-store.ts';
import { createUserAdministrationStore } from '../store/management/user-administration-store.ts';
import { createPasswordHasher } from '../store/management/password-hasher.ts';
import { createSubjectBindingStore } from '../store/management/subject-binding-store.ts';
import { createTenancyNodeStore } from '../store/tenancy/tenancy-node-store.ts';
import { createTenancyStore } from '../store/tenancy/tenancy-store.ts';
import type { OperatorPorts } from './operator-commands.ts';

/** The ports that stores supply. The others depend on the process that runs the commands. */
type Stores = Omit<
  OperatorPorts,
  | 'clock'
  | 'operator'
  | 'callModel'
  | 'readFile'
  | 'readPassword'
  | 'outlastReads'
  | 'erase'
  | 'eraseUser'
  | 'withJudges'
  | 'calibrationSettings'
  | 'governance'
  | 'loggedCalls'
  | 'reprice'
>;

/** Creates the stores of the commands over a database. */
export function createOperatorStores(pool: pg.Pool, clock: Clock): Stores {
  return {
    nodes: createTenancyNodeStore(pool, clock),
    bindings: createAccessBindingStore(pool, clock),
    environmentSettings: createEnvironmentSettingsStore(pool),
    credentials: createCredentialStore(pool, clock),
    serviceIdentities: createServiceIdentityStore(pool, clock),
    serviceCredentials: createServiceCredentialStore(pool, clock),
    tenancy: createTenancyStore(pool),
    tokens: createManagementTokenStore(pool, clock),
    keys: createVirtualKeyStore(pool, clock),
    limits: createLimitUseStore(pool, clock),
    users: createUserAdministrationStore(pool, clock),
    passwords: createPasswordHasher(),
    subjectBindings: createSubjectBindingStore(pool),
    loadCommonPasswords,
    releases: createReleaseStore(pool, clock),
    exclusions: createExclusionStore(pool, clock),
    retention: createRetentionStore(pool),
    quarantine: createQuarantineStore(pool, clock),
    gaps: createGapStore(pool, clock),
    audit: createAuditStore(pool, clock),
    runs: createOperatorRunStore(pool),
    schedules: createOperatorScheduleStore(pool, clock),
    deadItems: createDeadItemStore(pool, clock),
    connections: createConnectionStore(pool, clock),
    routes: createServingRouteStore(pool, clock),
    cases: createCaseStore(pool, clock),
    budgets: createComparisonBudgetStore(pool, clock),
    judges: createJudgeRegistry(pool, clock),
    calibrations: createCalibrationStore(pool, clock, 'quality'),
    calibrationFits: createCalibrationFitStore(pool, clock),
    recalibrations: createRecalibrationLog(pool, 'quality'),
    routingCalibrations: createCalibrationStore<RoutingArtifact>(pool, clock, 'routing'),
    routingChanges: createRecalibrationLog(pool, 'routing'),
  };
}
