import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { killAtFaultPoint } from '../../runtime/process/kill-at-fault-point.ts';
import { createAuditStore } from '../../store/installation/audit-store.ts';
import { createReportInboxStore } from '../../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../../store/schedules/report-occurrence-store.ts';
import { createReportRunStore } from '../../store/reports/report-run-store.ts';
import { createReportScheduleStore } from '../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../store/reports/report-store.ts';
import { createRunTransitions } from '../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../store/views/saved-view-store.ts';
import { createComparisonStore } from '../../store/comparisons/comparison-store.ts';
import {
  createComparisonRunRequests,
  type ComparisonRunRequests,
} from '../../store/comparisons/comparison-run-requests.ts';
import { createComparisonDecisionStore } from '../../store/comparisons/comparison-decision-store.ts';
import { createComparisonVerdictStore } from '../../store/comparisons/comparison-verdict-store.ts';
import { createRunEvidenceStore } from '../../store/comparisons/run-evidence-store.ts';
import { createComparisonRunStore } from '../../store/comparisons/comparison-run-store.ts';
import { createConnectionStore } from '../../store/gateway/connection-store.ts';
import { createSampleStore } from '../../store/comparisons/sample-store.ts';
import { createCaseStore } from '../../store/comparisons/case-store.ts';
import { createServingRouteStore } from '../../store/gateway/serving-route-store.ts';
import { createServiceCredentialStore } from '../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../store/tenancy/service-identity-store.ts';
import { createTeamStore } from '../../store/tenancy/team-store.ts';
import { createTokenResolver } from '../../store/tenancy/token-resolver.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { createNamedNodeStore } from '../../store/tenancy/named-node-store.ts';
import type { ApiPorts, ReportPort } from '../ports/ports.ts';
import { createReportPort } from '../ports/report-port.ts';

type StorePorts = Pick<
  ApiPorts,
  | 'credentials'
  | 'tenancy'
  | 'names'
  | 'serviceIdentities'
  | 'serviceCredentials'
  | 'teams'
  | 'savedViews'
  | 'reports'
  | 'schedules'
  | 'inbox'
  | 'routes'
  | 'cases'
  | 'comparisons'
  | 'samples'
  | 'comparisonRuns'
  | 'comparisonEvidence'
  | 'connections'
  | 'audit'
>;

/** The ports of the API that Postgres answers. */
export function createStorePorts(pool: pg.Pool, clock: Clock, settings: Configuration): StorePorts {
  return {
    credentials: createTokenResolver(pool, clock),
    tenancy: createTenancyStore(pool),
    names: createNamedNodeStore(pool),
    serviceIdentities: createServiceIdentityStore(pool, clock),
    serviceCredentials: createServiceCredentialStore(pool, clock),
    teams: { ...createTeamStore(pool, clock), areEnabled: settings.keyTeams },
    savedViews: createSavedViewStore(pool, clock),
    reports: reportPort(pool, clock, settings),
    schedules: { ...createReportScheduleStore(pool, clock), ...createReportOccurrenceStore(pool) },
    inbox: createReportInboxStore(pool, clock),
    routes: createServingRouteStore(pool, clock),
    cases: createCaseStore(pool, clock),
    ...(settings.temporalAddress !== undefined && { comparisons: createComparisonStore(pool, clock) }),
    samples: createSampleStore(pool, clock),
    comparisonRuns: { ...createComparisonRunStore(pool, clock), ...comparisonRunRequests(pool, clock, settings) },
    comparisonEvidence: {
      ...createRunEvidenceStore(pool),
      ...createComparisonVerdictStore(pool, clock),
      ...createComparisonDecisionStore(pool, clock),
    },
    connections: createConnectionStore(pool, clock),
    audit: createAuditStore(pool, clock),
  };
}

/** The report port over Postgres, with the fault point at which a test may kill the process. */
function reportPort(pool: pg.Pool, clock: Clock, { faultPoint, temporalAddress }: Configuration): ReportPort {
  const faultPoints = killAtFaultPoint(faultPoint);
  const reports = createReportStore(pool, clock);
  return createReportPort({
    reports: {
      ...reports,
      async create(input) {
        const created = await reports.create(input);
        faultPoints.reach('api.report_committed');
        return created;
      },
    },
    runs: createReportRunStore(pool),
    transitions: createRunTransitions(pool, clock),
    hasWorker: temporalAddress !== undefined,
  });
}

/** The same for comparison runs. */
function comparisonRunRequests(pool: pg.Pool, clock: Clock, { faultPoint }: Configuration): ComparisonRunRequests {
  const faultPoints = killAtFaultPoint(faultPoint);
  const requests = createComparisonRunRequests(pool, clock);
  return {
    ...requests,
    async start(key, run) {
      const started = await requests.start(key, run);
      faultPoints.reach('api.comparison_run_committed');
      return started;
    },
  };
}
