import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
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
import type { SavedViewStore } from '../../store/views/saved-view-store.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';
import type { NamedNodeStore } from '../../store/tenancy/named-node-store.ts';
import type { LargeBodies } from '../bodies/large-bodies.ts';
import type { TrafficPorts } from './traffic-port.ts';
import type { FramePorts } from './frame-ports.ts';

export interface ReportPort extends ReportStore, ReportRunStore {
  /** True where the deployment names a Temporal, which is what carries runs to its workers; alive or not. */
  readonly hasWorker: boolean;
  /**
   * Cancels a queued or running run and tells its workflow, in one transaction; undefined when it is settled or gone.
   */
  cancelRun(runId: string): Promise<ReportRunV1 | undefined>;
}

export interface SchedulePort extends ReportScheduleStore, ReportOccurrenceStore {}

export interface HealthPort {
  /** Rejects when ClickHouse does not answer. Absent when it is not composed. */
  pingClickHouse?(): Promise<void>;
  /** The time at which each component was last alive; a component that was never seen is absent. */
  heartbeats(): Promise<ReadonlyMap<Component, Date>>;
  outbox(): Promise<{ waiting: number; dead: number }>;
  /** The last retention sweep that came to its end; undefined before the first. */
  lastSweep(): Promise<FinishedSweep | undefined>;
  /** Schedules that nothing has taken up for a minute and more. */
  overdueSchedules(): Promise<{ count: number; oldestSeconds: number }>;
  /** The time since which traffic may wait to be indexed; undefined if no indexer ever began. */
  indexState(): Promise<{ readonly waitingSince: Date | undefined }>;
  /** Seconds that it may wait. */
  readonly indexBehindSeconds: number;
}

/** The demo of `npm start`: whom its synthetic traffic is read as, and where its parts are. */
export interface DemoPort {
  readonly scope: ReadScope;
  readonly gatewayUrl: string;
  readonly temporalUiUrl: string | undefined;
}

/** Everything that the API needs from outside. A part that is absent is not composed: what needs it answers 503. */
export interface ApiPorts extends FramePorts, TrafficPorts {
  readonly timeZones: TimeZones;
  /** Signs page cursors. At least 32 bytes. */
  readonly installationKey: Uint8Array;
  readonly credentials: Pick<CredentialStore, 'resolve'>;
  readonly tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree' | 'organizationMembers'>;
  readonly names: NamedNodeStore;
  readonly savedViews: SavedViewStore;
  readonly reports: ReportPort;
  readonly schedules: SchedulePort;
  readonly inbox: ReportInboxStore;
  readonly routes: Pick<ServingRouteStore, 'find' | 'list'>;
  readonly cases: Omit<CaseStore, 'importAll'>;
  /** Absent where the deployment names no Temporal, which is what carries runs. */
  readonly comparisons?: ComparisonStore;
  readonly samples: SampleStore;
  readonly comparisonEvidence: RunEvidenceStore & ComparisonVerdictStore & ComparisonDecisionStore;
  readonly comparisonRuns: ComparisonRunStore & ComparisonRunRequests;
  readonly connections: Pick<ConnectionStore, 'listGranted'>;
  readonly prices: ModelPrices;
  /** The prices of calls whose sender states no cost. */
  readonly callPrices: CallPrices;
  readonly reader?: InsightReader;
  /** Reads large bodies outside of the serving loop; absent if there is no thread for them, and the loop reads them. */
  readonly largeBodies?: LargeBodies;
  /** The stored questions and answers; absent if none are stored. */
  readonly contents?: ContentStore;
  readonly health: HealthPort;
  /** The demo of the first page, under `npm start`. */
  readonly demo?: DemoPort;
  /** Whole milliseconds of the longest time within the last minute in which this process answered nobody. */
  readonly maxStallMs: () => number;
}
