import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
import type { TraceReader } from '../../analytics/traces/trace-reader.ts';
import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';
import type { Component } from '../../domain/kernel/components.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import type { CredentialStore } from '../../store/tenancy/credential-store.ts';
import type { ReportInboxStore } from '../../store/schedules/report-inbox-store.ts';
import type { ReportOccurrenceStore } from '../../store/schedules/report-occurrence-store.ts';
import type { ReportRunStore } from '../../store/reports/report-run-store.ts';
import type { ReportScheduleStore } from '../../store/schedules/report-schedule-store.ts';
import type { ReportStore } from '../../store/reports/report-store.ts';
import type { FinishedSweep } from '../../store/installation/retention-sweep-store.ts';
import type { CallPrices } from '../../domain/models/call-prices.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { ComparisonDecisionStore } from '../../store/comparisons/comparison-decision-store.ts';
import type { ComparisonVerdictStore } from '../../store/comparisons/comparison-verdict-store.ts';
import type { RunEvidenceStore } from '../../store/comparisons/run-evidence-store.ts';
import type { ComparisonRunStore } from '../../store/comparisons/comparison-run-store.ts';
import type { ComparisonRunRequests } from '../../store/comparisons/comparison-run-requests.ts';
import type { ConnectionStore } from '../../store/gateway/connection-store.ts';
import type { ComparisonStore } from '../../store/comparisons/comparison-store.ts';
import type { SampleStore } from '../../store/comparisons/sample-store.ts';
import type { CaseStore } from '../../store/comparisons/case-store.ts';
import type { ServingRouteStore } from '../../store/gateway/serving-route-store.ts';
import type { ServiceCredentialStore } from '../../store/tenancy/service-credential-store.ts';
import type { ServiceIdentityStore } from '../../store/tenancy/service-identity-store.ts';
import type { TeamStore } from '../../store/tenancy/team-store.ts';
import type { SavedViewStore } from '../../store/views/saved-view-store.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';
import type { NamedNodeStore } from '../../store/tenancy/named-node-store.ts';
import type { LargeBodies } from '../bodies/large-bodies.ts';
import type { TrafficPorts } from './traffic-port.ts';
import type { FramePorts } from './frame-ports.ts';
import type { SessionUsers } from './session-users.ts';

export interface ReportPort extends ReportStore, ReportRunStore {
  /**
   * True if the deployment names a Temporal server, which passes runs to workers, regardless of whether it is alive.
   */
  readonly hasWorker: boolean;
  /**
   * Cancels a queued or running run and notifies its workflow, in one transaction; undefined if the run is settled or
   * deleted.
   */
  cancelRun(runId: string): Promise<ReportRunV1 | undefined>;
}

/** The teams of credentials. */
export interface TeamPort extends TeamStore {
  /** True if credentials of this deployment can belong to teams. */
  readonly areEnabled: boolean;
}

export interface SchedulePort extends ReportScheduleStore, ReportOccurrenceStore {}

export interface HealthPort {
  /** Rejects if ClickHouse does not answer. Absent if ClickHouse is not composed. */
  pingClickHouse?(): Promise<void>;
  /** The time at which each component was last alive; a component that was never seen is absent. */
  heartbeats(): Promise<ReadonlyMap<Component, Date>>;
  outbox(): Promise<{ waiting: number; dead: number }>;
  /** The last finished retention sweep; undefined before the first. */
  lastSweep(): Promise<FinishedSweep | undefined>;
  /** The schedules that have been overdue for a minute or more. */
  overdueSchedules(): Promise<{ count: number; oldestSeconds: number }>;
  /** The time since which traffic may wait to be indexed; undefined if no indexer was ever started. */
  indexState(): Promise<{ readonly waitingSince: Date | undefined }>;
  /** Seconds that traffic may wait to be indexed. */
  readonly indexBehindSeconds: number;
}

/** The demo of `npm start`: the scope in which its synthetic traffic is read, and the addresses of its parts. */
export interface DemoPort {
  readonly scope: ReadScope;
  readonly gatewayUrl: string;
  readonly temporalUiUrl: string | undefined;
}

/** The external dependencies of the API. An absent part is not composed, and operations that need it answer 503. */
export interface ApiPorts extends FramePorts, TrafficPorts {
  readonly timeZones: TimeZones;
  /** The key that signs page cursors, of at least 32 bytes. */
  readonly installationKey: Uint8Array;
  readonly credentials: Pick<CredentialStore, 'resolve'>;
  readonly tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree' | 'organizationMembers'>;
  /** The users of sessions; absent at an origin that accepts keys alone. */
  readonly sessionUsers?: SessionUsers;
  readonly names: NamedNodeStore;
  readonly serviceIdentities: ServiceIdentityStore;
  readonly serviceCredentials: ServiceCredentialStore;
  readonly teams: TeamPort;
  readonly savedViews: SavedViewStore;
  readonly reports: ReportPort;
  readonly schedules: SchedulePort;
  readonly inbox: ReportInboxStore;
  readonly routes: Pick<ServingRouteStore, 'find' | 'list'>;
  readonly cases: Omit<CaseStore, 'importAll'>;
  /** Absent if the deployment names no Temporal server, which carries the runs. */
  readonly comparisons?: ComparisonStore;
  readonly samples: SampleStore;
  readonly comparisonEvidence: RunEvidenceStore & ComparisonVerdictStore & ComparisonDecisionStore;
  readonly comparisonRuns: ComparisonRunStore & ComparisonRunRequests;
  readonly connections: Pick<ConnectionStore, 'listGranted'>;
  readonly prices: ModelPrices;
  /** The prices of calls whose sender states no cost. */
  readonly callPrices: CallPrices;
  readonly reader?: InsightReader;
  readonly traces?: TraceReader;
  /** Reads large bodies outside of the event loop; absent if the event loop reads them. */
  readonly largeBodies?: LargeBodies;
  /** The stored questions and answers; absent if none are stored. */
  readonly contents?: ContentStore;
  readonly health: HealthPort;
  /** The demo of the first page, under `npm start`. */
  readonly demo?: DemoPort;
  /** The longest stall of this process in the last minute, in whole milliseconds. */
  readonly maxStallMs: () => number;
}
