import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { Arm } from '../../domain/comparisons/figures/cell.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { ModelCaller } from '../../providers/caller/model-caller.ts';
import type { ComparisonRunTransitions } from '../../store/comparisons/comparison-run-transitions.ts';
import type { PaidCallStore } from '../../store/comparisons/paid-call-store.ts';
import type { RunEvidenceStore } from '../../store/comparisons/run-evidence-store.ts';
import type { ConnectionStore } from '../../store/gateway/connection-store.ts';
import type { ConnectionWaiters } from './connection-waiters.ts';

/** The external dependencies of the activities of comparison runs. */
export interface ComparisonPorts {
  readonly runs: ComparisonRunTransitions;
  readonly calls: PaidCallStore;
  readonly evidence: RunEvidenceStore;
  readonly connections: Pick<ConnectionStore, 'find'>;
  /** Stores the questions and answers of cells if content is captured. */
  readonly contents: Pick<ContentStore, 'wanted' | 'keep'>;
  readonly caller: ModelCaller;
  readonly connectionWaiters: ConnectionWaiters;
  /** Waits briefly, so that calls which end at about the same time are reported together. */
  readonly batchEnds: () => Promise<void>;
  readonly prices: ModelPrices;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

/** The order to a worker about one call. */
export interface CallOrder {
  readonly runId: string;
  readonly position: number;
  readonly arm: Arm;
  /** True if a transient fault ends the call instead of another try. */
  readonly isLastTry: boolean;
  /** True if other calls of the run are in flight, whose end may release part of the ceiling. */
  readonly hasCompany: boolean;
  /** Milliseconds that the provider has for its answer. */
  readonly callMs: number;
}
